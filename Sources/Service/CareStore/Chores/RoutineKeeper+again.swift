import Care
import Foundation
import GRDB
import Logging
import Recurrence

/// What people are reminded of again at times of the day, until it is done.
extension RoutineKeeper {
    /// Stores when people are reminded of an occurrence again; only the newest of a series that is due is told again, so that
    /// thirty days on which nobody did it are one reminder.
    ///
    /// - Parameter isOpen: Whether it is due and somebody still has to do it.
    /// - Returns: Whether people are reminded of it again.
    @discardableResult
    func planAgain(
        _ stored: OccurrenceRow, _ content: RoutineContent, isOpen: Bool, in db: Database
    ) throws -> Bool {
        var next = isOpen ? content.reminders.nextAgain(after: now, zone: home) : nil
        if next != nil, try isFollowed(stored, in: db) { next = nil }
        try db.execute(
            sql: "UPDATE occurrence SET again_at = ?1 WHERE number = ?2 AND again_at IS NOT ?1",
            arguments: [next?.milliseconds, stored.number])
        return next != nil
    }

    /// It is due: of those before it in its series people are no longer reminded.
    func endAgain(before stored: OccurrenceRow, in db: Database) throws {
        // By the index of the few that are told again, not by that of all that there ever was of a series.
        try db.execute(
            sql: "UPDATE occurrence SET again_at = NULL WHERE again_at > 0 AND +series = ? AND +at < ?",
            arguments: [stored.series.uuidString, stored.occurrence.at.milliseconds])
    }

    /// Whether a later one of its series is due as well.
    private func isFollowed(_ stored: OccurrenceRow, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM occurrence
                    WHERE series = ? AND at > ? AND is_due_taken = 1 AND is_cancelled = 0)
                """, arguments: [stored.series.uuidString, stored.occurrence.at.milliseconds]) ?? false
    }

    /// The plan has changed, and with it perhaps when people are reminded again of what is due and open.
    func replanAgain(_ routine: RoutineRow, in db: Database) throws {
        // What is to be told now is told first.
        let newest = try Row.fetchOne(
            db,
            sql: """
                SELECT * FROM occurrence
                WHERE routine_id = ? AND outcome IS NULL AND is_cancelled = 0 AND is_due_taken = 1
                    AND (again_at IS NULL OR again_at > ?)
                ORDER BY at DESC LIMIT 1
                """, arguments: [routine.routine.id.uuidString, now.milliseconds])
        guard let newest else { return }
        do {
            let stored = try OccurrenceRow(row: newest, now: now)
            try planAgain(
                stored, routine.routine.content.of(stored.occurrence.key), isOpen: true, in: db)
        } catch let error where Self.isOfItsContent(error) {
            unreadable.note(UnreadableRow(.occurrence, newest), error)
        }
    }

    /// Reminds of what is still open at one of its times. After a gap once, however many times have passed.
    func takeAgain(budget: inout Int, in db: Database) throws -> [JournalEvent] {
        guard budget > 0 else { return [] }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM occurrence WHERE again_at <= ? ORDER BY again_at, number LIMIT ?",
            arguments: [now.milliseconds, budget])
        budget -= rows.count
        return try rows.flatMap { row in
            let number: Int64 = row["number"]
            var events: [JournalEvent] = []
            do {
                try db.inSavepoint {
                    events = try tellAgain(OccurrenceRow(row: row, now: now), in: db)
                    return .commit
                }
            } catch let error where Self.isOfItsContent(error) {
                unreadable.note(UnreadableRow(.occurrence, row), error)
                events = []
                try db.execute(
                    sql: "UPDATE occurrence SET again_at = NULL WHERE number = ?", arguments: [number])
            }
            return events
        }
    }

    private func tellAgain(_ stored: OccurrenceRow, in db: Database) throws -> [JournalEvent] {
        let row = try RoutineRow.find(stored.occurrence.routine, in: db)
        let isOpen = stored.outcome == nil && !stored.isCancelled && stored.isDueTaken
        guard let row, row.routine.isActive, isOpen else {
            try db.execute(
                sql: "UPDATE occurrence SET again_at = NULL WHERE number = ?", arguments: [stored.number])
            return []
        }
        let content = row.routine.content.of(stored.occurrence.key)
        guard try planAgain(stored, content, isOpen: true, in: db) else { return [] }
        let moment = RoutineMoment(
            at: now, what: stored.isMissedTaken ? .missed : .due, time: stored.occurrence.planned,
            isTold: true)
        return try tell(
            moment, of: content, stored.occurrence, isPlannedLater: true, isAnew: true, start: { _ in .open },
            in: db
        ).compactMap(\.event)
    }
}

extension ReminderPlan {
    /// The first of the times of the day after a moment; `nil` where there are none.
    func nextAgain(after moment: Date, zone: ZoneRules) -> Date? {
        let today = zone.local(of: moment).day
        return (0...2).lazy.flatMap { days in
            untilDone.map { minutes in
                zone.instant(
                    of: WallTime(startOf: today.adding(days: days)).adding(seconds: Int64(minutes) * 60))
            }
        }.filter { $0 > moment }.min()
    }
}
