import Care
import Foundation
import GRDB
import Recurrence

extension RoutineKeeper {
    /// Adds an entry, and updates everything that follows from it; returns the occurrence as it is then.
    ///
    /// - Parameters:
    ///   - sender: The id of whoever has logged in, or of the client whose kiosk it is.
    ///   - isLoggedIn: Whether the sender has logged in, and so can send photos.
    ///   - whose: Whose plans the sender sees: others' are not there.
    func mark(
        _ entry: OccurrenceEntry, actor: Actor, sender: String?, isLoggedIn: Bool, of whose: PlanReach,
        in db: Database
    ) throws -> RoutineOccurrence {
        guard var routine = try RoutineRow.find(entry.routine, in: db) else {
            throw CareStoreError.notFound("routine \(entry.routine)")
        }
        // Checked before the search: a kiosk must not learn whether another client's occurrence exists.
        let known = try OccurrenceRow.find(entry.routine, entry.key, now: now, in: db)
        if actor == .kiosk {
            try permitKiosk(of: sender, entry, routine.routine.content, known?.occurrence)
        }
        let before = try stored(entry.key, of: &routine, in: db)
        if actor == .kiosk {
            try permitKiosk(of: sender, entry, routine.routine.content, before.occurrence)
        }
        try permit(before.occurrence, of: whose)
        // "Done" counts whatever the earlier entries are; all others depend on them.
        let entries = try entries(of: before, allOf: entry.kind != .done && entry.kind != .skipped, in: db)
        if actor == .kiosk {
            try checkKioskUndo(
                of: sender, entry, among: entries, routine.routine.content, before.occurrence)
        }
        let entry = try named(entry, of: before.occurrence, sender: sender)
        try check(entry, against: entries)
        let standing = standing(entries, of: before.occurrence)
        try checkWork(
            entry, before, standing, actor: actor, sender: sender, isLoggedIn: isLoggedIn,
            rule: routine.routine.content.of(before.occurrence.key).assignment, in: db)
        try markOther(
            entry, before, entries, standing, of: routine, actor: actor, sender: sender, whose: whose, in: db)
        return try add(entry, to: before, after: entries, of: &routine, actor: actor, sender: sender, in: db)
    }

    /// Throws where an occurrence is nothing that its reader sees. It is asked of what was found: a key may lead to another part of the
    /// series, which may have been another client's.
    func permit(_ occurrence: RoutineOccurrence, of whose: PlanReach) throws {
        guard whose.includes(goal: occurrence.isGoal),
            whose.isOfHousehold || occurrence.audience == .client && whose.includes(occurrence.client)
        else { throw CareStoreError.notFound("occurrence \(occurrence.key) of this routine") }
    }

    /// Stores an entry that was found right, and what comes of it.
    func add(
        _ entry: OccurrenceEntry, to before: OccurrenceRow, after entries: [OccurrenceEntry],
        of routine: inout RoutineRow, actor: Actor, sender: String? = nil, in db: Database
    ) throws -> RoutineOccurrence {
        let (id, key) = (before.occurrence.routine, before.occurrence.key)
        let (written, standing) = try write(entries + [entry], of: before, in: db)
        var occurrence = written
        if occurrence.state.isOpen, before.outcome != nil {
            occurrence = try reopen(occurrence, in: routine, in: db)
        }
        let event = try Journal.append(
            .occurrenceChanged, subject: occurrence.id,
            content: answered(occurrence, by: entry, before.occurrence), at: now, in: db)
        try Entries.insert(entry, actor: actor, receivedAt: now, sequence: event.sequence, in: db)
        if !occurrence.state.isOpen { try Reminders.answer(of: id, key, in: db) }
        try ChorePhotos.follow(entry, of: occurrence, now: now, in: db)
        try count(standing, of: occurrence, by: PointAuthor(name: entry.by, id: sender), in: db)
        try planAgain(
            before, routine.routine.content.of(key),
            isOpen: occurrence.state.isOpen && before.isDueTaken && routine.routine.isActive, in: db)
        try handOver(before.occurrence, occurrence, sender: sender, in: routine, in: db)
        try tellOffer(before.occurrence, occurrence, in: db)
        try noteLastDone(in: &routine, sequence: event.sequence, in: db)
        return occurrence
    }

