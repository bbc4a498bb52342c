import Care
import Foundation
import GRDB

/// The rows of `invitation` and `pairing`, which work alike: a code that can be exchanged once, within a
/// limited time.
struct Codes {
    /// How many can be open at once: the more there are, the easier a code is to guess.
    static let most = 200

    static let invitations = Codes(table: "invitation")
    static let pairings = Codes(table: "pairing")

    let table: String

    struct Found<Content> {
        let id: UUID
        let content: Content
        let code: String
        let expiresAt: Date
    }

    /// Stores one, or finds the one that the same message has made; throws `.notFound` if that one cannot be
    /// used any more.
    ///
    /// - Parameter person: Who makes it; throws `.notAllowed` unless they may invite others now.
    func add<Content: Codable & Equatable>(
        _ content: Content, id: UUID, by person: String, at: Date, expiresAt: Date, _ makeCode: CodeMaker,
        in db: Database
    ) throws -> (Found<Content>, isNew: Bool) {
        try Rights.checkMayInvite(person, in: db)
        try endOld(at, in: db)
        if let row = try Row.fetchOne(
            db, sql: "SELECT * FROM \(table) WHERE id = ?", arguments: [id.uuidString])
        {
            let found: Content = try Stored.value(row["content"], of: "the \(table) \(id)")
            guard found == content else { throw CareStoreError.sameIDOtherContent(id, current: nil) }
            guard let same: Found<Content> = try self.found(row) else {
                throw CareStoreError.notFound("\(table) \(id) any more: it was used or withdrawn, or is over")
            }
            return (same, false)
        }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE code IS NOT NULL") ?? 0
        guard count < Self.most else {
            throw CareStoreError.notAllowed("\(Self.most) codes wait to be used: withdraw some first")
        }
        var code = makeCode()
        while try isTaken(code, in: db) { code = makeCode() }
        try db.execute(
            sql: """
                INSERT INTO \(table) (id, content, code, made_by, made_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.uuidString, try Stored.text(content), code, person, at.milliseconds,
                expiresAt.milliseconds,
            ])
        return (
            Found(
                id: id, content: content, code: code,
                expiresAt: Date(milliseconds: expiresAt.milliseconds)), true
        )
    }

    /// Those that can be used, the newest first.
    func waiting<Content: Decodable>(at: Date, in db: Database) throws -> [Found<Content>] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM \(table) WHERE code IS NOT NULL AND expires_at > ?
                ORDER BY made_at DESC, rowid DESC
                """, arguments: [at.milliseconds]
        ).compactMap { row in
            // An unreadable one is left out; it can be made again.
            do { return try found(row) } catch let error where RoutineKeeper.isOfItsContent(error) {
                return nil
            }
        }
    }

    /// The row of a code, if it can be used. Its maker must still be allowed to invite others.
    func find<Content: Decodable>(_ code: String, at: Date, in db: Database) throws -> Found<Content>? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM \(table) WHERE code = ? AND expires_at > ?",
                arguments: [code, at.milliseconds]),
            try Rights.mayInvite(row["made_by"], in: db)
        else { return nil }
        return try found(row)
    }

    /// The stored content, whether or not it can still be used; `nil` if it cannot be read.
    func content<Content: Decodable>(
        of id: UUID, as type: Content.Type, in db: Database
    ) throws -> Content? {
        let text = try String.fetchOne(
            db, sql: "SELECT content FROM \(table) WHERE id = ?", arguments: [id.uuidString])
        guard let text else { return nil }
        return Stored.readable(text)
    }

    /// Marks it as used: it cannot be used again.
    func use(_ id: UUID, at: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE \(table) SET code = NULL, used_at = ? WHERE id = ?",
            arguments: [at.milliseconds, id.uuidString])
    }

    /// Returns whether it could still have been used.
    func withdraw(_ id: UUID, in db: Database) throws -> Bool {
        try db.execute(
            sql: "UPDATE \(table) SET code = NULL WHERE id = ? AND code IS NOT NULL",
            arguments: [id.uuidString])
        return db.changesCount > 0
    }

    private func endOld(_ at: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE \(table) SET code = NULL WHERE code IS NOT NULL AND expires_at <= ?",
            arguments: [at.milliseconds])
    }

    /// In both tables: a client's invitation also pairs a kiosk.
    private func isTaken(_ code: String, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: "SELECT 1 FROM invitation WHERE code = ?1 UNION ALL SELECT 1 FROM pairing WHERE code = ?1",
            arguments: [code]) ?? false
    }

    private func found<Content: Decodable>(_ row: Row) throws -> Found<Content>? {
        let code: String? = row["code"]
        let id = try row.uuid("id")
        return try code.map { code in
            Found(
                id: id, content: try Stored.value(row["content"], of: "the \(table) \(id)"), code: code,
                expiresAt: Date(milliseconds: row["expires_at"]))
        }
    }
}
