import ArgumentParser
import Care
import Foundation
import Recurrence
import StaffFiles
import ZoneFiles

/// `beckon routine`: what is done at set times.
struct RoutineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "routine", abstract: "See what a routine's rule means before it is used.",
        subcommands: [Preview.self])

    /// `beckon routine preview`
    struct Preview: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show when a routine would be due.",
            discussion: """
                Times are local times of the zone. One that the clocks skip in spring is taken as much later as they are put \
                forward; of two in autumn, the first counts. The start itself is due only if the rule gives it.

                  beckon routine preview --rule FREQ=DAILY --start 2026-03-28T08:00
                """)

        @Option(
            help: ArgumentHelp(
                "A rule as in RFC 5545 (iCalendar), between quotation marks: FREQ=DAILY, or \"FREQ=MONTHLY;BYDAY=-1FR\". May be repeated.",
                valueName: "rule"))
        var rule: [String] = []
        @Option(
            help: ArgumentHelp(
                "In place of a rule: each time so much later, whatever the clocks do, such as 8h or 90min.",
                valueName: "time"))
        var every: String?
        @Option(help: ArgumentHelp("The first local time, such as 2026-03-28T02:30.", valueName: "time"))
        var start: String
        @Option(
            help: ArgumentHelp(
                "An IANA time zone, such as Europe/Berlin. (default: the machine's)", valueName: "zone"))
        var zone: String?
        @Option(
            help: ArgumentHelp(
                "A local time that is due as well; several separated by commas.", valueName: "times"))
        var rdate: [String] = []
        @Option(
            help: ArgumentHelp(
                "A local time that is not due, though the rule gives it; several separated by commas.",
                valueName: "times"))
        var exdate: [String] = []
        @Option(
            help: ArgumentHelp(
                "At most so many, 1 to 10000. (default: 10, or 10000 with --until)", valueName: "n"))
        var limit: Int?
        @Option(
            help: ArgumentHelp(
                "Only to this day, or to this local time, which still counts.", valueName: "time"))
        var until: String?
        @Option(help: "text, or json for programs.") var format: OutputFormat = .text

        func validate() throws {
            guard (1...Recurrence.usualLimit).contains(limit ?? 1) else {
                throw ValidationError(
                    "--limit \(limit ?? 0): write a number from 1 to \(Recurrence.usualLimit).")
            }
            _ = try time(start, of: "--start")
            _ = try elapsed()
            _ = try end()
            _ = try times(rdate, of: "--rdate")
            _ = try times(exdate, of: "--exdate")
        }

        func run() throws {
            let zone = try clocks()
            let set = RecurrenceSet(
                start: try time(start, of: "--start"), zone: zone.id,
                repetition: try repetition(), also: try times(rdate, of: "--rdate"),
                except: try times(exdate, of: "--exdate").map { OccurrenceKey($0, zone: zone.id) })
            let preview: RoutineListing
            do {
                let recurrence = try Recurrence(set, zone: zone)
                let limit = limit ?? (until == nil ? 10 : Recurrence.usualLimit)
                var found = try recurrence.occurrences(
                    from: .first, to: try end() ?? .last, limit: limit + 1)
                let goesOn = found.count > limit
                if goesOn { found.removeLast() }
                preview = RoutineListing(set: set, zone: zone, occurrences: found, goesOn: goesOn)
            } catch let error as RecurrenceError {
                throw CommandProblem(error.description)
            }
            switch format {
            case .text: StandardOutput.tell(preview.text(.current()), terminator: "")
            case .json: StandardOutput.print(try ProgramJSON.text(preview.entries))
            }
        }

        private func repetition() throws -> Repetition {
            if let elapsed = try elapsed() { return elapsed }
            let rules = try rule.map { text in
                do {
                    return try RecurrenceRule(text)
                } catch {
                    throw CommandProblem("--rule \(text.prefix(200)): \(error)")
                }
            }
            return rules.isEmpty ? .once : .rules(rules)
        }

        private func elapsed() throws -> Repetition? {
            guard let every else { return nil }
            guard rule.isEmpty else {
                throw ValidationError("`--every` and `--rule` exclude each other: keep one of them.")
            }
            let duration: Duration
            do {
                duration = try StaffDuration.parse(every)
            } catch {
                throw ValidationError("--every: `\(every.prefix(60))` \(error).")
            }
            let (seconds, rest) = duration.components
            guard rest == 0, Repetition.elapsedRange.contains(Int(seconds)) else {
                throw ValidationError(
                    "--every: `\(every.prefix(60))` must be whole seconds, from a minute to ten years.")
            }
            return .elapsed(everySeconds: Int(seconds))
        }

        private func clocks() throws -> ZoneRules {
            do {
                return try ZoneFiles().rules(for: zone ?? MachineZone.id())
            } catch {
                throw ValidationError("--zone: \(error)")
            }
        }

        private func time(_ text: String, of option: String) throws -> WallTime {
            guard let time = WallTime(text) else {
                throw ValidationError(
                    "\(option): `\(text.prefix(60))` is not a local time: write year, month, day, T, hour and minute, such as 2026-03-28T02:30."
                )
            }
            return time
        }

        private func times(_ texts: [String], of option: String) throws -> [WallTime] {
            try texts.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
                .map { try time(String($0), of: option) }
        }

        /// The local time before which the list ends.
        private func end() throws -> WallTime? {
            guard let until else { return nil }
            if let day = CalendarDay(until) {
                return WallTime(day, hour: 23, minute: 59, second: 59)?.adding(seconds: 1)
            }
            return try time(until, of: "--until").adding(seconds: 1)
        }
    }
}
