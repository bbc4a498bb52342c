import Care
import Foundation
import GRDB
import Logging
import Recurrence

/// What follows from a change of a routine.
extension RoutineKeeper {
    /// Recalculates the next moment, and updates the rows and waiting reminders of what is to come.
    ///
    /// - Parameters:
    ///   - was: Its content before.
    ///   - key: The only occurrence that was changed; `nil`: all.
    func replan(
        _ row: RoutineRow, was: RoutineContent, occurrence key: OccurrenceKey? = nil, in db: Database
    ) throws {
        var row = row
        guard row.routine.isActive else {
            row.nextAt = nil
            try row.updateMoments(in: db)
            try db.execute(
                sql: """
                    UPDATE occurrence SET is_cancelled = 1, next_at = NULL
                    WHERE routine_id = ? AND is_due_taken = 0 AND outcome IS NULL
                    """, arguments: [row.routine.id.uuidString])
            try Reminders.end(of: row.routine.id, in: db)
            try ChorePhotos.delete(of: row.routine.id, in: db)
            return
        }
        let item = try planCache.item(row)
        row.nextAt = try item.plan.nextMoment(after: row.takenTo)
        try row.updateMoments(in: db)
        try bringOpenInLine(row, item, was: was, occurrence: key, in: db)
        try bringToldInLine(row, item, in: db)
        try replanAgain(row, in: db)
    }

