public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The session of a token; `nil` if there is none (any more), or its person may not log in now.
    public func session(hash: Data, at: Date) async throws(CareStoreError) -> FoundSession? {
        try await read { db in
            let current = Logins.isCurrent(at)
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM session WHERE hash = ? AND \(current.sql)",
                    arguments: [hash] + current.arguments),
                let person = try People.find(row["person_id"], in: db), person.mayLogIn
            else { return nil }
            return FoundSession(
                id: try row.uuid("id"), person: person,
                hasPassword: try Logins.password(of: person.id, in: db)?.isThere ?? false,
                csrfToken: row["csrf"],
                lastSeen: Date(milliseconds: row["last_seen"]))
        }
    }

    /// Whether a session has not ended meanwhile.
    public func isSession(_ id: UUID) async throws(CareStoreError) -> Bool {
        try await read { db in
            guard
                let person = try String.fetchOne(
                    db, sql: "SELECT person_id FROM session WHERE id = ?", arguments: [id.uuidString])
            else { return false }
            return try People.find(person, in: db)?.mayLogIn ?? false
        }
    }

    /// A clock that starts in 1970 takes nothing back.
    public func sawSession(_ id: UUID, at: Date) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE session SET last_seen = max(last_seen, ?) WHERE id = ?",
                arguments: [at.milliseconds, id.uuidString])
        }
    }

    /// Where somebody is logged in, the last one seen first.
    public func sessions(
        of person: String, asking: UUID, at: Date
    ) async throws(CareStoreError) -> [SessionEntry] {
        try await read { db in
            let current = Logins.isCurrent(at)
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM session WHERE person_id = ? AND \(current.sql)
                    ORDER BY last_seen DESC, rowid DESC
                    """, arguments: [person] + current.arguments
            ).compactMap { row in
                // An unreadable session lets nobody in.
                guard let id = (row["id"] as String?).flatMap(UUID.init(uuidString:)) else { return nil }
                return SessionEntry(
                    id: id, since: Date(milliseconds: row["since"]),
                    lastSeen: Date(milliseconds: row["last_seen"]), browser: row["browser"],
                    address: row["address"], isThis: id == asking,
                    // What cannot be read is not known.
                    battery: (row["battery"] as String?).flatMap {
                        try? CareJSON.decoder().decode(MachineBattery.self, from: Data($0.utf8))
                    })
            }
        }
    }

    /// Logs somebody out at one place; throws `.notFound` where that is nobody's session, or another's.
    public func endSession(_ id: UUID, of person: String) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM session WHERE id = ? AND person_id = ?",
                arguments: [id.uuidString, person])
            if db.changesCount == 0 { throw CareStoreError.notFound("session \(id) of yours") }
            try trail?.note(.loggedOut, about: try People.readable(person, in: db)?.name, in: db)
        }
    }

    /// Which sessions are too old to be used. Sessions in `listening` have an open stream and count as in
    /// use, however old their last message is.
    ///
    /// Their rows stay: the clock may be wrong, and that must not log anybody out for good.
    public func oldSessions(
        listening: Set<UUID>, at: Date
    ) async throws(CareStoreError) -> [UUID] {
        try await write { db in
            for id in listening {
                try db.execute(
                    sql: "UPDATE session SET last_seen = max(last_seen, ?) WHERE id = ?",
                    arguments: [at.milliseconds, id.uuidString])
            }
            let current = Logins.isCurrent(at)
            return try String.fetchAll(
                db, sql: "SELECT id FROM session WHERE NOT (\(current.sql))", arguments: current.arguments
            ).compactMap(UUID.init(uuidString:))
        }
    }

    /// Logs somebody out everywhere; returns the sessions that have ended.
    public func endSessions(of person: String) async throws(CareStoreError) -> [UUID] {
        try await write { db in
            let ended = try Logins.endSessions(of: person, in: db)
            try trail?.note(
                .loggedOut, about: try People.readable(person, in: db)?.name,
                changes: [.everywhere(ended.count)], in: db)
            return ended
        }
    }
}
