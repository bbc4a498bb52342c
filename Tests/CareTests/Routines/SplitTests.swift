import Care
import Chance
import Foundation
import PlainRecurrences
import Recurrence
import Testing

/// "This and all following", where nothing else changes: both parts together are what the whole was.
@Suite("Splitting a routine loses nothing and doubles nothing")
struct SplitTests {
    static let allRules = [
        "FREQ=DAILY", "FREQ=DAILY;COUNT=60", "FREQ=DAILY;INTERVAL=3;UNTIL=20261220T220000Z",
        "FREQ=DAILY;BYHOUR=8,12,18,22", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU",
        "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1", "FREQ=MONTHLY;BYDAY=-1SU;COUNT=9",
        "FREQ=MONTHLY;BYMONTHDAY=-1,15;BYHOUR=2;BYMINUTE=30", "FREQ=HOURLY;INTERVAL=5",
        "FREQ=HOURLY;INTERVAL=7;COUNT=200", "FREQ=MINUTELY;INTERVAL=100",
        // Two rules, whose phases a new start would shift.
        "FREQ=DAILY;INTERVAL=2;COUNT=20 FREQ=DAILY;INTERVAL=3", "FREQ=DAILY FREQ=DAILY;BYHOUR=2;BYMINUTE=30",
        "FREQ=YEARLY;BYWEEKNO=12,13,43,44;BYDAY=SU;BYHOUR=1,2,3;BYMINUTE=30",
    ]

    /// Around both days on which Berlin changes its clocks, and New York and Lord Howe theirs.
    static let windows = [
        ("2026-02-20T02:30", "2026-04-30T00:00"), ("2026-09-20T02:30", "2026-11-20T00:00"),
    ]

