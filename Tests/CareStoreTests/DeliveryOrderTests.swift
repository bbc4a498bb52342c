import Care
import Foundation
import GRDB
import Testing

@testable import CareStore

@Suite("What the home's own program is given first")
struct DeliveryOrderTests {
    private func home() async throws -> RoutineHome {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        var paged = anna
        paged.reminders.channels = [.command]
        // Else calls would be told twice: as messages to whoever can be called, too.
        (paged.role, paged.clients) = (.provider, ["maria"])
        return try await RoutineHome([maria, paged], policy: policy)
    }

    /// In the order of their numbers: what is due at once goes by ids.
    private func id(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)))
    }

    private func title(_ delivery: Delivery?) -> String? {
        switch delivery?.subject {
        case nil: nil
        case .request(let request): request.label + " " + request.priority.rawValue
        case .reminder(let reminder): reminder.occurrence.map { "\($0.title) \($0.priority.rawValue)" }
        }
    }

    /// At 13:00, in that order: two medicines, the second one urgent; then two requests escalate, the second one urgent.
    private func waiting() async throws -> RoutineHome {
        let home = try await home()
        for priority in [Priority.normal, .urgent] {
            try await home.add(
                medicine(
                    at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false), priority: priority))
        }
        _ = try await home.take(at: noon)
        for priority in [Priority.normal, .urgent] {
            _ = try await home.store.record(water(priority: priority), receivedAt: noon)
        }
        _ = try await home.store.takeDue(now: later)
        return home
    }

    private let later = noon.addingTimeInterval(300)

    @Test("Calls before plans, and of both the urgent first; each lane holds its own")
    func order() async throws {
        let home = try await waiting()
        var taken: Set<Delivery.Key> = []
        var all: [String] = []
        while let next = try await home.store.pendingDelivery(except: taken, now: later) {
            taken.insert(next.key)
            all.append(title(next) ?? "?")
        }
        #expect(all == ["Water urgent", "Water normal", "Medicine urgent", "Medicine normal"])
        #expect(try await home.store.nextDelivery(except: taken) == nil)

        let plans = try #require(try await home.store.pendingDelivery(of: .plans, now: later))
        #expect(title(plans) == "Medicine normal")
        #expect(try await home.store.pendingDelivery(of: .plans, except: [plans.key], now: later) == nil)
        #expect(try await home.store.nextDelivery(of: .plans, except: [plans.key]) == nil)
        #expect(try await home.store.nextDelivery(of: .calls, except: [plans.key]) == noon)
    }

    @Test("However many calls of one client wait, the next to be told is another client's")
    func turnsOfClients() async throws {
        let home = try await home()
        for number in 1...20 {
            _ = try await home.store.record(water(id(number), priority: .urgent), receivedAt: noon)
        }
        var ottos = water(id(21), priority: .urgent)
        (ottos.client, ottos.clientName) = ("otto", "Otto")
        _ = try await home.store.record(ottos, receivedAt: noon.addingTimeInterval(1))
        _ = try await home.store.takeDue(now: later)
        func client(_ delivery: Delivery) -> String? {
            if case .request(let request) = delivery.subject { request.client } else { nil }
        }
        // Several are tried at once …
        var taken: Set<Delivery.Key> = []
        var clients: [String?] = []
        for _ in 0..<2 {
            let next = try #require(try await home.store.pendingDelivery(except: taken, now: later))
            taken.insert(next.key)
            clients.append(client(next))
        }
        #expect(clients == ["maria", "otto"])
        // … or one after the other, well or not.
        for outcome in [Delivery.Outcome.sent, .failed("exit 7")] {
            let first = try #require(try await home.store.pendingDelivery(now: later))
            _ = try await home.store.settle(first, outcome, at: later)
            clients.append(client(first))
        }
        #expect(clients.suffix(2) == ["maria", "otto"])
    }

    @Test("What waits for a channel that nobody has any more does not make turns look further back")
    func turnsBesideAGoneChannel() async throws {
        let home = try await home()
        for number in 1...3 {
            _ = try await home.store.record(water(id(number), priority: .urgent), receivedAt: noon)
        }
        var ottos = water(id(4), priority: .urgent)
        (ottos.client, ottos.clientName) = ("otto", "Otto")
        _ = try await home.store.record(ottos, receivedAt: noon.addingTimeInterval(1))
        _ = try await home.store.takeDue(now: later)
        func next() async throws -> String? {
            let next = try #require(try await home.store.pendingDelivery(now: later))
            if case .request(let request) = next.subject { return request.client }
            return nil
        }
        let first = try #require(try await home.store.pendingDelivery(now: later))
        _ = try await home.store.settle(first, .sent, at: later)
        #expect(try await next() == "otto")
        // What was tried lies long before the first that waits, but for one that nobody will tell.
        try await home.store.write { db in
            try db.execute(
                sql: """
                    UPDATE delivery SET channel = 'gone'
                    WHERE id = (SELECT min(id) FROM delivery WHERE state = 'pending')
                    """)
            try db.execute(
                sql: "UPDATE delivery SET id = id + 5000 WHERE state = 'pending' AND channel <> 'gone'")
        }
        #expect(try await next() == "maria")
    }

    @Test("Unreadable deliveries are given up except for calls, and block nothing")
    func unreadable() async throws {
        let home = try await waiting()
        try await home.store.write { db in
            try db.execute(sql: "UPDATE occurrence SET local = 'noon'")
            // A request that a later version wrote, say.
            try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
            try db.execute(sql: "UPDATE request SET state = 'dreamt' WHERE priority = 'urgent'")
        }
        // Of a call, whatever of it can be read is told.
        for title in ["Water urgent", "Water normal"] {
            let next = try #require(try await home.store.pendingDelivery(now: later))
            #expect(self.title(next) == title)
            _ = try await home.store.settle(next, .sent, at: later)
        }
        #expect(try await home.store.pendingDelivery(now: later) == nil)
        #expect(try await home.store.nextDelivery() == nil)
    }

    @Test("A program that fails is known to fail from the third try on, until nothing waits for it")
    func failing() async throws {
        let home = try await waiting()
        let medicine = try #require(try await home.store.pendingDelivery(of: .plans, now: later))
        for attempt in 0..<3 {
            var delivery = medicine
            delivery.attempts = attempt
            #expect(try await home.store.failingDelivery(over: .program(["/usr/bin/page"])) == nil)
            _ = try await home.store.settle(delivery, .failed("exit 7"), at: later)
        }
        #expect(try await home.store.failingDelivery(over: .program(["/usr/bin/page"])) == "exit 7")
        _ = try await home.store.settle(medicine, .sent, at: later)
        #expect(try await home.store.failingDelivery(over: .program(["/usr/bin/page"])) == nil)
    }

    @Test("A delivery to be repeated starts over without its earlier failures")
    func revived() async throws {
        let home = try await home()
        let routine = try await home.add(
            medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        let delivery = try #require(try await home.store.pendingDelivery(now: noon))
        for attempt in 0..<3 {
            var delivery = delivery
            delivery.attempts = attempt
            _ = try await home.store.settle(delivery, .failed("exit 7"), at: noon)
        }
        let done = try await home.mark(.done, routine, "2026-03-28T13:00")
        _ = try await home.mark(.undone, routine, "2026-03-28T13:00", undoes: done.lastEntry)
        _ = try await home.take(at: noon.addingTimeInterval(1))
        #expect(try await home.store.failingDelivery(over: .program(["/usr/bin/page"])) == nil)
        #expect(try await home.store.pendingDelivery(now: later)?.attempts == 0)
        let again = try await home.mark(.done, routine, "2026-03-28T13:00")
        _ = try await home.mark(.undone, routine, "2026-03-28T13:00", undoes: again.lastEntry)
        _ = try await home.store.settle(delivery, .sent, at: home.clock)
        #expect(try await home.take(at: later).filter { $0.hasSuffix("command") } == [])
    }

    @Test("A failing program is reported once, whatever its error text")
    func otherWords() async throws {
        let home = try await home()
        func begins(_ kind: FaultKind, _ detail: String) async throws -> Bool {
            let new = fault(kind, isActive: true, source: "service", detail: detail)
            return try await home.store.record(new, receivedAt: noon) != nil
        }
        for kind in [FaultKind.commandFailed, .planLost] {
            #expect(try await begins(kind, "exit 7"))
            #expect(try await !begins(kind, "did not end"))
        }
        // Here the words are what people hear.
        #expect(try await begins(.routineUnplanned, "Medicine (Maria)"))
        #expect(try await begins(.routineUnplanned, "Walk (Ben)"))
    }

    @Test(
        "What a clock in another year has held back is told at the end of these quiet hours",
        arguments: [80.0, -2])
    func heldInAnotherYear(years: Double) async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        var paged = anna
        paged.reminders.channels = [.command]
        paged.reminders.quiet = QuietHours(from: 0, until: 18 * 60)
        let home = try await RoutineHome([maria, paged], policy: policy)
        _ = try await home.store.takeDue(now: noon, uptime: .zero)
        let wrong = noon.addingTimeInterval(years * 365 * 86_400 + 10)
        _ = try await home.store.record(water(), receivedAt: wrong, uptime: .seconds(10))
        _ = try await home.store.takeDue(now: wrong, uptime: .seconds(10))
        let evening = try berlin("2026-03-28T18:00")
        let uptime = Duration.seconds(evening.timeIntervalSince(noon))
        func told(_ now: Date, _ uptime: Duration) async throws -> Int {
            try await home.store.takeDue(now: now, uptime: uptime).count { $0.kind == .reminder }
        }
        #expect(try await told(evening.addingTimeInterval(-60), uptime - .seconds(60)) == 0)
        #expect(try await told(evening, uptime) == 1)
    }

    @Test("It is tried for a day before it is given up")
    func aDay() {
        let retry = DeliveryChannel.RetryPolicy()
        let day = (1..<retry.maximumAttempts).reduce(0) { $0 + retry.wait(afterAttempts: $1) }
        #expect((86_400..<86_400 + 300).contains(day))
    }
}
