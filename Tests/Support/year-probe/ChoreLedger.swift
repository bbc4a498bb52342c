import Care
import Foundation
import GRDB
import Recurrence

/// What the store has written of chores, read past it from its file.
struct ChoreLedger {
    /// Of the store, which may be in use or not.
    let path: String

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        var configuration = Configuration()
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration).read(body)
    }

    /// What counts of one due time.
    func counting(of occurrence: PlannedOccurrence) throws -> [ChoreWork.Part] {
        try read { db in
            try Row.fetchAll(
                db, sql: "SELECT entry_id, person, parts FROM completion WHERE routine_id = ? AND key = ?",
                arguments: [occurrence.part.uuidString, occurrence.key.description]
            ).map(Self.part)
        }
    }

    /// The points of these entries' lines, in their order.
    func lines(of entries: [UUID]) throws -> [UUID: [Int]] {
        try read { db in
            try Dictionary(
                uniqueKeysWithValues: entries.map { entry in
                    let points = try Int.fetchAll(
                        db, sql: "SELECT points FROM point_line WHERE entry_id = ? ORDER BY number",
                        arguments: [entry.uuidString])
                    return (entry, points)
                })
        }
    }

    /// Everything that counts, and each person's points.
    func everything() throws -> (counting: [ChoreWork.Part], points: [String: Int]) {
        try read { db in
            let counting = try Row.fetchAll(db, sql: "SELECT entry_id, person, parts FROM completion")
            let points = try Row.fetchAll(
                db, sql: "SELECT person, sum(points) AS points FROM point_line GROUP BY person")
            return (
                counting.map(Self.part),
                Dictionary(
                    uniqueKeysWithValues: points.map { ($0["person"] as String, $0["points"] as Int) })
            )
        }
    }

    private static func part(_ row: Row) -> ChoreWork.Part {
        ChoreWork.Part(
            entry: UUID(uuidString: row["entry_id"]) ?? UUID(), person: row["person"], parts: row["parts"])
    }
}