    @Test(
        "Rules, at random places, in three zones", arguments: allRules,
        ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe"])
    func rules(rule: String, zone: String) throws {
        for (start, until) in Self.windows {
            try check(try Planned.content(rule, from: start, in: zone), until: until, seed: 7)
        }
    }

    @Test("Elapsed time, also within the hour that comes twice", arguments: [1200, 3600, 21_600, 100_000])
    func elapsed(seconds: Int) throws {
        for (start, until) in Self.windows {
            try check(
                try Planned.content(.elapsed(everySeconds: seconds), from: start), until: until, seed: 8)
        }
        // Every split within the night itself.
        let night = try Planned.content(.elapsed(everySeconds: 1200), from: "2026-10-24T22:00")
        try check(night, until: "2026-10-25T06:00", seed: 8, splits: 20)
    }

    @Test("Dates, exceptions and moved occurrences go with the part to which they belong", arguments: 1...10)
    func overrides(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        var content = try Planned.content(
            "FREQ=DAILY;BYHOUR=2,14;BYMINUTE=30;COUNT=100", from: "2026-03-01T02:30",
            also: ["2026-03-10T09:00", "2026-03-29T02:15", "2026-04-20T09:00"])
        let all = try Planned.plan(content).times(
            from: Routines.instant("2026-01-01T00:00"), until: Routines.instant("2027-01-01T00:00"))
        for time in all.shuffled(using: &chance).prefix(12) {
            let hours = Int64.random(in: -200...200, using: &chance)
            content.schedule.changes.append(
                .init(
                    of: time.key,
                    to: Bool.random(using: &chance) ? time.local.adding(seconds: hours * 3600) : nil))
        }
        content.schedule.except = all.shuffled(using: &chance).prefix(5).map(\.key)
        try check(content, until: "2026-06-01T00:00", seed: seed, splits: 12)
    }

    @Test("A part that was split is split again, in front and behind")
    func again() throws {
        let whole = try Planned.routine(Planned.content("FREQ=HOURLY;INTERVAL=5", from: "2026-03-20T02:30"))
        let middle = try split(whole, at: try Planned.key("2026-03-29T01:30"))
        let front = try split(middle.changed, at: try Planned.key("2026-03-25T02:30"))
        let back = try split(try #require(middle.continuation), at: try Planned.key("2026-04-01T19:30"))
        let parts = try [
            front.changed, #require(front.continuation), back.changed, #require(back.continuation),
        ]
        #expect(Set(parts.map(\.series)) == [whole.id])
        try compare(whole.content, parts.map(\.content), until: "2026-04-20T00:00")
    }

    // MARK: -

    private func split(_ routine: Routine, at key: OccurrenceKey) throws -> (
        changed: Routine, continuation: Routine?
    ) {
        try routine.applying(
            Planned.change(.following, key, content: routine.content), zones: Planned.zones)
    }

    /// Splits at some occurrences and compares.
    private func check(_ content: RoutineContent, until: String, seed: UInt64, splits: Int = 3) throws {
        var chance = SeededGenerator(seed: seed)
        let routine = try Planned.routine(content)
        var plain = content
        plain.schedule.changes = []
        let zone = try Routines.zone(content.schedule.zone)
        let start = zone.instant(of: content.schedule.start).addingTimeInterval(-7200)
        let all = try Planned.plan(plain).times(
            from: start, until: zone.instant(of: try Routines.time(until)))
        #expect(all.count > 1)
        for (index, time) in all.shuffled(using: &chance).prefix(splits).enumerated() {
            let (changed, continuation) = try split(routine, at: time.key)
            guard let continuation else {
                // By the wall's order, in which 02:30 is before 03:15 also where it is taken as 03:30.
                let first = try #require(all.min { $0.key.local < $1.key.local })
                #expect(time.key == first.key)
                continue
            }
            try compare(
                content, [changed.content, continuation.content], until: until, isStepping: index == 0)
            #expect(try Planned.plan(continuation.content.unchanged).time(time.key) != nil)
            #expect(try Planned.plan(changed.content.unchanged).time(time.key) == nil)
        }
    }

    private func compare(
        _ whole: RoutineContent, _ parts: [RoutineContent], until: String, isStepping: Bool = true
    ) throws {
        let zone = try Routines.zone(whole.schedule.zone)
        let start = zone.instant(of: whole.schedule.start).addingTimeInterval(-20 * 86_400)
        let end = zone.instant(of: try Routines.time(until))
        let plan = try Planned.plan(whole)
        let plans = try parts.map(Planned.plan)
        let expected = try plan.times(from: start, until: end).sorted(by: Self.isBefore)
        let found = try plans.flatMap { try $0.times(from: start, until: end) }.sorted(by: Self.isBefore)
        let differing = found.difference(from: expected)
        let cuts = parts.compactMap(\.endsBefore)
        #expect(differing.isEmpty, "\(whole.schedule.repetition) at \(cuts): \(differing.count)")
        // The same in small windows, as today's list asks, and step by step, as the service sleeps.
        for plan in plans {
            let all = try plan.times(from: start, until: end)
            var days: [PlannedTime] = []
            var steps: [Date] = []
            var day = start
            while day < end {
                days += try plan.times(from: day, until: min(end, day.addingTimeInterval(36_000)), limit: 50)
                day = day.addingTimeInterval(36_000)
            }
            #expect(days == all)
            guard isStepping else { continue }
            var now = start.addingTimeInterval(-1)
            while let next = try plan.nextMoment(after: now), next < end {
                if try !plan.times(from: next, until: next.addingTimeInterval(1)).isEmpty {
                    steps.append(next)
                }
                now = next
            }
            #expect(steps == all.map(\.at).reduce(into: []) { if $0.last != $1 { $0.append($1) } })
        }
    }

    private static func isBefore(_ first: PlannedTime, _ second: PlannedTime) -> Bool {
        (first.at, first.key.local, first.key.offset ?? 0) < (
            second.at, second.key.local, second.key.offset ?? 0
        )
    }
}

extension RoutineContent {
    /// Without overrides.
    fileprivate var unchanged: RoutineContent {
        var content = self
        content.schedule.changes = []
        return content
    }
}
