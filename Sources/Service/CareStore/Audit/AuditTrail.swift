import Care
import Foundation
import GRDB
import Logging
import Synchronization

/// Who does something that the audit log records, and from where.
public struct AuditActor: Sendable, Equatable {
    /// Their name, or what they are (such as a program) if they have no name.
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

/// What one transaction writes into the audit log. The same lines go to the system's log once the transaction
/// is on disk.
final class AuditTrail: Sendable {
    /// Longest name, in code points.
    private static let longestText = 200
    /// How many changes one entry names at most.
    private static let mostChanges = 100

    private let actor: AuditActor
    private let at: Date
    private let entries = Mutex<[AuditEntry]>([])

    init(_ actor: AuditActor, at: Date) {
        self.actor = actor
        self.at = at
    }

    /// Writes an entry, in the same transaction as the change itself.
    ///
    /// - Parameter actor: Who does it, if that is known only now.
    func note(
        _ kind: AuditKind, about: String?, changes: [AuditChange] = [], by actor: AuditActor? = nil,
        in db: Database
    ) throws {
        let actor = actor ?? self.actor
        var entry = AuditEntry(
            number: 0, at: Date(milliseconds: at.milliseconds), kind: kind, by: actor.name.map(Self.short),
            byID: actor.id, address: actor.address, about: about.map(Self.short),
            changes: changes.prefix(Self.mostChanges).map { Self.short($0.description) })
        try db.execute(
            sql: """
                INSERT INTO audit (at, kind, share, by_name, by_id, address, about, by_key, about_key, changes)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                at.milliseconds, kind.rawValue, kind.share.rawValue, entry.by, entry.byID, entry.address,
                entry.about, entry.by.map(AccessRules.nameKey), entry.about.map(AccessRules.nameKey),
                try Stored.text(entry.changes),
            ])
        entry.number = db.lastInsertedRowID
        try db.execute(
            sql: """
                DELETE FROM audit WHERE share = ?1 AND number <= (
                    SELECT number FROM audit WHERE share = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
                """,
            arguments: [kind.share.rawValue, kind.share.most])
        let made = entry
        entries.withLock { $0.append(made) }
    }

    /// The transaction is on the disk.
    func log(to logger: Logger) {
        let made = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        for entry in made { logger.notice("\(entry.line)") }
    }

    /// What kind of device a code is for, and whose.
    static func changes(_ new: NewPairing) -> [AuditChange] {
        [.device(new.kind)] + (new.client.map { [.client($0)] } ?? [])
    }

    private static func short(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }
}
