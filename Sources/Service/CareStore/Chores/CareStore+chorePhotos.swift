public import Care
public import Foundation
import GRDB
public import Recurrence

extension CareStore {
    /// All that are kept, the newest first.
    public func chorePhotos() async throws(CareStoreError) -> [ChorePhoto] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT version, routine_id, key, media_type, by_name, at FROM chore_photo
                    ORDER BY version DESC LIMIT ?
                    """, arguments: [ChorePhoto.most]
            ).map(ChorePhotos.photo)
        }
    }

    /// The photo of one due time of a chore; `nil` where there is none.
    public func chorePhoto(
        of routine: UUID, _ key: OccurrenceKey
    ) async throws(CareStoreError) -> (ChorePhoto, Data)? {
        try await read { db in
            try ChorePhotos.find(routine, key, in: db).map { (try ChorePhotos.photo($0), $0["bytes"]) }
        }
    }

    /// Stores the stripped photo of a chore that is still to do, instead of the one before. `isNew`: there was none. The same again changes
    /// nothing.
    ///
    /// Throws `.invalid` for what asks for no photo, and `.occurrenceConflict` for what is done or skipped.
    public func setChorePhoto(
        of routine: UUID, _ key: OccurrenceKey, _ kind: PictureKind, _ bytes: Data, by name: String?, at: Date
    ) async throws(CareStoreError) -> (ChorePhoto, isNew: Bool) {
        let keeper = keeper(at: at)
        return try await write { db in
            guard var plan = try RoutineRow.find(routine, in: db) else {
                throw CareStoreError.notFound("routine \(routine)")
            }
            let occurrence = try keeper.stored(key, of: &plan, in: db).occurrence
            guard occurrence.chore?.proof == .photo else {
                throw CareStoreError.invalid(field: "key", "this asks for no photo: say that it is done")
            }
            guard occurrence.state.isOpen else {
                throw CareStoreError.occurrenceConflict(
                    "it is \(occurrence.state.rawValue) already: undo that first", current: occurrence)
            }
            let old = try ChorePhotos.find(occurrence.routine, occurrence.key, in: db)
            if let old, (old["entry_id"] as String?) == nil, (old["bytes"] as Data) == bytes {
                return (try ChorePhotos.photo(old), false)
            }
            try db.execute(
                sql: """
                    INSERT OR REPLACE INTO chore_photo (routine_id, key, media_type, bytes, by_name, at, delete_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    occurrence.routine.uuidString, occurrence.key.description, kind.rawValue, bytes, name,
                    at.milliseconds, at.addingTimeInterval(ChorePhoto.kept).milliseconds,
                ])
            let version = db.lastInsertedRowID
            try ChorePhotos.deleteOld(now: at, in: db)
            return (
                ChorePhoto(
                    routine: occurrence.routine, key: occurrence.key, version: version, kind: kind, by: name,
                    at: Date(milliseconds: at.milliseconds)), old == nil
            )
        }
    }
}
