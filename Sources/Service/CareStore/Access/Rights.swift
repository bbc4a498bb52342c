import Care
import Foundation
import GRDB

/// Ends sessions and codes, in the transaction that changes somebody's rights.
///
/// Everything that grants access is a row: a session, an invitation's code, a pairing's code, a link with a provider, a passkey. A row that has
/// ended here is never valid again, even if the person gets the rights back later.
enum Rights {
    /// What has ended with somebody's rights.
    struct Ended {
        var sessions: [UUID] = []
        var invitations = 0
        var pairings = 0
        var identities = 0
        var passkeys = 0
        var secondSteps = 0

        /// For the audit log: one for each kind that has ended.
        var changes: [AuditChange] {
            [
                (AuditChange.Ended.sessions, sessions.count), (.invitations, invitations),
                (.pairings, pairings), (.identities, identities), (.passkeys, passkeys),
                (.secondSteps, secondSteps),
            ]
            .filter { $0.1 > 0 }.map { .ended($0.0, $0.1) }
        }
    }

    /// Which ways of logging in end with somebody's rights, beside their sessions. Their password is another matter.
    enum EndedWays {
        case none
        /// Links with providers, and passkeys: they let somebody in without the password. The second step asks for more than it, and stays.
        case besidesPassword
        /// The second step too: whoever begins anew may have lost what makes its codes.
        case all
    }

    /// Ends the sessions of somebody (except `kept`), the invitations that they made or that are for them, and the codes for
    /// devices that they made or that are for them as a client.
    ///
    /// Paired devices stay: a kiosk that is cut off by mistake would lose a call at night.
    static func end(
        of person: String, except kept: UUID? = nil, ways: EndedWays = .none, in db: Database
    ) throws -> Ended {
        var ended = Ended(sessions: try Logins.endSessions(of: person, except: kept, in: db))
        for (table, key, count) in [
            ("invitation", "$.person", \Ended.invitations), ("pairing", "$.client", \Ended.pairings),
        ] {
            // Unreadable content names nobody, and must not keep the others from ending.
            try db.execute(
                sql: """
                    UPDATE \(table) SET code = NULL WHERE code IS NOT NULL AND (made_by = ?1
                        OR CASE WHEN json_valid(content) THEN json_extract(content, ?2) END = ?1)
                    """, arguments: [person, key])
            ended[keyPath: count] = db.changesCount
        }
        switch ways {
        case .none: break
        case .besidesPassword: try endWays(besidesPasswordOf: person, &ended, in: db)
        case .all:
            try endWays(besidesPasswordOf: person, &ended, in: db)
            ended.secondSteps = try SecondSteps.delete(of: person, in: db) ? 1 : 0
        }
        return ended
    }

    private static func endWays(
        besidesPasswordOf person: String, _ ended: inout Ended, in db: Database
    ) throws {
        ended.identities = try Identities.delete(of: person, in: db)
        ended.passkeys = try Passkeys.delete(of: person, in: db)
    }

    /// Whether somebody may invite others now: they must be an active coordinator who can log in.
    static func mayInvite(_ person: String?, in db: Database) throws -> Bool {
        guard let person, let found = try People.readable(person, in: db) else { return false }
        return try found.isActive && found.role == .coordinator && Logins.has(person, in: db)
    }

    /// Throws `.notAllowed` unless somebody may invite others now, even if they could when they sent the
    /// message.
    static func checkMayInvite(_ person: String, in db: Database) throws {
        guard try mayInvite(person, in: db) else {
            throw CareStoreError.notAllowed("only a coordinator does that, and you are none any more")
        }
    }
}
