public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The session of a token; `nil` if there is none (any more), or its person may not log in now.
    public func session(hash: Data, at: Date) async throws(CareStoreError) -> FoundSession? {
        let oldest = at.addingTimeInterval(-Logins.longestAbsence).milliseconds
        return try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM session WHERE hash = ? AND last_seen >= ?",
                    arguments: [hash, oldest]),
                let person = try People.find(row["person_id"], in: db), person.mayLogIn
            else { return nil }
            return FoundSession(
                id: try row.uuid("id"), person: person, csrfToken: row["csrf"],
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

    public func sawSession(_ id: UUID, at: Date) async throws(CareStoreError) {
        try await write { db in
            try db.execute(
                sql: "UPDATE session SET last_seen = ? WHERE id = ?",
                arguments: [at.milliseconds, id.uuidString])
        }
    }

    /// Where somebody is logged in, the last one seen first.
    public func sessions(of person: String, asking: UUID) async throws(CareStoreError) -> [SessionEntry] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM session WHERE person_id = ? ORDER BY last_seen DESC, rowid DESC",
                arguments: [person]
            ).map { row in
                let id = try row.uuid("id")
                return SessionEntry(
                    id: id, since: Date(milliseconds: row["since"]),
                    lastSeen: Date(milliseconds: row["last_seen"]), browser: row["browser"],
                    isThis: id == asking)
            }
        }
    }

    public func endSession(_ id: UUID) async throws(CareStoreError) {
        try await write { db in
            try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id.uuidString])
        }
    }

    /// Logs somebody out everywhere; gives which sessions have ended.
    public func endSessions(of person: String) async throws(CareStoreError) -> [UUID] {
        try await write { db in try Logins.endSessions(of: person, in: db) }
    }
}
