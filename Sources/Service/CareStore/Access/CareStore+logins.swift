public import Care
public import Foundation
import GRDB

extension CareStore {
    public func canAnybodyLogIn() async throws(CareStoreError) -> Bool {
        try await read { db in try Logins.isAny(in: db) }
    }

    /// Whose name this is, and what their password was hashed to.
    ///
    /// Widths, invisible characters and the way in which a keyboard puts an accent make no difference. A name
    /// that only looks like a stored one matches nobody, so nobody is mistaken for somebody else.
    public func password(
        ofName name: String
    ) async throws(CareStoreError) -> (person: String, password: StoredPassword)? {
        let (key, typed) = (AccessRules.nameKey(name), NameSkeleton.typed(name))
        return try await read { db in
            let exact = try Row.fetchOne(
                db, sql: "SELECT * FROM login WHERE name_key = ?", arguments: [key])
            // Also done where a person is found: the time taken must not reveal it.
            let others = try Row.fetchAll(
                db, sql: "SELECT * FROM login WHERE name_key IS NOT NULL"
            ).filter { row in NameSkeleton.typed(row["name_key"]) == typed }
            return (exact ?? (others.count == 1 ? others.first : nil)).map {
                ($0["person_id"], StoredPassword(row: $0))
            }
        }
    }

    public func password(of person: String) async throws(CareStoreError) -> StoredPassword? {
        try await read { db in try Logins.password(of: person, in: db) }
    }

