import RealTime
import Care
import Foundation
import Logging
import Synchronization

/// Sends commands in order, each until the service has taken it or will never take it.
struct Sender: Sendable {
    /// How often it is tried with a token that is wrong.
    private static let refusedInterval: Duration = .seconds(15)

    let connection: ServiceConnection
    let pending: PendingCommands
    let writer: OutboxWriter
    let logger: Logger
    let emit: @Sendable (CareClientEvent) -> Void

    func run() async {
        let backOff = Mutex(BackOff())
        await pending.bell.run {
            while !Task.isCancelled, let entry = pending.next() {
                do throws(ServiceConnection.Failure) {
                    let request = try await connection.send(entry.command)
                    backOff.withLock { $0.succeeded() }
                    settle(entry, .delivered(entry.command.id, request))
                } catch {
                    if Task.isCancelled { return nil }
                    if let wait = failed(entry, error, backOff) { return wait }
                }
            }
            return nil
        }
    }

    /// Gives how long to wait before going on, or `nil` to go on with the next at once.
    private func failed(
        _ entry: PendingCommands.Entry, _ failure: ServiceConnection.Failure,
        _ backOff: borrowing Mutex<BackOff>
    ) -> Duration? {
        let id = entry.command.id
        switch failure {
        case .rejected(let problem):
            logger.error(
                "the service does not take a command",
                metadata: ["command": "\(id)", "problem": "\(problem)"])
            settle(entry, .rejected(id, problem, problem.request))
            return nil
        case .unreachable(let reason), .refused(let reason):
            guard entry.isRecorded else {
                pending.remove(id)
                emit(.notRecorded(id, detail: reason))
                return nil
            }
            logger.debug("not sent", metadata: ["command": "\(id)", "reason": "\(reason)"])
            if case .refused = failure { return Self.refusedInterval }
            return backOff.withLock { $0.failed() }
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
