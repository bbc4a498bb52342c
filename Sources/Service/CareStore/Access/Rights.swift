import Care
import Foundation
import GRDB

/// Ends what somebody could do, in the transaction that changes what they may do.
///
/// Whatever lets somebody in is a row: a session, the code of an invitation, the code of a pairing. What has ended here is
/// never used again, whatever the person becomes later.
enum Rights {
    /// What has ended with somebody's rights.
    struct Ended {
        var sessions: [UUID] = []
        var invitations = 0
        var pairings = 0

        /// For the audit log: one text for each kind of which something has ended.
        var changes: [String] {
            [(sessions.count, "session"), (invitations, "invitation"), (pairings, "device code")]
                .filter { $0.0 > 0 }.map { "ended: \($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        }
    }

    /// Ends the sessions of somebody (except `kept`), the invitations that they made or that are for them, and the codes for
    /// devices that they made or that are for them as a client.
    ///
    /// Devices that were paired already stay: a kiosk that is cut off by a slip would lose a call at night.
    static func end(of person: String, except kept: UUID? = nil, in db: Database) throws -> Ended {
        var ended = Ended(sessions: try Logins.endSessions(of: person, except: kept, in: db))
        for (table, key, count) in [
            ("invitation", "$.person", \Ended.invitations), ("pairing", "$.client", \Ended.pairings),
        ] {
            // A content that cannot be read names nobody, and must not keep the others from being ended.
            try db.execute(
                sql: """
                    UPDATE \(table) SET code = NULL WHERE code IS NOT NULL AND (made_by = ?1
                        OR CASE WHEN json_valid(content) THEN json_extract(content, ?2) END = ?1)
                    """, arguments: [person, key])
            ended[keyPath: count] = db.changesCount
        }
        return ended
    }

    /// Whether somebody may let others in now: an active coordinator who can log in.
    static func mayInvite(_ person: String?, in db: Database) throws -> Bool {
        guard let person, let found = try People.readable(person, in: db) else { return false }
        return try found.isActive && found.role == .coordinator && Logins.has(person, in: db)
    }

    /// Throws `.notAllowed` unless somebody may let others in, also where they could when they sent their message.
    static func checkMayInvite(_ person: String, in db: Database) throws {
        guard try mayInvite(person, in: db) else {
            throw CareStoreError.notAllowed("only a coordinator does that, and you are none any more")
        }
    }
}
