import Care
import Foundation
import GRDB
import Recurrence

/// What counts for whom.
extension RoutineKeeper {
    /// Compares what counts of an occurrence by all its entries with what counted before, in the transaction of the entry.
    ///
    /// This is the only place where something begins or ceases to count, and so where points are earned and undone.
    ///
    /// - Parameter author: Who has made the entry.
    func count(
        _ standing: OccurrenceStanding, of occurrence: RoutineOccurrence, by author: PointAuthor,
        in db: Database
    ) throws {
        let before = try Counted.all(of: occurrence, in: db)
        let chore = occurrence.chore ?? Chore()
        // What counts already goes on, whatever the chore has become meanwhile.
        let counting = standing.completions.compactMap { Counted($0, of: occurrence, chore, now: now) }
            .filter { counted in chore.isWork || before.contains(where: counted.isSame(as:)) }
        var changed: [String] = []
        func note(_ line: PointLine?) throws {
            guard let line else { return }
            try PointLines.add(line, in: db)
            if !changed.contains(line.person) { changed.append(line.person) }
        }
        var kept: [Counted] = []
        for counted in before {
            if counting.contains(where: counted.isSame(as:)) {
                // With what it was worth when it began to count (decision 0281).
                kept.append(counted)
            } else {
                try note(cease(counted, occurrence.title, by: author, in: db))
            }
        }
        for var counted in counting where !kept.contains(where: counted.isSame(as:)) {
            if let points = counted.points {
                counted.share = PointShares.share(
                    of: points, parts: counted.parts, count: counted.count,
                    after: kept.reduce(0) { $0 + $1.parts }, paid: kept.reduce(0) { $0 + $1.share })
            }
            kept.append(counted)
            try note(begin(counted, occurrence.title, by: author, in: db))
        }
        try points.settle(changed, in: db)
    }

    private var points: PointKeeper { PointKeeper(now: now, unreadable: unreadable) }

    /// - Returns: The line of the ledger; `nil` where it brings nothing, or to somebody who wants no points.
    private func begin(
        _ counted: Counted, _ title: String, by author: PointAuthor, in db: Database
    ) throws -> PointLine? {
        try counted.columns.insert(into: "completion", in: db)
        // Providers only come to see clients.
        let isProvider = try People.readable(counted.person, in: db)?.role == .provider
        guard counted.share > 0, !isProvider, try points.views.isOn(counted.person, in: db) else {
            return nil
        }
        return line(.earned, counted.share, of: counted, title, by: author)
    }

    /// - Returns: The line of the ledger; `nil` where it had brought nothing.
    private func cease(
        _ counted: Counted, _ title: String, by author: PointAuthor, in db: Database
    ) throws -> PointLine? {
        try db.execute(
            sql: "DELETE FROM completion WHERE entry_id = ?", arguments: [counted.entry.uuidString])
        let net = try PointLines.net(of: counted.entry, in: db)
        return net > 0 ? line(.undone, -net, of: counted, title, by: author) : nil
    }

    private func line(
        _ kind: PointLine.Kind, _ count: Int, of counted: Counted, _ title: String, by author: PointAuthor
    ) -> PointLine {
        PointLine(
            number: 0, id: points.newID(), person: counted.person, kind: kind, points: count, what: title,
            entry: counted.entry, by: author.name, byID: author.id, at: now)
    }
}

/// Who has written a line of points down.
struct PointAuthor {
    let name: String?
    /// `nil` where nobody had logged in.
    let id: String?
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
    /// What of the points it is.
    var share = 0
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

    /// Whether it is the same as one that counted before, whenever that was noted, and whatever it would be worth by now.
    func isSame(as other: Counted) -> Bool {
        (entry, routine, key, person, parts)
            == (other.entry, other.routine, other.key, other.person, other.parts)
    }

    private init(_ row: Row) throws {
        entry = try row.uuid("entry_id")
        routine = try row.uuid("routine_id")
        (key, person, parts, count) = (row["key"], row["person"], row["parts"], row["count"])
        (minutes, points, share, at) = (row["minutes"], row["points"], row["share"], row["at"])
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
            "parts": parts, "count": count, "minutes": minutes, "points": points, "share": share,
            "at": at,
        ]
    }
}
