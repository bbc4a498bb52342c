import Calendars
import Care
import Chance
import Foundation
import ProbeArguments
import Recurrence
import ZoneFiles

// Prints routines made at random as iCalendar, each with the times that Beckon itself has in ten years: a line of JSON for each part of a
// series, for oracle.py, which must find out what is spoilt on purpose.

/// What is written otherwise than it is.
enum Spoiling: String, CaseIterable {
    case moves, skips, edits, ends, zone

    func spoil(_ part: inout RandomRoutine.Part) {
        switch self {
        case .moves: part.content.schedule.changes = []
        case .skips: part.skipped = []
        case .edits: part.content.edits = []
        case .ends: part.content.endsBefore = nil
        case .zone: part.content.schedule.zone = "Asia/Kolkata"
        }
    }
}

struct Line: Encodable {
    struct Time: Encodable {
        /// Seconds since 1970.
        var at: Int64
        var title: String
    }

    var number: Int
    var schedule: RecurrenceSet
    /// Empty where it never happens.
    var ics: String
    var from: Int64
    var until: Int64
    var now: Int64
    var times: [Time]
}

var arguments = ProbeArguments(
    usage: "calendar-probe [--routines N] [--seed N] [--spoil \(ProbeArguments.names(of: Spoiling.self))]")
let count = arguments.option("--routines", least: 1) ?? 2000
let seed = arguments.option("--seed") ?? 2026
let spoiling: Spoiling? = arguments.option("--spoil")
arguments.end()

let files = ZoneFiles()
let zones: @Sendable (String) -> ZoneRules? = { try? files.rules(for: $0) }
let writer = CalendarWriter(home: .utc, zones: zones, version: "0")

/// What is written of a part, and what it should be.
func line(_ number: Int, _ routine: RandomRoutine, _ part: RandomRoutine.Part) throws -> Line {
    let now = routine.from.addingTimeInterval(40 * 86_400)
    var written = part
    spoiling?.spoil(&written)
    let entry = CalendarEntry(
        uid: "routine-\(number)", sequence: Int64(number), changedAt: now, title: part.content.title,
        details: part.content.details, minutes: number % 3 == 0 ? 30 : nil,
        times: .routine(
            written.content, skipped: written.skipped, lastDone: written.lastDone, of: written.lastKey))
    let skipped = Set(part.skipped)
    let times = try RoutinePlan(
        part.content, zone: routine.zone, lastDone: part.lastDone, of: part.lastKey
    ).times(from: routine.from, until: routine.until, limit: 100_000)
    return Line(
        number: number, schedule: part.content.schedule,
        ics: writer.resource(entry, now: now).map { String(decoding: $0, as: UTF8.self) } ?? "",
        from: ZoneRules.second(of: routine.from), until: ZoneRules.second(of: routine.until),
        now: ZoneRules.second(of: now),
        times: times.filter { !skipped.contains($0.key) }.map {
            Line.Time(at: ZoneRules.second(of: $0.at), title: part.content.of($0.key).title)
        })
}

var chance = SeededGenerator(seed: UInt64(seed))
var number = 0
while number < count {
    guard let routine = RandomRoutine(chance: &chance, zones: zones) else { continue }
    for part in routine.parts {
        print(String(decoding: try JSONEncoder().encode(line(number, routine, part)), as: UTF8.self))
    }
    number += 1
}
