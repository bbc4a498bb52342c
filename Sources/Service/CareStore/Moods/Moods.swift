import Care
import Foundation
import GRDB
import Recurrence

/// The rows of `mood`, which are only ever added to.
enum Moods {
    static func mood(_ row: Row) throws -> Mood {
        let number: Int64 = row["number"]
        return Mood(
            number: number, mood: try Stored.value(row["content"], of: "the mood \(number)"),
            words: row.words("words"), correctedBy: try row.optionalUUID("corrected_by"),
            receivedAt: Date(milliseconds: row["received_at"]),
            countsAt: Date(milliseconds: row["counts_at"]))
    }

    /// With the id of the mood that took its place.
    private static let columns =
        "mood.*, (SELECT id FROM mood AS later WHERE later.corrects = mood.id) AS corrected_by"

    static func find(_ id: UUID, in db: Database) throws -> Mood? {
        try Row.fetchOne(
            db, sql: "SELECT \(columns) FROM mood WHERE id = ?", arguments: [id.uuidString]
        ).map(mood)
    }

    static func insert(
        _ new: NewMood, words: String?, receivedAt: Date, in db: Database
    ) throws -> Mood {
        let countsAt = Mood.countsAt(new.at, received: receivedAt)
        let values: ColumnValues = [
            "id": new.id.uuidString, "client": new.client, "scale": new.scale.rawValue,
            "content": try Stored.text(new), "words": words, "corrects": new.corrects?.uuidString,
            "routine_id": new.routine?.uuidString, "key": new.key?.description,
            "received_at": receivedAt.milliseconds, "counts_at": countsAt.milliseconds,
        ]
        try values.insert(into: "mood", in: db)
        return Mood(
            number: db.lastInsertedRowID, mood: new, words: words, receivedAt: receivedAt, countsAt: countsAt)
    }

    /// The rows of a page, the newest first, and one more where there is a next page.
    static func rows(_ search: MoodSearch, of whose: PlanReach, in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(columns) FROM mood
                WHERE (?1 IS NULL OR client = ?1) AND counts_at >= ?2 AND counts_at < ?3
                    AND (?4 IS NULL OR scale = ?4) AND \(PlanReach.condition("?5"))
                    AND (?6 IS NULL OR (counts_at, number) < (SELECT counts_at, number FROM mood WHERE number = ?6))
                ORDER BY counts_at DESC, number DESC LIMIT ?7
                """,
            arguments: [
                search.client, search.from?.milliseconds ?? .min, search.to?.milliseconds ?? .max,
                search.scale?.rawValue, whose.argument, search.before, search.limit + 1,
            ])
    }

    // MARK: - After what is planned

    /// Fills in what was logged after each exercise; the last that counts. It is found by its local start, whichever part of the series and
    /// whichever zone it belonged to then, as entries are.
    static func fill(
        _ occurrences: inout [RoutineOccurrence], in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws {
        for index in occurrences.indices where occurrences[index].exercise != nil {
            occurrences[index].mood = try logged(after: occurrences[index], in: db, report: report)
        }
    }

    private static func logged(
        after occurrence: RoutineOccurrence, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> LoggedMood? {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT \(columns) FROM mood
                WHERE key BETWEEN ?1 || '[' AND ?1 || '\\' AND client = ?3 AND scale <> 'observation'
                    AND routine_id IN (SELECT id FROM routine
                        WHERE series = (SELECT series FROM routine WHERE id = ?2))
                    AND NOT EXISTS (SELECT 1 FROM mood AS later WHERE later.corrects = mood.id)
                ORDER BY counts_at DESC, number DESC
                """,
            arguments: [
                String(occurrence.key.description.prefix { $0 != "[" }), occurrence.routine.uuidString,
                occurrence.client,
            ])
        for row in rows {
            do {
                let found = try mood(row)
                return LoggedMood(id: found.id, scale: found.mood.scale, value: found.mood.value)
            } catch { report(UnreadableRow(.mood, row), error) }
        }
        return nil
    }
}
