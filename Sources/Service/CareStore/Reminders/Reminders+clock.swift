import Care
import Foundation
import GRDB

extension Reminders {
    /// Snoozes and retries are durations, so they move with the clock. The end of quiet hours is a wall time.
    static func move(by step: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE reminder SET at = at + ?1, tell_at = tell_at + ?1
                WHERE tell_at IS NOT NULL AND is_snoozed = 1
                """, arguments: [step])
        try db.execute(
            sql: "UPDATE reminder SET next_try_at = next_try_at + ? WHERE next_try_at IS NOT NULL",
            arguments: [step])
    }

    /// The clock may have been set back while the service was off. A reminder whose snooze would be longer
    /// than allowed is told now: how much of it has passed is unknown, and too early is better than a day too
    /// late.
    static func bound(from wall: Date, nextTry: Int64, in db: Database) throws {
        let now = wall.milliseconds
        try db.execute(
            sql: """
                UPDATE reminder SET at = ?1, tell_at = ?1
                WHERE tell_at IS NOT NULL AND is_snoozed = 1 AND tell_at > ?2
                """, arguments: [now, now + Int64(ReminderReceipt.snoozeRange.upperBound) * 60_000])
        try db.execute(
            sql: "UPDATE reminder SET next_try_at = ?1 WHERE next_try_at IS NOT NULL AND next_try_at > ?1",
            arguments: [nextTry])
    }

    /// The reminders that quiet hours hold back, by the home's current zone.
    ///
    /// - Parameter those: Which of it, in SQL.
    static func holdAnew(_ keeper: RoutineKeeper, where those: String = "TRUE", in db: Database) throws {
        for reminder in try held(keeper, where: those, in: db) {
            guard let at = reminder.at?.milliseconds else { continue }
            // What is to be told by now is told as it is, and is late; unless it is quiet again.
            guard max(at, reminder.until) > keeper.now.milliseconds else { continue }
            try db.execute(
                sql: "UPDATE reminder SET at = ?1, tell_at = ?1 WHERE number = ?2",
                arguments: [at, reminder.number])
        }
    }

    /// A reminder that waits for its time and was not snoozed.
    struct Held {
        var number: Int64
        /// So long it is held back. Milliseconds since 1970.
        var until: Int64
        /// When it would be told if it came up now; `nil` where its recipient does not want it.
        var at: Date?
    }

    /// Those that wait. An unreadable one is left out: it is handled when it is due.
    ///
    /// - Parameter those: Which of it, in SQL.
    static func held(_ keeper: RoutineKeeper, where those: String = "TRUE", in db: Database) throws -> [Held]
    {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM reminder WHERE tell_at IS NOT NULL AND is_snoozed = 0 AND \(those)")
        guard !rows.isEmpty else { return [] }
        let people = try keeper.people(in: db)
        return rows.compactMap { row in
            guard let kind = message(row),
                let priority = (row["priority"] as String?).flatMap(Priority.init(rawValue:)),
                let channel = (row["channel"] as String?).flatMap(ReminderChannel.init(rawValue:))
            else { return nil }
            let at = ReminderPlanning.time(
                of: kind, for: row["recipient"], over: channel, at: keeper.now,
                isUrgent: priority == .urgent, people: people, zone: keeper.home)
            return Held(number: row["number"], until: row["tell_at"], at: at)
        }
    }
}
