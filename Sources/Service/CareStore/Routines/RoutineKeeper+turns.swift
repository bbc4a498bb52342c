import Care
import Foundation
import GRDB
import Recurrence

/// Occurrences that are only planned, and whose turn they are.
extension RoutineKeeper {
    /// How far ahead turns are computed; later ones cannot be known anyway.
    private static let mostTurns = 1000

    /// An occurrence as it would be written down now.
    func planned(
        _ time: PlannedTime, of row: RoutineRow, _ item: RoutinePlanCache.Item, in db: Database
    ) throws -> RoutineOccurrence {
        let assignments = try assignments(of: item, at: [time], after: row.takenTo, in: db)
        return try occurrence(time, of: row.routine, assignment: assignments[0], people: people(in: db))
    }

    func occurrence(
        _ time: PlannedTime, of routine: Routine, assignment: Assignment, people: [Person]
    ) -> RoutineOccurrence {
        let content = routine.content.of(time.key)
        let chore = content.chore
        return RoutineOccurrence(
            routine: routine.id, key: time.key, title: content.title, details: content.details,
            symbol: content.symbol, client: content.client ?? RoutineOccurrence.noClient,
            clientName: content.spokenName(assignment, people: people),
            priority: content.priority, at: time.at, local: time.local, missedAt: time.missedAt,
            state: .byTime(at: time.at, missedAt: time.missedAt, now: now), assignment: assignment,
            isClientsOwn: content.isClientsOwn, chore: chore.isEmpty ? nil : chore,
            exercise: content.exercise, appointment: content.appointment, isGoal: content.isGoal)
    }

    /// Who does these due times of a routine, the earliest first. Each turn follows from the turns before it,
    /// so it is the same person a week ahead, in the advance reminder and when it is due, unless something
    /// changes in between.
    ///
    /// - Parameter takenTo: Everything due up to here is stored.
    func assignments(
        of item: RoutinePlanCache.Item, at times: [PlannedTime], after takenTo: Date, in db: Database
    ) throws -> [Assignment] {
        let people = try people(in: db)
        let content = item.routine.content
        func rule(_ key: OccurrenceKey) -> AssignmentRule {
            content.edits.isEmpty ? content.assignment : content.of(key).assignment
        }
        guard times.contains(where: { rule($0.key).looksBack }), let last = times.last else {
            return times.map { rule($0.key).assign(at: $0.at, people: people, history: [], zone: home) }
        }
        let toCome = try turnsToCome(of: item, after: takenTo, through: last.at, in: db)
        var history = try turns(of: item.routine, through: min(takenTo, last.at), in: db)
        let decided = try turns(of: item.routine, after: takenTo, through: last.at, in: db)
        let isDecided = Set(decided.map(\.key))
        var next = decided[...]
        func follow(until moment: Date) {
            while let turn = next.first, turn.turn.at < moment {
                history.append(turn.turn)
                next.removeFirst()
            }
        }
        var found: [OccurrenceKey: Assignment] = [:]
        for turn in toCome {
            follow(until: turn.time.at)
            let assignment = turn.content.of(turn.time.key).assignment.assign(
                at: turn.time.at, people: people, history: history, zone: home)
            if turn.routine == item.routine.id { found[turn.time.key] = assignment }
            guard let person = assignment.person, !isDecided.contains(turn.time.key) else { continue }
            history.append(PastTurn(person: person, at: turn.time.at))
        }
        return try times.map { time in
            if let assignment = found[time.key] { return assignment }
            guard time.at <= takenTo else {
                return Assignment(
                    person: nil, name: nil,
                    reason: "More than \(Self.mostTurns) turns away: nobody knows yet.")
            }
            let before = time.at.addingTimeInterval(-0.001)
            return rule(time.key).assign(
                at: time.at, people: people,
                history: try turns(of: item.routine, through: before, in: db), zone: home)
        }
    }

    private struct Turn {
        var routine: UUID
        var content: RoutineContent
        var time: PlannedTime
    }

    /// The coming occurrences of the series' active parts, in order.
    private func turnsToCome(
        of item: RoutinePlanCache.Item, after takenTo: Date, through last: Date, in db: Database
    ) throws -> [Turn] {
        var turns: [Turn] = []
        func add(_ item: RoutinePlanCache.Item, after takenTo: Date) throws {
            turns += try item.plan.times(
                from: takenTo.addingTimeInterval(0.001), until: last.addingTimeInterval(1),
                limit: Self.mostTurns
            ).map { Turn(routine: item.routine.id, content: item.routine.content, time: $0) }
        }
        try add(item, after: takenTo)
        let content = item.routine.content
        guard content.beginsWith != nil || content.endsBefore != nil else { return turns }
        let others = try Row.fetchAll(
            db, sql: "SELECT * FROM routine WHERE series = ? AND id <> ? AND is_active = 1",
            arguments: [item.routine.series.uuidString, item.routine.id.uuidString])
        for other in others {
            let row = try RoutineRow(row: other)
            try add(planCache.item(row), after: row.takenTo)
        }
        return Array(turns.sorted { $0.time.at < $1.time.at }.prefix(Self.mostTurns))
    }

