import Care
public import Foundation
import GRDB

extension CareStore {
    /// Who is linked with somebody at a provider; `nil` where nobody is.
    ///
    /// Both texts are compared as they are: capitals, spaces and widths matter.
    public func identity(
        issuer: String, subject: String
    ) async throws(CareStoreError) -> StoredIdentity? {
        try await read { db in
            try Identities.row(issuer: issuer, subject: subject, in: db).flatMap(StoredIdentity.init(row:))
        }
    }

    /// With whom somebody is linked, in the order in which they were.
    public func identities(of person: String) async throws(CareStoreError) -> [StoredIdentity] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM login_identity WHERE person_id = ? ORDER BY number",
                arguments: [person]
            ).compactMap(StoredIdentity.init(row:))
        }
    }

    /// Somebody logs in with a provider from now on. The same again keeps the link, with the name and picture that are told now.
    ///
    /// Throws `.notAllowed` where they are not logged in there any more, have no password, or where somebody else is linked with the same
    /// one; `.notFound` where the provider was removed meanwhile, or has another issuer by now; `.invalid` where they have
    /// `IdentityLink.most` already.
    ///
    /// - Parameters:
    ///   - session: Where they are logged in.
    ///   - address: From where the answer of the provider has come.
    public func link(
        _ identity: StoredIdentity, from session: UUID, address: String
    ) async throws(CareStoreError) -> StoredIdentity {
        try await write { db in
            let person = try Logins.checkIsIn(identity.person, at: session, in: db)
            guard try LoginProviders.isThere(identity.provider, issuer: identity.issuer, in: db),
                let provider = try LoginProviders.name(of: identity.provider, in: db)
            else { throw CareStoreError.notFound("login provider \(identity.provider) any more") }
            if let row = try Identities.row(issuer: identity.issuer, subject: identity.subject, in: db) {
                guard row["person_id"] as String == person.id else {
                    throw CareStoreError.notAllowed(
                        "somebody else of this home logs in with this account at \(provider): they must remove it first"
                    )
                }
                if var known = StoredIdentity(row: row) {
                    known.name = identity.name
                    known.picture = identity.picture
                    try Identities.renew(known, in: db)
                    return known
                }
                // It cannot be read, and is made anew.
                try Identities.delete(row, in: db)
            }
            guard try Identities.count(of: person.id, in: db) < IdentityLink.most else {
                throw CareStoreError.invalid(
                    field: "provider",
                    "you are linked with \(IdentityLink.most) accounts already: remove one first")
            }
            let kept = try Identities.insert(identity, in: db)
            try trail?.note(
                .identityLinked, about: person.name, changes: [.provider(provider)],
                by: AuditActor(name: person.name, id: person.id, address: address), in: db)
            return kept
        }
    }

    /// Somebody logs in with a provider no more. Throws `.notFound` where that is nobody's link, or another's.
    public func unlink(_ id: UUID, of person: String) async throws(CareStoreError) {
        try await write { db in
            guard let provider = try Identities.providerName(of: id, of: person, in: db) else {
                throw CareStoreError.notFound("link \(id) of yours")
            }
            try db.execute(sql: "DELETE FROM login_identity WHERE id = ?", arguments: [id.uuidString])
            try trail?.note(
                .identityUnlinked, about: try People.readable(person, in: db)?.name,
                changes: [.provider(provider)], in: db)
        }
    }
}

/// The rows of `login_identity`.
enum Identities {
    static func row(issuer: String, subject: String, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM login_identity WHERE issuer = ? AND subject = ?",
            arguments: [issuer, subject])
    }

    static func count(of person: String, in db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT count(*) FROM login_identity WHERE person_id = ?", arguments: [person]) ?? 0
    }

    /// The provider by which somebody was linked; `nil` where that is nobody's link, or another's.
    static func providerName(of id: UUID, of person: String, in db: Database) throws -> String? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT login_provider.name FROM login_identity
                JOIN login_provider ON login_provider.id = login_identity.provider
                WHERE login_identity.id = ? AND person_id = ?
                """, arguments: [id.uuidString, person]
        ).map { $0.words("name") }
    }

    /// Gives it as it is stored: times to the millisecond.
    static func insert(_ identity: StoredIdentity, in db: Database) throws -> StoredIdentity {
        let columns: ColumnValues = [
            "id": identity.id.uuidString, "person_id": identity.person,
            "provider": identity.provider.uuidString, "issuer": identity.issuer,
            "subject": identity.subject, "name": identity.name, "picture": identity.picture,
            "linked_at": identity.linkedAt.milliseconds, "used_at": identity.usedAt?.milliseconds,
        ]
        try columns.insert(into: "login_identity", in: db)
        var kept = identity
        kept.linkedAt = Date(milliseconds: identity.linkedAt.milliseconds)
        kept.usedAt = identity.usedAt.map { Date(milliseconds: $0.milliseconds) }
        return kept
    }

    static func renew(_ identity: StoredIdentity, in db: Database) throws {
        try db.execute(
            sql: "UPDATE login_identity SET name = ?, picture = ? WHERE id = ?",
            arguments: [identity.name, identity.picture, identity.id.uuidString])
    }

    static func used(_ id: UUID, at: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE login_identity SET used_at = ? WHERE id = ?",
            arguments: [at.milliseconds, id.uuidString])
    }

    static func delete(_ row: Row, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM login_identity WHERE number = ?", arguments: [row["number"] as Int64])
    }

    /// - Returns: How many there were.
    static func delete(of person: String, in db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM login_identity WHERE person_id = ?", arguments: [person])
        return db.changesCount
    }

    /// - Returns: How many there were.
    static func delete(at provider: UUID, in db: Database) throws -> Int {
        try db.execute(
            sql: "DELETE FROM login_identity WHERE provider = ?", arguments: [provider.uuidString])
        return db.changesCount
    }
}

extension StoredIdentity {
    /// `nil` where it cannot be read: it lets nobody in, and its owner links themselves again.
    fileprivate init?(row: Row) {
        guard let id = UUID(uuidString: row["id"]), let provider = UUID(uuidString: row["provider"]) else {
            return nil
        }
        self.init(
            id: id, person: row["person_id"], provider: provider, issuer: row["issuer"],
            subject: row["subject"], name: row.words("name"), picture: row["picture"],
            linkedAt: Date(milliseconds: row["linked_at"]),
            usedAt: (row["used_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
