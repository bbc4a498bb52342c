import Care
import CareStore
import Foundation
import Testing

@Suite("Reminders by the home's own program")
struct ReminderDeliveryTests {
    private static func paged(_ person: Person) -> Person {
        var person = person
        person.reminders.channels = [.command]
        return person
    }

    private func home(restarts: Bool = true) async throws -> RoutineHome {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page", "nurse"]
        return try await RoutineHome([maria, Self.paged(anna), ben], policy: policy, restarts: restarts)
    }

    @Test("One is started for each, tried again when it fails, and settled once it has ended well")
    func retries() async throws {
        let home = try await home()
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        #expect(
            try await home.store.events(after: 0, limit: 100).map(line).suffix(3) == [
                "28 13:00 due of 28T13:00", "28 13:00 reminder due Anna station",
                "28 13:00 reminder due Anna command",
            ])
        for attempt in 0..<3 {
            let now = try #require(try await home.opened().nextDelivery())
            let delivery = try #require(try await home.opened().pendingDelivery(now: now))
            #expect(delivery.attempts == attempt && delivery.recipient == "/usr/bin/page")
            guard case .reminder(let reminder) = delivery.subject else {
                Issue.record("not a reminder")
                return
            }
            #expect(reminder.occurrence?.title == "Medicine" && reminder.recipientName == "Anna")
            _ = try await home.opened().settle(delivery, attempt < 2 ? .failed("exit 1") : .sent, at: now)
        }
        #expect(try await home.opened().nextDelivery() == nil)
    }

    @Test("After so many failures it is given up, and not called told")
    func givenUp() async throws {
        let home = try await home(restarts: false)
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        for attempt in 1...DeliveryChannel.RetryPolicy().maximumAttempts {
            let now = try #require(try await home.store.nextDelivery())
            let delivery = try #require(try await home.store.pendingDelivery(now: now))
            let isLast = try await home.store.settle(delivery, .failed("exit 1"), at: now)
            #expect(isLast == (attempt == DeliveryChannel.RetryPolicy().maximumAttempts))
        }
        #expect(try await home.store.nextDelivery() == nil)
    }

    @Test("What is done is not delivered any more")
    func done() async throws {
        let home = try await home()
        let routine = try await home.add(medicine(at: "2026-03-28T13:00"))
        _ = try await home.take(at: noon)
        _ = try await home.mark(.done, routine, "2026-03-28T13:00")
        #expect(try await home.store.nextDelivery() == nil)
    }

    @Test("A request goes to those who want it, once, until somebody answers")
    func request() async throws {
        let home = try await home()
        let new = water()
        for _ in 0..<2 { _ = try await home.opened().record(new, receivedAt: noon) }
        let events = try await home.store.events(after: 0)
        #expect(events.map(line) == ["28 13:00 asked", "28 13:00 reminder request Anna command"])
        #expect(try await home.take(at: noon).isEmpty)
        let delivery = try #require(try await home.store.pendingDelivery(now: noon))
        guard case .reminder(let reminder) = delivery.subject else {
            Issue.record("not a reminder")
            return
        }
        #expect(reminder.request?.id == new.id && reminder.occurrence == nil)
        _ = try await home.store.respond(to: new.id, answer(.onTheWay), actor: .station, receivedAt: noon)
        #expect(try await home.store.pendingDelivery(now: noon) == nil)
    }
}
