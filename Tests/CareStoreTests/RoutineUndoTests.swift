import Care
import CareStore
import Foundation
import Recurrence
import Testing

@Suite("What was done is taken back")
struct RoutineUndoTests {
    @Test("In quiet hours: told at their end after all", arguments: [false, true])
    func quiet(restarts: Bool) async throws {
        var quiet = anna
        quiet.reminders.quiet = QuietHours(from: 13 * 60 + 30, until: 18 * 60)
        let home = try await RoutineHome([maria, quiet, ben], restarts: restarts)
        let routine = try await home.add(
            medicine(reminders: ReminderPlan(minutesBefore: [10], tellsMissed: false)))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        home.clock = try berlin("2026-03-28T14:11")
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T19:00"))
                == ["28 15:00 missed of 28T14:00", "28 18:00 reminder due Anna station"])
    }

    @Test("Done ahead of time, and taken back after it was due: told then, and missed as well, neither late")
    func ahead() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await home.score(until: berlin("2026-03-28T14:20")).isEmpty)
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T14:30")) == ["28 14:20 reminder due Anna station"])
        let again = try await home.mark(.skipped, routine, "2026-03-28T14:00")
        home.clock = try berlin("2026-03-28T16:00")
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: again.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T17:00"))
                == ["28 16:00 missed of 28T14:00", "28 16:00 reminder missed Anna station"])
        #expect(try await home.waiting().map(\.kind) == [.missed])
    }

    @Test(
        "Taken back before it is due: whoever would have been told beforehand is told, of several times once")
    func before() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine(reminders: ReminderPlan(minutesBefore: [30, 10])))
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        _ = try await home.score(until: berlin("2026-03-28T13:55"))
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T14:00")) == [
                "28 13:55 reminder before 10 Anna station", "28 14:00 due of 28T14:00",
                "28 14:00 reminder due Anna station",
            ])
    }

    @Test("What had been told is not told again, also if that is heard of only after it was done")
    func told() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine(reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let reminder = try #require(try await home.waiting().first)
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        try await home.tell(reminder)
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T20:00")) == ["28 15:00 missed of 28T14:00"])
        #expect(try await home.waiting().isEmpty)
    }

    @Test("After an undo, a reminder that was put off comes at its put-off time")
    func snoozed() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        let reminder = try #require(try await home.waiting().first)
        _ = try await home.store.receive(
            reminder: reminder.id,
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 30, at: home.clock),
            actor: .station, receivedAt: home.clock)
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        // Another station had spoken it at the same time.
        try await home.tell(reminder)
        _ = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(
            try await home.score(until: berlin("2026-03-28T14:40")) == ["28 14:30 reminder due Anna station"])
    }

    @Test(
        "Done ahead by a plan that has changed since: taken back, nobody waits for it",
        arguments: [false, true])
    func planHasChanged(ends: Bool) async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        let done = try await home.mark(.done, routine, "2026-03-29T14:00")
        _ = try await home.change(routine, .all, content: ends ? nil : medicine(at: "2026-03-28T16:00"))
        _ = try await home.mark(.undone, routine, "2026-03-29T14:00", undoes: done.lastEntry)
        let rest = ["28T16:00", "29T16:00", "30T16:00", "31T16:00"].map { "\($0) upcoming Medicine" }
        #expect(try await home.days() == (ends ? [] : rest))
        home.clock = try berlin("2026-03-30T09:00")
        #expect(try await home.agenda().outstanding.allSatisfy { $0.local.description.contains("T16:00") })
    }
}
