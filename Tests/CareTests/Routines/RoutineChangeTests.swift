import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Changing a routine")
struct RoutineChangeTests {
    private func daily() throws -> Routine {
        try Planned.routine(Planned.content("FREQ=DAILY", from: "2026-03-09T08:00"))
    }

    private func week(_ content: RoutineContent) throws -> [String] {
        try Planned.list(content, from: "2026-03-09T00:00", until: "2026-03-13T00:00")
    }

    @Test("One occurrence is moved, moved again, cancelled and put back")
    func one() throws {
        let key = try Planned.key("2026-03-10T08:00")
        var routine = try daily().applying(
            Planned.change(.one, key, to: "2026-03-10T11:30"), zones: Planned.zones
        ).changed
        #expect(try week(routine.content) == ["03-09 08:00", "03-10 11:30~", "03-11 08:00", "03-12 08:00"])
        #expect(try Planned.plan(routine.content).time(key)?.local == Routines.time("2026-03-10T11:30"))
        routine = try routine.applying(
            Planned.change(.one, key, to: "2026-03-11T09:00"), zones: Planned.zones
        ).changed
        #expect(try week(routine.content) == ["03-09 08:00", "03-11 08:00", "03-11 09:00~", "03-12 08:00"])
        #expect(routine.content.schedule.changes.count == 1)
        routine = try routine.applying(Planned.change(.one, key), zones: Planned.zones).changed
        #expect(try week(routine.content) == ["03-09 08:00", "03-11 08:00", "03-12 08:00"])
        routine = try routine.applying(Planned.change(.restore, key), zones: Planned.zones).changed
        #expect(try routine.content == daily().content)
        #expect(routine.changedBy == "Anna")
    }

    @Test("Restoring also brings back what an exception had taken out")
    func restoresException() throws {
        var routine = try daily()
        let key = try Planned.key("2026-03-10T08:00")
        routine.content.schedule.except = [key]
        #expect(try week(routine.content).count == 3)
        routine = try routine.applying(Planned.change(.restore, key), zones: Planned.zones).changed
        #expect(try week(routine.content).count == 4)
    }

    @Test(
        "From one on at another time, whether earlier or later: due once on that day",
        arguments: ["07:00", "09:00"])
    func followingAtAnotherTime(time: String) throws {
        var content = try daily().content
        // The page leaves the start's day as it was.
        content.schedule.start = try Routines.time("2026-03-09T\(time)")
        let (changed, continuation) = try daily().applying(
            Planned.change(.following, try Planned.key("2026-03-11T08:00"), content: content),
            zones: Planned.zones)
        #expect(try week(changed.content) == ["03-09 08:00", "03-10 08:00"])
        let next = try #require(continuation)
        #expect(try week(next.content) == ["03-11 \(time)", "03-12 \(time)"])
        #expect(next.series == changed.id)
        #expect(next.id != changed.id)
    }

    @Test("A split in the middle of a day with several doses repeats none")
    func followingWithinADay() throws {
        let doses = try Planned.routine(
            Planned.content("FREQ=DAILY;BYHOUR=8,12,18", from: "2026-03-09T08:00"))
        let later = try Planned.content("FREQ=DAILY;BYHOUR=9,13,19", from: "2026-03-09T09:00")
        let (changed, continuation) = try doses.applying(
            Planned.change(.following, try Planned.key("2026-03-11T12:00"), content: later),
            zones: Planned.zones)
        let day = ("2026-03-11T00:00", "2026-03-12T00:00")
        #expect(try Planned.list(changed.content, from: day.0, until: day.1) == ["03-11 08:00"])
        let next = try #require(continuation)
        #expect(try Planned.list(next.content, from: day.0, until: day.1) == ["03-11 13:00", "03-11 19:00"])
        // Whoever writes a start on that day means it.
        var explicit = later
        explicit.schedule.start = try Routines.time("2026-03-11T11:00")
        explicit.schedule.repetition = .rules([try RecurrenceRule("FREQ=DAILY;BYHOUR=11,17")])
        let meant = try doses.applying(
            Planned.change(.following, try Planned.key("2026-03-11T12:00"), content: explicit),
            zones: Planned.zones)
        #expect(
            try Planned.list(#require(meant.continuation).content, from: day.0, until: day.1)
                == ["03-11 11:00", "03-11 17:00"])
    }

    @Test("From the first occurrence on is all of it")
    func followingTheFirst() throws {
        var content = try daily().content
        content.title = "Vitamins"
        let routine = try daily()
        let (changed, continuation) = try routine.applying(
            Planned.change(.following, try Planned.key("2026-03-09T08:00"), content: content),
            zones: Planned.zones)
        #expect(continuation == nil)
        #expect(changed.content == content)
        #expect(changed.id == routine.id)
        let ended = try routine.applying(
            Planned.change(.following, try Planned.key("2026-03-09T08:00")), zones: Planned.zones)
        #expect(!ended.changed.isActive)
    }

