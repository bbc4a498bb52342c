import Care
import Foundation
import GRDB

extension RoutineKeeper {
    /// How many moments of one routine are processed in one go.
    private static let portion = 100

    // MARK: - A routine's moments

    /// Processes the moments of one routine that have come since the last time, and stores when the next is.
    ///
    /// - Parameter budget: How much work is left; reduced by the work done. When it is used up, `nextAt`
    ///   stays due.
    func takeMoments(of row: inout RoutineRow, budget: inout Int, in db: Database) throws -> [JournalEvent] {
        let item = try planCache.item(row)
        try leaveOut(of: &row, item.plan)
        var moments = try item.plan.moments(after: row.takenTo, through: now, limit: Self.portion)
        var reached = now
        if moments.count == Self.portion, let last = moments.last {
            // More moments may follow at the same instant as the last one: that instant is left for the next
            // time, unless all have it.
            let whole = moments.filter { $0.at < last.at }
            if !whole.isEmpty { moments = whole }
            reached = moments.last?.at ?? now
        }
        budget -= max(1, moments.count)
        var events: [JournalEvent] = []
        for moment in moments {
            switch moment.what {
            case .before: events += try takeBefore(moment, of: row, item, in: db)
            case .due:
                events += try takeDue(
                    moment.time, of: row, item, isTold: moment.isTold, budget: &budget, in: db)
            // For what has become due, whatever the plan says by now, see `takeMissed`.
            case .missed: break
            }
        }
        row.takenTo = max(row.takenTo, reached)
        row.nextAt = try item.plan.nextMoment(after: row.takenTo)
        try row.updateMoments(in: db)
        return events
    }

    /// Processes all of a routine's moments that have come, before it changes; `CatchUp` bounds how many
    /// those are.
    func catchUp(_ row: RoutineRow, in db: Database) throws -> RoutineRow {
        var row = row
        guard row.routine.isActive else { return row }
        var budget = Int.max
        repeat {
            _ = try takeMoments(of: &row, budget: &budget, in: db)
        } while row.nextAt.map { $0 <= now } ?? false
        return row
    }

    private func takeBefore(
        _ moment: RoutineMoment, of row: RoutineRow, _ item: RoutinePlanCache.Item, in db: Database
    ) throws -> [JournalEvent] {
        var stored = try OccurrenceRow.find(row.routine.id, moment.time.key, now: now, in: db)
        if let stored, stored.isCancelled || stored.isDueTaken { return [] }
        var occurrence = try planned(moment.time, of: row, item, in: db)
        if let open = stored, open.outcome == nil {
            stored = try refreshed(open, as: occurrence, in: db)
            occurrence = stored?.occurrence ?? occurrence
        }
        let isDone = stored?.outcome != nil
        return try tell(
            moment, of: row.routine.content.of(moment.time.key), occurrence,
            isPlannedLater: row.plannedAt > moment.at,
            start: { _ in moment.time.at <= now ? .over : isDone ? .answered : .open }, in: db
        ).compactMap(\.event)
    }

    /// It is due: it is stored as it is now, and told.
    func takeDue(
        _ time: PlannedTime, of row: RoutineRow, _ item: RoutinePlanCache.Item, isTold: Bool,
        budget: inout Int,
        in db: Database
    ) throws -> [JournalEvent] {
        let stored: OccurrenceRow
        if let found = try OccurrenceRow.find(row.routine.id, time.key, now: now, in: db) {
            if found.isDueTaken || found.isCancelled { return [] }
            stored =
                found.outcome != nil
                ? found : try refreshed(found, as: planned(time, of: row, item, in: db), in: db)
        } else {
            stored = try OccurrenceRow.insert(
                planned(time, of: row, item, in: db), series: row.routine.series, now: now, in: db)
        }
        let isDone = stored.outcome != nil
        try db.execute(
            sql: "UPDATE occurrence SET is_due_taken = 1, next_at = ? WHERE number = ?",
            arguments: [isDone ? nil : stored.occurrence.missedAt.milliseconds, stored.number])
        try endAgain(before: stored, in: db)
        try planAgain(stored, row.routine.content.of(time.key), isOpen: !isDone, in: db)
        try Reminders.end(of: row.routine.id, time.key, kind: .before, in: db)
        var events: [JournalEvent] = []
        if !isDone {
            events.append(
                try Journal.append(
                    .occurrenceChanged, subject: stored.occurrence.id, content: stored.occurrence, at: now,
                    in: db))
        }
        // If it is missed already, people are told only that, not that it is due.
        let isMissed = !isDone && stored.occurrence.missedAt <= now
        let content = row.routine.content.of(time.key)
        let later = isMissed ? try drafts(ofMissed: stored.occurrence, content, in: db) : []
        let moment = RoutineMoment(at: time.at, what: .due, time: time, isTold: isTold)
        events += try tell(
            moment, of: content, stored.occurrence, isPlannedLater: row.plannedAt > time.at,
            start: { draft in
                let isOvertaken = later.contains {
                    $0.recipient == draft.recipient && $0.channel == draft.channel
                }
                return isOvertaken ? .over : isDone ? .answered : .open
            }, in: db
        ).compactMap(\.event)
        if isMissed {
            budget -= 1
            events += try takeMissed(stored, of: row, tellsChange: false, in: db)
        }
        return events
    }

