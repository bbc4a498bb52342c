import Care
import CareStore
import Foundation
import Recurrence
import Synchronization
import Testing

@Suite("The home's clocks become others")
struct HomeZoneTests {
    @Test("What waits for the end of quiet hours follows the home into another zone")
    func quiet() async throws {
        var sleeper = anna
        sleeper.reminders.quiet = QuietHours(from: 12 * 60, until: 14 * 60)
        let home = try await RoutineHome([maria, sleeper])
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        let told = try await home.take(at: noon)
        #expect(!told.contains { $0.contains("reminder") })
        #expect(try await home.store.nextDue() == noon.addingTimeInterval(3600))
        // In Lisbon it is noon, and so it is still quiet, for an hour longer.
        try await home.store.setHome(zone: "Europe/Lisbon", now: noon)
        #expect(try await home.agenda().zone == "Europe/Lisbon")
        _ = try await home.take(at: noon.addingTimeInterval(3600))
        #expect(try await home.store.nextDue() == noon.addingTimeInterval(7200))
        // In Tokyo it is nine in the evening.
        try await home.store.setHome(zone: "Asia/Tokyo", now: noon.addingTimeInterval(3700))
        #expect(
            try await home.take(at: noon.addingTimeInterval(3700)) == ["28 14:01 reminder due Anna station"])
    }

    @Test("A plan that was worked out while the zones' clocks changed is not kept")
    func race() async throws {
        let home = try TestHome()
        let update = Update()
        let store = try CareStore(path: home.path) { id in
            guard id == "Europe/Berlin" else { return .utc }
            // Whoever reads it while the package is being updated still gets the old ones.
            return ZoneRules(id: id, fixedOffset: update.comes() ? 7200 : 3600)
        }
        defer { update.store.withLock { $0 = nil } }
        for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
        _ = try await store.addRoutine(
            NewRoutine(id: UUID(), content: medicine(), at: noon), receivedAt: noon)
        update.store.withLock { $0 = store }
        for _ in 0..<2 {
            let times = try await store.occurrences(
                from: noon, until: noon.addingTimeInterval(86_400), now: noon)
            #expect(times.first?.at == noon)
        }
    }

    /// Happens once, when the clocks are asked for the first time after the store was told to it.
    private final class Update: Sendable {
        let store = Mutex<CareStore?>(nil)
        private let hasCome = Mutex(false)

        /// Whether it has come before.
        func comes() -> Bool {
            guard let store = store.withLock({ $0 }) else { return false }
            let before = hasCome.withLock { hasCome in
                defer { hasCome = true }
                return hasCome
            }
            if !before { store.zonesChanged() }
            return before
        }
    }

    @Test("What is put off after the clock was set is not moved along with what was put off before")
    func putOff() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        let reminder = try #require(try await home.waiting().first)
        let set = noon.addingTimeInterval(7200)
        try await home.store.follow(set, uptime: .seconds(1))
        _ = try await home.store.receive(
            reminder: reminder.id,
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: set), actor: .station,
            receivedAt: set)
        _ = try await home.store.takeDue(now: set.addingTimeInterval(1), uptime: .seconds(2))
        #expect(try await home.waiting().first?.at == set.addingTimeInterval(600))
    }

    @Test("What was put off for ten minutes is not put off for a day by a start in 1970")
    func putOffBeforeStart() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        let reminder = try #require(try await home.waiting().first)
        _ = try await home.store.receive(
            reminder: reminder.id,
            ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: noon), actor: .station,
            receivedAt: noon)
        try home.restart()
        let told = try await home.store.takeDue(now: Date(timeIntervalSince1970: 60), uptime: .zero)
        #expect(told.compactMap(\.reminder?.id) == [reminder.id])
    }
}
