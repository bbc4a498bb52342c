import Care
import CareStore
import Foundation
import Recurrence
import Testing

@Suite("Routines are made and changed once")
struct RoutineChangeStoreTests {
    @Test("The same routine twice is one; with other words a conflict; an unknown zone or person is refused")
    func sameAgain() async throws {
        let home = try await RoutineHome()
        var new = NewRoutine(id: UUID(), content: try medicine(), by: "Anna", at: noon)
        let first = try await home.store.addRoutine(new, receivedAt: noon)
        let again = try await home.store.addRoutine(new, receivedAt: noon.addingTimeInterval(9))
        #expect(first.isNew && !again.isNew && first.0 == again.0)
        new.content.title = "Walk"
        await #expect(throws: CareStoreError.sameIDOtherContent(new.id, current: nil)) {
            try await home.store.addRoutine(new, receivedAt: noon)
        }
        new.id = UUID()
        new.content.schedule.zone = "Europe/Nowhere"
        await #expect(throws: CareStoreError.self) { try await home.store.addRoutine(new, receivedAt: noon) }
        new.content = try medicine(by: .fixed(person: "nobody"))
        await #expect(throws: CareStoreError.self) { try await home.store.addRoutine(new, receivedAt: noon) }
        #expect(try await home.store.routines(onlyActive: true).routines == [first.0])
    }

    @Test("One is moved, moved back, and cancelled", arguments: [false, true])
    func one(restarts: Bool) async throws {
        let home = try await RoutineHome(restarts: restarts)
        var routine = try await home.add(medicine())
        routine = try await home.change(routine, .one, "2026-03-29T14:00", to: "2026-03-29T16:00")
        #expect(
            try await home.days() == [
                "28T14:00 upcoming Medicine", "29T16:00 upcoming Medicine", "30T14:00 upcoming Medicine",
                "31T14:00 upcoming Medicine",
            ])
        routine = try await home.change(routine, .restore, "2026-03-29T14:00")
        #expect(try await home.days()[1] == "29T14:00 upcoming Medicine")
        routine = try await home.change(routine, .one, "2026-03-28T14:00")
        #expect(try await home.days()[0] == "29T14:00 upcoming Medicine")
        #expect(try await home.score(until: berlin("2026-03-29T13:00")).isEmpty)
        let old = RoutineChange(id: UUID(), scope: .all, replaces: 1, at: noon)
        await #expect(throws: CareStoreError.routineChanged(current: routine)) {
            try await home.store.changeRoutine(routine.id, old, receivedAt: noon)
        }
    }

    @Test("What is due can be put off to a later time, and is then due again")
    func moveWhatIsDue() async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine(reminders: ReminderPlan()))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        routine = try await home.change(routine, .one, "2026-03-28T14:00", to: "2026-03-28T16:00")
        #expect(try await home.waiting().isEmpty)
        #expect(
            try await home.score(until: berlin("2026-03-28T17:00")) == [
                "28 16:00 due of 28T16:00", "28 16:00 reminder due Anna station",
                "28 17:00 missed of 28T16:00",
                "28 17:00 reminder missed Anna station",
            ])
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        await #expect(throws: CareStoreError.self) {
            try await home.change(routine, .one, "2026-03-28T14:00", to: "2026-03-28T18:00")
        }
    }

    @Test("What is moved to a time that has passed is due at once")
    func moveBack() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(reminders: ReminderPlan()))
        home.clock = try berlin("2026-03-28T13:30")
        _ = try await home.change(routine, .one, "2026-03-28T14:00", to: "2026-03-28T13:20")
        #expect(try await home.days()[0] == "28T13:20 due Medicine")
        #expect(try await home.waiting().map(\.kind) == [.due])
    }

    @Test("All that is to come is changed; what has happened stays as it was")
    func all() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T20:00"))
        var walk = try medicine(at: "2026-03-28T10:00")
        walk.title = "Walk"
        let changed = try await home.change(routine, .all, content: walk)
        #expect(
            try await home.days() == [
                "28T14:00 missed Medicine", "29T10:00 upcoming Walk", "30T10:00 upcoming Walk",
                "31T10:00 upcoming Walk",
            ])
        let ended = try await home.change(changed, .all)
        #expect(!ended.isActive)
        #expect(try await home.days() == ["28T14:00 missed Medicine"])
        #expect(try await home.next() == nil)
        #expect(try await home.agenda().reminders.isEmpty)
    }

    @Test("This and all following become a routine of their own, in one series")
    func following() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        var walk = routine.content
        walk.title = "Walk"
        let id = UUID()
        _ = try await home.change(routine, .following, "2026-03-30T14:00", content: walk, continuation: id)
        #expect(
            try await home.days() == [
                "28T14:00 upcoming Medicine", "29T14:00 upcoming Medicine", "30T14:00 upcoming Walk",
                "31T14:00 upcoming Walk",
            ])
        #expect(try await home.store.routine(id)?.series == routine.id)
        let told = try await home.score(until: berlin("2026-03-31T14:00"))
        #expect(told.count { $0.contains("reminder due") } == 4)
    }

    @Test("What was done ahead of time stays done in the part that goes on, and can be taken back there")
    func doneAhead() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        let done = try await home.mark(.done, routine, "2026-03-30T14:00")
        _ = try await home.change(
            routine, .following, "2026-03-29T14:00", content: routine.content, continuation: UUID())
        #expect(
            try await home.days() == [
                "28T14:00 upcoming Medicine", "29T14:00 upcoming Medicine", "30T14:00 done Medicine",
                "31T14:00 upcoming Medicine",
            ])
        let parts = try await home.store.routines(onlyActive: true).routines
        #expect(parts.count == 2)
        _ = try await home.mark(.undone, parts[1], "2026-03-30T14:00", undoes: done.lastEntry)
        #expect(try await home.days()[2] == "30T14:00 upcoming Medicine")
        let history = try await home.store.history(parts[1].id, home.key("2026-03-30T14:00"))
        #expect(history.map(\.kind) == [.done, .undone])
    }

    @Test("This and all following, from one that is due already: that one stays")
    func followingFromDue() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(at: "2026-03-27T14:00"))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        var walk = routine.content
        walk.title = "Walk"
        _ = try await home.change(
            routine, .following, "2026-03-28T14:00", content: walk, continuation: UUID())
        #expect(
            try await home.days() == [
                "28T14:00 due Medicine", "29T14:00 upcoming Walk", "30T14:00 upcoming Walk",
                "31T14:00 upcoming Walk",
            ])
        #expect(try await home.waiting().map(\.kind) == [.due])
    }

    @Test("A change of the words leaves what waits to be told, a change of the time does not")
    func waitingBefore() async throws {
        let home = try await RoutineHome()
        var routine = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T13:50"))
        var content = routine.content
        content.title = "Pills"
        routine = try await home.change(routine, .all, content: content)
        #expect(try await home.waiting().count == 1)
        content.schedule.start = try #require(WallTime("2026-03-28T18:00"))
        _ = try await home.change(routine, .all, content: content)
        #expect(try await home.waiting().isEmpty)
    }

    @Test("Turns rotate, skip those who are away, and stay as decided")
    func inTurn() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine(by: .inTurn(people: ["anna", "ben"])))
        _ = try await home.score(until: berlin("2026-03-29T20:00"))
        let people = { (list: [RoutineOccurrence]) in list.map { $0.assignment.person ?? "nobody" } }
        let from = try berlin("2026-03-28T00:00")
        let until = try berlin("2026-04-02T00:00")
        #expect(
            try await people(home.store.occurrences(from: from, until: until, now: home.clock))
                == ["anna", "ben", "anna", "ben", "anna"])
        // A window far ahead knows of the turns before it.
        #expect(
            try await people(
                home.store.occurrences(
                    from: until, until: until.addingTimeInterval(2 * 86_400), now: home.clock))
                == ["ben", "anna"])
        var away = anna
        away.absences = [Absence(from: try berlin("2026-03-30T00:00"), until: try berlin("2026-03-31T00:00"))]
        away.sequence = 1
        _ = try await home.opened().setPerson(away, at: home.clock)
        #expect(
            try await people(home.store.occurrences(from: from, until: until, now: home.clock))
                == ["anna", "ben", "ben", "anna", "ben"])
        let told = try await home.score(until: berlin("2026-03-30T14:00"))
        #expect(told.last == "30 14:00 reminder due Ben station")
        #expect(try await home.store.routine(routine.id)?.sequence == routine.sequence)
    }

    @Test("A routine n days after it was last done follows an undo too")
    func afterDone() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(
            medicine(repeats: .afterDone(days: 3), reminders: ReminderPlan()))
        _ = try await home.score(until: berlin("2026-03-28T20:00"))
        home.clock = try berlin("2026-03-30T09:00")
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await home.next() == berlin("2026-04-02T14:00"))
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(try await home.next() == nil)
        _ = try await home.mark(.skipped, routine, "2026-03-28T14:00")
        #expect(
            try await home.score(until: berlin("2026-04-02T14:00"))
                == ["2 14:00 due of 02T14:00", "2 14:00 reminder due Anna station"])
    }
}
