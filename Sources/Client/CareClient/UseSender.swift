import Care
import Foundation
import Logging
import RealTime
import Synchronization

/// Tells the service that the client uses this kiosk: only the last press, and not kept on the disk, because it is worth
/// nothing to anybody later.
final class UseSender: Sendable {
    private struct State {
        var pressed: Date?
        var backOff = RetryDelay()
    }

    /// How often it is tried with a token that is wrong.
    private static let refusedInterval: Duration = .seconds(15)

    private let logger: Logger
    private let emit: @Sendable (CareClientEvent) -> Void
    private let state = Mutex(State())
    private let bell = Bell()

    init(logger: Logger, emit: @escaping @Sendable (CareClientEvent) -> Void) {
        self.logger = logger
        self.emit = emit
    }

    /// Callable from any thread; replaces an earlier press that was not sent.
    func pressed(at: Date) {
        state.withLock { $0.pressed = at }
        bell.ring()
    }

    /// The service can be reached again.
    func connected() { bell.ring() }

    func run(_ connection: ServiceConnection) async {
        await bell.run {
            while !Task.isCancelled, let pressed = self.next() {
                do throws(ServiceConnection.Failure) {
                    self.emit(.speaks(try await connection.use(KioskUse(at: pressed))))
                    self.state.withLock { $0.backOff.succeeded() }
                } catch {
                    if Task.isCancelled { return nil }
                    if let wait = self.failed(error, pressed) { return wait }
                }
            }
            return nil
        }
    }

    private func next() -> Date? {
        state.withLock { state in
            defer { state.pressed = nil }
            return state.pressed
        }
    }

    /// Returns how long to wait before trying again, or `nil` to drop it.
    private func failed(_ failure: ServiceConnection.Failure, _ pressed: Date) -> Duration? {
        switch failure {
        case .rejected(let problem):
            // An older service does not ask where a client is.
            logger.debug("the service does not note where presses are", metadata: ["problem": "\(problem)"])
            return nil
        case .unreachable(let reason), .notStored(let reason), .refused(let reason):
            logger.debug("where a press was is not told yet", metadata: ["reason": "\(reason)"])
            return state.withLock { state in
                state.pressed = state.pressed ?? pressed
                if case .refused = failure { return Self.refusedInterval }
                return state.backOff.failed()
            }
        }
    }
}
