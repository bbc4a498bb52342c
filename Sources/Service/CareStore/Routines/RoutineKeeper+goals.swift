public import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// Clients' goals that are open, and those that were done or skipped within a day.
    public func goals(of whose: PlanReach, now: Date) async throws(CareStoreError) -> GoalPage {
        let keeper = keeper(at: now)
        return try await read { db in
            GoalPage(
                goals: try keeper.goals(of: whose, in: db), zone: keeper.home.id,
                quiet: try keeper.quiet(of: whose, in: db),
                sequence: try Journal.latestSequence(in: db))
        }
    }
}

extension RoutineKeeper {
    /// Of each kind, and of what is in one answer.
    private static let mostGoals = 200

    /// The newest due time of a goal that there still is: of one that comes daily, yesterday's is over.
    private static let isNewest = """
        routine_id IN (SELECT id FROM routine WHERE is_goal = 1 AND is_active = 1)
            AND at = (SELECT max(newer.at) FROM occurrence AS newer
                WHERE newer.routine_id = occurrence.routine_id AND newer.is_cancelled = 0 AND newer.is_due_taken = 1)
        """
    static let openGoals = """
        SELECT * FROM occurrence
        WHERE is_goal = 1 AND outcome IS NULL AND is_cancelled = 0 AND is_due_taken = 1 AND \(isNewest)
            AND \(PlanReach.condition("?1")) ORDER BY at DESC LIMIT ?2
        """
    static let closedGoals = """
        SELECT * FROM occurrence
        WHERE is_goal = 1 AND outcome IS NOT NULL AND changed_at >= ?3 AND \(isNewest)
            AND \(PlanReach.condition("?1"))
        ORDER BY changed_at DESC LIMIT ?2
        """

    /// The newest due time of each goal, by the time until which it is to be done.
    func goals(of whose: PlanReach, in db: Database) throws -> [Goal] {
        var rows = try Row.fetchAll(db, sql: Self.openGoals, arguments: [whose.argument, Self.mostGoals])
        rows += try Row.fetchAll(
            db, sql: Self.closedGoals,
            arguments: [
                whose.argument, Self.mostGoals, now.addingTimeInterval(-Goal.dayLength).milliseconds,
            ])
        var newest: [UUID: Goal] = [:]
        for occurrence in rows.compactMap(readable) {
            if let known = newest[occurrence.routine], known.occurrence.at >= occurrence.at { continue }
            let routine: RoutineRow?
            do { routine = try RoutineRow.find(occurrence.routine, in: db) } catch let error
                where Self.isOfItsContent(error)
            { continue }
            guard let routine, routine.routine.isActive, routine.routine.content.isGoal else { continue }
            newest[occurrence.routine] = Goal(
                routine: routine.routine, occurrence: occurrence,
                alarms: try alarms(of: occurrence, routine.routine.content, in: db))
        }
        return Array(newest.values.sorted(by: Goal.isEarlier).prefix(Self.mostGoals))
    }

    /// When a client has quiet hours; empty where more than one is asked for.
    fileprivate func quiet(of whose: PlanReach, in db: Database) throws -> [QuietTime] {
        guard case .only(let ids) = whose, ids.count == 1 else { return [] }
        let client = try people(in: db).first { ids.contains($0.id) }
        return client?.reminders.quiet?.times(from: now, days: Goal.daysAhead, zone: home) ?? []
    }

    /// When the client is reminded of one that is open.
    private func alarms(
        of occurrence: RoutineOccurrence, _ content: RoutineContent, in db: Database
    ) throws -> [Date] {
        guard occurrence.state.isOpen, !content.reminders.untilDone.isEmpty else { return [] }
        let people = try people(in: db)
        let today = home.local(of: now).day
        let last = now.addingTimeInterval(Double(Goal.daysAhead) * 86_400)
        var alarms: Set<Date> = []
        for days in 0...Goal.daysAhead {
            for minutes in content.reminders.untilDone {
                let at = home.instant(
                    of: WallTime(startOf: today.adding(days: days)).adding(seconds: Int64(minutes) * 60))
                guard at > now, at < last,
                    let told = ReminderPlanning.time(
                        of: at < occurrence.missedAt ? .due : .missed, for: occurrence.client, over: .kiosk,
                        at: at, isUrgent: false, people: people, zone: home)
                else { continue }
                alarms.insert(told)
            }
        }
        return alarms.sorted()
    }

    /// Throws where somebody who asks as a client alone would make, change or delete what is no goal of theirs.
    ///
    /// - Parameter client: `nil` for whoever plans for others.
    func permitGoal(_ content: RoutineContent, of client: String?, id: UUID) throws {
        guard let client, !content.isGoal || content.client != client else { return }
        throw CareStoreError.notFound("routine \(id)")
    }

