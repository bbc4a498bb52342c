import RealTime
import Foundation
import Synchronization

/// The commands that the service does not have yet, in order, as the sender sees them.
final class PendingCommands: Sendable {
    struct Entry: Sendable {
        var command: CareCommand
        /// Whether it is on this machine's disk.
        var isRecorded: Bool
    }

    private let entries = Mutex<[Entry]>([])
    /// Rung when there is something new to send, or a reason to try again.
    let bell = Bell()

    func add(_ commands: [CareCommand], isRecorded: Bool) {
        entries.withLock { entries in
            for command in commands where !entries.contains(where: { $0.command.id == command.id }) {
                entries.append(Entry(command: command, isRecorded: isRecorded))
            }
        }
        bell.ring()
    }

    func remove(_ id: UUID) { entries.withLock { $0.removeAll { $0.command.id == id } } }

    /// What to send next. What is on no disk goes first: somebody waits to hear whether it could be asked at all.
    func next() -> Entry? {
        entries.withLock { entries in entries.first { !$0.isRecorded } ?? entries.first }
    }
}
