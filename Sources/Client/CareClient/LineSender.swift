import Care
import Foundation
import Logging
import RealTime
import Synchronization

/// Sends what a client says in an appointment: in order, each at once or never. Nothing of it is kept: an answer that arrives an hour later, or a
/// "has come" of somebody who has gone to bed, would be untrue.
final class LineSender: Sendable {
    struct Line: Sendable {
        var appointment: UUID
        var line: NewAppointmentLine
        var taken: ContinuousClock.Instant
    }

    /// What waited for so long behind another is not sent any more.
    private static let patience: Duration = .seconds(10)

    private let logger: Logger
    private let emit: @Sendable (CareClientEvent) -> Void
    private let lines = Mutex<[Line]>([])
    private let bell = Bell()

    init(logger: Logger, emit: @escaping @Sendable (CareClientEvent) -> Void) {
        self.logger = logger
        self.emit = emit
    }

    /// Callable from any thread.
    func send(_ line: NewAppointmentLine, to appointment: UUID) {
        lines.withLock { $0.append(Line(appointment: appointment, line: line, taken: .now)) }
        bell.ring()
    }

    func run(_ connection: ServiceConnection) async {
        await bell.run {
            while !Task.isCancelled, let next = self.next() {
                guard ContinuousClock.now - next.taken < Self.patience else {
                    self.emit(.notTold(next.line.id, detail: "the service did not answer in time"))
                    continue
                }
                do throws(ServiceConnection.Failure) {
                    try await connection.tell(next.line, to: next.appointment)
                } catch {
                    if Task.isCancelled { return nil }
                    self.logger.debug("a line was not sent", metadata: ["reason": "\(error)"])
                    self.emit(.notTold(next.line.id, detail: "\(error)"))
                }
            }
            return nil
        }
    }

    private func next() -> Line? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
}
