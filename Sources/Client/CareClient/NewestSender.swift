import Logging
import Networking
import RealTime
import Synchronization

/// Sends the newest of something to the service, as fast as the service takes it. It is not kept on the disk, because an older one is worth
/// nothing to anybody.
final class NewestSender<Value: Sendable>: Sendable {
    private struct State {
        var newest: Value?
        var isSent = true
        var backOff = RetryDelay.toService
    }

    private let what: String
    private let isSentAgain: Bool
    private let logger: Logger
    private let deliver: @Sendable (ServiceConnection, Value) async throws(ServiceConnection.Failure) -> Void
    private let state = Mutex(State())
    private let bell = Bell()

    /// - Parameters:
    ///   - what: What it is called in the log: `a screen`.
    ///   - isSentAgain: Whether it is sent after each connection once more: to a service that keeps it only in memory, or is another one.
    init(
        _ what: String, isSentAgain: Bool, logger: Logger,
        deliver:
            @escaping @Sendable (ServiceConnection, Value) async throws(ServiceConnection.Failure) -> Void
    ) {
        self.what = what
        self.isSentAgain = isSentAgain
        self.logger = logger
        self.deliver = deliver
    }

    /// Callable from any thread; replaces one that waits.
    func send(_ value: Value) {
        state.withLock { state in
            state.newest = value
            state.isSent = false
        }
        bell.ring()
    }

    /// The service can be reached again, or knows more of it now, which comes as the answer.
    func connected() {
        state.withLock { if isSentAgain { $0.isSent = $0.newest == nil } }
        bell.ring()
    }

    func run(_ connection: ServiceConnection) async {
        await bell.run {
            while !Task.isCancelled, let value = self.next() {
                do throws(ServiceConnection.Failure) {
                    try await self.deliver(connection, value)
                    self.state.withLock { $0.backOff.succeeded() }
                } catch {
                    if Task.isCancelled { return nil }
                    if let wait = self.failed(error) { return wait }
                }
            }
            return nil
        }
    }

    private func next() -> Value? {
        state.withLock { state in
            guard !state.isSent else { return nil }
            state.isSent = true
            return state.newest
        }
    }

    /// Returns how long to wait before going on, or `nil` to go on at once with a newer one.
    private func failed(_ failure: ServiceConnection.Failure) -> Duration? {
        switch failure {
        case .rejected(let problem):
            // An older service does not know it; another one may be accepted.
            logger.debug("the service refused \(what)", metadata: ["problem": "\(problem)"])
            return nil
        case .unreachable(let reason), .notStored(let reason), .notServed(let reason), .refused(let reason):
            logger.debug("\(what) was not sent", metadata: ["reason": "\(reason)"])
            return state.withLock { state in
                state.isSent = false
                switch failure {
                // People have to put that right.
                case .refused, .notServed: return .seconds(15)
                case .unreachable, .notStored, .rejected: return state.backOff.failed()
                }
            }
        }
    }
}
