import Care
import Foundation
import GRDB

/// The rows of `login` and `session`.
enum Logins {
    /// How many sessions one person can have; beyond that, the one that was seen longest ago ends.
    static let mostSessions = 50
    /// How long an unused session lasts. Seconds; its cookie expires at the same time.
    static let longestAbsence: TimeInterval = 90 * 86_400
    /// How long a session lasts however much it is used. Seconds; then the password is asked for again. One of somebody who has none
    /// lasts as long as it is used, as a paired device does.
    static let longestSession: TimeInterval = 400 * 86_400

    static func isAny(in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM login)") ?? false
    }

    static func has(_ person: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT 1 FROM login WHERE person_id = ?", arguments: [person]) ?? false
    }

    static func password(of person: String, in db: Database) throws -> StoredPassword? {
        try Row.fetchOne(db, sql: "SELECT * FROM login WHERE person_id = ?", arguments: [person])
            .map(StoredPassword.init(row:))
    }

    /// Whether somebody is logged in anywhere.
    static func isLoggedIn(_ person: String, at: Date, in db: Database) throws -> Bool {
        let current = isCurrent(at)
        return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM session WHERE person_id = ? AND \(current.sql))",
            arguments: [person] + current.arguments) ?? false
    }

    static func isSession(_ id: UUID, of person: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT 1 FROM session WHERE id = ? AND person_id = ?",
            arguments: [id.uuidString, person]) ?? false
    }

    static func put(
        _ password: StoredPassword, of person: Person, at: Date, in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO login (person_id, salt, hash, parameters, changed_at) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT (person_id) DO UPDATE
                SET salt = ?2, hash = ?3, parameters = ?4, changed_at = ?5
                """,
            arguments: [
                person.id, password.salt, password.hash, password.parameters, at.milliseconds,
            ])
        try takeName(of: person, in: db)
    }

    /// The same password, hashed at today's cost.
    static func renew(_ password: StoredPassword, of person: String, in db: Database) throws {
        try db.execute(
            sql: "UPDATE login SET salt = ?, hash = ?, parameters = ? WHERE person_id = ?",
            arguments: [password.salt, password.hash, password.parameters, person])
    }

    /// Two people with the same login name could not be told apart.
    static func checkFree(_ name: String, for person: String, in db: Database) throws {
        let other = try String.fetchOne(
            db, sql: "SELECT person_id FROM login WHERE name_key = ? AND person_id <> ?",
            arguments: [AccessRules.nameKey(name), person])
        guard other == nil else {
            throw CareStoreError.invalid(
                field: "name", "somebody else logs in as \(name): add the first letter of the family name")
        }
    }

    /// Follows a person who has another name, has left or has come back: people log in by their name. Whoever has left, or has no
    /// password, keeps it from nobody.
    static func takeName(of person: Person, in db: Database) throws {
        guard let password = try password(of: person.id, in: db) else { return }
        let needsName = person.mayLogIn && password.isThere
        if needsName { try checkFree(person.name, for: person.id, in: db) }
        try db.execute(
            sql: "UPDATE login SET name_key = ? WHERE person_id = ?",
            arguments: [needsName ? AccessRules.nameKey(person.name) : nil, person.id])
    }

    /// At least one person who can invite others must remain.
    static func checkCoordinatorIsLeft(without person: String, in db: Database) throws {
        let others = try String.fetchAll(
            db, sql: "SELECT person_id FROM login WHERE person_id <> ? AND parameters <> ?",
            arguments: [person, StoredPassword.none.parameters])
        let isOne = try others.contains { id in
            try People.readable(id, in: db).map { $0.isActive && $0.role == .coordinator } ?? false
        }
        guard isOne else {
            throw CareStoreError.notAllowed(
                "this is the only coordinator who can log in: invite another one first, or nobody could invite anybody"
            )
        }
    }

    /// Whether somebody's role or membership of the home may change.
    static func check(
        _ before: Person, becomes after: Person, by writer: PersonWriter, in db: Database
    ) throws {
        // They log in by their name.
        guard
            before.role != after.role || before.reach != after.reach || before.isActive != after.isActive
                || before.name != after.name,
            try has(before.id, in: db)
        else { return }
        try check(writer, writes: before.name, in: db)
        let staysCoordinator = after.role == .coordinator && after.isActive
        if before.role == .coordinator, before.isActive, !staysCoordinator {
            try checkCoordinatorIsLeft(without: before.id, in: db)
        }
    }

    /// Whether a writer may change the role of somebody who can log in.
    static func check(_ writer: PersonWriter, writes name: String, in db: Database) throws {
        switch writer {
        case .home: break
        case .coordinator(let id): try Rights.checkMayInvite(id, in: db)
        case .other:
            throw CareStoreError.notAllowed(
                "\(name) can log in: only a coordinator changes what they are here")
        }
    }

    /// Returns which other sessions of theirs have ended because of it.
    static func begin(_ session: NewSession, for person: String, in db: Database) throws -> [UUID] {
        try db.execute(
            sql: """
                INSERT INTO session (id, hash, person_id, csrf, since, last_seen, browser, address)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                session.id.uuidString, session.hash, person, session.csrfToken, session.at.milliseconds,
                session.at.milliseconds, session.browser, session.address,
            ])
        // Never the new one, whatever the clock shows.
        let ended = try String.fetchAll(
            db,
            sql: """
                SELECT id FROM session WHERE person_id = ? AND id <> ?
                ORDER BY last_seen DESC, rowid DESC LIMIT -1 OFFSET ?
                """, arguments: [person, session.id.uuidString, mostSessions - 1])
        for id in ended { try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id]) }
        return ended.compactMap(UUID.init(uuidString:))
    }

    /// Which sessions may be used at a moment, in SQL.
    ///
    /// What a clock has written that was certainly wrong says nothing: it is put right as soon as the clock is.
    static func isCurrent(_ at: Date) -> (sql: String, arguments: StatementArguments) {
        (
            """
            (last_seen >= ? OR last_seen < ?) AND (since >= ? OR since < ? OR person_id IN (
                SELECT person_id FROM login WHERE parameters = ?))
            """,
            [
                at.addingTimeInterval(-longestAbsence).milliseconds, RoutineClock.earliest,
                at.addingTimeInterval(-longestSession).milliseconds, RoutineClock.earliest,
                StoredPassword.none.parameters,
            ]
        )
    }

    /// Sessions that a wrong clock has dated begin now, once it is believed: they neither end with it nor last for ever. What else lets
    /// people in is dated anew with them.
    ///
    /// - Parameter wall: Milliseconds since 1970.
    static func putRight(at wall: Int64, in db: Database) throws {
        guard wall >= RoutineClock.earliest else { return }
        for (table, columns) in [
            ("session", ["since", "last_seen"]), ("login_identity", ["linked_at", "used_at"]),
            ("passkey", ["since", "used_at"]), ("second_step", ["since"]),
        ] {
            for column in columns {
                try db.execute(
                    sql: "UPDATE \(table) SET \(column) = ?1 WHERE \(column) < ?2 OR \(column) > ?1",
                    arguments: [wall, RoutineClock.earliest])
            }
        }
        try SecondSteps.putRight(at: wall, in: db)
    }

    /// Whoever changes how they log in is logged in where they do it, and has a password: the other ways are beside it.
    ///
    /// - Returns: Who that is.
    static func checkIsIn(_ person: String, at session: UUID, in db: Database) throws -> Person {
        guard let found = try People.find(person, in: db), found.mayLogIn,
            try isSession(session, of: person, in: db)
        else { throw CareStoreError.notAllowed("you are not logged in any more: log in again") }
        guard try password(of: person, in: db)?.isThere ?? false else {
            throw CareStoreError.notAllowed(
                "you have no password: ask a coordinator for an invitation, and choose one")
        }
        return found
    }

    /// Logs somebody out everywhere except at `kept`; returns the sessions that have ended.
    static func endSessions(of person: String, except kept: UUID? = nil, in db: Database) throws -> [UUID] {
        let ended = try String.fetchAll(
            db, sql: "SELECT id FROM session WHERE person_id = ? AND id IS NOT ?",
            arguments: [person, kept?.uuidString])
        try db.execute(
            sql: "DELETE FROM session WHERE person_id = ? AND id IS NOT ?",
            arguments: [person, kept?.uuidString])
        return ended.compactMap(UUID.init(uuidString:))
    }

    /// Whoever is no client any more, and has chosen no password, has no login: with their sessions the only way in has ended.
    static func forgetLinks(of person: Person, in db: Database) throws {
        guard person.role != .client else { return }
        try db.execute(
            sql: "DELETE FROM login WHERE person_id = ? AND parameters = ?",
            arguments: [person.id, StoredPassword.none.parameters])
    }

    /// An id for a new person: `anna`, `anna-2`.
    static func freeID(for name: String, in db: Database) throws -> String {
        let plain = name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil).lowercased()
        let words = plain.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let word = String(String(words).split(separator: "-").joined(separator: "-").prefix(50))
        let start = word.isEmpty || word == ReminderPlanning.everyone ? "person" : word
        var id = start
        var number = 2
        while try People.contains(id, in: db) {
            id = "\(start)-\(number)"
            number += 1
        }
        return id
    }
}
