import Care
import Logging
import RealTime
import Synchronization

/// Sends the client's screen to the service: only the newest, as fast as the service takes it, and again
/// after each connection, because the service keeps it only in memory.
final class ScreenSender: Sendable {
    private struct State {
        var screen: Screen?
        var isSent = true
        var backOff = RetryDelay()
    }

    /// How often it is tried with a token that is wrong.
    private static let refusedInterval: Duration = .seconds(15)

    private let logger: Logger
    private let state = Mutex(State())
    private let bell = Bell()

    init(logger: Logger) { self.logger = logger }

    /// Callable from any thread; replaces a waiting screen.
    func show(_ screen: Screen) {
        state.withLock { state in
            state.screen = screen
            state.isSent = false
        }
        bell.ring()
    }

    /// The service may have been restarted.
    func connected() {
        state.withLock { $0.isSent = $0.screen == nil }
        bell.ring()
    }

    func run(_ connection: ServiceConnection) async {
        await bell.run {
            while !Task.isCancelled, let screen = self.next() {
                do throws(ServiceConnection.Failure) {
                    try await connection.show(screen)
                    self.state.withLock { $0.backOff.succeeded() }
                } catch {
                    if Task.isCancelled { return nil }
                    if let wait = self.failed(error, screen) { return wait }
                }
            }
            return nil
        }
    }

    private func next() -> Screen? {
        state.withLock { state in
            guard !state.isSent else { return nil }
            state.isSent = true
            return state.screen
        }
    }

    /// Returns how long to wait before going on, or `nil` to go on at once with a newer screen.
    private func failed(_ failure: ServiceConnection.Failure, _ screen: Screen) -> Duration? {
        switch failure {
        case .rejected(let problem):
            // An older service has no screens; another screen may be accepted.
            logger.warning("the service refused a screen", metadata: ["problem": "\(problem)"])
            return nil
        case .unreachable(let reason), .notStored(let reason), .refused(let reason):
            logger.debug("a screen was not sent", metadata: ["reason": "\(reason)"])
            return state.withLock { state in
                state.isSent = false
                if case .refused = failure { return Self.refusedInterval }
                return state.backOff.failed()
            }
        }
    }
}
