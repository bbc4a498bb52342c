import Care
import Foundation
import GRDB
import Recurrence

/// The rows of `entry`, which are only ever added to.
enum Entries {
    /// The entries of one occurrence, whichever part of the series and whichever zone it belonged to then: it
    /// is identified by its local start, with the offset if the key has one.
    ///
    /// - Parameter report: Called for each entry that cannot be read; the others are returned.
    static func all(
        of routine: UUID, _ key: OccurrenceKey, in db: Database,
        report: (UnreadableRow, any Error) throws -> Void
    ) throws -> [OccurrenceEntry] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, content, received_at FROM entry
                WHERE key BETWEEN ?1 || '[' AND ?1 || '\\' AND routine_id IN (SELECT id FROM routine
                    WHERE series = (SELECT series FROM routine WHERE id = ?2))
                ORDER BY number
                """, arguments: [String(key.description.prefix { $0 != "[" }), routine.uuidString]
        ).compactMap { row in
            do throws(CareStoreError) {
                var entry = try Self.entry(row)
                entry.receivedAt = Date(milliseconds: row["received_at"])
                return entry
            } catch {
                try report(UnreadableRow(.entry, row), error)
                return nil
            }
        }
    }

    /// Whose an occurrence is, as it is stored, or else as its routine has it now; `nil` where it is no client's, or there is no such
    /// routine.
    static func client(of routine: UUID, _ key: OccurrenceKey, in db: Database) throws -> String? {
        let found = try String.fetchOne(
            db,
            sql: """
                SELECT coalesce((SELECT client FROM occurrence WHERE routine_id = ?1 AND key = ?2), client)
                FROM routine WHERE id = ?1
                """, arguments: [routine.uuidString, key.description])
        return found == RoutineOccurrence.noClient ? nil : found
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

    /// Whether there is an entry with this id.
    static func isKnown(_ id: UUID, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM entry WHERE id = ?)", arguments: [id.uuidString]) ?? false
    }

    /// The entry as it was first stored; `nil` if it is new.
    static func firstResult(of new: OccurrenceEntry, in db: Database) throws -> JournalEvent? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT id, content, sequence FROM entry WHERE id = ?",
                arguments: [new.id.uuidString])
        else { return nil }
        let stored = try entry(row)
        var new = new
        // Who did it was filled in where its sender did not say so.
        if new.person == nil { new.person = stored.person }
        guard stored.isSame(as: new) else {
            throw CareStoreError.sameIDOtherContent(new.id, current: nil)
        }
        return try Journal.event(row["sequence"], in: db)
    }

    static func entry(_ row: Row) throws(CareStoreError) -> OccurrenceEntry {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the entry \(id)")
    }
}
