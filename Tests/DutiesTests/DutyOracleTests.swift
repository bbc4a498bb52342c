import Care
import Chance
import Duties
import Foundation
import PlainRecurrences
import Recurrence
import Testing

/// Random homes, asked second by second where something begins or ends and minute by minute in between, against rules that are written down
/// here once more, as plainly as can be: a list of days, and each second looked up on the wall's clock.
@Suite("Duties against an oracle", .timeLimit(.minutes(30)))
struct DutyOracleTests {
    /// A duty in plain words: on these days, from a time of day on, so many minutes.
    private struct PlainDuty {
        var person: String
        var zone: String?
        var client: String?
        /// The days on which it begins; `nil`: always.
        var days: [CalendarDay]?
        /// Seconds after midnight.
        var begin = 0
        var minutes = 0
        var swaps: [CalendarDay: String?] = [:]
    }

    private struct PlainHome {
        var home = DutyHome()
        var duties: [PlainDuty] = []
        let clocks: ZoneRules
        /// By the seconds of a wall's clock: the first instant that shows it. What is not there is skipped.
        let shown: [Int64: Int64]
        let first: Int64
        let last: Int64

        /// - Parameters:
        ///   - day: In the middle of what is asked for.
        ///   - around: So many days before and after it.
        init(clocks: ZoneRules, around day: CalendarDay, days around: Int) {
            self.clocks = clocks
            first = clocks.second(of: WallTime(startOf: day.adding(days: -around)))
            last = clocks.second(of: WallTime(startOf: day.adding(days: around)))
            var shown: [Int64: Int64] = [:]
            // All times are whole half minutes, so that each can be looked up.
            for second in stride(from: first, through: last, by: 30) {
                let wall = clocks.local(ofSecond: second).seconds
                if shown[wall] == nil { shown[wall] = second }
            }
            self.shown = shown
        }

        /// What is skipped is taken at the offset before.
        func instant(_ wall: Int64) -> Int64? {
            if let second = shown[wall] { return second }
            var before = wall
            while before > wall - 86_400 {
                before -= 30
                if let second = shown[before] { return second + (wall - before) }
            }
            return nil
        }

        func isThere(_ id: String, at second: Int64) -> Bool {
            guard let person = home.people.first(where: { $0.id == id }), person.isActive,
                person.role == .caregiver || person.role == .coordinator
            else { return false }
            let moment = Double(second)
            return !person.absences.contains { absence in
                absence.from.timeIntervalSince1970 <= moment
                    && (absence.until.map { moment < $0.timeIntervalSince1970 } ?? true)
            }
        }

        /// The holders of all times that run at a second, of those duties that are meant.
        func there(at second: Int64, _ isMeant: (PlainDuty) -> Bool) -> [String] {
            duties.filter(isMeant).flatMap { duty -> [String] in
                guard let days = duty.days else {
                    return isThere(duty.person, at: second) ? [duty.person] : []
                }
                return days.compactMap { day in
                    let wall = Int64(day.number) * 86_400 + Int64(duty.begin)
                    guard let begin = instant(wall), let end = instant(wall + Int64(duty.minutes) * 60),
                        begin <= second, second < end
                    else { return nil }
                    let holder = duty.swaps[day] ?? duty.person
                    return holder.flatMap { isThere($0, at: second) ? $0 : nil }
                }
            }.sorted()
        }
    }

    @Test(
        "On duty, assigned and gaps are as the oracle says, over both changes of the clocks",
        arguments: [
            (Routines.berlin, 2026, 3, 29), (Routines.berlin, 2026, 10, 25), (Routines.berlin, 2026, 7, 1),
            ("America/New_York", 2026, 3, 8), ("Australia/Lord_Howe", 2026, 4, 5),
        ])
    func random(zone: String, year: Int, month: Int, day: Int) throws {
        let middle = try #require(CalendarDay(year: year, month: month, day: day))
        let clocks = try Routines.zone(zone)
        let empty = PlainHome(clocks: clocks, around: middle, days: 12)
        for seed in 0..<UInt64(10) {
            var generator = SeededGenerator(seed: seed, stream: "\(zone) \(month)")
            var plain = empty
            try Self.furnish(&plain, around: middle, &generator)
            try Self.compare(plain, around: middle, "\(zone) \(middle), seed \(seed)", &generator)
        }
    }

