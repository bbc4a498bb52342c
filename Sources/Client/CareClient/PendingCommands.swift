import Care
import Foundation
import RealTime
import Synchronization

/// The undelivered commands, in order, as the sender sees them.
///
/// | turn | next | the service cannot store it | the next round begins |
/// |---|---|---|---|
/// | `new` | before all that were tried | `putOff` | stays |
/// | `due` | after the new ones | `putOff` | stays |
/// | `putOff` | never | – | `due` |
///
/// Commands about the same subject keep their order: an answer never goes before its call.
final class PendingCommands: Sendable {
    /// The turn of a command.
    enum Turn: Sendable {
        /// The service was not reached with it, or it has not been tried.
        case new
        /// The service could not store it in an earlier round.
        case due
        /// The service could not store it in this round.
        case putOff
    }

    struct Entry: Sendable {
        var command: CareCommand
        /// Whether it is on this machine's disk.
        var isRecorded: Bool
        var turn = Turn.new
    }

    private let entries = Mutex<[Entry]>([])
    /// Rung when there is a new command, or a reason to try again.
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

    /// The service cannot store it now: later commands about other subjects are sent meanwhile.
    func putOff(_ id: UUID) {
        entries.withLock { entries in
            for index in entries.indices where entries[index].command.id == id {
                entries[index].turn = .putOff
            }
        }
    }

    /// Starts a new round: postponed commands are tried again.
    func beginRound() {
        entries.withLock { entries in
            for index in entries.indices where entries[index].turn == .putOff { entries[index].turn = .due }
        }
    }

    /// The next command. One that is not on disk goes first: somebody waits to hear whether it could be asked
    /// at all.
    func next() -> Entry? {
        entries.withLock { entries in
            if let direct = entries.first(where: { !$0.isRecorded }) { return direct }
            var begun: Set<CareCommand.Subject> = []
            let firsts = entries.filter { begun.insert($0.command.subject).inserted }
            return firsts.first { $0.turn == .new } ?? firsts.first { $0.turn == .due }
        }
    }
}

extension CareCommand {
    /// The subject of a command: two with the same subject are sent in order.
    enum Subject: Hashable {
        /// A call and its answers.
        case request(UUID)
        case fault(Fault.Key)
        /// A lost call, identified by its words.
        case lostCall(FaultKind, words: String)
        case proposal(UUID)
        /// What was marked of a routine, and a goal itself, which is made before it is marked and deleted after that.
        case routine(UUID)
        case reminder(UUID)
        /// What was said to the client.
        case words(UUID)
        /// Without an occurrence.
        case mood(UUID)
        /// Points and rewards depend on each other.
        case household
    }

    var subject: Subject {
        switch self {
        case .ask(let new): .request(new.id)
        case .respond(let id, _): .request(id)
        case .fault(let fault):
            fault.kind.isLostCall ? .lostCall(fault.kind, words: fault.detail) : .fault(fault.key)
        case .propose(let new): .proposal(new.id)
        case .mark(let entry): .routine(entry.routine)
        case .receipt(let id, _): .reminder(id)
        case .said(let id, _): .words(id)
        case .mood(let mood):
            // Its occurrence is done with it.
            if let routine = mood.routine { .routine(routine) } else { .mood(mood.id) }
        case .household(.addGoal(let new)): .routine(new.id)
        case .household(.endGoal(let routine, _)): .routine(routine)
        case .household(.remind), .household(.ask), .household(.answer), .household(.switchPoints),
            .household(.pay):
            .household
        }
    }
}