    /// As the journal tells it: whoever did it hears who has said whether it counts, and whoever has asked somebody to do it the answer.
    private func answered(
        _ occurrence: RoutineOccurrence, by entry: OccurrenceEntry, _ before: RoutineOccurrence
    ) -> RoutineOccurrence {
        var told = occurrence
        switch entry.kind {
        case .approved, .notYet:
            told.chore?.answeredBy = entry.by
            told.chore?.doneBy = before.chore?.doneBy
        case .accepted, .refused: told.chore?.offer?.isNews = true
        case .done, .skipped, .note, .undone, .claimed, .given, .swapped, .offered: break
        }
        return told
    }

    /// The entries of an occurrence so far.
    ///
    /// - Parameter all: Throws where one of them cannot be read.
    func entries(of row: OccurrenceRow, allOf all: Bool = true, in db: Database) throws -> [OccurrenceEntry] {
        try Entries.all(of: row.occurrence.routine, row.occurrence.key, in: db) { row, error in
            unreadable.note(row, error)
            if all { throw error }
        }
    }

    /// What these entries come to.
    func standing(_ entries: [OccurrenceEntry], of occurrence: RoutineOccurrence) -> OccurrenceStanding {
        OccurrenceState.of(
            entries, count: occurrence.count, needsApproval: occurrence.chore?.approval != nil,
            at: occurrence.at, missedAt: occurrence.missedAt, now: now)
    }

    /// It is open again. Reminders that it would have had meanwhile are told after all; if it was not due yet
    /// and the plan no longer has that time, nobody waits for it.
    private func reopen(
        _ occurrence: RoutineOccurrence, in routine: RoutineRow, in db: Database
    ) throws -> RoutineOccurrence {
        try Reminders.reopen(occurrence.routine, occurrence.key, now: now, in: db)
        try followWishes(in: db)
        guard let stored = try OccurrenceRow.find(occurrence.routine, occurrence.key, now: now, in: db),
            !stored.isDueTaken
        else { return occurrence }
        guard routine.routine.isActive else {
            try bringInLine(stored, routine, nil, in: db)
            return occurrence
        }
        let item = try planCache.item(routine)
        try bringInLine(stored, routine, item, in: db)
        try bringToldInLine(routine, item, in: db)
        return try OccurrenceRow.find(occurrence.routine, occurrence.key, now: now, in: db)?.occurrence
            ?? occurrence
    }

    /// The occurrence's row; written now if it was only planned.
    ///
    /// The sender may have seen it before the routine was split or got another zone: then it is found where
    /// it is now.
    ///
    /// - Parameter row: The part of the series that was named; afterwards the one to which it belongs.
    func stored(
        _ key: OccurrenceKey, of row: inout RoutineRow, in db: Database
    ) throws -> OccurrenceRow {
        if let stored = try OccurrenceRow.find(row.routine.id, key, now: now, in: db) {
            return try current(stored, of: row, in: db)
        }
        if let planned = try planned(key, of: row, in: db) { return planned }
        let others = try Row.fetchAll(
            db, sql: "SELECT * FROM routine WHERE series = ? ORDER BY is_active DESC, number DESC",
            arguments: [row.routine.series.uuidString])
        for other in others {
            let other = try RoutineRow(row: other)
            let key = key.inZone(other.routine.content.schedule.zone)
            if let stored = try OccurrenceRow.find(other.routine.id, key, now: now, in: db) {
                row = other
                return try current(stored, of: row, in: db)
            }
            if let planned = try planned(key, of: other, in: db) {
                row = other
                return planned
            }
        }
        throw CareStoreError.notFound("occurrence \(key) of this routine")
    }

    /// One that is stored already, with the current words if it is not due yet.
    private func current(
        _ stored: OccurrenceRow, of row: RoutineRow, in db: Database
    ) throws -> OccurrenceRow {
        guard !stored.isCancelled else {
            throw CareStoreError.notFound("occurrence \(stored.occurrence.key): it was cancelled")
        }
        guard stored.outcome == nil, !stored.isDueTaken, row.routine.isActive else { return stored }
        let item = try planCache.item(row)
        guard let time = try item.plan.time(stored.occurrence.key) else { return stored }
        return try refreshed(stored, as: planned(time, of: row, item, in: db), in: db)
    }

    /// `nil` if nothing of this name is to come.
    private func planned(
        _ key: OccurrenceKey, of row: RoutineRow, in db: Database
    ) throws -> OccurrenceRow? {
        guard row.routine.isActive else { return nil }
        let item = try planCache.item(row)
        let time: PlannedTime?
        do throws(RecurrenceError) { time = try item.plan.time(key) } catch {
            throw CareStoreError.invalid(field: "key", error.description)
        }
        // What lies before the routine's start was never due.
        guard let time, time.at > row.takenTo else { return nil }
        return try OccurrenceRow.insert(
            planned(time, of: row, item, in: db), series: row.routine.series, now: now, in: db)
    }