    private static func furnish(
        _ plain: inout PlainHome, around middle: CalendarDay, _ generator: inout SeededGenerator
    ) throws {
        let people = ["anna", "ben", "cleo"]
        plain.home.places[1].needsDuty = Bool.random(using: &generator)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            var duty = PlainDuty(
                person: people.randomElement(using: &generator) ?? "anna",
                zone: ["east", "west", nil].randomElement(using: &generator) ?? nil)
            if Int.random(in: 0..<5, using: &generator) == 0 { (duty.zone, duty.client) = (nil, "maria") }
            if Int.random(in: 0..<8, using: &generator) > 0 {
                duty.begin = 30 * Int.random(in: 0..<2880, using: &generator)
                // Often at the hours at which the clocks are changed.
                if Bool.random(using: &generator) {
                    duty.begin = 900 * Int.random(in: 0...16, using: &generator)
                }
                duty.minutes =
                    [
                        Int.random(in: 1...90, using: &generator),
                        60 * Int.random(in: 1...30, using: &generator),
                        Int.random(in: 1...10_080, using: &generator),
                    ].randomElement(using: &generator) ?? 60
                let (days, rule) = Self.days(around: middle, &generator)
                duty.days = days
                for day in days where Int.random(in: 0..<5, using: &generator) == 0 {
                    duty.swaps[day] = .some(people.randomElement(using: &generator))
                    if Bool.random(using: &generator) { duty.swaps[day] = .some(nil) }
                }
                var kept = DutyHome.duty(
                    DutyContent(
                        person: duty.person, zone: duty.zone, client: duty.client,
                        schedule: RecurrenceSet(
                            start: WallTime(startOf: days[0]).adding(seconds: Int64(duty.begin)),
                            zone: plain.clocks.id, repetition: rule), minutes: duty.minutes))
                kept.swaps = duty.swaps.map { day, person in
                    DutySwap(
                        of: OccurrenceKey(
                            WallTime(startOf: day).adding(seconds: Int64(duty.begin)), zone: plain.clocks.id),
                        person: person)
                }
                plain.home.duties.append(kept)
            } else {
                plain.home.duties.append(
                    DutyHome.duty(DutyContent(person: duty.person, zone: duty.zone, client: duty.client)))
            }
            plain.duties.append(duty)
        }
        for index in 0..<3 where Bool.random(using: &generator) {
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let from =
                    plain.first + 30
                    * Int64.random(in: 0...(plain.last - plain.first) / 30, using: &generator)
                let length = 30 * Int64.random(in: 1...8640, using: &generator)
                plain.home.people[index].absences.append(
                    Absence(
                        from: Date(timeIntervalSince1970: Double(from)),
                        until: Int.random(in: 0..<6, using: &generator) == 0
                            ? nil : Date(timeIntervalSince1970: Double(from + length))))
            }
        }
    }

    /// The days on which a random rule begins, from twelve days before the middle on, counted by hand.
    private static func days(
        around middle: CalendarDay, _ generator: inout SeededGenerator
    ) -> ([CalendarDay], Repetition) {
        let start = middle.adding(days: -Int.random(in: 0...4, using: &generator))
        let later = (0...12).map { start.adding(days: $0) }
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return ([start], .once)
        case 1:
            let every = Int.random(in: 1...3, using: &generator)
            return (
                later.enumerated().filter { $0.offset % every == 0 }.map(\.element),
                Self.rule("FREQ=DAILY;INTERVAL=\(every)")
            )
        case 2:
            let count = Int.random(in: 1...4, using: &generator)
            return (Array(later.prefix(count)), Self.rule("FREQ=DAILY;COUNT=\(count)"))
        default:
            let others = Weekday.allCases.filter { _ in Bool.random(using: &generator) }
            let weekdays = Set(others + [start.weekday])
            let codes = weekdays.map(\.code).sorted().joined(separator: ",")
            return (
                later.filter { weekdays.contains($0.weekday) }, Self.rule("FREQ=WEEKLY;BYDAY=\(codes)")
            )
        }
    }

    private static func rule(_ text: String) -> Repetition {
        // All rules of this test are written above.
        (try? RecurrenceRule(text)).map { .rules([$0]) } ?? .once
    }

    private static func compare(
        _ plain: PlainHome, around middle: CalendarDay, _ name: String, _ generator: inout SeededGenerator
    ) throws {
        let roster = try plain.home.roster
        let start = plain.clocks.second(of: WallTime(startOf: middle.adding(days: -2)))
        let end = plain.clocks.second(of: WallTime(startOf: middle.adding(days: 3)))
        func date(_ second: Int64) -> Date { Date(timeIntervalSince1970: Double(second)) }
        let gaps = roster.gaps(from: date(start), until: date(end))
        var edges: Set<Int64> = []
        for time in roster.times(from: date(start), until: date(end)) {
            edges.formUnion([time.from, time.until].map { Int64($0.timeIntervalSince1970) })
        }
        for gap in gaps {
            edges.formUnion([gap.from, gap.until].compactMap { $0.map { Int64($0.timeIntervalSince1970) } })
        }
        var seconds = edges.flatMap { [$0 - 1, $0, $0 + 1] }
        // Not each minute of five days in each home: those of a random hour, and every tenth.
        let hour = Int64.random(in: start...end, using: &generator)
        seconds += stride(from: hour, to: hour + 3600, by: 60)
        seconds += stride(from: start, to: end, by: 600)
        for second in seconds where start <= second && second < end {
            for zone in ["east", "west"] {
                let expected = plain.there(at: second) {
                    $0.client == nil && ($0.zone == nil || $0.zone == zone)
                }
                let found = roster.onDuty(at: date(second), in: zone).compactMap(\.holder).sorted()
                #expect(found == expected, "\(name): \(zone) at \(plain.clocks.local(ofSecond: second))")
                let needs = plain.home.places.contains { $0.id == zone && $0.needsDuty }
                let isGap = gaps.contains { gap in
                    gap.zone == zone && (gap.from ?? date(start)) <= date(second)
                        && date(second) < (gap.until ?? date(end))
                }
                #expect(isGap == (needs && expected.isEmpty), "\(name): gap in \(zone) at \(second)")
            }
            let assigned = roster.assigned(to: "maria", at: date(second)).compactMap(\.holder).sorted()
            #expect(assigned == plain.there(at: second) { $0.client == "maria" }, "\(name): assigned")
        }
    }
}
