public import Care
public import Foundation
import GRDB

extension CareStore {
    public func canAnybodyLogIn() async throws(CareStoreError) -> Bool {
        try await read { db in try Logins.isAny(in: db) }
    }

    /// Whose name this is, and what their password was hashed to.
    public func password(
        ofName name: String
    ) async throws(CareStoreError) -> (person: String, password: StoredPassword)? {
        let key = AccessRules.nameKey(name)
        return try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM login WHERE name_key = ?", arguments: [key])
                .map { ($0["person_id"], StoredPassword(row: $0)) }
        }
    }

    public func password(of person: String) async throws(CareStoreError) -> StoredPassword? {
        try await read { db in
            try Row.fetchOne(db, sql: "SELECT * FROM login WHERE person_id = ?", arguments: [person])
                .map(StoredPassword.init(row:))
        }
    }

    /// Makes the first coordinator, and logs them in. Somebody of that name who is there already becomes it.
    ///
    /// Throws `.notAllowed` as soon as anybody can log in, unless it `isAgain`: somebody who may has said that it shall be.
    ///
    /// - Returns: who it is, and those of their sessions that have ended.
    public func setUp(
        name: String, password: StoredPassword, isAgain: Bool = false, _ session: NewSession
    ) async throws(CareStoreError) -> (person: Person, ended: [UUID]) {
        let keeper = keeper(at: session.at)
        return try await write { db in
            guard try isAgain || !Logins.isAny(in: db) else {
                throw CareStoreError.notAllowed(
                    "somebody can log in already: ask a coordinator to invite you")
            }
            let key = AccessRules.nameKey(name)
            let known = try People.all(in: db) { _, _ in }.first {
                $0.isActive && $0.role != .client && AccessRules.nameKey($0.name) == key
            }
            var person =
                try known ?? Person(id: Logins.freeID(for: name, in: db), name: name, role: .coordinator)
            if known?.role != .coordinator {
                person.role = .coordinator
                person.sequence += 1
                try People.put(person, at: session.at, in: db)
                try keeper.personChanged(person.id, in: db)
            }
            let ended = try Logins.endSessions(of: person.id, in: db)
            try Logins.put(password, of: person, at: session.at, in: db)
            try Logins.begin(session, for: person.id, in: db)
            return (person, ended)
        }
    }

    /// Somebody whose password was right is logged in; `nil` if they may not (any more).
    ///
    /// - Parameter before: A session that the same browser had; it ends.
    public func beginSession(
        of person: String, _ session: NewSession, endingBefore before: UUID?
    ) async throws(CareStoreError) -> Person? {
        try await write { db in
            guard try Logins.has(person, in: db), let found = try People.find(person, in: db),
                found.mayLogIn
            else { return nil }
            if let before {
                try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [before.uuidString])
            }
            try Logins.begin(session, for: person, in: db)
            return found
        }
    }

    /// Changes name and password; with a new password, every other session of theirs ends.
    public func changeAccount(
        of id: String, name: String?, password: StoredPassword?, keeping session: UUID, at: Date
    ) async throws(CareStoreError) -> (person: Person, ended: [UUID]) {
        let keeper = keeper(at: at)
        return try await write { db in
            guard var person = try People.find(id, in: db), try Logins.has(id, in: db) else {
                throw CareStoreError.notFound("login of \(id)")
            }
            if let name, name != person.name {
                try People.checkNameIsFree(name, for: id, in: db)
                person.name = name
                person.sequence += 1
                try People.put(person, at: at, in: db)
                try Logins.renamed(person, in: db)
                try keeper.personChanged(id, in: db)
            }
            guard let password else { return (person, []) }
            try Logins.put(password, of: person, at: at, in: db)
            return (person, try Logins.endSessions(of: id, except: session, in: db))
        }
    }

    /// Everybody who may have a login.
    public func accounts() async throws(CareStoreError) -> [Account] {
        let unreadable = unreadable
        return try await read { db in
            let people = try People.all(in: db, report: unreadable.note)
            let logins = try Set(String.fetchAll(db, sql: "SELECT person_id FROM login"))
            let seen = try Row.fetchAll(
                db, sql: "SELECT person_id, max(last_seen) AS seen FROM session GROUP BY person_id"
            ).reduce(into: [String: Int64]()) { $0[$1["person_id"]] = $1["seen"] }
            return people.filter { $0.role != .client }.map { person in
                Account(
                    person: person, hasLogin: logins.contains(person.id),
                    lastSeen: seen[person.id].map(Date.init(milliseconds:)))
            }
        }
    }

    /// Takes somebody's login away; gives the sessions that have ended with it.
    public func takeLogin(of person: String) async throws(CareStoreError) -> [UUID] {
        try await write { db in
            guard try Logins.has(person, in: db) else {
                throw CareStoreError.notFound("login of \(person)")
            }
            try Logins.checkCoordinatorIsLeft(without: person, in: db)
            let ended = try Logins.endSessions(of: person, in: db)
            try db.execute(sql: "DELETE FROM login WHERE person_id = ?", arguments: [person])
            // Codes that would give it back, and those that they gave others, or kept for themselves.
            try db.execute(
                sql: """
                    UPDATE invitation SET code = NULL
                    WHERE code IS NOT NULL AND (json_extract(content, '$.person') = ?1 OR made_by = ?1)
                    """, arguments: [person])
            try db.execute(
                sql: "UPDATE pairing SET code = NULL WHERE code IS NOT NULL AND made_by = ?",
                arguments: [person])
            return ended
        }
    }
}

extension Person {
    /// Whether somebody like this may log in at all.
    var mayLogIn: Bool { isActive && role != .client }
}

extension StoredPassword {
    fileprivate init(row: Row) {
        self.init(salt: row["salt"], hash: row["hash"], parameters: row["parameters"])
    }
}
