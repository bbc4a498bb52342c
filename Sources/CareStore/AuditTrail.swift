import Care
import Foundation
import GRDB
import Logging
import Synchronization

/// Who does something that is written into the audit log, and from where.
public struct AuditActor: Sendable, Equatable {
    /// Their name, or what they are where they are nobody with a name.
    public var name: String?
    /// The person's or device's id.
    public var id: String?
    public var address: String

    public init(name: String? = nil, id: String? = nil, address: String = "") {
        self.name = name
        self.id = id
        self.address = address
    }
}

/// What one transaction writes into the audit log; the same lines go to the system's log once it is on the disk.
final class AuditTrail: Sendable {
    /// So many entries are kept of what was done, and so many of who was not let in: whoever knocks all night does not push out
    /// what was done.
    static let mostDone = 20_000
    static let mostFailures = 5_000
    /// Longest name, in code points.
    private static let longestText = 200
    /// As many changes as one entry names.
    private static let mostChanges = 100

    private let actor: AuditActor
    private let at: Date
    private let entries = Mutex<[AuditEntry]>([])

    init(_ actor: AuditActor, at: Date) {
        self.actor = actor
        self.at = at
    }

    /// Writes an entry, in the transaction that does what it says.
    ///
    /// - Parameter actor: Who it is, where that is known only now.
    func note(
        _ kind: AuditKind, about: String?, changes: [String] = [], by actor: AuditActor? = nil,
        in db: Database
    ) throws {
        let actor = actor ?? self.actor
        var entry = AuditEntry(
            number: 0, at: Date(milliseconds: at.milliseconds), kind: kind, by: actor.name.map(Self.short),
            byID: actor.id, address: actor.address, about: about.map(Self.short),
            changes: changes.prefix(Self.mostChanges).map(Self.short))
        try db.execute(
            sql: """
                INSERT INTO audit (at, kind, is_failure, by_name, by_id, address, about, changes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                at.milliseconds, kind.rawValue, kind.isFailure, entry.by, entry.byID, entry.address,
                entry.about, try Stored.text(entry.changes),
            ])
        entry.number = db.lastInsertedRowID
        try db.execute(
            sql: """
                DELETE FROM audit WHERE is_failure = ?1 AND number <= (
                    SELECT number FROM audit WHERE is_failure = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """,
            arguments: [kind.isFailure, kind.isFailure ? Self.mostFailures : Self.mostDone])
        let made = entry
        entries.withLock { $0.append(made) }
    }

    /// The transaction is on the disk.
    func log(to logger: Logger) {
        for entry in entries.withLock({ $0 }) { logger.notice("\(entry.line)") }
    }

    private static func short(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }
}
