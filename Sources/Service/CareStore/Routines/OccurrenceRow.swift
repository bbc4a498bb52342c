import Care
import Foundation
import GRDB
import Recurrence

/// A row of `occurrence`: what has become due, or was acted upon before, with its words as they were then.
struct OccurrenceRow {
    var number: Int64
    var series: UUID
    /// Its state is as of the moment at which it was read.
    var occurrence: RoutineOccurrence
    /// The result of its entries: `done`, `skipped`; `nil` is open.
    var outcome: OccurrenceState?
    var isDueTaken: Bool
    var isMissedTaken: Bool
    var isCancelled: Bool
    /// When it will be missed, if that is to come.
    var nextAt: Date?

    init(row: Row, now: Date) throws {
        number = row["number"]
        series = try row.uuid("series")
        outcome = try (row["outcome"] as String?).map { _ in try row.value("outcome") }
        isDueTaken = row["is_due_taken"]
        isMissedTaken = row["is_missed_taken"]
        isCancelled = row["is_cancelled"]
        nextAt = (row["next_at"] as Int64?).map(Date.init(milliseconds:))
        let (at, missedAt) = (Date(milliseconds: row["at"]), Date(milliseconds: row["missed_at"]))
        occurrence = RoutineOccurrence(
            routine: try row.uuid("routine_id"), key: try row.text("key"), title: row.words("title"),
            details: row.words("details"), symbol: row.words("symbol"), client: row["client"],
            clientName: row.words("client_name"), priority: try row.value("priority"), at: at,
            local: try row.text("local"), missedAt: missedAt,
            state: outcome ?? .byTime(at: at, missedAt: missedAt, now: now),
            assignment: Assignment(
                person: row["person"], name: row.words("person_name"), reason: row["assignment_reason"]),
            isClientsOwn: row["clients_own"],
            changedAt: (row["changed_at"] as Int64?).map(Date.init(milliseconds:)),
            changedBy: row.words("changed_by"), note: row.words("note"),
            lastEntry: try row.optionalUUID("last_entry"),
            chore: try (row["chore"] as String?).map { [number] in
                try Stored.value($0, of: "the chore of occurrence \(number)")
            }, exercise: row["exercise"], appointment: try row.optionalUUID("appointment"),
            isGoal: row["is_goal"])
    }

    static func find(
        _ routine: UUID, _ key: OccurrenceKey, now: Date, in db: Database
    ) throws -> OccurrenceRow? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM occurrence WHERE routine_id = ? AND key = ?",
            arguments: [routine.uuidString, key.description]
        ).map { try OccurrenceRow(row: $0, now: now) }
    }

    /// Stores an occurrence that was only planned until now.
    static func insert(
        _ occurrence: RoutineOccurrence, series: UUID, now: Date, in db: Database
    ) throws -> OccurrenceRow {
        let identity: ColumnValues = [
            "routine_id": occurrence.routine.uuidString, "key": occurrence.key.description,
            "series": series.uuidString,
        ]
        try (identity + (try words(of: occurrence))).insert(into: "occurrence", in: db)
        guard let row = try find(occurrence.routine, occurrence.key, now: now, in: db) else {
            throw CareStoreError.notFound("occurrence \(occurrence.id)")
        }
        return row
    }

    /// Writes when it is due, and its words.
    func updateWords(in db: Database) throws {
        try Self.words(of: occurrence).update("occurrence", number: number, in: db)
    }

    private static func words(of occurrence: RoutineOccurrence) throws -> ColumnValues {
        let offer = occurrence.chore?.offer
        let asked: String? = offer?.answer == nil ? offer?.to : nil
        return [
            "at": occurrence.at.milliseconds, "local": occurrence.local.description,
            "missed_at": occurrence.missedAt.milliseconds, "client": occurrence.client,
            "client_name": occurrence.clientName, "title": occurrence.title, "details": occurrence.details,
            "symbol": occurrence.symbol, "priority": occurrence.priority.rawValue,
            "person": occurrence.assignment.person, "person_name": occurrence.assignment.name,
            "assignment_reason": occurrence.assignment.reason, "clients_own": occurrence.isClientsOwn,
            "chore": try occurrence.chore.map(Stored.text), "is_chore": occurrence.chore?.isWork ?? false,
            "is_waiting": occurrence.chore?.approval == .waiting, "offered_to": asked,
            "exercise": occurrence.exercise,
            "appointment": occurrence.appointment?.uuidString, "is_goal": occurrence.isGoal,
        ]
    }
}

extension Row {
    /// A value that is written as text, such as a key or a local time.
    func text<Value: LosslessStringConvertible>(_ column: String) throws -> Value {
        guard let text: String = self[column], let value = Value(text) else { throw unreadable(column) }
        return value
    }
}