    private func check(_ entry: OccurrenceEntry, against entries: [OccurrenceEntry]) throws {
        switch entry.kind {
        case .done, .skipped, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused:
            break
        case .note:
            guard let text = entry.text, !text.allSatisfy(\.isWhitespace) else {
                throw CareStoreError.invalid(field: "text", "a note needs words")
            }
        case .undone:
            guard let id = entry.undoes, entries.contains(where: { $0.id == id }) else {
                throw CareStoreError.invalid(
                    field: "undoes",
                    "it is no entry of this occurrence: take last_entry as the occurrence gives it")
            }
        }
    }

    /// Stores the result of the entries.
    func write(
        _ entries: [OccurrenceEntry], of row: OccurrenceRow, in db: Database
    ) throws -> (RoutineOccurrence, OccurrenceStanding) {
        let standing = standing(entries, of: row.occurrence)
        var occurrence = try applied(standing, to: row.occurrence, in: db)
        var changed = row
        changed.occurrence = occurrence
        if changed.occurrence != row.occurrence { try changed.updateWords(in: db) }
        occurrence.state = standing.state
        occurrence.changedAt = standing.deciding.map { min($0.at, now) }
        occurrence.changedBy = standing.deciding?.by
        occurrence.note = standing.note
        occurrence.lastEntry = standing.lastEntry
        let isOpen = standing.state.isOpen
        let closedAt = try standing.deciding.map { try self.closedAt($0, dueAt: occurrence.at, in: db) }
        // If it is open again after it was due, it may still be missed; that is told once. If that moment has
        // passed meanwhile, it counts as missed now, not as late.
        let missedAt = row.outcome == nil ? occurrence.missedAt : max(occurrence.missedAt, now)
        let missed = isOpen && row.isDueTaken && !row.isMissedTaken ? missedAt.milliseconds : nil
        try db.execute(
            sql: """
                UPDATE occurrence SET outcome = ?, closed_at = ?, changed_at = ?, changed_by = ?, note = ?,
                    last_entry = ?, next_at = ?
                WHERE number = ?
                """,
            arguments: [
                isOpen ? nil : standing.state.rawValue, closedAt?.milliseconds,
                occurrence.changedAt?.milliseconds, occurrence.changedBy, occurrence.note,
                occurrence.lastEntry?.uuidString, missed, row.number,
            ])
        return (occurrence, standing)
    }

    /// When it was done, as the sender says; but not in the future, and not more than a week ago, in case a
    /// kiosk's clock is wrong: "three days after it was done" must not count from 1970. With such a clock,
    /// all that is known is that it was hardly done before it was due.
    private func closedAt(_ entry: OccurrenceEntry, dueAt: Date, in db: Database) throws -> Date {
        // While this machine's own clock is doubted, the time is at least the latest that it has shown.
        let walkedTo = try Int64.fetchOne(
            db, sql: "SELECT walked_to FROM clock WHERE doubted_from IS NOT NULL")
        let now = max(now, walkedTo.map(Date.init(milliseconds:)) ?? now)
        let longAgo = now.addingTimeInterval(-7 * 86_400)
        return entry.at < longAgo ? max(longAgo, min(dueAt, now)) : min(entry.at, now)
    }

    /// "n days after it was last done" counts from the latest due occurrence that was done, whatever the
    /// senders' clocks said, so that the next one is never one that was done.
    func noteLastDone(in row: inout RoutineRow, sequence: Int64, in db: Database) throws {
        guard case .afterDone = row.routine.content.schedule.repetition else { return }
        let done = try Row.fetchAll(
            db,
            sql: """
                SELECT key, closed_at FROM occurrence WHERE series = ? AND outcome IS NOT NULL
                ORDER BY at DESC, number DESC LIMIT 2
                """, arguments: [row.routine.series.uuidString])
        row.lastDone = done.compactMap { $0["closed_at"] as Int64? }.max().map(Date.init(milliseconds:))
        row.lastDoneKey = try done.first?.text("key")
        row.version = sequence
        row.plannedAt = now
        try row.update(in: db)
        guard row.routine.isActive else { return }
        do {
            row.nextAt = try planCache.item(row).plan.nextMoment(after: row.takenTo)
        } catch let error where Self.isOfItsContent(error) {
            // What was done is done, although nobody knows when it comes again.
            noteUnplanned(row, error)
            row.nextAt = nil
        }
        try row.updateMoments(in: db)
    }
}
