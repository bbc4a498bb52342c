import Foundation

/// What happens to one due time of a chore.
enum ChoreAct {
    case claim
    /// Whoever has taken it gives it back.
    case giveBack
    /// Some of its parts, but not the last.
    case part
    /// All that is left.
    case done
    case skip
    /// Of any entry that still counts.
    case undo
    /// Yes, or not yet.
    case judge
}

/// What was done of one due time of a chore, and what it brings, by rules written here anew.
///
/// The times at which one occurrence was planned share it: moving it takes nothing away.
final class ChoreWork {
    enum What {
        case claimed(person: String)
        /// So many parts; `nil`: all that is left.
        case done(person: String, parts: Int?)
        case skipped, approved, notYet
    }

    struct Entry {
        let id: UUID
        let what: What
        /// What was done when it came.
        let seen: [Part]
        var isUndone = false
    }

    /// One entry's share of what counts.
    struct Part: Hashable {
        let entry: UUID
        let person: String
        let parts: Int
    }

    let count: Int
    let points: Int
    let needsApproval: Bool
    private(set) var entries: [Entry] = []
    /// What counts now, with what each brought when it began to.
    private(set) var counting: [(part: Part, share: Int)] = []
    /// The lines of the ledger, by entry, in their order.
    private(set) var lines: [UUID: [Int]] = [:]
    /// When it changed hands.
    private(set) var handed: [Int64] = []
    /// When somebody gave it back, and everybody was told anew.
    private(set) var givenBack: [Int64] = []

    init(_ chore: PlannedRoutine.Chore) {
        (count, points, needsApproval) = (chore.count, chore.points, chore.needsApproval)
    }

    // MARK: - How it stands

    private var standing: (parts: [Part], isSkipped: Bool, isApproved: Bool) {
        var (parts, isSkipped, isApproved): ([Part], Bool, Bool) = ([], false, false)
        for entry in entries where !entry.isUndone {
            let left = count - Self.sum(parts)
            switch entry.what {
            case .claimed: break
            case .done(let person, let number):
                isSkipped = false
                guard left > 0 else { continue }
                parts.append(Part(entry: entry.id, person: person, parts: min(number ?? left, left)))
                isApproved = false
            case .skipped:
                if left == 0 { (parts, isApproved) = ([], false) }
                isSkipped = true
            // What was approved is what was done by then.
            case .approved: isApproved = left == 0 && parts == entry.seen
            case .notYet: (parts, isSkipped, isApproved) = ([], false, false)
            }
        }
        return (parts, isSkipped, isApproved)
    }

    private static func sum(_ parts: [Part]) -> Int { parts.reduce(0) { $0 + $1.parts } }

    var left: Int { count - Self.sum(standing.parts) }
    var isClosed: Bool { standing.isSkipped || left == 0 }
    /// It is done, and somebody else has to say whether it is.
    var isWaiting: Bool { needsApproval && !standing.isSkipped && left == 0 && !standing.isApproved }
    /// Everybody who has done some of it, whether or not it counts.
    var done: [Part] { standing.parts }

    /// Who has claimed it.
    var holder: String? { claim?.person }

    /// The claim that counts.
    var claim: (entry: UUID, person: String)? {
        for entry in entries.reversed() where !entry.isUndone {
            if case .claimed(let person) = entry.what { return (entry.id, person) }
        }
        return nil
    }

    /// Entries that somebody may take back, whoever has it.
    var undoable: [UUID] {
        entries.compactMap { entry in
            if case .claimed = entry.what { return nil }
            return entry.isUndone ? nil : entry.id
        }
    }

    /// Whether an entry says whether what was done counts.
    func isAnswer(_ id: UUID) -> Bool {
        entries.contains { entry in
            switch entry.what {
            case .approved, .notYet: entry.id == id
            case .claimed, .done, .skipped: false
            }
        }
    }

    // MARK: - What is entered

    func add(_ what: What, id: UUID, at now: Int64) {
        entries.append(Entry(id: id, what: what, seen: standing.parts))
        if case .claimed = what { handed.append(now) }
        recount()
    }

    func undo(_ id: UUID, at now: Int64) {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return }
        entries[index].isUndone = true
        if case .claimed = entries[index].what {
            handed.append(now)
            givenBack.append(now)
        }
        recount()
    }

    /// What does not count any more is taken back; what counts anew brings what all is worth by then, less what the rest brought.
    private func recount() {
        let standing = standing
        let isDone = !standing.isSkipped && left == 0
        let now = !needsApproval || isDone && standing.isApproved ? standing.parts : []
        for (part, _) in counting where !now.contains(part) {
            let net = (lines[part.entry] ?? []).reduce(0, +)
            if net > 0 { lines[part.entry, default: []].append(-net) }
        }
        counting.removeAll { !now.contains($0.part) }
        for part in now where !counting.contains(where: { $0.part == part }) {
            let before = Self.sum(counting.map(\.part))
            let paid = counting.reduce(0) { $0 + $1.share }
            let share = max(0, points * (before + part.parts) / count - paid)
            counting.append((part, share))
            if share > 0 { lines[part.entry, default: []].append(share) }
        }
    }
}
