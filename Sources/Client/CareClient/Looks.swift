import Care
import Logging
import RealTime
import Synchronization

/// Fetches a client's chores, points and rewards whenever some of it may have changed: one fetch at a time, and another if there was
/// news meanwhile. The event stream never waits for it.
///
/// That it fails is nobody's fault to be told: the agenda, which is fetched beside it, fails for the same reasons.
final class HouseholdReader: Sendable {
    private struct State {
        /// Whose they are; `nil` while there is no connection.
        var client: String?
        /// Whether there was news since the last fetch began.
        var isStale = false
    }

    /// How long to wait before asking again a service that does not know of it.
    private static let refusedInterval: Duration = .seconds(15)

    private let connection: ServiceConnection
    private let logger: Logger
    private let emit: @Sendable (CareClientEvent) -> Void
    private let state = Mutex(State())
    private let bell = Bell()

    init(
        connection: ServiceConnection, logger: Logger, emit: @escaping @Sendable (CareClientEvent) -> Void
    ) {
        self.connection = connection
        self.logger = logger
        self.emit = emit
    }

    /// The event stream is open: earlier data may be old.
    func connected(client: String) { change { ($0.client, $0.isStale) = (client, true) } }

    /// The event stream has ended; the next connection reads again.
    func disconnected() { state.withLock { ($0.client, $0.isStale) = (nil, false) } }

    /// Checks whether an event may have changed any of it.
    func note(_ event: JournalEvent) {
        guard event.kind.concernsHousehold else { return }
        change { $0.isStale = true }
    }

    /// Somebody looks at it.
    func refresh() { change { $0.isStale = $0.client != nil } }

    func run() async {
        let backOff = Mutex(RetryDelay())
        await bell.run {
            while let client = self.takeStale() {
                do throws(ServiceConnection.Failure) {
                    let household = try await self.connection.household(of: client)
                    backOff.withLock { $0.succeeded() }
                    self.emit(.household(household))
                } catch {
                    if Task.isCancelled { return nil }
                    return self.failed(error, backOff)
                }
            }
            return nil
        }
    }

    /// Returns when to try again.
    private func failed(_ failure: ServiceConnection.Failure, _ backOff: borrowing Mutex<RetryDelay>)
        -> Duration?
    {
        let isConnected = state.withLock { state in
            state.isStale = state.client != nil
            return state.isStale
        }
        // The event stream reports that the service is unreachable.
        guard isConnected else { return nil }
        logger.debug("chores and points cannot be read", metadata: ["reason": "\(failure)"])
        switch failure {
        case .unreachable, .notStored: return backOff.withLock { $0.failed() }
        case .refused, .notServed, .rejected: return Self.refusedInterval
        }
    }

    private func takeStale() -> String? {
        state.withLock { state in
            guard state.isStale else { return nil }
            state.isStale = false
            return state.client
        }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { body(&$0) }
        bell.ring()
    }
}

/// Whom to tell that somebody looks at the household; nobody until there is a connection.
final class Looks: Sendable {
    private let onLook = Mutex<(@Sendable () -> Void)?>(nil)

    func tell(_ onLook: @escaping @Sendable () -> Void) { self.onLook.withLock { $0 = onLook } }

    func look() { onLook.withLock { $0 }?() }
}

extension JournalEvent.Kind {
    /// Whether this event may have changed a client's chores, points or rewards.
    fileprivate var concernsHousehold: Bool {
        switch self {
        case .routineChanged, .occurrenceChanged, .pointsChanged, .grantChanged: true
        case .needChanged, .proposed, .proposalDecided, .reminder, .asked, .heard, .onTheWay, .met, .declined,
            .cancelled, .escalated, .stillWaiting, .askAgain, .reached, .claimLapsed, .fault, .requestNoted,
            .appointmentChanged, .moodLogged:
            false
        }
    }
}
