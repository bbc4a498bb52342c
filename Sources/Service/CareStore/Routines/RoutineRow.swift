import Care
import Foundation
import GRDB
import Recurrence

/// A row of `routine`.
struct RoutineRow {
    var number: Int64
    var routine: Routine
    /// Its moments up to here have been processed, and what is due up to here has a row.
    var takenTo: Date
    var nextAt: Date?
    /// When an occurrence was last done or skipped, and which.
    var lastDone: Date?
    var lastDoneKey: OccurrenceKey?
    /// Since when it is planned as it is now.
    var plannedAt: Date
    /// Rises with every change to when it is due.
    var version: Int64

    /// Throws `.damaged` for content that cannot be read.
    init(row: Row) throws {
        let name: String = row["id"]
        number = row["number"]
        routine = try Stored.value(row["content"], of: "the routine \(name)")
        takenTo = Date(milliseconds: row["taken_to"])
        nextAt = (row["next_at"] as Int64?).map(Date.init(milliseconds:))
        lastDone = (row["last_done"] as Int64?).map(Date.init(milliseconds:))
        lastDoneKey = (row["last_done_key"] as String?).flatMap(OccurrenceKey.init)
        plannedAt = Date(milliseconds: row["planned_at"])
        version = row["version"]
    }

    static func find(_ id: UUID, in db: Database) throws -> RoutineRow? {
        try Row.fetchOne(db, sql: "SELECT * FROM routine WHERE id = ?", arguments: [id.uuidString])
            .map(RoutineRow.init(row:))
    }

    /// Inserts a new routine; the table assigns `number`.
    static func insert(
        _ routine: Routine, madeOf new: NewRoutine?, takenTo: Date, lastDone: Date? = nil,
        lastDoneKey: OccurrenceKey? = nil, plannedAt: Date, in db: Database
    ) throws -> RoutineRow {
        let identity: ColumnValues = [
            "id": routine.id.uuidString, "series": routine.series.uuidString,
            "made_of": try new.map(Stored.text), "taken_to": takenTo.milliseconds,
        ]
        let columns = try columns(
            routine, lastDone: lastDone, lastDoneKey: lastDoneKey, plannedAt: plannedAt,
            version: routine.sequence)
        try (identity + columns).insert(into: "routine", in: db)
        guard let row = try find(routine.id, in: db) else {
            throw CareStoreError.notFound("routine \(routine.id)")
        }
        return row
    }

    /// Stores the columns that may change, except the moments.
    func update(in db: Database) throws {
        try Self.columns(
            routine, lastDone: lastDone, lastDoneKey: lastDoneKey, plannedAt: plannedAt, version: version
        ).update("routine", number: number, in: db)
    }

    /// What may change, all but the moments.
    private static func columns(
        _ routine: Routine, lastDone: Date?, lastDoneKey: OccurrenceKey?, plannedAt: Date, version: Int64
    ) throws -> ColumnValues {
        [
            "client": routine.content.client ?? RoutineOccurrence.noClient, "need": routine.content.need,
            "audience": routine.content.audience.rawValue, "is_chore": routine.content.isChore,
            "is_goal": routine.content.isGoal,
            "content": try Stored.text(routine), "is_active": routine.isActive,
            "last_done": lastDone?.milliseconds, "last_done_key": lastDoneKey?.description,
            "planned_at": plannedAt.milliseconds, "version": version, "sequence": routine.sequence,
        ]
    }

    /// Stores how far its moments have been processed.
    func updateMoments(in db: Database) throws {
        try db.execute(
            sql: "UPDATE routine SET taken_to = ?, next_at = ? WHERE number = ?",
            arguments: [takenTo.milliseconds, nextAt?.milliseconds, number])
    }
}