    /// Rows that were stored before they were due, the newest of an open goal, and the changed occurrence itself, follow the plan;
    /// others that have become due stay as they were.
    private func bringOpenInLine(
        _ row: RoutineRow, _ item: RoutinePlanCache.Item, was: RoutineContent, occurrence key: OccurrenceKey?,
        in db: Database
    ) throws {
        let id = row.routine.id
        let open: [OccurrenceRow] = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM occurrence
                WHERE routine_id = ?1 AND outcome IS NULL
                    AND (is_due_taken = 0 OR is_goal = 1 AND is_cancelled = 0
                        AND at = (SELECT max(newer.at) FROM occurrence AS newer
                            WHERE newer.routine_id = ?1 AND newer.is_cancelled = 0
                                AND newer.is_due_taken = 1))
                """, arguments: [id.uuidString]
        ).compactMap { row in
            do { return try OccurrenceRow(row: row, now: now) } catch {
                unreadable.note(UnreadableRow(.occurrence, row), error)
                return nil
            }
        }
        for old in open { try bringInLine(old, row, item, in: db) }
        guard let key else { return }
        var comesAgain = false
        if let old = try OccurrenceRow.find(id, key, now: now, in: db), old.outcome == nil, old.isDueTaken {
            comesAgain = try bringInLine(
                old, row, item,
                keepsPerson: was.of(key).assignment == row.routine.content.of(key).assignment, in: db)
        }
        // Moved to a time that has passed: its moment would never come, so it comes now. The zone's clocks may have moved it too,
        // since it was due.
        if comesAgain || was.schedule != row.routine.content.schedule, let time = try item.plan.time(key),
            time.at <= row.takenTo
        {
            try takeNow(time, of: row, item, in: db)
        }
    }

    private func takeNow(
        _ time: PlannedTime, of row: RoutineRow, _ item: RoutinePlanCache.Item, in db: Database
    ) throws {
        var budget = 10
        _ = try takeDue(
            time, of: row, item, isTold: row.routine.content.reminders.tellsDue, budget: &budget, in: db)
    }

    /// One that is open follows the plan.
    ///
    /// - Parameters:
    ///   - item: The routine with its plan; `nil` once it has ended.
    ///   - keepsPerson: Once it is due, the person whose turn it was stays, unless the change names another.
    /// - Returns: Whether it is due at another time now, or again, and its moment is still to come.
    @discardableResult
    func bringInLine(
        _ old: OccurrenceRow, _ row: RoutineRow, _ item: RoutinePlanCache.Item?, keepsPerson: Bool = false,
        in db: Database
    ) throws -> Bool {
        let id = row.routine.id
        guard let item, let time = try item.plan.time(old.occurrence.key) else {
            try db.execute(
                sql: "UPDATE occurrence SET is_cancelled = 1, next_at = NULL WHERE number = ?",
                arguments: [old.number])
            try Reminders.end(of: id, old.occurrence.key, in: db)
            return false
        }
        let isElsewhere = time.at != old.occurrence.at || old.isCancelled
        if isElsewhere {
            try db.execute(
                sql: """
                    UPDATE occurrence SET is_due_taken = 0, next_at = NULL, is_missed_taken = 0,
                        is_cancelled = 0
                    WHERE number = ?
                    """, arguments: [old.number])
            try Reminders.end(of: id, old.occurrence.key, in: db)
        }
        var plan = try planned(time, of: row, item, in: db)
        if keepsPerson { plan.assignment = old.occurrence.chore?.turn ?? old.occurrence.assignment }
        let new = try refreshed(old, as: plan, in: db).occurrence
        if new.isGoal, let parts = old.occurrence.chore?.parts, parts >= new.count {
            try complete(old, row.routine.content, in: db)
            return false
        }
        guard old.isDueTaken, !isElsewhere else { return isElsewhere }
        if new.missedAt != old.occurrence.missedAt { try followGrace(of: old, to: new.missedAt, in: db) }
        if new.assignment.person != old.occurrence.assignment.person {
            let reminders = row.routine.content.reminders
            _ = try tellAnew(
                old.isMissedTaken ? .missed : .due,
                isTold: old.isMissedTaken ? reminders.tellsMissed : reminders.tellsDue, new,
                row.routine.content, in: db)
        }
        try Journal.append(.occurrenceChanged, subject: new.id, content: new, at: now, in: db)
        return false
    }

    /// It is due as before, and only its grace time has changed.
    private func followGrace(of old: OccurrenceRow, to missedAt: Date, in db: Database) throws {
        let isMissedTaken = old.isMissedTaken && missedAt <= now
        try db.execute(
            sql: "UPDATE occurrence SET is_missed_taken = ?, next_at = ? WHERE number = ?",
            arguments: [isMissedTaken, isMissedTaken ? nil : missedAt.milliseconds, old.number])
    }

    /// Updates the reminders of what is not due yet.
    ///
    /// - Parameter sender: Not told now of what they have, because they know.
    func bringToldInLine(
        _ row: RoutineRow, _ item: RoutinePlanCache.Item, sender: String? = nil, in db: Database
    ) throws {
        let content = row.routine.content
        for ahead in try Reminders.ahead(of: row.routine.id, after: row.takenTo, in: db) {
            guard let time = try item.plan.time(ahead.key), time.at == ahead.dueAt else {
                try Reminders.end(of: row.routine.id, ahead.key, dueAt: ahead.dueAt, in: db)
                continue
            }
            var occurrence = try planned(time, of: row, item, in: db)
            if let stored = try OccurrenceRow.find(row.routine.id, ahead.key, now: now, in: db) {
                guard stored.outcome == nil else { continue }
                occurrence = try refreshed(stored, as: occurrence, in: db).occurrence
            }
            if occurrence.assignment.person != ahead.occurrence.assignment.person {
                let passed = content.reminders.minutesBefore.filter {
                    time.at.addingTimeInterval(Double(-60 * $0)) <= row.takenTo
                }
                try Reminders.end(of: row.routine.id, ahead.key, dueAt: ahead.dueAt, in: db)
                try Reminders.rewrite(occurrence, toldToo: true, in: db)
                guard let minutes = passed.min() else { continue }
                _ = try tellAnew(
                    .before(minutes: minutes),
                    isTold: sender == nil || occurrence.assignment.person != sender, occurrence, content,
                    in: db)
            } else if occurrence != ahead.occurrence {
                try Reminders.rewrite(occurrence, in: db)
            }
        }
    }

    /// Another person does it: the previous one is no longer reminded, and the new one gets the reminders
    /// that the other had got.
    func tellAnew(
        _ what: RoutineMoment.What, isTold: Bool, _ occurrence: RoutineOccurrence, _ content: RoutineContent,
        in db: Database
    ) throws -> [Reminders.Added] {
        try Reminders.end(of: occurrence.routine, occurrence.key, dueAt: occurrence.at, in: db)
        return try tell(
            RoutineMoment(at: now, what: what, time: occurrence.planned, isTold: isTold),
            of: content.of(occurrence.key), occurrence, isPlannedLater: true, isAnew: true,
            start: { _ in .open }, in: db)
    }

    /// Somebody is away or back, or wants to be told differently: advance reminders go to the person who does
    /// it, and waiting ones are told when that person may be told, if at all.
    func personChanged(_ person: String, in db: Database) throws {
        let ids = try String.fetchAll(
            db,
            sql: """
                SELECT DISTINCT routine_id FROM reminder
                WHERE kind = 'before' AND due_at > ? AND routine_id IS NOT NULL
                """,
            arguments: [now.milliseconds])
        for id in ids {
            do {
                // A failure in here rolls everything back.
                try db.inSavepoint {
                    guard let id = UUID(uuidString: id), let row = try RoutineRow.find(id, in: db),
                        row.routine.isActive, row.routine.content.assignable.contains(person)
                    else { return .commit }
                    try bringToldInLine(row, planCache.item(row), in: db)
                    return .commit
                }
            } catch let error where Self.isOfItsContent(error) {
                logger.error(
                    "an unreadable routine is left out", metadata: ["routine": "\(id)", "reason": "\(error)"])
            }
        }
        try followWishes(in: db)
    }

    /// What waits is told as its recipients want it by now: what none of them wants any more is not, the rest not in their quiet hours.
    func followWishes(in db: Database) throws {
        try Reminders.endUnwanted(self, in: db)
        do { try Reminders.holdAnew(self, in: db) } catch let error where Self.isOfItsContent(error) {
            logger.error(
                "waiting reminders keep their old times: quiet hours could not be applied",
                metadata: ["reason": "\(error)"])
        }
    }

    // MARK: - Another part, another zone

    /// What was done, noted or told before it was due moves to the part of the series to which it belongs
    /// now, under its key there.
    func move(whatLiesAheadOf old: UUID, to part: RoutineRow, in db: Database) throws {
        let plan = try planCache.item(part).plan
        func newName(_ key: OccurrenceKey) throws -> OccurrenceKey? {
            try plan.time(key.inZone(part.routine.content.schedule.zone))?.key
        }
        let ahead = try Row.fetchAll(
            db, sql: "SELECT number, key FROM occurrence WHERE routine_id = ? AND is_due_taken = 0",
            arguments: [old.uuidString])
        for row in ahead {
            guard let key = try newName(row.text("key")) else { continue }
            try db.execute(
                sql: "UPDATE OR IGNORE occurrence SET routine_id = ?, key = ? WHERE number = ?",
                arguments: [part.routine.id.uuidString, key.description, row["number"] as Int64])
            guard db.changesCount > 0 else { continue }
            // And with it what counts of it, who was reminded of it, and its photo, instead of one that was left there.
            for table in ["completion", "chore_reminder", "OR REPLACE chore_photo"] {
                try db.execute(
                    sql: "UPDATE \(table) SET routine_id = ?, key = ? WHERE routine_id = ? AND key = ?",
                    arguments: [
                        part.routine.id.uuidString, key.description, old.uuidString, row["key"] as String,
                    ])
            }
        }
        for told in try Reminders.ahead(of: old, after: part.takenTo, in: db) {
            guard let key = try newName(told.key) else { continue }
            var occurrence = told.occurrence
            occurrence.routine = part.routine.id
            occurrence.key = key
            try db.execute(
                sql: """
                    UPDATE OR IGNORE reminder SET routine_id = ?, key = ?, content = ?
                    WHERE routine_id = ? AND key = ? AND due_at = ?
                    """,
                arguments: [
                    part.routine.id.uuidString, key.description, try Stored.text(occurrence), old.uuidString,
                    told.key.description, told.dueAt.milliseconds,
                ])
        }
    }

    /// No two zones' clocks are further apart. Seconds: 26 hours and a little.
    private static let mostBetweenZones: TimeInterval = 27 * 3600

    /// The local start identifies an occurrence: one that was due in the old zone does not come again in the
    /// new zone.
    func leaveOut(
        whatWasDueOf row: RoutineRow, from content: inout RoutineContent, in db: Database
    ) throws {
        let zone = content.schedule.zone
        guard zone != row.routine.content.schedule.zone, !content.schedule.isElapsed else { return }
        let plan = try planCache.plan(content, lastDone: row.lastDone, of: row.lastDoneKey)
        let taken = try Row.fetchAll(
            db, sql: "SELECT key FROM occurrence WHERE routine_id = ? AND at > ? AND is_due_taken = 1",
            arguments: [
                row.routine.id.uuidString,
                row.takenTo.addingTimeInterval(-Self.mostBetweenZones).milliseconds,
            ])
        for taken in taken {
            let key: OccurrenceKey = try taken.text("key")
            guard key.zone != zone, let time = try plan.time(key.inZone(zone)), time.at > row.takenTo
            else { continue }
            content.schedule.except.append(time.key)
        }
    }

    /// And one that was still to come in the old zone, and has passed in the new zone, comes now.
    func takeOvertaken(_ old: RoutinePlan?, by row: RoutineRow, in db: Database) throws {
        let content = row.routine.content
        guard let old, !content.schedule.isElapsed else { return }
        let item = try planCache.item(row)
        let toCome = try old.times(
            from: row.takenTo.addingTimeInterval(0.001),
            until: row.takenTo.addingTimeInterval(Self.mostBetweenZones))
        for time in toCome where time.key.zone != content.schedule.zone {
            guard let now = try item.plan.time(time.key.inZone(content.schedule.zone)), now.at <= row.takenTo
            else { continue }
            try takeNow(now, of: row, item, in: db)
        }
    }
}
