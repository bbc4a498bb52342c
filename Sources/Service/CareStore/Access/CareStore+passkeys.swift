import Care
public import Foundation
import GRDB

extension CareStore {
    /// Somebody's own, in the order in which they were added.
    public func passkeys(of person: String) async throws(CareStoreError) -> [StoredPasskey] {
        try await read { db in
            try Row.fetchAll(
                db, sql: "SELECT * FROM passkey WHERE person_id = ? ORDER BY number", arguments: [person]
            ).compactMap(StoredPasskey.init(row:))
        }
    }

    /// The one by which an authenticator knows it, whosever it is.
    public func passkey(credential: Data) async throws(CareStoreError) -> StoredPasskey? {
        try await read { db in
            try Row.fetchOne(
                db, sql: "SELECT * FROM passkey WHERE credential = ?", arguments: [credential]
            ).flatMap(StoredPasskey.init(row:))
        }
    }

    /// Somebody logs in with a passkey from now on.
    ///
    /// Throws `.notAllowed` where they are not logged in there any more or have no password, and `.invalid` where it was added before, by
    /// anybody, or they have `Passkey.most` already.
    ///
    /// - Parameter session: Where they are logged in.
    public func addPasskey(_ passkey: StoredPasskey, from session: UUID) async throws(CareStoreError) {
        try await write { db in
            let person = try Logins.checkIsIn(passkey.person, at: session, in: db)
            let isKnown = try Bool.fetchOne(
                db, sql: "SELECT 1 FROM passkey WHERE credential = ?", arguments: [passkey.credential])
            guard isKnown == nil else {
                throw CareStoreError.invalid(
                    field: "attestation", "this passkey was added before: use it, or make another one")
            }
            let count = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM passkey WHERE person_id = ?", arguments: [passkey.person])
            guard count ?? 0 < Passkey.most else {
                throw CareStoreError.invalid(
                    field: "name", "you have \(Passkey.most) passkeys already: remove one first")
            }
            try Passkeys.insert(passkey, in: db)
            try trail?.note(.passkeyAdded, about: person.name, changes: [.named(passkey.name)], in: db)
        }
    }

    /// Nobody logs in with it any more. Throws `.notFound` where that is nobody's passkey, or another's.
    public func removePasskey(_ id: UUID, of person: String) async throws(CareStoreError) {
        try await write { db in
            let row = try Row.fetchOne(
                db, sql: "SELECT name FROM passkey WHERE id = ? AND person_id = ?",
                arguments: [id.uuidString, person])
            guard let row else { throw CareStoreError.notFound("passkey \(id) of yours") }
            try db.execute(sql: "DELETE FROM passkey WHERE id = ?", arguments: [id.uuidString])
            try trail?.note(
                .passkeyRemoved, about: try People.readable(person, in: db)?.name,
                changes: [.named(row.words("name"))], in: db)
        }
    }
}

/// The rows of `passkey`.
enum Passkeys {
    static func insert(_ passkey: StoredPasskey, in db: Database) throws {
        let columns: ColumnValues = [
            "id": passkey.id.uuidString, "person_id": passkey.person, "name": passkey.name,
            "credential": passkey.credential, "key": passkey.key, "handle": passkey.handle,
            "host": passkey.host, "count": Int64(passkey.count), "since": passkey.since.milliseconds,
            "used_at": passkey.usedAt?.milliseconds,
        ]
        try columns.insert(into: "passkey", in: db)
    }

    /// Whether somebody's passkey may have signed as often as it says: more often than last time, or it does not count. One that has not is
    /// perhaps a copy, or what it has signed was sent again. `false` too where that is nobody's passkey, or another's.
    static func isNew(_ count: UInt32, of id: UUID, of person: String, in db: Database) throws -> Bool {
        let stored = try Int64.fetchOne(
            db, sql: "SELECT count FROM passkey WHERE id = ? AND person_id = ?",
            arguments: [id.uuidString, person])
        guard let stored else { return false }
        return Int64(count) > stored || (count == 0 && stored == 0)
    }

    static func used(_ id: UUID, count: UInt32, at: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE passkey SET count = ?, used_at = ? WHERE id = ?",
            arguments: [Int64(count), at.milliseconds, id.uuidString])
    }

    /// - Returns: How many there were.
    static func delete(of person: String, in db: Database) throws -> Int {
        try db.execute(sql: "DELETE FROM passkey WHERE person_id = ?", arguments: [person])
        return db.changesCount
    }
}

extension StoredPasskey {
    /// `nil` where it cannot be read: it lets nobody in, and its owner makes another.
    fileprivate init?(row: Row) {
        guard let id = UUID(uuidString: row["id"]) else { return nil }
        self.init(
            id: id, person: row["person_id"], name: row.words("name"), credential: row["credential"],
            key: row["key"], handle: row["handle"], host: row["host"],
            count: UInt32(clamping: row["count"] as Int64), since: Date(milliseconds: row["since"]),
            usedAt: (row["used_at"] as Int64?).map(Date.init(milliseconds:)))
    }
}
