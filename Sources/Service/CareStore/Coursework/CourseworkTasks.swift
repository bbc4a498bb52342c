import Coursework
import Foundation
import GRDB

/// The rows of `coursework_task`.
enum CourseworkTasks {
    static func write(
        _ known: KnownTask, of client: String, _ platform: String, in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO coursework_task (client, platform, task, content)
                VALUES (?, ?, ?, ?)
                """,
            arguments: [client, platform, known.task.id, try Stored.text(known)])
    }

    static func take(
        _ changes: CourseworkMemory.Changes, of client: String, _ platform: String, in db: Database
    ) throws {
        for one in changes.noted { try write(one, of: client, platform, in: db) }
        for task in changes.forgotten {
            try db.execute(
                sql: "DELETE FROM coursework_task WHERE client = ? AND platform = ? AND task = ?",
                arguments: [client, platform, task])
        }
    }

    /// Forgets what has not been found for long, also where nothing is read any more. What cannot be read stays.
    static func forgetOld(now: Date, in db: Database) throws {
        struct Place: Hashable { let client, platform: String }
        var places: [Place: [String: KnownTask]] = [:]
        let rows = try Row.fetchCursor(db, sql: "SELECT client, platform, task, content FROM coursework_task")
        while let row = try rows.next() {
            guard let one: KnownTask = Stored.readable(row["content"]) else { continue }
            let task: String = row["task"]
            places[Place(client: row["client"], platform: row["platform"]), default: [:]][task] = one
        }
        for (place, known) in places {
            try take(
                CourseworkMemory.changes(of: known, found: [], now: now), of: place.client, place.platform,
                in: db)
        }
    }
}
