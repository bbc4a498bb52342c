import Care
import Logging
import Networking
import RealTime
import Synchronization

/// Fetches something of a kiosk's client whenever it may have changed: one fetch at a time, and another if there was news meanwhile. The
/// event stream never waits for it.
///
/// That it fails is nobody's fault to be told: the agenda, which is fetched beside it, fails for the same reasons.
final class ClientReader<Value: Sendable>: Sendable {
    private struct State {
        /// Whose they are; `nil` while there is no connection.
        var client: String?
        /// Whether there was news since the last fetch began.
        var isStale = false
    }

    /// How long to wait before asking again a service that does not know of it.
    private static var refusedInterval: Duration { .seconds(15) }

    private let what: String
    private let logger: Logger
    private let concerns: @Sendable (JournalEvent.Kind) -> Bool
    private let read: @Sendable (_ client: String) async throws(ServiceConnection.Failure) -> Value
    private let emit: @Sendable (Value) -> Void
    private let state = Mutex(State())
    private let bell = Bell()

    /// - Parameters:
    ///   - what: What it is called in the log: `chores and points`.
    ///   - concerns: Whether such an event may have changed any of it.
    init(
        _ what: String, logger: Logger, concerns: @escaping @Sendable (JournalEvent.Kind) -> Bool,
        read: @escaping @Sendable (_ client: String) async throws(ServiceConnection.Failure) -> Value,
        emit: @escaping @Sendable (Value) -> Void
    ) {
        self.what = what
        self.logger = logger
        self.concerns = concerns
        self.read = read
        self.emit = emit
    }

    /// The event stream is open: earlier data may be old.
    func connected(client: String) { change { ($0.client, $0.isStale) = (client, true) } }

    /// The event stream has ended; the next connection reads again.
    func disconnected() { state.withLock { ($0.client, $0.isStale) = (nil, false) } }

    /// Checks whether an event may have changed any of it.
    func note(_ event: JournalEvent) {
        guard concerns(event.kind) else { return }
        change { $0.isStale = true }
    }

    /// Somebody looks at it.
    func refresh() { change { $0.isStale = $0.client != nil } }

    func run() async {
        let backOff = Mutex(RetryDelay.toService)
        await bell.run {
            while let client = self.takeStale() {
                do throws(ServiceConnection.Failure) {
                    let value = try await self.read(client)
                    backOff.withLock { $0.succeeded() }
                    self.emit(value)
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
        logger.debug("\(what) cannot be read", metadata: ["reason": "\(failure)"])
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