    /// Who had which turn of a series up to and including a moment, the newest last; as many as any list of
    /// people needs, or 2000 where they are counted or last for a day, week or month: five years of a daily one.
    private func turns(
        of routine: Routine, through moment: Date, in db: Database
    ) throws -> [PastTurn] {
        let isShort = routine.content.edits.isEmpty && routine.content.assignment.looksAtSingleTurns
        return try Row.fetchAll(
            db,
            sql: """
                SELECT \(Self.turn) FROM occurrence
                WHERE series = ? AND at <= ? AND \(Self.isDecided)
                ORDER BY at DESC LIMIT ?
                """, arguments: [routine.series.uuidString, moment.milliseconds, isShort ? 200 : 2000]
        ).reversed().map(PastTurn.init(row:))
    }

    private static let turn = """
        key, person, at, iif(json_valid(chore), json_extract(chore, '$.turn'), NULL) IS NOT NULL AS is_moved,
            iif(json_valid(chore), json_extract(chore, '$.turn.person'), NULL) AS planned
        """
    /// Whose turn it is no longer follows from the plan: it has come, somebody did it, or it has changed hands.
    private static let isDecided = """
        person IS NOT NULL AND is_cancelled = 0 AND (is_due_taken = 1 OR outcome IS NOT NULL
            OR iif(json_valid(chore), json_extract(chore, '$.turn'), NULL) IS NOT NULL)
        """

    /// Future turns that are decided already, because they were done or skipped, or are being processed.
    private func turns(
        of routine: Routine, after moment: Date, through last: Date, in db: Database
    ) throws -> [(key: OccurrenceKey, turn: PastTurn)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(Self.turn) FROM occurrence
                WHERE series = ? AND at > ? AND at <= ? AND \(Self.isDecided)
                ORDER BY at
                """, arguments: [routine.series.uuidString, moment.milliseconds, last.milliseconds]
        ).compactMap { row in
            // One that cannot be read was nobody's turn.
            guard let key = (row["key"] as String?).flatMap(OccurrenceKey.init) else { return nil }
            return (key, PastTurn(row: row))
        }
    }

    // MARK: - Written down, but not due yet

    /// A row that was stored before it was due, for example because of a note, follows the plan until then;
    /// only what people entered is its own.
    func refreshed(
        _ stored: OccurrenceRow, as planned: RoutineOccurrence, in db: Database
    ) throws -> OccurrenceRow {
        var stored = stored
        let fresh = planned.with(notesOf: stored.occurrence)
        guard fresh != stored.occurrence else { return stored }
        stored.occurrence = fresh
        try stored.updateWords(in: db)
        return stored
    }
}

extension RoutineOccurrence {
    /// Its time alone.
    var planned: PlannedTime { PlannedTime(key: key, local: local, at: at, missedAt: missedAt) }

    /// With what people entered about it, while it is open.
    func with(notesOf stored: RoutineOccurrence) -> RoutineOccurrence {
        var occurrence = self
        occurrence.changedAt = stored.changedAt
        occurrence.changedBy = stored.changedBy
        occurrence.note = stored.note
        occurrence.lastEntry = stored.lastEntry
        guard let kept = stored.chore else { return occurrence }
        occurrence.chore?.entered = kept.entered
        // It comes in fewer parts than were done of it.
        if let parts = kept.parts, parts >= occurrence.count { occurrence.chore?.parts = nil }
        // Whose turn it was is decided once it has changed hands: that others then come sooner does not change it.
        guard let turn = kept.turn else { return occurrence }
        occurrence.put(inHandsOf: stored.assignment, by: kept.entry)
        occurrence.chore?.turn = turn
        return occurrence
    }
}

extension AssignmentRule {
    /// Whether it needs no more turns than a list has people.
    fileprivate var looksAtSingleTurns: Bool {
        switch self {
        case .fixed, .claimed, .inTurn(_, .occurrence): true
        case .inTurn, .leastOften: false
        }
    }
}

extension PastTurn {
    fileprivate init(row: Row) {
        let (person, at) = (row["person"] as String, Date(milliseconds: row["at"]))
        self.init(person: person, planned: row["is_moved"] ? row["planned"] : person, at: at)
    }
}

extension RoutineContent {
    /// Whose it is, as it is spoken: the client, or those who do it.
    fileprivate func spokenName(_ assignment: Assignment, people: [Person]) -> String {
        func name(_ id: String) -> String { people.first { $0.id == id }?.name ?? id }
        switch audience {
        case .client: return client.map(name) ?? ReminderPlanning.everyoneName
        case .household: return ReminderPlanning.everyoneName
        case .person:
            let named = self.assignment.people.map(name).joined(separator: ", ")
            return assignment.name ?? (named.isEmpty ? ReminderPlanning.everyoneName : named)
        }
    }
}
