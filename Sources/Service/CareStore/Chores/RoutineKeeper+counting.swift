import Care
import Foundation
import GRDB
import Recurrence

/// What counts for whom.
extension RoutineKeeper {
    /// Compares what counts of an occurrence by all its entries with what counted before, in the transaction of the entry.
    ///
    /// This is the only place where something begins or ceases to count. Whatever follows from that, such as lines of a
    /// ledger, belongs into `begin` and `cease`.
    func count(_ standing: OccurrenceStanding, of occurrence: RoutineOccurrence, in db: Database) throws {
        let before = try Counted.all(of: occurrence, in: db)
        guard let chore = occurrence.chore, chore.isWork else {
            for counted in before { try cease(counted, in: db) }
            return
        }
        let counting = standing.completions.compactMap { Counted($0, of: occurrence, chore, now: now) }
        for counted in before where !counting.contains(where: counted.isSame(as:)) {
            try cease(counted, in: db)
        }
        for counted in counting where !before.contains(where: counted.isSame(as:)) {
            try begin(counted, in: db)
        }
    }

    private func begin(_ counted: Counted, in db: Database) throws {
        try counted.columns.insert(into: "completion", in: db)
    }

    private func cease(_ counted: Counted, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM completion WHERE entry_id = ?", arguments: [counted.entry.uuidString])
    }
}

/// A row of `completion`.
struct Counted {
    var entry: UUID
    var routine: UUID
    var key: String
    var person: String
    var parts: Int
    var count: Int
    var minutes: Int?
    var points: Int?
    /// Milliseconds since 1970.
    var at: Int64

    /// When it was done, as its sender says; but not in the future, and not more than a week ago, in case a device's clock is wrong.
    ///
    /// `nil` where nobody knows who did it.
    init?(_ completion: Completion, of occurrence: RoutineOccurrence, _ chore: Chore, now: Date) {
        guard let person = completion.person else { return nil }
        self.person = person
        entry = completion.entry
        routine = occurrence.routine
        key = occurrence.key.description
        parts = completion.parts
        count = chore.count ?? 1
        minutes = chore.minutes
        points = chore.points
        at = min(max(completion.at, now.addingTimeInterval(-7 * 86_400)), now).milliseconds
    }

    /// Whether it is the same as one that counted before, whenever that was noted.
    func isSame(as other: Counted) -> Bool {
        (entry, routine, key, person) == (other.entry, other.routine, other.key, other.person)
            && (parts, count, minutes, points) == (other.parts, other.count, other.minutes, other.points)
    }

    private init(_ row: Row) throws {
        entry = try row.uuid("entry_id")
        routine = try row.uuid("routine_id")
        (key, person, parts, count) = (row["key"], row["person"], row["parts"], row["count"])
        (minutes, points, at) = (row["minutes"], row["points"], row["at"])
    }

    static func all(of occurrence: RoutineOccurrence, in db: Database) throws -> [Counted] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM completion WHERE routine_id = ? AND key = ?",
            arguments: [occurrence.routine.uuidString, occurrence.key.description]
        ).map(Counted.init)
    }

    var columns: ColumnValues {
        [
            "entry_id": entry.uuidString, "routine_id": routine.uuidString, "key": key, "person": person,
            "parts": parts, "count": count, "minutes": minutes, "points": points, "at": at,
        ]
    }
}
