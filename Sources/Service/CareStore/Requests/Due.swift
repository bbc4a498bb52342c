import Care
import Foundation
import GRDB
import Time

/// What time will bring for a request, unless somebody acts before.
enum Due {
    static func plan(for request: Request, policy: AlertPolicy, in db: Database) throws {
        let start = request.waitingSince
        if let period = policy.escalation(of: request.priority) {
            try add(.escalated, for: request, at: start.milliseconds + period.milliseconds, in: db)
        }
        for wait in policy.stillWaiting where wait > .zero {
            try add(.stillWaiting, for: request, at: start.milliseconds + wait.milliseconds, in: db)
        }
        if policy.askAgain > .zero {
            try add(.askAgain, for: request, at: start.milliseconds + policy.askAgain.milliseconds, in: db)
        }
    }

    /// Deletes what a change of state has made pointless.
    static func forget(for request: Request, in db: Database) throws {
        if !request.state.isOpen {
            try db.execute(sql: "DELETE FROM due WHERE request_id = ?", arguments: [request.id.uuidString])
        } else if request.state.isAnswered {
            try db.execute(
                sql: "DELETE FROM due WHERE request_id = ? AND kind = 'escalated'",
                arguments: [request.id.uuidString])
        }
        if !request.state.isOpen || request.state.isAnswered {
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'dropped', next_try_at = NULL
                    WHERE request_id = ? AND state = 'pending'
                    """, arguments: [request.id.uuidString])
            try Reminders.end(ofRequest: request.id, in: db)
        }
    }

    static func add(
        _ kind: JournalEvent.Kind, for request: Request, at milliseconds: Int64, in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO due (request_id, kind, at) VALUES (?, ?, ?)",
            arguments: [request.id.uuidString, kind.rawValue, milliseconds])
    }
}
