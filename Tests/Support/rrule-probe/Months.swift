import Foundation
import Recurrence
import ZoneFiles

/// How long one view of many routines takes.
struct Months {
    private let recurrences: [Recurrence]
    private let compiling: Duration
    private let start: Date
    private let end: Date

    init(arguments: [String], zones: ZoneFiles) throws {
        guard arguments.count == 2, let from = Double(arguments[0]), let to = Double(arguments[1]) else {
            throw Question.Unreadable(
                description: "months takes the window's two ends, in seconds since 1970")
        }
        start = Date(timeIntervalSince1970: from)
        end = Date(timeIntervalSince1970: to)
        var sets: [RecurrenceSet] = []
        while let line = readLine() {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let time = WallTime(fields[0]) else {
                throw Question.Unreadable(description: "`\(line)` is no routine")
            }
            sets.append(
                RecurrenceSet(
                    start: time, zone: fields[1], repetition: .rules([try RecurrenceRule(fields[2])])))
        }
        let begun = ContinuousClock.now
        recurrences = try sets.map { try Recurrence($0, zone: zones.rules(for: $0.zone)) }
        compiling = begun.duration(to: .now)
    }

    /// Five views, of which the middle one counts.
    func run() throws {
        var found = 0
        var views: [Duration] = []
        for _ in 0..<5 {
            let begun = ContinuousClock.now
            found = 0
            for recurrence in recurrences {
                found += try recurrence.occurrences(from: start, to: end).count
            }
            views.append(begun.duration(to: .now))
        }
        views.sort()
        print(
            "\(recurrences.count) \(found) \(compiling / .milliseconds(1)) \(views[2] / .milliseconds(1)) \(views[0] / .milliseconds(1))"
        )
    }
}