    /// Nobody has done it within its grace time.
    ///
    /// - Parameter row: The routine as it is now; `nil` where it cannot be read: then nobody is reminded.
    func takeMissed(
        _ stored: OccurrenceRow, of row: RoutineRow?, tellsChange: Bool = true, in db: Database
    ) throws -> [JournalEvent] {
        try db.execute(
            sql: "UPDATE occurrence SET is_missed_taken = 1, next_at = NULL WHERE number = ?",
            arguments: [stored.number])
        guard stored.outcome == nil, !stored.isCancelled else { return [] }
        var events: [JournalEvent] = []
        if tellsChange {
            events.append(
                try Journal.append(
                    .occurrenceChanged, subject: stored.occurrence.id, content: stored.occurrence, at: now,
                    in: db))
        }
        guard let row, row.routine.isActive else { return events }
        let occurrence = stored.occurrence
        // If `done` was undone only afterwards, that moment.
        let at = max(occurrence.missedAt, stored.nextAt ?? occurrence.missedAt)
        let moment = RoutineMoment(
            at: at, what: .missed, time: occurrence.planned,
            isTold: row.routine.content.reminders.tellsMissed)
        let added = try tell(
            moment, of: row.routine.content.of(occurrence.key), occurrence,
            isPlannedLater: row.plannedAt > at, start: { _ in .open }, in: db)
        for reminder in added where !reminder.isOver {
            try Reminders.end(
                of: occurrence.routine, occurrence.key, kind: .due, for: reminder.draft, in: db)
        }
        return events + added.compactMap(\.event)
    }

    private func drafts(
        ofMissed occurrence: RoutineOccurrence, _ content: RoutineContent, in db: Database
    ) throws -> [ReminderDraft] {
        let moment = RoutineMoment(
            at: occurrence.missedAt, what: .missed, time: occurrence.planned,
            isTold: content.reminders.tellsMissed)
        return ReminderPlanning.reminders(
            for: moment, of: content, assignment: occurrence.assignment, people: try people(in: db),
            zone: home)
    }

    /// Stores the reminders of a moment, each once, and tells those that are to be told now.
    ///
    /// - Parameters:
    ///   - content: As it is for this occurrence.
    ///   - isPlannedLater: The moment had passed when the routine was made or changed, so it is not late.
    ///   - isAnew: It was somebody else's meanwhile: a person who was told before that is told again.
    func tell(
        _ moment: RoutineMoment, of content: RoutineContent, _ occurrence: RoutineOccurrence,
        isPlannedLater: Bool, isAnew: Bool = false, start: (ReminderDraft) -> Reminders.Start, in db: Database
    ) throws -> [Reminders.Added] {
        try ReminderPlanning.reminders(
            for: moment, of: content, assignment: occurrence.assignment, people: people(in: db), zone: home
        ).compactMap { draft in
            try Reminders.add(
                draft, of: occurrence, isLate: !isPlannedLater && isLate(draft.at),
                // Whose own it is, is the same person all the time.
                isAnew: isAnew
                    && (draft.channel != .kiosk || draft.recipient == occurrence.assignment.person),
                start: draft.isOver ? .over : start(draft), by: self, in: db)
        }
    }

    func isLate(_ at: Date) -> Bool { now.timeIntervalSince(at) > CareStore.lateness }
}