    @Test("Without content, it ends there")
    func followingEnds() throws {
        let (changed, continuation) = try daily().applying(
            Planned.change(.following, try Planned.key("2026-03-11T08:00")), zones: Planned.zones)
        #expect(try week(changed.content) == ["03-09 08:00", "03-10 08:00"])
        #expect(changed.isActive)
        #expect(continuation == nil)
        #expect(
            try Planned.plan(changed.content).nextMoment(after: Routines.instant("2026-03-12T00:00")) == nil)
    }

    @Test("Overrides behind the split go on where they still fit, with other words or another rule")
    func overridesGoOn() throws {
        var routine = try daily()
        for (day, to) in [("10", "10:00"), ("11", nil), ("12", "20:00")] as [(String, String?)] {
            routine = try routine.applying(
                Planned.change(
                    .one, try Planned.key("2026-03-\(day)T08:00"), to: to.map { "2026-03-\(day)T\($0)" }),
                zones: Planned.zones
            ).changed
        }
        var content = try daily().content
        content.title = "Vitamins"
        content.schedule.repetition = .rules([try RecurrenceRule("FREQ=WEEKLY;BYDAY=TU,TH")])
        let (changed, continuation) = try routine.applying(
            Planned.change(.following, try Planned.key("2026-03-11T08:00"), content: content),
            zones: Planned.zones)
        #expect(try week(changed.content) == ["03-09 08:00", "03-10 10:00~"])
        // The 11th is a Wednesday, and was cancelled; the 12th a Thursday.
        #expect(try week(#require(continuation).content) == ["03-12 20:00~"])
        #expect(changed.content.schedule.changes.count == 1)
        #expect(continuation?.content.schedule.changes.count == 1)
    }

    @Test("A later change of all does not make a part grow into the other")
    func allKeepsTheParts() throws {
        let (first, second) = try daily().applying(
            Planned.change(.following, try Planned.key("2026-03-11T08:00"), content: try daily().content),
            zones: Planned.zones)
        // Written by somebody whose program knows nothing of parts.
        for time in ["06:00", "08:00", "22:00"] {
            var content = try daily().content
            content.schedule.start = try Routines.time("2026-03-09T\(time)")
            let one = try first.applying(Planned.change(.all, content: content), zones: Planned.zones).changed
            let two = try #require(second).applying(
                Planned.change(.all, content: content), zones: Planned.zones
            ).changed
            #expect(try week(one.content) == ["03-09 \(time)", "03-10 \(time)"])
            #expect(try week(two.content) == ["03-11 \(time)", "03-12 \(time)"])
        }
    }

    @Test("All of it ends, and then nothing more can be changed")
    func ends() throws {
        let ended = try daily().applying(Planned.change(.all), zones: Planned.zones).changed
        #expect(!ended.isActive)
        #expect(throws: RoutineChangeError.ended) {
            try ended.applying(Planned.change(.all, content: try daily().content), zones: Planned.zones)
        }
    }

    @Test("In another zone it goes on from the same instant")
    func otherZone() throws {
        var content = try daily().content
        content.schedule = RecurrenceSet(
            start: try Routines.time("2026-03-09T08:00"), zone: Routines.newYork,
            repetition: content.schedule.repetition)
        let (changed, continuation) = try daily().applying(
            Planned.change(.following, try Planned.key("2026-03-11T08:00"), content: content),
            zones: Planned.zones)
        let until = try Routines.instant("2026-03-14T00:00")
        let last = try #require(
            Planned.plan(changed.content).times(from: Routines.instant("2026-03-01T00:00"), until: until).last
        )
        let next = try #require(continuation)
        let first = try #require(Planned.plan(next.content).times(from: last.at, until: until).first)
        #expect(try last.at == Routines.instant("2026-03-10T07:00"))
        #expect(try first.at == Routines.instant("2026-03-11T12:00"))
        #expect(first.key.zone == Routines.newYork)
    }

    @Test("A time that is not an occurrence is refused", arguments: RoutineChange.Scope.allCases)
    func noOccurrence(scope: RoutineChange.Scope) throws {
        for text in ["2026-03-10T08:01", "2026-03-08T08:00"] {
            let key = try Planned.key(text)
            switch scope {
            case .one, .restore:
                #expect(throws: RoutineChangeError.notAnOccurrence(key)) {
                    try daily().applying(Planned.change(scope, key), zones: Planned.zones)
                }
            case .following:
                #expect(throws: RoutineChangeError.notAnOccurrence(key)) {
                    try daily().applying(
                        Planned.change(scope, key, content: try daily().content), zones: Planned.zones)
                }
            case .all:
                #expect(throws: RoutineChangeError.self) {
                    try daily().applying(Planned.change(scope, key), zones: Planned.zones)
                }
            }
        }
    }

    @Test("A continuation in which nothing would be due is refused")
    func emptyContinuation() throws {
        let content = try Planned.content("", from: "2026-03-09T10:00")
        #expect {
            try daily().applying(
                Planned.change(.following, try Planned.key("2026-03-11T08:00"), content: content),
                zones: Planned.zones)
        } throws: { error in
            guard case .field(let problem) = error as? RoutineChangeError else { return false }
            return problem.field == "content.schedule"
        }
    }

    @Test("Each scope says what it lacks and what does not belong to it")
    func fields() throws {
        let key = try Planned.key("2026-03-10T08:00")
        func field(_ change: RoutineChange) -> String? {
            do { try change.check() } catch { return error.field }
            return nil
        }
        #expect(try field(Planned.change(.one)) == "occurrence")
        #expect(try field(Planned.change(.one, key, content: daily().content)) == "content")
        #expect(try field(Planned.change(.restore, key, to: "2026-03-10T09:00")) == "to")
        #expect(try field(Planned.change(.following)) == "occurrence")
        #expect(try field(Planned.change(.all, key)) == "occurrence")
        var change = try Planned.change(.following, key, content: daily().content)
        #expect(field(change) == nil)
        change.continuation = nil
        #expect(field(change) == "continuation")
        change.content = nil
        change.continuation = UUID()
        #expect(field(change) == "content")
    }
}
