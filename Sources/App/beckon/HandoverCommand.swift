import ArgumentParser
import Care
import CareClient
import Dispatch
import Foundation
import HomeFiles
import Recurrence
import Roles
import Speech
import StaffFiles
import Station
import Voice
import Wording
import ZoneFiles

/// `beckon handover`: what one shift tells the next.
struct HandoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "handover", abstract: "Print, or speak, what happened in a shift.",
        discussion: """
            Open calls and what is still to do come first, then what was missed or is still open from before, what somebody has to \
            decide, what was declined with its reason, done and skipped, and how long people waited for an answer. Times \
            are the home's, whatever this machine's clock says. The service must be running.

              beckon handover                             the last twelve hours
              beckon handover --since 22:00               since ten in the evening
              beckon handover --since 22:00 --until 6:00  the night
              beckon handover --since 8h --speak          the last eight hours, aloud
            """)

    /// How it is printed.
    enum Form: String, ExpressibleByArgument, CaseIterable {
        case text, markdown, json
    }

    @Option(
        help: ArgumentHelp(
            "When the shift began: how long ago (8h, 90min), a time of day (22:00), or a local time (2026-11-21T06:00).",
            valueName: "time"))
    var since: String = "12h"
    @Option(help: ArgumentHelp("When it ended, likewise. (default: now)", valueName: "time")) var until:
        String?
    @Option(help: "text, markdown, or json for programs.") var format: Form = .text
    @Flag(help: "Say it aloud with the caregivers' voice, in place of printing it.") var speak = false
    @OptionGroup var service: ServiceOption
    @OptionGroup var sound: SoundOptions
    @OptionGroup var home: HomeOptions

    func validate() throws {
        // The service works out the moment, because it knows the home's zone; only what is not a time is refused
        // here.
        for (text, name) in [(since, "--since"), (until ?? "1h", "--until")]
        where ShiftTime.moment(text, before: Date(), in: .utc) == nil {
            throw ValidationError("`\(name) \(text)`: write \(ShiftTime.forms).")
        }
    }

    func run() async throws {
        let words = ReaderLocale.current(home: home.folder.settingsInUse.language).words
        guard FileManager.default.fileExists(atPath: home.folder.settingsFile) else {
            throw CommandProblem(
                words(Text("terminal.no_home", ["path": .verbatim(home.folder.path)])))
        }
        let composition = try Composition(home)
        let settings = composition.files.settings
        let address = try composition.service(at: service)
        let handover: Handover
        switch await ServiceReader.handover(
            of: address, trust: home.folder.trust(settings), socket: service.socket(in: home.folder),
            token: try home.folder.token(of: "station"), since: since, until: until)
        {
        case .success(let found): handover = found
        case .failure(let error):
            throw CommandProblem(
                words(
                    Text(
                        "terminal.no_handover",
                        [
                            "address": .verbatim(address.absoluteString),
                            "problem": .text(.written("\(error)")),
                        ])))
        }
        if format == .json, !speak {
            StandardOutput.print(String(decoding: try CareJSON.encoder().encode(handover), as: UTF8.self))
            return
        }
        let report = HandoverReport(
            handover, phrases: composition.files.phrases, zone: try ZoneFiles().rules(for: handover.zone),
            now: until == nil ? handover.until : Date(), dates: dates(composition.files.settings.language))
        if speak {
            try say(report.spoken.joined(separator: " "), composition)
        } else {
            StandardOutput.tell(report.written(format == .markdown ? .markdown : .text))
        }
    }

    /// As the reader's locale has them; without one as they always were, so that a script's copies stay alike.
    private func dates(_ language: String) -> HandoverReport.Dates {
        let locale = ReaderLocale.current(home: language)
        guard !locale.isISO else { return .iso }
        return .init(
            day: { locale.day($0) },
            clock: { locale.time(WallTime(clamping: $0.seconds - Int64($0.second))) })
    }

    private func say(_ text: String, _ composition: Composition) throws {
        let voices = try composition.voices(sound)
        defer { voices.shutDown() }
        let done = DispatchSemaphore(value: 0)
        voices.say(text, voice: .alert, language: nil) { done.signal() }
        done.wait()
    }
}
