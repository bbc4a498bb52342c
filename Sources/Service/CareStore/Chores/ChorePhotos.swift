import Care
import Foundation
import GRDB
import Recurrence

/// The rows of `chore_photo`: at most one for each due time of a chore.
enum ChorePhotos {
    static func photo(_ row: Row) throws -> ChorePhoto {
        ChorePhoto(
            routine: try row.uuid("routine_id"), key: try row.text("key"), version: row["version"],
            kind: try row.value("media_type"), by: row["by_name"], at: Date(milliseconds: row["at"]))
    }

    static func find(_ routine: UUID, _ key: OccurrenceKey, in db: Database) throws -> Row? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM chore_photo WHERE routine_id = ? AND key = ?",
            arguments: [routine.uuidString, key.description])
    }

    /// Whether there is one that nobody has looked at in vain.
    static func isReady(_ routine: UUID, _ key: OccurrenceKey, in db: Database) throws -> Bool {
        try find(routine, key, in: db).map { ($0["entry_id"] as String?) == nil } ?? false
    }

    /// What an entry changes: what the photo shows, and how long it is kept.
    static func follow(
        _ entry: OccurrenceEntry, of occurrence: RoutineOccurrence, now: Date, in db: Database
    ) throws {
        let those = "WHERE routine_id = ? AND key = ?"
        let names: StatementArguments = [occurrence.routine.uuidString, occurrence.key.description]
        switch entry.kind {
        case .done:
            try db.execute(
                sql: "UPDATE chore_photo SET entry_id = ? \(those)", arguments: [entry.id.uuidString] + names)
        case .undone:
            try db.execute(
                sql: "UPDATE chore_photo SET entry_id = NULL \(those) AND entry_id = ?",
                arguments: names + [entry.undoes?.uuidString])
        case .approved, .notYet, .skipped, .note, .claimed, .given, .swapped: break
        }
        let kept = occurrence.chore?.approval == .given ? ChorePhoto.keptApproved : ChorePhoto.kept
        try db.execute(
            sql: "UPDATE chore_photo SET delete_at = ? \(those)",
            arguments: [now.addingTimeInterval(kept).milliseconds] + names)
    }

    /// Those whose time is over, and the oldest of too many.
    static func deleteOld(now: Date, in db: Database) throws {
        try db.execute(sql: "DELETE FROM chore_photo WHERE delete_at <= ?", arguments: [now.milliseconds])
        try db.execute(
            sql: """
                DELETE FROM chore_photo WHERE version <= (
                    SELECT version FROM chore_photo ORDER BY version DESC LIMIT 1 OFFSET ?)
                """, arguments: [ChorePhoto.most])
    }

    /// The chore has ended.
    static func delete(of routine: UUID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM chore_photo WHERE routine_id = ?", arguments: [routine.uuidString])
    }
}
