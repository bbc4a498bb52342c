import Synchronization
import Testing

@testable import CareClient

@Suite("Whether the service is away", .timeLimit(.minutes(10)))
struct LinkWatchTests {
    /// A watch without patience, and what it has told.
    private final class Watched: Sendable {
        private let told = Mutex<[CareClientEvent]>([])
        private let grace: Duration

        init(grace: Duration = .zero) { self.grace = grace }

        func watch() -> LinkWatch {
            LinkWatch(patience: .zero, grace: grace) { [self] event in told.withLock { $0.append(event) } }
        }

        var all: [CareClientEvent] { told.withLock { $0 } }

        func until(_ count: Int) async throws {
            while all.count < count { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("What is away is told once, whatever is tried, and once that it is back")
    func once() async throws {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("first")
        try await watched.until(1)
        watch.down("second")
        watch.up()
        watch.up()
        #expect(watched.all == [.serviceLost(reason: "first"), .serviceBack])
    }

    @Test("A service that answers once and then hangs is told anew")
    func answersOnce() async throws {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("dead")
        try await watched.until(1)
        watch.down("hangs")
        watch.answered()
        try await watched.until(3)
        #expect(watched.all == [.serviceLost(reason: "dead"), .serviceBack, .serviceLost(reason: "hangs")])
    }

    @Test("An answer, and then its events, are one return")
    func answersAndIsFollowed() async throws {
        let watched = Watched(grace: .seconds(3600))
        let watch = watched.watch()
        watch.down("dead")
        try await watched.until(1)
        watch.answered()
        watch.answered()
        watch.up()
        watch.answered()
        #expect(watched.all == [.serviceLost(reason: "dead"), .serviceBack])
    }

    @Test("A service that answers, but cannot say what has happened, stays away")
    func answersWithoutItsEvents() async throws {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("dead")
        try await watched.until(1)
        watch.down("its store cannot be read", isAnswering: true)
        watch.answered()
        #expect(watched.all == [.serviceLost(reason: "dead")])
        watch.down("dead again")
        watch.answered()
        #expect(watched.all.prefix(2) == [.serviceLost(reason: "dead"), .serviceBack])
        watch.stop()
    }
}
