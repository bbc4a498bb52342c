import Care
import Foundation
import GRDB
import Recurrence

/// A row of `routine`.
struct RoutineRow {
    var number: Int64
    var routine: Routine
    /// Its moments up to here have been taken, and what is due up to here has a row.
    var takenTo: Date
    var nextAt: Date?
    /// When an occurrence was last done or skipped, and which.
    var lastDone: Date?
    var lastDoneKey: OccurrenceKey?
    /// Since when it is planned as it is now.
    var plannedAt: Date
    /// Rises with everything that changes when it is due.
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

    /// Puts a routine in that is not there yet; `number` is given by the table.
    static func insert(
        _ routine: Routine, madeOf new: NewRoutine?, takenTo: Date, lastDone: Date? = nil,
        lastDoneKey: OccurrenceKey? = nil, plannedAt: Date, in db: Database
    ) throws -> RoutineRow {
        try db.execute(
            sql: """
                INSERT INTO routine (id, series, client, content, made_of, is_active, taken_to, last_done,
                    last_done_key, planned_at, version, sequence)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                routine.id.uuidString, routine.series.uuidString, routine.content.client,
                try Stored.text(routine), try new.map(Stored.text), routine.isActive, takenTo.milliseconds,
                lastDone?.milliseconds, lastDoneKey?.description, plannedAt.milliseconds, routine.sequence,
                routine.sequence,
            ])
        guard let row = try find(routine.id, in: db) else {
            throw CareStoreError.notFound("routine \(routine.id)")
        }
        return row
    }

    /// Writes what may change, all but the moments.
    func update(in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE routine SET client = ?, content = ?, is_active = ?, last_done = ?, last_done_key = ?,
                    planned_at = ?, version = ?, sequence = ?
                WHERE number = ?
                """,
            arguments: [
                routine.content.client, try Stored.text(routine), routine.isActive, lastDone?.milliseconds,
                lastDoneKey?.description, plannedAt.milliseconds, version, routine.sequence, number,
            ])
    }

    /// Writes how far its moments have been taken.
    func updateMoments(in db: Database) throws {
        try db.execute(
            sql: "UPDATE routine SET taken_to = ?, next_at = ? WHERE number = ?",
            arguments: [takenTo.milliseconds, nextAt?.milliseconds, number])
    }
}
