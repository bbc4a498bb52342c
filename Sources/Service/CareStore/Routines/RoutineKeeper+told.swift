import Care
import Foundation
import GRDB

extension RoutineKeeper {
    /// What was missed longer ago cannot be snoozed, only done or skipped. Milliseconds.
    private static let longestAgo: Int64 = 86_400_000
    /// The longest grace time: nothing that is still due was due longer ago. Milliseconds.
    private static let longestGrace: Int64 = 7 * 86_400_000

    /// What was told at the stations of what is due now, or of what was missed within the last day; the newest of them.
    func told(limit: Int, in db: Database) throws -> [Reminder] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT r.* FROM occurrence AS o INDEXED BY occurrence_open
                    JOIN reminder AS r ON r.routine_id = o.routine_id AND r.key = o.key AND r.due_at = o.at
                WHERE o.outcome IS NULL AND o.is_cancelled = 0 AND o.at > ?1 AND o.at <= ?2 AND o.missed_at > ?3
                    AND r.kind = iif(o.missed_at > ?2, 'due', 'missed') AND r.channel = 'station' AND r.state = 'told'
                ORDER BY r.number DESC LIMIT ?4
                """,
            arguments: [
                now.milliseconds - Self.longestGrace - Self.longestAgo, now.milliseconds,
                now.milliseconds - Self.longestAgo, limit,
            ])
        return rows.compactMap { row in
            do { return try Reminders.reminder(row, now: now, in: db) } catch {
                unreadable.note(UnreadableRow(.reminder, row), error)
                return nil
            }
        }
    }
}
