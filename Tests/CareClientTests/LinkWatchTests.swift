import Synchronization
import Testing

@testable import CareClient

@Suite("Whether the service is away", .timeLimit(.minutes(30)))
struct LinkWatchTests {
    /// A watch without patience, and what it has told.
    private final class Watched: Sendable {
        private struct State {
            var told: [CareClientEvent] = []
            /// Who waits until so many are told.
            var waiting: (count: Int, reached: CheckedContinuation<Void, Never>)?

            /// Whoever need not wait any longer.
            mutating func reached() -> CheckedContinuation<Void, Never>? {
                guard let waiting, told.count >= waiting.count else { return nil }
                self.waiting = nil
                return waiting.reached
            }
        }

        private let state = Mutex(State())
        private let grace: Duration

        init(grace: Duration = .zero) { self.grace = grace }

        func watch() -> LinkWatch {
            LinkWatch(patience: .zero, grace: grace) { [self] event in
                state.withLock { state in
                    state.told.append(event)
                    return state.reached()
                }?.resume()
            }
        }

        var all: [CareClientEvent] { state.withLock { $0.told } }

        func until(_ count: Int) async {
            await withCheckedContinuation { reached in
                state.withLock { state in
                    state.waiting = (count, reached)
                    return state.reached()
                }?.resume()
            }
        }
    }

    @Test("What is away is told once, whatever is tried, and once that it is back")
    func once() async {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("first")
        await watched.until(1)
        watch.down("second")
        watch.up()
        watch.up()
        #expect(watched.all == [.serviceLost(reason: "first"), .serviceBack])
    }

    @Test("A service that answers once and then hangs is told anew")
    func answersOnce() async {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("dead")
        await watched.until(1)
        watch.down("hangs")
        watch.answered()
        await watched.until(3)
        #expect(watched.all == [.serviceLost(reason: "dead"), .serviceBack, .serviceLost(reason: "hangs")])
    }

    @Test("An answer, and then its events, are one return")
    func answersAndIsFollowed() async {
        let watched = Watched(grace: .seconds(3600))
        let watch = watched.watch()
        watch.down("dead")
        await watched.until(1)
        watch.answered()
        watch.answered()
        watch.up()
        watch.answered()
        #expect(watched.all == [.serviceLost(reason: "dead"), .serviceBack])
    }

    @Test("A service that answers, but cannot say what has happened, stays away")
    func answersWithoutItsEvents() async {
        let watched = Watched()
        let watch = watched.watch()
        watch.down("dead")
        await watched.until(1)
        watch.down("its store cannot be read", isAnswering: true)
        watch.answered()
        #expect(watched.all == [.serviceLost(reason: "dead")])
        watch.down("dead again")
        watch.answered()
        #expect(watched.all.prefix(2) == [.serviceLost(reason: "dead"), .serviceBack])
        watch.stop()
    }
}
