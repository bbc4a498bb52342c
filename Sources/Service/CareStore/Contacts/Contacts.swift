import Care
import Foundation
import GRDB

/// The rows of `contact`.
enum Contacts {
    /// As many as one person has, or the home for itself.
    static let most = 20

    /// Those over which something is sent, in SQL: `contact` with what the home has set of its `channel`.
    static let active = """
        contact JOIN channel ON channel.name = contact.channel AND channel.is_on = 1
            AND contact.is_on = 1 AND contact.state <> 'ended'
        """

    /// - Parameter report: Called for each row that cannot be read; the others are returned.
    static func all(in db: Database, report: (UnreadableRow, any Error) -> Void) throws -> [Contact] {
        readable(
            try Row.fetchAll(db, sql: "SELECT * FROM contact ORDER BY person_id, label, id"), report: report)
    }

    /// - Parameter person: `nil` for the home's own.
    static func all(
        of person: String?, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> [Contact] {
        readable(
            try Row.fetchAll(
                db, sql: "SELECT * FROM contact WHERE person_id IS ? ORDER BY label, id", arguments: [person]),
            report: report)
    }

    static func readable(_ rows: [Row], report: (UnreadableRow, any Error) -> Void) -> [Contact] {
        rows.compactMap { row in
            do { return try contact(row) } catch {
                report(UnreadableRow(.contact, row), error)
                return nil
            }
        }
    }

    static func find(_ id: UUID, in db: Database) throws -> Contact? {
        try Row.fetchOne(db, sql: "SELECT * FROM contact WHERE id = ?", arguments: [id.uuidString])
            .map(contact)
    }

    static func contact(_ row: Row) throws -> Contact {
        let id = try row.uuid("id")
        func time(_ column: String) -> Date? { (row[column] as Int64?).map(Date.init(milliseconds:)) }
        return Contact(
            id: id, person: row["person_id"], channel: row["channel"], label: row.words("label"),
            address: try Stored.value(row["address"], of: "the contact \(id)"),
            after: Int(row["after_seconds"] as Int64), isOn: row["is_on"], state: try row.value("state"),
            problem: row["problem"], provedAt: time("proved_at"), confirmedAt: time("confirmed_at"),
            renewedAt: Date(milliseconds: row["renewed_at"]), sequence: row["sequence"])
    }

    static func put(_ contact: Contact, in db: Database) throws {
        let columns: ColumnValues = [
            "person_id": contact.person, "channel": contact.channel, "label": contact.label,
            "address": try Stored.text(contact.address), "after_seconds": contact.after,
            "is_on": contact.isOn, "state": contact.state.rawValue, "problem": contact.problem,
            "proved_at": contact.provedAt?.milliseconds, "confirmed_at": contact.confirmedAt?.milliseconds,
            "renewed_at": contact.renewedAt.milliseconds, "sequence": contact.sequence,
        ]
        let isThere = try Bool.fetchOne(
            db, sql: "SELECT 1 FROM contact WHERE id = ?", arguments: [contact.id.uuidString])
        // Never replaced: its messages would go with the old row.
        if isThere ?? false {
            try columns.update("contact", where: "id", is: contact.id.uuidString, in: db)
        } else {
            try (columns + ["id": contact.id.uuidString]).insert(into: "contact", in: db)
        }
    }

    /// The people who have one over which something is sent.
    static func reachable(in db: Database) throws -> Set<String> {
        Set(
            try Row.fetchAll(
                db, sql: "SELECT DISTINCT person_id FROM \(active) WHERE person_id IS NOT NULL"
            ).map { row -> String in row["person_id"] })
    }

    /// Somebody has left, or is a client now: nothing is sent to them any more, also after they have come back, until somebody switches it on.
    static func switchOff(of person: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE contact SET is_on = 0, sequence = sequence + 1 WHERE person_id = ? AND is_on = 1",
            arguments: [person])
        try db.execute(
            sql: """
                \(Messages.drop) AND contact_id IN (SELECT id FROM contact WHERE person_id = ?)
                """, arguments: [person])
    }

    // MARK: - How it goes

    /// The other side has taken a proof or a message, or the device has confirmed one.
    ///
    /// - Parameter sequence: As for `end`.
    static func works(
        _ id: UUID, isConfirmed: Bool, sequence: Int64? = nil, at now: Date, in db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE contact SET state = 'working', problem = NULL, proved_at = ?2,
                    confirmed_at = iif(?3, ?2, confirmed_at)
                WHERE id = ?1 AND state <> 'ended' AND (?4 IS NULL OR sequence = ?4)
                """, arguments: [id.uuidString, now.milliseconds, isConfirmed, sequence])
    }

    /// - Parameter sequence: As for `end`.
    static func fails(_ id: UUID, _ problem: String, sequence: Int64? = nil, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE contact SET state = 'failing', problem = ?1
                WHERE id = ?2 AND state <> 'ended' AND (?3 IS NULL OR sequence = ?3)
                """, arguments: [problem, id.uuidString, sequence])
    }

    /// The other side does not know it any more; what waits for it is dropped.
    ///
    /// - Parameter sequence: Only while it is as it was when that was found out: its owner may have written another address since.
    static func end(_ id: UUID, _ problem: String, sequence: Int64? = nil, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE contact SET state = 'ended', problem = ?1
                WHERE id = ?2 AND state <> 'ended' AND (?3 IS NULL OR sequence = ?3)
                """, arguments: [problem, id.uuidString, sequence])
        guard db.changesCount > 0 else { return }
        try db.execute(sql: "\(Messages.drop) AND contact_id = ?", arguments: [id.uuidString])
    }

    /// Whose device it is by now says what was written last: the others that push to the same subscription end.
    static func endOthers(onDeviceOf contact: Contact, in db: Database) throws {
        let channel = ContactChannel.webPush.rawValue
        guard contact.channel == channel, let endpoint = contact.address["endpoint"] else { return }
        let others = try Row.fetchAll(
            db,
            sql: """
                SELECT id FROM contact WHERE channel = ? AND state <> 'ended' AND id <> ?
                    AND json_extract(address, '$.endpoint') = ?
                """, arguments: [channel, contact.id.uuidString, endpoint])
        for row in others { try end(try row.uuid("id"), handedOn, in: db) }
    }

    /// For whoever had the device before; it has a text in every language of the pages.
    private static let handedOn =
        "somebody has switched on notifications for themselves on this device: switch them on again there if it is yours"

    /// Whether nobody has written it since it was read.
    static func isAsRead(_ contact: Contact, in db: Database) throws -> Bool {
        try Int64.fetchOne(
            db, sql: "SELECT sequence FROM contact WHERE id = ?", arguments: [contact.id.uuidString])
            == contact.sequence
    }

    /// The clock was set back: a proof of what is to come proves nothing.
    static func bound(by wall: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE contact SET proved_at = NULL WHERE proved_at > ?", arguments: [wall.milliseconds])
    }
}
