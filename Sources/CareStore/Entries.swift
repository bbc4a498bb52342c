import Care
import Foundation
import GRDB

/// The rows of `entry`, which are only ever added to.
enum Entries {
    /// What was written down about one occurrence, under whichever part of the series and by whichever zone's clock it stood
    /// then: it is told by its local start. With the offset, where the key has one.
    static func all(
        of routine: UUID, _ key: OccurrenceKey, in db: Database
    ) throws -> [OccurrenceEntry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, content FROM entry
                WHERE key BETWEEN ?1 || '[' AND ?1 || '\\' AND routine_id IN (SELECT id FROM routine
                    WHERE series = (SELECT series FROM routine WHERE id = ?2))
                ORDER BY number
                """, arguments: [String(key.description.prefix { $0 != "[" }), routine.uuidString]
        ).map { row in try entry(row) }
    }

    static func insert(
        _ entry: OccurrenceEntry, actor: Actor, receivedAt: Date, sequence: Int64, in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO entry (id, routine_id, key, content, actor, received_at, sequence)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                entry.id.uuidString, entry.routine.uuidString, entry.key.description, try Stored.text(entry),
                actor.rawValue, receivedAt.milliseconds, sequence,
            ])
    }

    /// What this entry made when it first came; `nil` if it is new.
    static func firstResult(of new: OccurrenceEntry, in db: Database) throws -> JournalEvent? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT id, content, sequence FROM entry WHERE id = ?",
                arguments: [new.id.uuidString])
        else { return nil }
        guard try entry(row) == new else { throw CareStoreError.sameIDOtherContent(new.id, current: nil) }
        return try Journal.event(row["sequence"], in: db)
    }

    private static func entry(_ row: Row) throws(CareStoreError) -> OccurrenceEntry {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the entry \(id)")
    }
}
