import Care
import Foundation
import GRDB

/// What the lines of one person come to.
struct PointSums: Equatable {
    /// All of them.
    var all = 0
    /// Those that say how much was collected.
    var collected = 0
}

/// The rows of `point_line`, which are only ever added to.
enum PointLines {
    static func line(_ row: Row) throws -> PointLine {
        PointLine(
            number: row["number"], id: try row.uuid("id"), person: row["person"],
            kind: try row.value("kind"), points: row["points"], what: row.words("what"),
            entry: try row.optionalUUID("entry_id"), grant: try row.optionalUUID("grant_id"),
            by: row.words("by_name"), byID: row["by_id"], at: Date(milliseconds: row["at"]))
    }

    static func find(_ id: UUID, in db: Database) throws -> PointLine? {
        try Row.fetchOne(db, sql: "SELECT * FROM point_line WHERE id = ?", arguments: [id.uuidString])
            .map(line)
    }

    /// - Parameter line: Its number is of no account.
    /// - Returns: The line with its number.
    @discardableResult
    static func add(_ line: PointLine, in db: Database) throws -> PointLine {
        let columns: ColumnValues = [
            "id": line.id.uuidString, "person": line.person, "kind": line.kind.rawValue,
            "points": line.points, "what": line.what, "entry_id": line.entry?.uuidString,
            "grant_id": line.grant?.uuidString, "by_name": line.by, "by_id": line.byID,
            "at": line.at.milliseconds,
        ]
        try columns.insert(into: "point_line", in: db)
        var added = line
        added.number = db.lastInsertedRowID
        return added
    }

    private static let collected = PointLine.Kind.allCases.filter(\.isCollected)
        .map { "'\($0.rawValue)'" }.joined(separator: ", ")

    static func sums(of person: String, in db: Database) throws -> PointSums {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT coalesce(sum(points), 0) AS total,
                    coalesce(sum(points) FILTER (WHERE kind IN (\(collected))), 0) AS collected
                FROM point_line WHERE person = ?
                """, arguments: [person])
        return row.map { PointSums(all: $0["total"], collected: $0["collected"]) } ?? PointSums()
    }

    /// What an entry has brought whoever did it, less what was undone of that.
    static func net(of entry: UUID, in db: Database) throws -> Int {
        try Int.fetchOne(
            db, sql: "SELECT coalesce(sum(points), 0) FROM point_line WHERE entry_id = ?",
            arguments: [entry.uuidString]) ?? 0
    }

    /// Part of somebody's lines, the latest first. One that cannot be read is left out.
    static func page(
        of person: String, before: Int64?, limit: Int, in db: Database,
        report: (UnreadableRow, any Error) -> Void
    ) throws -> (lines: [PointLine], next: Int64?) {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM point_line WHERE person = ? AND number < ? ORDER BY number DESC LIMIT ?",
            arguments: [person, before ?? .max, limit + 1])
        let shown = rows.prefix(limit)
        let lines = shown.compactMap { row -> PointLine? in
            do { return try line(row) } catch {
                report(UnreadableRow(.pointLine, row), error)
                return nil
            }
        }
        return (lines, rows.count > limit ? shown.last?["number"] : nil)
    }
}