    /// Throws where a client has too many goals, or has made and changed too many within a day.
    func checkGoals(of content: RoutineContent, isNew: Bool, in db: Database) throws {
        guard content.isGoal, let client = content.client else { return }
        let lately = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM routine JOIN journal
                    ON journal.kind = 'routine_changed' AND journal.subject = routine.id AND journal.at > ?2
                WHERE routine.is_goal = 1 AND routine.client = ?1 AND routine.planned_at > ?2
                """, arguments: [client, now.addingTimeInterval(-Goal.dayLength).milliseconds])
        guard lately ?? 0 < Goal.mostADay else {
            throw CareStoreError.tooOften(
                field: "content.goal",
                "“\(content.title)” has to wait: \(Goal.mostADay) goals were made or changed within a day, so go on tomorrow"
            )
        }
        guard isNew else { return }
        let open = try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM routine
                WHERE is_goal = 1 AND client = ?1 AND is_active = 1
                    AND (EXISTS (SELECT 1 FROM occurrence
                            WHERE routine_id = routine.id AND outcome IS NULL AND is_cancelled = 0)
                        OR NOT EXISTS (SELECT 1 FROM occurrence WHERE routine_id = routine.id))
                """, arguments: [client])
        guard open ?? 0 < Goal.mostOpen else {
            throw CareStoreError.goalsFull(title: content.title)
        }
    }

    /// The same, but a goal that is to be done once begins now where its maker's clock was ahead: it would be in no list until then.
    ///
    /// It keeps its name, the start that its maker knows. Decision 0397.
    ///
    /// - Parameter old: As it was until now; `nil` for a new one.
    func notAhead(_ content: RoutineContent, was old: RoutineContent?) -> RoutineContent {
        guard content.isGoal, content.schedule.repetition == .once, content.schedule.changes.isEmpty,
            let zone = zones(content.schedule.zone)
        else { return content }
        let key = OccurrenceKey(content.schedule.start, zone: content.schedule.zone)
        var content = content
        if let begun = old?.schedule.changes.first(where: { $0.of == key }) {
            content.schedule.changes = [begun]
        } else if zone.instant(of: content.schedule.start) > now {
            content.schedule.changes = [.init(of: key, to: zone.local(of: now))]
        }
        return content
    }

    /// This machine's clock was ahead and is right again: goals that were made by it begin now, as those of another machine do whose clock is
    /// ahead, and keep their names. Decision 0397.
    func bringGoalsBack(in db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM routine WHERE is_goal = 1 AND is_active = 1")
        for row in rows {
            do {
                try db.inSavepoint {
                    try bringBack(RoutineRow(row: row), in: db)
                    return .commit
                }
            } catch let error where Self.isOfItsContent(error) {
                unreadable.note(UnreadableRow(.routine, row), error)
            }
        }
    }

    private func bringBack(_ stored: RoutineRow, in db: Database) throws {
        var row = stored
        let was = row.routine.content
        guard was.schedule.repetition == .once, let zone = zones(was.schedule.zone) else { return }
        let key = OccurrenceKey(was.schedule.start, zone: was.schedule.zone)
        let moved = was.schedule.changes.first { $0.of == key }
        guard let due = moved.map(\.to) ?? was.schedule.start, zone.instant(of: due) > now,
            try OccurrenceRow.find(row.routine.id, key, now: now, in: db)?.outcome == nil
        else { return }
        var begin = zone.local(of: now)
        if was.graceMinutes < Goal.openEnd, try isSchoolTask(row.routine.id, of: was.client, in: db) {
            // Its end is the school's, wherever it begins: both are whole minutes.
            let end = zone.instant(of: due).addingTimeInterval(60 * Double(was.graceMinutes))
            let minute = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / 60).rounded(.down) * 60)
            begin = zone.local(of: minute)
            let minutes = (end.timeIntervalSince(minute) / 60).rounded()
            row.routine.content.graceMinutes = Int(min(max(minutes, 1), Double(Goal.openEnd - 1)))
        }
        row.routine.content.schedule.changes = [.init(of: key, to: begin)]
        row.routine.changedAt = now
        row.routine.sequence = try Journal.nextSequence(in: db)
        try Journal.append(
            .routineChanged, subject: row.routine.id.uuidString, content: row.routine, at: now, in: db)
        row.version = row.routine.sequence
        row.takenTo = min(row.takenTo, zone.instant(of: begin).addingTimeInterval(-1))
        try row.update(in: db)
        try replan(row, was: was, in: db)
    }

    /// Whether a goal was made of a task of the client's school.
    private func isSchoolTask(_ goal: UUID, of client: String?, in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM coursework_task
                    WHERE client = ? AND iif(json_valid(content), json_extract(content, '$.goal'), NULL) = ?)
                """, arguments: [client, goal.uuidString]) ?? false
    }

    /// It is to be done less often than it has been by now: so it is done.
    func complete(_ old: OccurrenceRow, _ content: RoutineContent, in db: Database) throws {
        let (id, key) = (old.occurrence.routine, old.occurrence.key)
        guard let row = try OccurrenceRow.find(id, key, now: now, in: db) else { return }
        let (occurrence, _) = try write(entries(of: row, in: db), of: row, in: db)
        let event = try Journal.append(
            .occurrenceChanged, subject: occurrence.id, content: occurrence, at: now, in: db)
        if !occurrence.state.isOpen { try Reminders.answer(of: id, key, in: db) }
        try planAgain(row, content.of(key), isOpen: occurrence.state.isOpen && row.isDueTaken, in: db)
        guard var routine = try RoutineRow.find(id, in: db) else { return }
        try noteLastDone(in: &routine, sequence: event.sequence, in: db)
    }

    /// Up to when the moments of a new routine count as past.
    ///
    /// What would be missed already never was due; but a goal that was made without the network keeps its time, also by a
    /// clock that stood in 1970.
    func takenTo(ofNew content: RoutineContent) -> Date {
        let usual = now.addingTimeInterval(-60 * Double(content.graceMinutes))
        guard content.isGoal, content.schedule.repetition == .once,
            let zone = zones(content.schedule.zone)
        else { return usual }
        return min(usual, zone.instant(of: content.schedule.start).addingTimeInterval(-1))
    }
}
