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

    private func home(
        _ people: [Person] = [maria, Self.paged(anna), ben], restarts: Bool = true
    ) async throws -> RoutineHome {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page", "nurse"]
        return try await RoutineHome(people, policy: policy, restarts: restarts)
    }

    /// Lets time pass from due to due: who was alerted about calls until then, and after how many seconds.
    private func alerted(_ home: RoutineHome, until seconds: Double) async throws -> [String] {
        while let due = try await home.opened().nextDue(), due <= noon.addingTimeInterval(seconds) {
            _ = try await home.opened().takeDue(now: due)
        }
        return try await home.store.events(after: 0).compactMap { event in
            event.reminder.map { "\(Int(event.at.timeIntervalSince(noon))) \($0.recipientName)" }
        }
    }

    private func setWay(_ steps: [(Int, [CallTarget])], _ home: RoutineHome) async throws {
        let path = CallPath(
            id: UUID(), name: "A way", steps: steps.map { CallPathStep(after: $0.0, who: $0.1) })
        let version = try await home.store.callPaths().version
        _ = try await home.opened().setCallPaths(NewCallPaths(paths: [path], replaces: version), at: noon)
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

    @Test("Whom a call's way reaches later is alerted then, each once; after a lapse all of them again")
    func byItsWay() async throws {
        let home = try await home([maria, Self.paged(anna), Self.paged(ben), Self.paged(cleo)])
        try await setWay(
            [(0, [.person("anna")]), (20, [.person("ben"), .person("anna")]), (600, [.everybody])], home)
        let (request, _) = try await home.opened().record(water(), receivedAt: noon)
        #expect(try await alerted(home, until: 19) == ["0 Anna"])
        #expect(try await alerted(home, until: 29) == ["0 Anna", "20 Ben"])
        _ = try await home.opened().respond(
            to: request.id, answer(.onTheWay), actor: .station, receivedAt: noon.addingTimeInterval(30))
        #expect(try await alerted(home, until: 929).count == 2)
        // Nobody has come: those whom it has reached hear of it again, and its way begins anew.
        let again = ["0 Anna", "20 Ben", "930 Anna", "930 Ben"]
        #expect(try await alerted(home, until: 1529) == again)
        // It is called out to everybody again and again, and each is alerted once.
        #expect(try await alerted(home, until: 2500) == again + ["1530 Cleo"])
        #expect(try await home.store.request(request.id)?.escalation ?? 0 > 1)
    }

    @Test("Where a way lets only the stations sound at first, nobody is alerted until its first step")
    func stationsFirst() async throws {
        let home = try await home([maria, Self.paged(anna), Self.paged(ben)])
        try await setWay([(20, [.person("ben")]), (60, [.everybody])], home)
        _ = try await home.opened().record(water(), receivedAt: noon)
        #expect(try await alerted(home, until: 19).isEmpty)
        #expect(try await alerted(home, until: 100) == ["20 Ben", "60 Anna"])
        // A service that was away alerts each of them once, too.
        let other = try await self.home([maria, Self.paged(anna), Self.paged(ben)])
        try await setWay([(20, [.person("ben")]), (60, [.everybody])], other)
        _ = try await other.opened().record(water(), receivedAt: noon)
        _ = try await other.opened().takeDue(now: noon.addingTimeInterval(250))
        #expect(try await alerted(other, until: 250) == ["250 Ben", "250 Anna"])
    }

    @Test("A coordinator hears of calls and of what nobody has, a provider of neither")
    func coordinator() async throws {
        let olga = Self.paged(Person(id: "olga", name: "Olga", role: .coordinator))
        var kim = Self.paged(Person(id: "kim", name: "Kim", role: .provider, clients: ["maria"]))
        // As an earlier version let somebody choose.
        kim.reminders.muted = [ReminderCell(.request, .command), ReminderCell(.missed, .station)]
        let home = try await home([maria, anna, olga, kim])
        _ = try await home.opened().record(water(), receivedAt: noon)
        #expect(try await alerted(home, until: 0) == ["0 Olga"])
        let stored = try #require(try await home.store.people().first { $0.id == "kim" })
        #expect(stored.reminders.muted == [ReminderCell(.missed, .station)])
        #expect(throws: Never.self) { try stored.reminders.check(role: .provider) }
        try await home.add(
            medicine(at: "2026-03-28T13:00", by: .claimed(), reminders: ReminderPlan(tellsMissed: false)))
        #expect(
            try await home.store.events(after: 0).map(line).suffix(2) == [
                "28 13:00 reminder due Everyone station", "28 13:00 reminder due Olga command",
            ])
    }

    @Test("Who is there and gets no messages keeps them from nobody")
    func awayWithCoordinator() async throws {
        var away = Self.paged(anna)
        away.absences = [Absence(from: noon.addingTimeInterval(-60))]
        let olga = Person(id: "olga", name: "Olga", role: .coordinator)
        let home = try await home([maria, away, olga])
        _ = try await home.opened().record(water(), receivedAt: noon)
        #expect(try await alerted(home, until: 0) == ["0 Anna"])
    }
}
