import Foundation
import GRDB

extension RoutineClock {
    /// A step ahead, and the newest of everything before it.
    struct Leap {
        var id: Int64
        var from: Int64
        var to: Int64
        var sequence: Int64
        var occurrence: Int64
        var reminder: Int64

        init(row: Row) {
            (id, from, to) = (row["id"], row["from_at"], row["to_at"])
            (sequence, occurrence, reminder) = (row["sequence"], row["occurrence"], row["reminder"])
        }

        /// Everything stored ahead of the clock is wrong.
        static func sinceEver(from: Int64, sequence: Int64) -> Leap {
            Leap(row: [
                "id": 0, "from_at": from, "to_at": from, "sequence": sequence, "occurrence": 0, "reminder": 0,
            ])
        }
    }

    func note(leapFrom start: Int64, in db: Database) throws {
        guard wall > start else { return }
        try db.execute(
            sql: "INSERT INTO leap (from_at, to_at, sequence, occurrence, reminder) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                start, wall, newest("journal", "sequence", in: db), newest("occurrence", "number", in: db),
                newest("reminder", "number", in: db),
            ])
        try db.execute(
            sql: "DELETE FROM leap WHERE id <= (SELECT max(id) FROM leap) - ?", arguments: [Self.mostLeaps])
    }

    /// The latest leap that, if undone, would explain the clock's present time: at most a day earlier than
    /// the time passed since the leap gives, and before where the leap had led.
    func leap(thatExplains walkedTo: Int64, in db: Database) throws -> Leap? {
        var (passed, until): (Int64, Int64) = (0, walkedTo)
        for row in try Row.fetchAll(db, sql: "SELECT * FROM leap ORDER BY id DESC") {
            let leap = Leap(row: row)
            passed += until - leap.to
            until = leap.from
            // Where a home's first leap began is unknown.
            if leap.from <= Self.earliest + Self.far, passed > Self.settingUp { continue }
            if wall >= leap.from + passed - Self.far, wall < leap.to { return leap }
        }
        return nil
    }

    /// Deletes the reminders and rows made since a leap for what is still to come, so that it is told when it
    /// is due. What people have done stays. What came since the leap began is caught up on.
    func undo(_ leap: Leap, in db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM reminder WHERE routine_id IS NOT NULL AND number > ?1 AND (due_at > ?2
                    OR kind = 'missed' AND EXISTS (SELECT 1 FROM occurrence AS o
                        WHERE o.routine_id = reminder.routine_id AND o.key = reminder.key AND o.missed_at > ?2))
                """, arguments: [leap.reminder, wall])
        try db.execute(
            sql: """
                DELETE FROM occurrence WHERE number > ?1 AND at > ?2 AND outcome IS NULL
                    AND NOT EXISTS (SELECT 1 FROM entry AS e
                        WHERE e.routine_id = occurrence.routine_id AND e.key = occurrence.key)
                """, arguments: [leap.occurrence, wall])
        try db.execute(
            sql: """
                UPDATE occurrence SET is_due_taken = 0, is_missed_taken = 0, next_at = NULL, again_at = NULL
                WHERE at > ?
                """, arguments: [wall])
        // Rather once more than not for as long as the clock was ahead.
        try db.execute(sql: "UPDATE occurrence SET again_at = ?1 WHERE again_at > ?1", arguments: [wall])
        try db.execute(
            sql: """
                UPDATE occurrence SET is_missed_taken = 0, next_at = missed_at
                WHERE at <= ?1 AND missed_at > ?1 AND is_due_taken = 1 AND outcome IS NULL AND is_cancelled = 0
                """, arguments: [wall])
        try db.execute(
            sql: "UPDATE occurrence SET closed_at = ?1 WHERE closed_at > ?1", arguments: [wall])
        try db.execute(sql: "UPDATE routine SET last_done = ?1 WHERE last_done > ?1", arguments: [wall])
        try db.execute(
            sql: """
                UPDATE routine SET planned_at = min(planned_at, ?1), next_at = 0,
                    taken_to = CASE WHEN sequence > ?3 THEN ?1 ELSE min(?1, max(?2, planned_at)) END
                WHERE taken_to > ?1 AND is_active = 1
                """, arguments: [wall, leap.from, leap.sequence])
        try db.execute(sql: "UPDATE routine SET next_at = taken_to WHERE next_at = 0")
        try db.execute(
            sql: "DELETE FROM reminder WHERE charge_id IS NOT NULL AND number > ? AND due_at > ?",
            arguments: [leap.reminder, wall])
        try CostCharges.comeAgain(at: wall, from: leap.from, in: db)
        try db.execute(sql: "DELETE FROM leap WHERE id >= ?", arguments: [leap.id])
        // Plans that count from when it was last done.
        planCache.clear()
    }
}
