import Care
import CareStore
import Foundation
import Recurrence
import Testing

@Suite("What is made up for after the service was away")
struct CatchUpTests {
    private func content(_ rule: String, at start: String = "2026-03-28T14:00") throws -> RoutineContent {
        try medicine(
            at: start, repeats: .rules([RecurrenceRule(rule)]), reminders: ReminderPlan())
    }

    @Test(
        "Each routine catches up on its last week, at most a hundred times, or else its last time",
        arguments: [
            ("FREQ=DAILY", 40, 7, "05-01T14:00", "05-07T14:00"),
            ("FREQ=DAILY", 5, 6, "03-28T14:00", "04-02T14:00"),
            ("FREQ=HOURLY", 3, 73, "03-28T14:00", "03-31T14:00"),
            ("FREQ=HOURLY", 30, 100, "04-23T11:00", "04-27T14:00"),
            ("FREQ=MINUTELY;INTERVAL=1", 30, 100, "04-27T12:51", "04-27T14:30"),
            ("FREQ=WEEKLY", 40, 1, "05-02T14:00", "05-02T14:00"),
            ("FREQ=MONTHLY;INTERVAL=3", 60, 1, "03-28T14:00", "03-28T14:00"),
            ("FREQ=MINUTELY;COUNT=3000", 400, 1, "03-30T15:59", "03-30T15:59"),
            ("FREQ=DAILY;COUNT=3", 4000, 1, "03-30T14:00", "03-30T14:00"),
        ])
    func bounds(rule: String, days: Int, count: Int, first: String, last: String) async throws {
        let home = try await RoutineHome()
        try await home.add(content(rule))
        _ = try await home.take(at: noon)
        let now = noon.addingTimeInterval(Double(days) * 86_400 + 1800)
        _ = try await home.take(at: now)
        let due = try await home.store.occurrences(
            from: noon, until: min(now + 1, noon.addingTimeInterval(60 * 86_400)), now: now)
        let times = due.map { $0.local.description.dropFirst(5).prefix(11) }
        #expect(
            (due.count, times.first, times.last) == (count, first[...], last[...]),
            "\(due.count) \(times.first ?? "") \(times.last ?? "")")
    }

    @Test("A clock ten years ahead makes no more work than a week away does")
    func farAhead() async throws {
        let home = try await RoutineHome()
        for _ in 0..<5 { try await home.add(content("FREQ=DAILY")) }
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        let told = try await home.take(at: noon.addingTimeInterval(3652 * 86_400))
        // Of each due time: that it is there, and that it was missed.
        #expect(told.count <= 5 * 7 * 3 && told.count >= 5 * 7)
    }

    @Test("A routine that is due each minute can be changed after a week away, within bounds")
    func changedFirst() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(content("FREQ=MINUTELY"))
        _ = try await home.take(at: noon)
        let now = noon.addingTimeInterval(7 * 86_400)
        let before = try await home.store.events(after: 0, limit: .max).count
        _ = try await home.store.changeRoutine(
            routine.id,
            RoutineChange(
                id: UUID(), scope: .all, content: content("FREQ=DAILY"), replaces: routine.sequence,
                by: "Anna", at: now), receivedAt: now)
        let made = try await home.store.events(after: 0, limit: .max).count - before
        #expect(made > 100 && made < 500)
    }
}
