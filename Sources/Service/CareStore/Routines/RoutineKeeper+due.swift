import Care
import Foundation
import GRDB
import Logging
import Recurrence

extension RoutineKeeper {
    /// Processes routines' moments, due occurrences, amounts to be paid and waiting reminders, up to a limit.
    func takeDue(atMost limit: Int, in db: Database) throws -> [JournalEvent] {
        var budget = limit
        try reckon(budget: &budget, in: db)
        var events = try takeRoutines(budget: &budget, in: db)
        events += try takeOccurrences(budget: &budget, in: db)
        events += try takeAgain(budget: &budget, in: db)
        events += try takeCharges(budget: &budget, in: db)
        return try events + takeReminders(budget: &budget, in: db)
    }

    private func takeRoutines(budget: inout Int, in db: Database) throws -> [JournalEvent] {
        var events: [JournalEvent] = []
        while budget > 0 {
            let rows = try Row.fetchAll(
                db, sql: "SELECT * FROM routine WHERE next_at <= ? ORDER BY next_at, number LIMIT 50",
                arguments: [now.milliseconds])
            if rows.isEmpty { break }
            for row in rows where budget > 0 {
                events += try takeRoutine(row, budget: &budget, in: db)
            }
        }
        return events
    }

    private func takeRoutine(_ row: Row, budget: inout Int, in db: Database) throws -> [JournalEvent] {
        var events: [JournalEvent] = []
        do {
            // A failure in here rolls everything back.
            try db.inSavepoint {
                var routine = try RoutineRow(row: row)
                events = try takeMoments(of: &routine, budget: &budget, in: db)
                return .commit
            }
        } catch let error where isOfItsContent(error) {
            noteUnplanned(row, error)
            budget -= 1
            events = []
            try db.execute(
                sql: "UPDATE routine SET next_at = NULL WHERE number = ?", arguments: [row["number"] as Int64]
            )
        }
        return events
    }

    private func isOfItsContent(_ error: any Error) -> Bool { Self.isOfItsContent(error) }

    /// Whether one row's content is to blame, not the file.
    static func isOfItsContent(_ error: any Error) -> Bool {
        if error is RecurrenceError { return true }
        if let error = error as? DatabaseError {
            // Only `Row.unreadable` gives this code without SQLite having looked at the file's pages.
            return error.resultCode == .SQLITE_CORRUPT && error.sql == nil
                || error.resultCode == .SQLITE_CONSTRAINT
        }
        guard let error = error as? CareStoreError else { return false }
        switch error {
        case .damaged, .invalid: return true
        case .file, .sameIDOtherContent, .unknownRequest, .move, .notFound, .needChanged, .routineChanged,
            .callPathsChanged, .servedClientsChanged, .contactChanged, .channelChanged, .personChanged,
            .proposalDecided, .placeChanged,
            .dutyChanged, .offerGone, .placeInUse, .expenseChanged, .withdrawnAlready, .occurrenceConflict,
            .rewardChanged,
            .grantConflict,
            .conflict, .notAllowed, .tooMany, .tooOften, .goalsFull:
            return false
        }
    }

    private func takeOccurrences(budget: inout Int, in db: Database) throws -> [JournalEvent] {
        guard budget > 0 else { return [] }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM occurrence WHERE next_at <= ? ORDER BY next_at, number LIMIT ?",
            arguments: [now.milliseconds, budget])
        budget -= rows.count
        return try rows.flatMap { row in
            var events: [JournalEvent] = []
            do {
                try db.inSavepoint {
                    let stored = try OccurrenceRow(row: row, now: now)
                    events = try takeMissed(stored, of: routine(of: stored, in: db), in: db)
                    return .commit
                }
            } catch let error where isOfItsContent(error) {
                unreadable.note(UnreadableRow(.occurrence, row), error)
                events = []
                try db.execute(
                    sql: "UPDATE occurrence SET next_at = NULL WHERE number = ?",
                    arguments: [row["number"] as Int64])
            }
            return events
        }
    }

    private func routine(of stored: OccurrenceRow, in db: Database) throws -> RoutineRow? {
        do {
            return try RoutineRow.find(stored.occurrence.routine, in: db)
        } catch let error where isOfItsContent(error) {
            logger.error(
                "a missed due time has no reminders: its routine cannot be read",
                metadata: ["reason": "\(error)"])
            return nil
        }
    }

    private func takeReminders(budget: inout Int, in db: Database) throws -> [JournalEvent] {
        guard budget > 0 else { return [] }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM reminder WHERE tell_at <= ? ORDER BY tell_at, number LIMIT ?",
            arguments: [now.milliseconds, budget])
        budget -= rows.count
        return try rows.compactMap { row in
            do {
                let isLate = row["late"] || isLate(Date(milliseconds: row["tell_at"]))
                return try Reminders.tell(row, isLate: isLate, by: self, in: db)
            } catch let error where isOfItsContent(error) {
                unreadable.note(UnreadableRow(.reminder, row), error)
                try db.execute(
                    sql: "UPDATE reminder SET state = 'failed', tell_at = NULL, error = ? WHERE number = ?",
                    arguments: ["\(error)", row["number"] as Int64])
                return nil
            }
        }
    }

    // MARK: - The zones' clocks

    /// Zone rules may have changed while the service was off: after each start, and when the machine's zones
    /// were updated, each routine's next moment is recalculated, some at a time.
    private func reckon(budget: inout Int, in db: Database) throws {
        let generation = planCache.generation
        guard let after = planCache.reckoned else { return }
        if after == 0 { try CostCharges.reckonReminders(in: db) }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM routine WHERE number > ? AND is_active = 1 ORDER BY number LIMIT ?",
            arguments: [after, budget])
        let isLast = rows.count < budget
        for row in rows {
            budget -= 1
            do {
                let routine = try RoutineRow(row: row)
                let item = try planCache.item(routine)
                planCache.keep(item, of: generation)
                // What was due before the last processing is past, however the zone rules were changed.
                let next = try item.plan.nextMoment(after: routine.takenTo)
                planCache.notePlanned(routine.number)
                guard next != routine.nextAt else { continue }
                try db.execute(
                    sql: "UPDATE routine SET next_at = ? WHERE number = ?",
                    arguments: [next?.milliseconds, routine.number])
            } catch let error where isOfItsContent(error) {
                noteUnplanned(row, error)
            }
        }
        let reached = isLast ? nil : rows.last.map { $0["number"] as Int64 }
        db.afterNextTransaction { [planCache] _ in planCache.setReckoned(reached, of: generation) }
    }
}