    /// Makes the first coordinator, and logs them in. If a person of that name exists, they become the
    /// coordinator; or else somebody who is there without a name, and gets this one.
    ///
    /// Throws `.notAllowed` once anybody can log in, unless `isAgain`: then somebody with the right to do so
    /// asked for a new first coordinator.
    ///
    /// Their links with providers, their passkeys and their second step end: they log in with this password alone.
    ///
    /// - Parameter unnamed: The id of that somebody. Whoever has got a name meanwhile, has left or logs in keeps what they are.
    /// - Returns: The coordinator, and those of their sessions that have ended.
    public func setUp(
        name: String, password: StoredPassword, isAgain: Bool = false, unnamed: String? = nil,
        _ session: NewSession
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
            if known == nil { try People.checkNameIsFree(name, for: nil, in: db) }
            var person =
                try known ?? Self.unnamed(unnamed, in: db)
                ?? Person(id: Logins.freeID(for: name, in: db), name: name, role: .coordinator)
            if known?.role != .coordinator {
                if known == nil { person.name = name }
                person.role = .coordinator
                person.sequence += 1
                try People.put(person, at: session.at, in: db)
                try keeper.personChanged(person.id, in: db)
                if known?.role == .provider {
                    try Appointments.leaveUnseen(by: person, at: session.at, in: db)
                }
            }
            // Whoever has the machine says so: what let somebody in before, or kept them out, was of another time.
            let ended = try Rights.end(of: person.id, ways: .all, in: db)
            try trail?.note(
                .coordinatorMade, about: person.name,
                changes: [.link(isAgain ? .ofCoordinatorCommand : .ofFirstStart)] + ended.changes,
                by: AuditActor(name: person.name, id: person.id, address: session.address), in: db)
            try Logins.put(password, of: person, at: session.at, in: db)
            // All others have ended already.
            _ = try Logins.begin(session, for: person.id, in: db)
            return (person, ended.sessions)
        }
    }

    private static func unnamed(_ id: String?, in db: Database) throws -> Person? {
        guard let id, let person = try People.find(id, in: db), person.isActive, !person.isNamed,
            person.role != .client, try !Logins.has(id, in: db)
        else { return nil }
        return person
    }

    /// Changes name, language, reminders and password. A new password ends all their other sessions, and the codes that they made
    /// or that are for them.
    ///
    /// - Parameters:
    ///   - language: Empty for none of their own.
    ///   - sequence: The person's that was read; throws `.personChanged` if something would be changed of another one.
    ///   - session: Where they are logged in; throws `.notAllowed` if that has ended meanwhile.
    public func changeAccount(
        of id: String, name: String?, language: String? = nil, reminders: ReminderPreferences? = nil,
        password: NewPassword?, sequence: Int64? = nil, keeping session: UUID, at: Date
    ) async throws(CareStoreError) -> (person: Person, ended: [UUID]) {
        let keeper = keeper(at: at)
        return try await write { db in
            guard var person = try People.find(id, in: db), try Logins.has(id, in: db) else {
                throw CareStoreError.notFound("login of \(id)")
            }
            guard person.mayLogIn, try Logins.isSession(session, of: id, in: db) else {
                throw CareStoreError.notAllowed("you are not logged in any more: log in again")
            }
            let isSame =
                name ?? person.name == person.name && reminders ?? person.reminders == person.reminders
                && language ?? person.language ?? "" == person.language ?? ""
            guard isSame || sequence ?? person.sequence == person.sequence else {
                throw CareStoreError.personChanged(current: person)
            }
            if let language, language != person.language ?? "" {
                person.language = language.isEmpty ? nil : language
                person.sequence += 1
                try People.put(person, at: at, in: db)
            }
            if let reminders, reminders != person.reminders {
                person.reminders = reminders
                person.sequence += 1
                try People.put(person, at: at, in: db)
                try keeper.personChanged(id, in: db)
            }
            if let name, name != person.name {
                try trail?.note(.nameChanged, about: name, changes: [.name(was: person.name)], in: db)
                try People.checkNameIsFree(name, for: id, in: db)
                person.name = name
                person.sequence += 1
                try People.put(person, at: at, in: db)
                try Logins.takeName(of: person, in: db)
                try keeper.personChanged(id, in: db)
            }
            guard let password else { return (person, []) }
            guard try Logins.password(of: id, in: db) == password.replaces else {
                throw CareStoreError.notAllowed(
                    "your password was changed somewhere else meanwhile: log in with that one")
            }
            try Logins.put(password.new, of: person, at: at, in: db)
            let ended = try Rights.end(of: id, except: session, in: db)
            try trail?.note(.passwordChanged, about: person.name, changes: ended.changes, in: db)
            return (person, ended.sessions)
        }
    }

    /// Somebody leaves the home by themselves: they are kept as who has left, because the history names them. Returns the sessions that
    /// have ended with it. So have their links with providers, and their passkeys.
    ///
    /// Throws `.notAllowed` for the last coordinator who can log in, for a client, whom others care for, and where their password has
    /// changed since it was checked.
    ///
    /// - Parameter session: Where they are logged in.
    public func leave(
        _ id: String, checked: StoredPassword, from session: UUID, at: Date
    ) async throws(CareStoreError) -> [UUID] {
        let keeper = keeper(at: at)
        return try await write { db in
            guard var person = try People.find(id, in: db), person.mayLogIn,
                try Logins.isSession(session, of: id, in: db),
                try Logins.password(of: id, in: db) == checked
            else {
                throw CareStoreError.notAllowed("you are not logged in any more: log in again")
            }
            switch person.role {
            case .client:
                throw CareStoreError.notAllowed("a client does not leave by themselves: ask a coordinator")
            case .coordinator: try Logins.checkCoordinatorIsLeft(without: id, in: db)
            case .caregiver, .provider: break
            }
            person.isActive = false
            person.sequence += 1
            try People.put(person, at: at, in: db)
            try Contacts.switchOff(of: id, in: db)
            try Feeds.end(of: id, in: db)
            try Logins.takeName(of: person, in: db)
            try keeper.personChanged(id, in: db)
            if person.role == .provider { try Appointments.leaveUnseen(by: person, at: at, in: db) }
            let ended = try Rights.end(of: id, ways: .besidesPassword, in: db)
            try trail?.note(.personLeft, about: person.name, changes: ended.changes, in: db)
            return ended.sessions
        }
    }

    /// Everybody, who can log in, who needs a second step, and at how many places they are logged in at a moment.
    public func accounts(at: Date) async throws(CareStoreError) -> [Account] {
        let unreadable = unreadable
        return try await read { db in
            let people = try People.all(in: db, report: unreadable.note)
            let logins = try Set(String.fetchAll(db, sql: "SELECT person_id FROM login"))
            let seconds = try Set(String.fetchAll(db, sql: "SELECT person_id FROM second_step"))
            let current = Logins.isCurrent(at)
            let sessions = try Row.fetchAll(
                db,
                sql: """
                    SELECT person_id, count(*) AS sessions, max(last_seen) AS seen FROM session
                    WHERE \(current.sql) GROUP BY person_id
                    """, arguments: current.arguments
            ).reduce(into: [String: (count: Int, seen: Int64)]()) {
                $0[$1["person_id"]] = ($1["sessions"], $1["seen"])
            }
            return people.map { person in
                let own = sessions[person.id]
                return Account(
                    person: person, hasLogin: logins.contains(person.id),
                    hasSecondStep: seconds.contains(person.id), sessions: own?.count ?? 0,
                    lastSeen: own.map { Date(milliseconds: $0.seen) })
            }
        }
    }

    /// Removes somebody's login, with everything by which they log in; returns the sessions that ended with it.
    ///
    /// - Parameter coordinator: Who removes it.
    public func takeLogin(
        of person: String, by coordinator: String, at: Date
    ) async throws(CareStoreError) -> [UUID] {
        try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            guard try Logins.has(person, in: db) else {
                throw CareStoreError.notFound("login of \(person)")
            }
            try Logins.checkCoordinatorIsLeft(without: person, in: db)
            let ended = try Rights.end(of: person, ways: .all, in: db)
            try Feeds.end(of: person, in: db)
            if let provider = try People.readable(person, in: db), provider.role == .provider {
                try Appointments.leaveUnseen(by: provider, canLogIn: false, at: at, in: db)
            }
            try trail?.note(
                .loginTaken, about: try People.readable(person, in: db)?.name ?? person,
                changes: ended.changes, in: db)
            try db.execute(sql: "DELETE FROM login WHERE person_id = ?", arguments: [person])
            return ended.sessions
        }
    }
}

extension Person {
    /// Whether this person may log in at all.
    var mayLogIn: Bool { isActive }
}

extension StoredPassword {
    init(row: Row) {
        self.init(salt: row["salt"], hash: row["hash"], parameters: row["parameters"])
    }
}
