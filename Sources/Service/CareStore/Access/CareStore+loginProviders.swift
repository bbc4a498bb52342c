import Care
public import Foundation
import GRDB

extension CareStore {
    /// In the order in which they were added.
    public func loginProviders() async throws(CareStoreError) -> [StoredLoginProvider] {
        try await read { db in try LoginProviders.all(in: db) }
    }

    /// How many people are linked with somebody there, by the provider's id; nothing of one with which nobody is.
    public func loginProviderCounts() async throws(CareStoreError) -> [UUID: Int] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT provider, count(DISTINCT person_id) AS people FROM login_identity GROUP BY provider"
            ).reduce(into: [UUID: Int]()) { counts, row in
                guard let id = UUID(uuidString: row["provider"]) else { return }
                counts[id] = row["people"] as Int
            }
        }
    }

    /// Adds or changes one. The same again changes nothing.
    ///
    /// Another issuer names other people by the same subjects: whoever was linked by this provider is so no more.
    ///
    /// Throws `.invalid` where another one has a name that looks alike, because each name stands on a button, and where there are
    /// `LoginProvider.most` already; `.notAllowed` unless the coordinator still is one.
    ///
    /// - Parameters:
    ///   - coordinator: Who does it.
    ///   - isSecretNew: Whether there is another secret than before: that is kept elsewhere, and the audit log names it.
    /// - Returns: Whether it was added.
    public func putLoginProvider(
        _ provider: StoredLoginProvider, by coordinator: String, isSecretNew: Bool
    ) async throws(CareStoreError) -> Bool {
        try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            let all = try LoginProviders.all(in: db)
            let skeleton = NameSkeleton(provider.name)
            let alike = all.first { other in
                other.id != provider.id
                    && (other.name == provider.name || NameSkeleton(other.name).isAlike(skeleton))
            }
            if let alike {
                throw CareStoreError.invalid(
                    field: "name",
                    "a provider called \(alike.name) is there already, and the two names look alike: choose another name"
                )
            }
            guard let known = all.first(where: { $0.id == provider.id }) else {
                guard try LoginProviders.count(in: db) < LoginProvider.most else {
                    throw CareStoreError.invalid(
                        field: "name",
                        "this home has \(LoginProvider.most) login providers already: remove one first")
                }
                try LoginProviders.insert(provider, in: db)
                try trail?.note(.loginProviderAdded, about: provider.name, in: db)
                return true
            }
            var changes = LoginProviders.changes(known, provider)
            if isSecretNew { changes.append(.named("client_secret")) }
            guard !changes.isEmpty else { return false }
            if known.issuer != provider.issuer {
                let ended = try Identities.delete(at: provider.id, in: db)
                changes += Rights.Ended(identities: ended).changes
            }
            try LoginProviders.update(provider, in: db)
            try trail?.note(.loginProviderChanged, about: provider.name, changes: changes, in: db)
            return false
        }
    }

    /// Removes one: whoever logs in with it does so by their password from then on. Throws `.notFound` where it is gone already.
    ///
    /// - Parameter coordinator: Who does it; throws `.notAllowed` unless they still are one.
    public func removeLoginProvider(
        _ id: UUID, by coordinator: String
    ) async throws(CareStoreError) {
        try await write { db in
            try Rights.checkMayInvite(coordinator, in: db)
            guard let name = try LoginProviders.name(of: id, in: db) else {
                throw CareStoreError.notFound("login provider \(id)")
            }
            let ended = try Identities.delete(at: id, in: db)
            try db.execute(sql: "DELETE FROM login_provider WHERE id = ?", arguments: [id.uuidString])
            try trail?.note(
                .loginProviderRemoved, about: name, changes: Rights.Ended(identities: ended).changes, in: db)
        }
    }
}

/// The rows of `login_provider`.
enum LoginProviders {
    /// One whose row cannot be read is left out: the others let people in, and a coordinator adds it again.
    static func all(in db: Database) throws -> [StoredLoginProvider] {
        try Row.fetchAll(db, sql: "SELECT * FROM login_provider ORDER BY number")
            .compactMap(StoredLoginProvider.init(row:))
    }

    /// Those that cannot be read too.
    static func count(in db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM login_provider") ?? 0
    }

    static func name(of id: UUID, in db: Database) throws -> String? {
        try Row.fetchOne(
            db, sql: "SELECT name FROM login_provider WHERE id = ?", arguments: [id.uuidString]
        ).map { $0.words("name") }
    }

    /// Whether one is there, and is still this issuer's.
    static func isThere(_ id: UUID, issuer: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT 1 FROM login_provider WHERE id = ? AND issuer = ?",
            arguments: [id.uuidString, issuer]) ?? false
    }

    static func insert(_ provider: StoredLoginProvider, in db: Database) throws {
        let id: ColumnValues = ["id": provider.id.uuidString]
        try (id + columns(provider)).insert(into: "login_provider", in: db)
    }

    static func update(_ provider: StoredLoginProvider, in db: Database) throws {
        try columns(provider).update("login_provider", where: "id", is: provider.id.uuidString, in: db)
    }

    private static func columns(_ provider: StoredLoginProvider) -> ColumnValues {
        [
            "name": provider.name, "home": provider.home, "issuer": provider.issuer,
            "client_id": provider.clientID,
        ]
    }

    /// The fields that differ, as the API calls them.
    static func changes(_ old: StoredLoginProvider, _ new: StoredLoginProvider) -> [AuditChange] {
        [
            ("name", old.name != new.name), ("home", old.home != new.home),
            ("issuer", old.issuer != new.issuer), ("client_id", old.clientID != new.clientID),
        ].filter { $0.1 }.map { .named($0.0) }
    }
}

extension StoredLoginProvider {
    fileprivate init?(row: Row) {
        guard let id = UUID(uuidString: row["id"]) else { return nil }
        self.init(
            id: id, name: row.words("name"), home: row["home"], issuer: row["issuer"],
            clientID: row["client_id"])
    }
}
