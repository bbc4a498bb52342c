import Care
import Logging
import RealTime
import Synchronization

/// Sends the client's screen to the service: the newest alone, as fast as the service takes it, and again after each
/// connection, for the service keeps it in memory only.
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

    /// Callable from any thread; what waits is replaced.
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

    /// Returns how long to wait before going on, or `nil` to go on at once with what is newer.
    private func failed(_ failure: ServiceConnection.Failure, _ screen: Screen) -> Duration? {
        switch failure {
        case .rejected(let problem):
            // An older service knows no screens; another screen may be taken.
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
