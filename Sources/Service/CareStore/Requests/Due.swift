import Care
import Foundation
import GRDB
import Time

/// What time will bring for a request, unless somebody acts before.
enum Due {
    static func plan(for request: Request, on way: CallWay, policy: AlertPolicy, in db: Database) throws {
        let start = request.waitingSince
        try plan(request, on: way, from: start, policy: policy, in: db)
        for wait in policy.stillWaiting where wait > .zero {
            try add(.stillWaiting, for: request, at: start.milliseconds + wait.milliseconds, in: db)
        }
        if policy.askAgain > .zero {
            try add(.askAgain, for: request, at: start.milliseconds + policy.askAgain.milliseconds, in: db)
        }
    }

    /// The steps of its way. One that begins with everybody has none left: it escalates as others do that have been called out to
    /// everybody, counted from then.
    static func plan(
        _ request: Request, on way: CallWay, from start: Date, policy: AlertPolicy, in db: Database
    ) throws {
        if way.beginsWithEverybody, let period = policy.escalation(of: request.priority) {
            let begin = max(start, request.receivedAt)
            try add(.escalated, for: request, at: begin.milliseconds + period.milliseconds, in: db)
        }
        for step in way.later {
            let at = start.milliseconds + step.after.milliseconds
            if step.who == [.everybody] {
                try add(.escalated, for: request, at: at, in: db)
            } else if request.reaches != nil {
                try add(.reached, for: request, at: at, who: try Stored.text(step.who), in: db)
            }
        }
    }

    /// Deletes what a change of state has made pointless.
    static func forget(for request: Request, in db: Database) throws {
        if !request.state.isOpen {
            try db.execute(sql: "DELETE FROM due WHERE request_id = ?", arguments: [request.id.uuidString])
        } else if request.state.isAnswered {
            try db.execute(
                sql: "DELETE FROM due WHERE request_id = ? AND kind IN ('escalated', 'reached')",
                arguments: [request.id.uuidString])
        }
        if !request.state.isOpen || request.state.isAnswered {
            try db.execute(
                sql: """
                    UPDATE delivery SET state = 'dropped', next_try_at = NULL
                    WHERE request_id = ? AND state = 'pending'
                    """, arguments: [request.id.uuidString])
            try Reminders.end(ofRequest: request.id, in: db)
            try Messages.answered(request, in: db)
        }
    }

    static func add(
        _ kind: JournalEvent.Kind, for request: Request, at milliseconds: Int64, who: String? = nil,
        in db: Database
    ) throws {
        try db.execute(
            sql: "INSERT OR IGNORE INTO due (request_id, kind, at, who) VALUES (?, ?, ?, ?)",
            arguments: [request.id.uuidString, kind.rawValue, milliseconds, who])
    }

    static func drop(_ kind: JournalEvent.Kind, for request: Request, in db: Database) throws {
        try db.execute(
            sql: "DELETE FROM due WHERE request_id = ? AND kind = ?",
            arguments: [request.id.uuidString, kind.rawValue])
    }
}
