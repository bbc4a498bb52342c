public import Care
public import Foundation
import GRDB

/// Whoever registers, as it is stored.
public struct StoredRegistration: Sendable {
    public var id: UUID
    public var name: String
    public var email: String?
    public var password: StoredPassword
    /// Stripped of everything but the picture.
    public var picture: (kind: PictureKind, bytes: Data)?
    public var address: String
    /// Of the address: whose registrations are counted together.
    public var network: String

    public init(
        id: UUID, name: String, email: String?, password: StoredPassword,
        picture: (kind: PictureKind, bytes: Data)?, address: String, network: String
    ) {
        self.id = id
        self.name = name
        self.email = email
        self.password = password
        self.picture = picture
        self.address = address
        self.network = network
    }
}

extension CareStore {
    /// Whether people may register by themselves.
    public func isRegistrationOpen() async throws(CareStoreError) -> Bool {
        try await read { db in try Registrations.isOpen(in: db) }
    }

    /// Says whether people may register by themselves. Whoever waits already goes on waiting.
    public func setRegistration(
        isOpen: Bool, by coordinator: String
    ) async throws(CareStoreError) {
        try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            guard try Registrations.isOpen(in: db) != isOpen else { return }
            try db.execute(
                sql: "INSERT OR REPLACE INTO registration_switch (only_row, is_open) VALUES (1, ?)",
                arguments: [isOpen])
            try trail?.note(isOpen ? .registrationOpened : .registrationClosed, about: nil, in: db)
        }
    }

    /// Who waits, the first one first.
    public func registrations(at: Date) async throws(CareStoreError) -> [Registration] {
        let unreadable = unreadable
        return try await read { db in
            let (sql, arguments) = Registrations.isCurrent(at)
            return try Row.fetchAll(
                db, sql: "SELECT * FROM registration WHERE \(sql) ORDER BY number", arguments: arguments
            ).compactMap { row in
                do { return try Registrations.registration(row) } catch {
                    unreadable.note(UnreadableRow(.registration, row), error)
                    return nil
                }
            }
        }
    }

    /// What whoever waits under this name has chosen, and since when they wait; `nil` where nobody does.
    public func registration(
        ofName name: String, at: Date
    ) async throws(CareStoreError) -> (since: Date, password: StoredPassword)? {
        let key = AccessRules.nameKey(name)
        return try await read { db in
            let (sql, arguments) = Registrations.isCurrent(at)
            return try Row.fetchOne(
                db, sql: "SELECT * FROM registration WHERE name_key = ? AND \(sql)",
                arguments: [key] + arguments
            ).map { (Date(milliseconds: $0["at"]), StoredPassword(row: $0)) }
        }
    }

    /// The picture that somebody has sent who waits; `nil` where there is none.
    public func picture(
        ofRegistration id: UUID
    ) async throws(CareStoreError) -> (kind: PictureKind, bytes: Data)? {
        try await read { db in
            try Registrations.find(id, in: db).flatMap(Registrations.picture)
        }
    }

    /// Stores that somebody waits to be let in. The same id again makes nobody new, `false`: the password and the picture that were
    /// sent last count.
    ///
    /// Throws `.notAllowed` while the home lets nobody register, where too many wait, and where this one was let in or refused.
    public func addRegistration(
        _ new: StoredRegistration, at: Date
    ) async throws(CareStoreError) -> (Registration, isNew: Bool) {
        let key = AccessRules.nameKey(new.name)
        return try await write { db in
            guard try Registrations.isOpen(in: db) else {
                throw CareStoreError.notAllowed(
                    "nobody registers here by themselves: ask a coordinator to invite you")
            }
            guard try !Registrations.isAnswered(new.id, in: db) else {
                throw CareStoreError.notAllowed(
                    "a coordinator has let you in or refused you already: log in, or open this page again")
            }
            // Others that are too old stay until the clock is certain.
            let (isCurrent, since) = Registrations.isCurrent(at)
            try db.execute(
                sql: "DELETE FROM registration WHERE (id = ? OR name_key = ?) AND NOT (\(isCurrent))",
                arguments: [new.id.uuidString, key] + since)
            if let row = try Registrations.find(new.id, in: db) {
                var found = try Registrations.registration(row)
                guard found.name == new.name, found.email == new.email else {
                    throw CareStoreError.sameIDOtherContent(new.id, current: nil)
                }
                try Registrations.renew(new, in: db)
                found.hasPicture = new.picture != nil
                return (found, false)
            }
            func count(_ condition: String, _ arguments: StatementArguments) throws -> Int {
                try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM registration WHERE \(condition)", arguments: arguments)
                    ?? 0
            }
            let waiting = try count(isCurrent, since)
            let near = try count("network = ? AND (\(isCurrent))", [new.network] + since)
            guard waiting < Registration.most, near < Registration.mostOfOneAddress else {
                throw CareStoreError.notAllowed(
                    "too many people wait to be let in: ask a coordinator to look at them, and try again")
            }
            let isTaken =
                try Bool.fetchOne(
                    db, sql: "SELECT 1 FROM registration WHERE name_key = ?", arguments: [key]) ?? false
            guard !isTaken else {
                throw CareStoreError.invalid(
                    field: "name",
                    "somebody waits under this name already: add the first letter of the family name")
            }
            try db.execute(
                sql: """
                    INSERT INTO registration
                        (id, name, name_key, email, salt, hash, parameters, media_type, picture, address,
                        network, at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    new.id.uuidString, new.name, key, new.email, new.password.salt, new.password.hash,
                    new.password.parameters, new.picture?.kind.rawValue, new.picture?.bytes, new.address,
                    new.network, at.milliseconds,
                ])
            try trail?.note(.registered, about: new.name, in: db)
            return (
                Registration(
                    id: new.id, name: new.name, email: new.email, hasPicture: new.picture != nil,
                    at: Date(milliseconds: at.milliseconds), address: new.address), true
            )
        }
    }

    /// Lets somebody in: as somebody new, or as somebody who is there already and cannot log in yet. They log in with the password that
    /// they have chosen; their e-mail address is forgotten.
    ///
    /// - Parameter checksum: Of the bytes of their picture, for the audit log.
    public func acceptRegistration(
        _ id: UUID, _ acceptance: RegistrationAcceptance, by coordinator: String, at: Date,
        checksum: @escaping @Sendable (Data) -> String
    ) async throws(CareStoreError) -> Person {
        let keeper = keeper(at: at)
        return try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            let row = try Registrations.current(id, at: at, in: db)
            let name: String = acceptance.name ?? row["name"]
            let person: Person
            if let known = acceptance.person {
                guard let found = try People.find(known, in: db), found.isActive else {
                    throw CareStoreError.invalid(
                        field: "person", "nobody in this home has the id \(known)")
                }
                guard found.role == acceptance.role else {
                    throw CareStoreError.invalid(
                        field: "role", "\(found.name) is \(found.role.rawValue): that stays as it is")
                }
                guard try !Logins.has(known, in: db) else {
                    throw CareStoreError.invalid(
                        field: "person", "\(found.name) can log in already: give them a new password instead")
                }
                person = found
            } else {
                try People.checkNameIsFree(name, for: nil, in: db)
                try People.checkAreClients(acceptance.clients, in: db)
                person = Person(
                    id: try Logins.freeID(for: name, in: db), name: name, role: acceptance.role,
                    clients: acceptance.role.clients(acceptance.clients?.sorted()), sequence: 1)
                try People.put(person, at: at, in: db)
                try keeper.personChanged(person.id, in: db)
            }
            // Codes that were made for them before would let somebody else in.
            let ended = try Rights.end(of: person.id, in: db)
            try Logins.put(StoredPassword(row: row), of: person, at: at, in: db)
            var changes: [AuditChange] = [.role(person.role)] + person.clientChanges
            if let picture = try Registrations.picture(row), try Pictures.find(person.id, in: db) == nil {
                _ = try Pictures.put(person.id, picture.kind, picture.bytes, at: at, in: db)
                changes += [.picture(picture.kind), .checksum(checksum(picture.bytes))]
            }
            try Registrations.answered(id, at: at, in: db)
            try trail?.note(
                .registrationAccepted, about: person.name, changes: changes + ended.changes, in: db)
            return person
        }
    }

    /// Refuses somebody who waits: nothing of them is kept.
    public func refuseRegistration(
        _ id: UUID, by coordinator: String, at: Date
    ) async throws(CareStoreError) {
        try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            let row = try Registrations.current(id, at: at, in: db)
            try Registrations.answered(id, at: at, in: db)
            let name: String = row["name"]
            try trail?.note(.registrationRefused, about: name, in: db)
        }
    }
}

/// The rows of `registration`.
enum Registrations {
    static func isOpen(in db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT is_open FROM registration_switch") ?? false
    }

    static func find(_ id: UUID, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM registration WHERE id = ?", arguments: [id.uuidString])
    }

    /// Which still wait at a moment, in SQL.
    static func isCurrent(_ at: Date) -> (sql: String, arguments: StatementArguments) {
        ("(at > ? OR at < ?)", [longestAgo(at), RoutineClock.earliest])
    }

    /// Milliseconds since 1970.
    private static func longestAgo(_ at: Date) -> Int64 {
        at.addingTimeInterval(-Double(Registration.longestDays) * 86_400).milliseconds
    }

    /// The row of somebody who still waits; throws `.notFound`.
    static func current(_ id: UUID, at: Date, in db: Database) throws -> Row {
        let (sql, arguments) = isCurrent(at)
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM registration WHERE id = ? AND \(sql)",
            arguments: [id.uuidString] + arguments)
        guard let row else {
            throw CareStoreError.notFound("registration \(id) that still waits")
        }
        return row
    }

    /// Whether somebody was let in or refused.
    static func isAnswered(_ id: UUID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT 1 FROM registration_answered WHERE id = ?", arguments: [id.uuidString]) ?? false
    }

    static func answered(_ id: UUID, at: Date, in db: Database) throws {
        try db.execute(sql: "DELETE FROM registration WHERE id = ?", arguments: [id.uuidString])
        try db.execute(
            sql: "INSERT OR REPLACE INTO registration_answered (id, at) VALUES (?, ?)",
            arguments: [id.uuidString, at.milliseconds])
    }

    /// Their password may be another one, which they know, and the first is not.
    static func renew(_ new: StoredRegistration, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE registration SET salt = ?, hash = ?, parameters = ?, media_type = ?, picture = ? WHERE id = ?
                """,
            arguments: [
                new.password.salt, new.password.hash, new.password.parameters, new.picture?.kind.rawValue,
                new.picture?.bytes, new.id.uuidString,
            ])
    }

    static func endOld(_ at: Date, in db: Database) throws {
        for table in ["registration", "registration_answered"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE at <= ?", arguments: [longestAgo(at)])
        }
    }

    /// Who has registered while a wrong clock ran waits from now on, once it is believed.
    ///
    /// - Parameter wall: Milliseconds since 1970.
    static func putRight(at wall: Int64, in db: Database) throws {
        guard wall >= RoutineClock.earliest else { return }
        for table in ["registration", "registration_answered"] {
            try db.execute(
                sql: "UPDATE \(table) SET at = ?1 WHERE at < ?2 OR at > ?1",
                arguments: [wall, RoutineClock.earliest])
        }
    }

    static func registration(_ row: Row) throws -> Registration {
        Registration(
            id: try row.uuid("id"), name: row["name"], email: row["email"],
            hasPicture: (row["media_type"] as String?) != nil, at: Date(milliseconds: row["at"]),
            address: row["address"])
    }

    static func picture(_ row: Row) throws -> (kind: PictureKind, bytes: Data)? {
        let written: String? = row["media_type"]
        let bytes: Data? = row["picture"]
        guard let written, let bytes else { return nil }
        guard let kind = PictureKind(rawValue: written) else {
            let name: String = row["name"]
            throw CareStoreError.damaged(row: "the picture of \(name)", "it is \(written)")
        }
        return (kind, bytes)
    }
}
