import Care
import Chance
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("When a routine is due, and what has to happen around it")
struct RoutinePlanTests {
    @Test("Around each due time: before, due and missed, in order")
    func moments() throws {
        var content = try Planned.content(
            "FREQ=DAILY", from: "2026-06-01T08:00", before: [10, 60], grace: 30)
        content.reminders.tellsMissed = false
        let plan = try Planned.plan(content)
        let found = try plan.moments(
            after: Routines.instant("2026-06-02T00:00"), through: Routines.instant("2026-06-02T23:59"))
        #expect(found.map(\.what) == [.before(minutes: 60), .before(minutes: 10), .due, .missed])
        #expect(found.map(\.isTold) == [true, true, true, false])
        #expect(
            try found.map(\.at)
                == ["05:00", "05:50", "06:00", "06:30"].map { try Routines.instant("2026-06-02T\($0)") })
        #expect(Set(found.map(\.time)).count == 1)
        #expect(found[0].time.missedAt == found[3].at)
    }

    @Test("What ends with one question does not begin the next: each moment is told once")
    func seams() throws {
        let plan = try Planned.plan(
            Planned.content("FREQ=HOURLY", from: "2026-03-28T00:00", before: [10], grace: 60))
        let start = try Routines.instant("2026-03-28T12:00")
        let end = start.addingTimeInterval(86_400)
        let whole = try plan.moments(after: start, through: end)
        var pieces: [RoutineMoment] = []
        for hour in 0..<24 {
            pieces += try plan.moments(
                after: start.addingTimeInterval(Double(3600 * hour)),
                through: start.addingTimeInterval(Double(3600 * (hour + 1))))
        }
        #expect(whole == pieces)
        // 02:00, which is skipped, and 03:00 are the same moment, and both count.
        #expect(whole.count == 75)
        #expect(try plan.moments(after: start, through: end, limit: 7) == Array(whole.prefix(7)))
        #expect(try plan.moments(after: start, through: end, limit: 0).isEmpty)
    }

    @Test("Sleeping until the next moment, again and again, misses none", arguments: [1, 2, 3, 4, 5, 6])
    func next(seed: UInt64) throws {
        var chance = SeededGenerator(seed: seed)
        let rule = ["FREQ=DAILY", "FREQ=HOURLY;INTERVAL=5", "FREQ=WEEKLY;BYDAY=SU,WE;BYHOUR=2;BYMINUTE=30"]
            .randomElement(using: &chance)!
        let content = try Planned.content(
            rule, from: "2026-03-01T02:30", before: [Int.random(in: 1...10_080, using: &chance), 5],
            grace: Int.random(in: 1...10_080, using: &chance))
        let plan = try Planned.plan(content)
        var now = try Routines.instant("2026-03-20T00:00")
        let end = try Routines.instant("2026-04-10T00:00")
        let expected = try plan.moments(after: now, through: end)
        var found: [RoutineMoment] = []
        while let next = try plan.nextMoment(after: now), next <= end {
            found += try plan.moments(after: now, through: next)
            #expect(found.last?.at == next)
            now = next
        }
        #expect(found == expected)
    }

    @Test("A routine that is over has no next moment once the last was missed")
    func over() throws {
        let plan = try Planned.plan(Planned.content("", from: "2026-03-28T08:00", grace: 30))
        let due = try Routines.instant("2026-03-28T07:00")
        #expect(try plan.nextMoment(after: due) == due.addingTimeInterval(1800))
        #expect(try plan.nextMoment(after: due.addingTimeInterval(1800)) == nil)
    }

    @Test("Ten minutes before, and the grace time, are elapsed time on the night on which the clocks change")
    func clockChange() throws {
        // 03:00 in Berlin on 29 March is the instant at which the clocks go forward.
        let plan = try Planned.plan(
            Planned.content("FREQ=DAILY", from: "2026-03-28T03:00", before: [10], grace: 30))
        let found = try plan.moments(
            after: Routines.instant("2026-03-28T12:00"), through: Routines.instant("2026-03-29T12:00"))
        #expect(
            try found.map(\.at)
                == ["00:50", "01:00", "01:30"].map { try Routines.instant("2026-03-29T\($0)") })
    }

    @Test(
        "A routine can be due n days after it was last done",
        arguments: [
            (nil, nil, "2026-03-26T09:00"),
            // Done on the day, and late: counted from the day of doing, across the change of the clocks.
            ("2026-03-26T10:00", "2026-03-26T09:00", "2026-03-29T09:00"),
            ("2026-03-28T22:30", "2026-03-26T09:00", "2026-03-31T09:00"),
            // 23:30 UTC is the next day in Berlin.
            ("2026-03-28T23:30", "2026-03-26T09:00", "2026-04-01T09:00"),
            // Ahead of its day.
            ("2026-03-25T10:00", "2026-03-26T09:00", "2026-03-28T09:00"),
            // So far ahead that it would come again at the same time: then on the day after.
            ("2026-03-20T10:00", "2026-03-26T09:00", "2026-03-27T09:00"),
            ("2026-03-23T10:00", "2026-03-26T09:00", "2026-03-27T09:00"),
        ] as [(String?, String?, String)])
    func afterDone(done: String?, of: String?, next: String) throws {
        let content = try Planned.content(.afterDone(days: 3), from: "2026-03-26T09:00")
        let plan = try RoutinePlan(
            content, zone: Routines.zone(Routines.berlin), lastDone: done.map(Routines.instant),
            of: of.map { try Planned.key($0) })
        let times = try plan.times(
            from: Routines.instant("2026-01-01T00:00"), until: Routines.instant("2027-01-01T00:00"))
        #expect(times.map(\.local.description) == [next + ":00"])
        #expect(try plan.time(times[0].key) == times[0])
    }

    /// When it was last done, the start, the beginning of its part of the series, and when it is due.
    @Test(
        "A routine that begins later is not due before, however long ago it was last done",
        arguments: [
            ("2026-03-01T10:00", "2026-03-26T09:00", nil, "2026-03-26T09:00"),
            ("2026-03-25T10:00", "2026-03-26T09:00", nil, "2026-03-28T09:00"),
            (nil, "2026-03-01T09:00", "2026-03-26T00:00", "2026-03-26T09:00"),
            (nil, "2026-03-01T09:00", "2026-03-26T12:00", "2026-03-27T09:00"),
            ("2026-03-02T10:00", "2026-03-01T09:00", "2026-03-26T00:00", "2026-03-26T09:00"),
            ("2026-03-24T10:00", "2026-03-01T09:00", "2026-03-26T00:00", "2026-03-27T09:00"),
        ] as [(String?, String, String?, String)])
    func afterDoneLater(done: String?, start: String, begins: String?, next: String) throws {
        var content = try Planned.content(.afterDone(days: 3), from: start)
        content.beginsWith = try begins.map { try Planned.key($0) }
        let plan = try RoutinePlan(
            content, zone: Routines.zone(Routines.berlin), lastDone: done.map(Routines.instant))
        let times = try plan.times(
            from: Routines.instant("2026-01-01T00:00"), until: Routines.instant("2027-01-01T00:00"))
        #expect(times.map(\.local.description) == [next + ":00"])
        #expect(try plan.nextMoment(after: Routines.instant("2026-01-01T00:00")) == times.first?.at)
    }
}
