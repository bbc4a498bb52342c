import RealTime
import Care
import Foundation
import Logging
import Networking
import Synchronization

/// Sends commands in order, each until the service has taken it or has refused it for good.
///
/// A command that the service cannot store, or does not take for this client, is postponed, so that later ones are still called out; all
/// postponed ones are tried again in rounds (decision 0190).
struct Sender: Sendable {
    private struct State {
        var backOff = RetryDelay.toService
        /// Between rounds.
        var storeBackOff = RetryDelay.toService
        /// When postponed commands are tried again; `nil` if there are none.
        var nextRound: ContinuousClock.Instant?
    }

    /// How often it is tried with a token that is wrong.
    private static let refusedInterval: Duration = .seconds(15)

    let connection: ServiceConnection
    let pending: PendingCommands
    let writer: OutboxWriter
    let link: LinkWatch
    let logger: Logger
    let emit: @Sendable (CareClientEvent) -> Void

    func run() async {
        let state = Mutex(State())
        await pending.bell.run {
            beginRound(state)
            while !Task.isCancelled, let entry = pending.next() {
                do throws(ServiceConnection.Failure) {
                    let request = try await connection.send(entry.command)
                    link.answered()
                    state.withLock { state in
                        state.backOff.succeeded()
                        if entry.turn == .due { state.storeBackOff.succeeded() }
                    }
                    settle(entry, .delivered(entry.command.id, request))
                } catch {
                    if Task.isCancelled { return nil }
                    if let wait = failed(entry, error, state) { return wait }
                }
            }
            return state.withLock { $0.nextRound.map { max(.zero, $0 - .now) } }
        }
    }

    /// Tries postponed commands again if it is time.
    private func beginRound(_ state: borrowing Mutex<State>) {
        let isTime = state.withLock { state in
            guard let next = state.nextRound, next <= .now else { return false }
            state.nextRound = nil
            return true
        }
        if isTime { pending.beginRound() }
    }

    /// Returns how long to wait before going on, or `nil` to go on with the next at once.
    private func failed(
        _ entry: PendingCommands.Entry, _ failure: ServiceConnection.Failure,
        _ state: borrowing Mutex<State>
    ) -> Duration? {
        let id = entry.command.id
        switch failure {
        case .rejected(let problem):
            logger.error(
                "the service refused a command",
                metadata: ["command": "\(id)", "problem": "\(problem)"])
            settle(entry, .rejected(id, problem, problem.request))
            return nil
        case .unreachable(let reason), .notStored(let reason), .notServed(let reason), .refused(let reason):
            guard entry.isRecorded else {
                pending.remove(id)
                emit(.notRecorded(id, detail: reason))
                return nil
            }
            logger.debug("not sent", metadata: ["command": "\(id)", "reason": "\(reason)"])
            switch failure {
            case .notStored, .notServed:
                pending.putOff(id)
                state.withLock { state in
                    guard state.nextRound == nil else { return }
                    state.nextRound = .now + state.storeBackOff.failed()
                }
                return nil
            case .refused: return Self.refusedInterval
            case .unreachable, .rejected: return state.withLock { $0.backOff.failed() }
            }
        }
    }

    private func settle(_ entry: PendingCommands.Entry, _ event: CareClientEvent) {
        pending.remove(entry.command.id)
        if entry.isRecorded {
            writer.remove(entry.command.id)
        } else if case .delivered = event {
            emit(.recorded(entry.command.id))
        }
        emit(event)
    }
}
