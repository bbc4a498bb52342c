import Care
import Digests
import Foundation
import GRDB
import Recurrence

/// The rows of `chore_photo`: at most one for each due time of a chore.
enum ChorePhotos {
    struct Found {
        var photo: ChorePhoto
        var bytes: Data
        /// The id of whoever sent it.
        var sender: String
        /// Whether it was looked at and was not enough.
        var isRefused: Bool
        /// SHA-256 of each that was sent before this one and was not enough, one behind the other.
        var refusedBefore: Data

        /// The same with this one, where it was not enough either.
        var refused: Data { isRefused ? refusedBefore + Digests.sha256(bytes) : refusedBefore }

        /// Whether a photo of this due time was not enough, whoever sent it and whatever was sent since.
        func wasRefused(_ photo: Data) -> Bool {
            let (digest, all) = (Digests.sha256(photo), Array(refused))
            return stride(from: 0, to: all.count, by: digest.count).contains {
                Data(all[$0..<$0 + digest.count]) == digest
            }
        }
    }

    static func photo(_ row: Row) throws -> ChorePhoto {
        ChorePhoto(
            routine: try row.uuid("routine_id"), key: try row.text("key"), version: row["version"],
            kind: try row.value("media_type"), by: row["by_name"], at: Date(milliseconds: row["at"]))
    }

    static func find(_ routine: UUID, _ key: OccurrenceKey, in db: Database) throws -> Found? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM chore_photo WHERE routine_id = ? AND key = ?",
            arguments: [routine.uuidString, key.description]
        ).map { row in
            Found(
                photo: try photo(row), bytes: row["bytes"], sender: row["sender"],
                isRefused: row["is_refused"], refusedBefore: row["refused"])
        }
    }

    /// Whether there is one of this sender's that was not refused.
    static func isReady(_ occurrence: RoutineOccurrence, from sender: String, in db: Database) throws -> Bool
    {
        guard let found = try find(occurrence.routine, occurrence.key, in: db) else { return false }
        return found.sender == sender && !found.isRefused
    }

    /// What an entry changes of the photo: whether it still shows something, and how long it is kept.
    static func follow(
        _ entry: OccurrenceEntry, of occurrence: RoutineOccurrence, now: Date, in db: Database
    ) throws {
        switch entry.kind {
        case .done, .skipped, .undone, .approved, .notYet: break
        // Nothing of these is about what the photo shows.
        case .note, .claimed, .given, .swapped, .offered, .accepted, .refused: return
        }
        let kept = occurrence.chore?.approval == .given ? ChorePhoto.keptApproved : ChorePhoto.kept
        try db.execute(
            sql: """
                UPDATE chore_photo SET delete_at = ?, is_refused = max(is_refused, ?)
                WHERE routine_id = ? AND key = ?
                """,
            arguments: [
                now.addingTimeInterval(kept).milliseconds, entry.kind == .notYet,
                occurrence.routine.uuidString, occurrence.key.description,
            ])
    }

    /// Deletes those whose time is over, where the clock is certain. What a wrong clock has dated begins now.
    static func deleteOld(now: Date, in db: Database) throws {
        let last = now.addingTimeInterval(ChorePhoto.kept).milliseconds
        try db.execute(
            sql: "UPDATE chore_photo SET at = ?1 WHERE at < ?2 OR at > ?1",
            arguments: [now.milliseconds, RoutineClock.earliest])
        try db.execute(
            sql: "UPDATE chore_photo SET delete_at = ?1 WHERE delete_at < at OR delete_at > ?1",
            arguments: [last])
        try db.execute(sql: "DELETE FROM chore_photo WHERE delete_at <= ?", arguments: [now.milliseconds])
    }

    /// Makes room: of one chore's the oldest go first, so that one chore cannot push out what others have to show; of all of them those that
    /// would go next anyway, which what is approved does before what waits.
    static func makeRoom(for routine: UUID, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM chore_photo WHERE version IN (
                    SELECT version FROM chore_photo WHERE routine_id = ? ORDER BY version DESC LIMIT -1 OFFSET ?)
                """, arguments: [routine.uuidString, ChorePhoto.mostOfOne])
        try db.execute(
            sql: """
                DELETE FROM chore_photo WHERE version IN (
                    SELECT version FROM chore_photo ORDER BY delete_at DESC, version DESC LIMIT -1 OFFSET ?)
                """, arguments: [ChorePhoto.most])
    }

    /// The chore has ended.
    static func delete(of routine: UUID, in db: Database) throws {
        try db.execute(sql: "DELETE FROM chore_photo WHERE routine_id = ?", arguments: [routine.uuidString])
    }
}
