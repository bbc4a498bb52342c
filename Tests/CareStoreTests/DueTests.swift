import Care
import CareStore
import Foundation
import Testing

@Suite("What falls due with time")
struct DueTests {
    let home: TestHome

    init() throws { home = try TestHome() }

    private func at(_ seconds: Double) -> Date { noon.addingTimeInterval(seconds) }

    /// Lets the time pass from due to due until `end`, and writes what is told, one event a line.
    private func score(_ store: CareStore, until end: Double) async throws -> [String] {
        var lines: [String] = []
        while let due = try await store.nextDue(), due <= at(end) {
            for event in try await store.takeDue(now: due) { lines.append(line(event)) }
        }
        return lines
    }

    private func line(_ event: JournalEvent) -> String {
        let seconds = Int(event.at.timeIntervalSince(noon))
        let level = event.kind == .escalated ? " \(event.request?.escalation ?? 0)" : ""
        return
            "\(seconds) \(event.kind.rawValue)\(level) \(event.minutes ?? -1)m\(event.isLate ? " late" : "")"
    }

    @Test("Nobody answers a request for water")
    func normal() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: at(0.2))
        #expect(
            try await score(store, until: 7200) == [
                "300 escalated 1 5m", "300 still_waiting 5m", "600 escalated 2 10m", "900 escalated 3 15m",
                "900 still_waiting 15m", "1200 escalated 4 20m", "1500 escalated 5 25m",
                "1800 escalated 6 30m", "1800 ask_again 30m", "2100 escalated 7 35m", "2400 escalated 8 40m",
                "2700 escalated 9 45m", "3000 escalated 10 50m",
            ])
        #expect(try await store.nextDue() == nil)
    }

    @Test("An urgent request escalates every minute until somebody is on the way")
    func urgent() async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(priority: .urgent), receivedAt: noon)
        #expect(try await score(store, until: 130) == ["60 escalated 1 1m", "120 escalated 2 2m"])
        _ = try await store.respond(to: request.id, answer(.heard), actor: .station, receivedAt: at(130))
        #expect(try await score(store, until: 180) == ["180 escalated 3 3m"])
        _ = try await store.respond(to: request.id, answer(.onTheWay), actor: .station, receivedAt: at(181))
        #expect(
            try await score(store, until: 361) == ["300 still_waiting 5m", "361 claim_lapsed -1m"])
    }

    @Test("After a request has ended nothing is said", arguments: [RequestState.met, .declined, .cancelled])
    func ended(state: RequestState) async throws {
        let store = try home.store()
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.respond(
            to: request.id, answer(state, reason: "dinner"), actor: state == .cancelled ? .kiosk : .station,
            receivedAt: noon)
        #expect(try await store.nextDue() == nil)
    }

    @Test("A service that was away tells the latest once, and says that it is late")
    func late() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: noon)
        #expect(
            try await store.takeDue(now: at(1000)).map(line)
                == ["1000 escalated 1 16m late", "1000 still_waiting 16m late"])
        #expect(try await store.takeDue(now: at(1000)).isEmpty)
        #expect(
            try await store.takeDue(now: at(90_000)).map(line)
                == ["90000 escalated 2 1500m late", "90000 ask_again 1500m late"])
    }

    @Test("A request that could not be sent for half an hour is due at once")
    func arrivedLate() async throws {
        let store = try home.store()
        _ = try await store.record(water(), receivedAt: at(1900))
        #expect(
            try await store.takeDue(now: at(1900)).map(line)
                == ["1900 escalated 1 31m late", "1900 ask_again 31m late"])
    }

    @Test("A kiosk whose clock is wrong makes no nonsense", arguments: [-1e9, 1e9])
    func wrongClock(offset: Double) async throws {
        let store = try home.store()
        _ = try await store.record(water(askedAt: at(offset)), receivedAt: noon)
        let due = try #require(try await store.nextDue())
        #expect(due == (offset < 0 ? at(300 - 86_400) : at(300)))
    }

    @Test("A time of zero means never")
    func never() async throws {
        var policy = AlertPolicy()
        policy.escalateOther = .zero
        policy.stillWaiting = [.zero]
        policy.askAgain = .zero
        let store = try home.store(policy)
        _ = try await store.record(water(), receivedAt: noon)
        #expect(try await store.nextDue() == nil)
    }

    @Test("An escalation with a command makes a delivery, which waits longer after each failure")
    func deliveries() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page", "nurse"]
        let store = try home.store(policy)
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.takeDue(now: at(300))
        var now = at(300)
        var waits: [Double] = []
        for attempt in 1...DeliveryChannel.RetryPolicy().maximumAttempts {
            let delivery = try #require(try await store.pendingDelivery(now: now))
            #expect(delivery.attempts == attempt - 1 && delivery.recipient == "/usr/bin/page")
            #expect(delivery.subject.id == request.id)
            let isLast = try await store.settle(delivery, .failed("exit 1"), at: now)
            #expect(isLast == (attempt == DeliveryChannel.RetryPolicy().maximumAttempts))
            if let next = try await store.nextDelivery() {
                waits.append(next.timeIntervalSince(now))
                now = next
            }
        }
        #expect(waits.prefix(8) == [5, 10, 20, 40, 80, 160, 300, 300])
        #expect(try await store.pendingDelivery(now: at(1e6)) == nil)
    }

    @Test("A delivery is dropped when somebody answers before it could be made")
    func droppedDelivery() async throws {
        var policy = AlertPolicy()
        policy.command = ["/usr/bin/page"]
        let store = try home.store(policy)
        let (request, _) = try await store.record(water(), receivedAt: noon)
        _ = try await store.takeDue(now: at(300))
        _ = try await store.respond(to: request.id, answer(.onTheWay), actor: .station, receivedAt: at(301))
        #expect(try await store.nextDelivery() == nil)
    }
}
