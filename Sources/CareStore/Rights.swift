import Care
import Foundation
import GRDB

/// Ends what somebody could do, in the transaction that changes what they may do.
///
/// Whatever lets somebody in is a row: a session, the code of an invitation, the code of a pairing. What has ended here is
/// never used again, whatever the person becomes later.
enum Rights {
    /// Ends the sessions of somebody (except `kept`), the invitations that they made or that are for them, and the codes for
    /// devices that they made or that are for them as a client. Gives the sessions that have ended.
    ///
    /// Devices that were paired already stay: a kiosk that is cut off by a slip would lose a call at night.
    static func end(of person: String, except kept: UUID? = nil, in db: Database) throws -> [UUID] {
        let ended = try Logins.endSessions(of: person, except: kept, in: db)
        for (table, key) in [("invitation", "$.person"), ("pairing", "$.client")] {
            // A content that cannot be read names nobody, and must not keep the others from being ended.
            try db.execute(
                sql: """
                    UPDATE \(table) SET code = NULL WHERE code IS NOT NULL AND (made_by = ?1
                        OR CASE WHEN json_valid(content) THEN json_extract(content, ?2) END = ?1)
                    """, arguments: [person, key])
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
