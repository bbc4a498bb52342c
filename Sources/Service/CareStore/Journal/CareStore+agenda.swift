public import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// How many outstanding occurrences, waiting reminders and proposals one answer gives.
    private static let most = 200
    /// How many occurrences of the day, and how many needs, one answer gives.
    private static let mostOfDay = 1000

    /// How far ahead a kiosk knows its client's quiet hours: an agenda is read again at least once a day.
    private static let quietDays = 3

    /// What a kiosk or a station has to know besides requests and faults, as one snapshot. If there is more
    /// than fits, the most important is given: what is open, urgent and near.
    ///
    /// - Parameters:
    ///   - client: Whose kiosk it is; a station gets everybody's.
    ///   - device: Which station it is; `nil` for the home's own.
    ///   - whose: Of what is planned, and can be asked, only what is theirs. A kiosk gets its client's, whatever this is.
    ///   - limit: How many are given of each list; `nil` for as many as one answer takes.
    public func agenda(
        for actor: Actor, client: String, device: UUID? = nil, of whose: PlanReach = .everything, now: Date,
        atMost limit: Int? = nil
    ) async throws(CareStoreError) -> Agenda {
        let most = min(limit ?? Self.most, Self.most)
        let mostOfDay = min(limit ?? Self.mostOfDay, Self.mostOfDay)
        let believed = keeper(at: now)
        let only: String? =
            switch actor {
            case .kiosk: client
            case .station, .person: nil
            }
        let planned = only.map { .only([$0]) } ?? whose
        return try await read { [keeperAt] db in
            // If the clock were before all rows, nothing would be due or open; so what was open still counts.
            let keeper = try RoutineClock.doubted(in: db).map(keeperAt) ?? believed
            let now = keeper.now
            let report = keeper.unreadable.note
            let day = keeper.home.local(of: now).day
            let start = keeper.home.beginning(of: day)
            let needs = try Needs.active(client: only, in: db, report: report).filter { need in
                need.client.map(planned.includes) ?? true
            }
            let proposals = try Proposals.page(
                onlyWaiting: true, client: only, after: 0, limit: most, in: db, report: report
            ).found
            var today = try keeper.occurrences(
                from: start, until: keeper.home.beginning(of: day.adding(days: 1)), of: planned,
                .keep(mostOfDay), withGoals: false, in: db)
            var outstanding = try keeper.outstanding(before: start, of: planned, limit: most, in: db)
            // Only a kiosk has its client's list of exercises.
            var assignments =
                actor == .kiosk ? try keeper.assignments(of: planned, around: start, in: db) : []
            try Moods.fill(&assignments, in: db, report: report)
            try ExerciseGivers.fill(&assignments, people: keeper.people(in: db), in: db)
            let moods = try only.map { client in
                try Moods.week(of: client, until: day, in: keeper.home, db, report: report)
            }
            let notes = try only.map { client in
                try AppointmentLines.toHear(by: client, at: now, limit: limit, in: db, report: report)
            }
            // Goals are in a list of their own, which only the client's kiosk has.
            let goals = actor == .kiosk ? try keeper.goals(of: planned, in: db) : []
            // A station stands where everybody passes.
            if actor != .station {
                try Moods.fill(&today.found, in: db, report: report)
                try Moods.fill(&outstanding.found, in: db, report: report)
                try ExerciseGivers.fill(&today.found, people: keeper.people(in: db), in: db)
                try ExerciseGivers.fill(&outstanding.found, people: keeper.people(in: db), in: db)
            }
            let reminders = try keeper.waiting(
                for: actor, client: only, of: whose, limit: Self.most, in: db)
            let person = try only.flatMap { client in try keeper.people(in: db).first { $0.id == client } }
            let quiet = person?.reminders.quiet?.times(from: now, days: Self.quietDays, zone: keeper.home)
            let told = actor != .kiosk ? try keeper.told(limit: Self.most, in: db) : []
            return Agenda(
                needs: Array(needs.prefix(Self.mostOfDay)), proposals: proposals, day: day,
                zone: keeper.home.id, today: today.found, outstanding: outstanding.found,
                reminders: reminders.found,
                told: told.filter { $0.isTold(of: whose) },
                zoneClients: actor == .station
                    ? try Places.clients(around: device, .station, people: keeper.people(in: db), in: db)
                    : [],
                quiet: quiet ?? [],
                unsaid: Set(ClientNews.allCases.filter { person?.reminders.says($0) == false }),
                assignments: assignments, moods: moods ?? [], notes: notes ?? [], goals: goals,
                offset: actor == .kiosk
                    ? Int(
                        keeper.home.local(of: now).seconds
                            - Int64(now.timeIntervalSince1970.rounded(.down))) : nil,
                totals: AgendaTotals(
                    needs: needs.count,
                    proposals: proposals.count < most
                        ? proposals.count : try Proposals.countWaiting(client: only, in: db),
                    today: today.total, outstanding: outstanding.total, reminders: reminders.total),
                sequence: try Journal.latestSequence(in: db), now: now)
        }
    }
}

extension RoutineKeeper {
    /// What is still open from earlier days, by time.
    fileprivate func outstanding(
        before start: Date, of whose: PlanReach, limit: Int, in db: Database
    ) throws -> (found: [RoutineOccurrence], total: Int) {
        let (found, total) = try most(
            of: "occurrence",
            where:
                "outcome IS NULL AND is_cancelled = 0 AND is_goal = 0 AND at < ?1 AND \(PlanReach.condition("?2"))",
            [start.milliseconds, whose.argument], limit: limit, in: db
        ) { readable($0) }
        return (found.sorted { ($0.at, $0.title) < ($1.at, $1.title) }, total)
    }

    /// The reminders that a channel still has to deliver, by time; a snoozed one counts with its later time.
    fileprivate func waiting(
        for actor: Actor, client: String?, of whose: PlanReach, limit: Int, in db: Database
    ) throws -> (found: [Reminder], total: Int) {
        // Through a kiosk, the client is the recipient.
        let those = """
            state = 'waiting' AND channel = ?1 AND (?2 IS NULL OR recipient = ?2)
                AND (tell_at IS NULL OR is_snoozed = 1)
                AND \(PlanReach.conditionOfReminder("?3"))
                AND (?4 = 1 OR charge_id IS NULL)
            """
        // What somebody has to pay is said by stations; people read of their own in the book of costs.
        let arguments: StatementArguments = [
            actor.channel.rawValue, client, whose.argument, actor == .station,
        ]
        let (found, total) = try most(of: "reminder", where: those, arguments, limit: limit, in: db) { row in
            do {
                let reminder = try Reminders.reminder(row, now: now, in: db)
                // Its routine may have been another client's when it was due.
                return reminder.isTold(of: whose) ? reminder : nil
            } catch {
                unreadable.note(UnreadableRow(.reminder, row), error)
                return nil
            }
        }
        // Those of the same moment come in the order in which they were written: ids rise.
        return (found.sorted { ($0.at, $0.id.uuidString) < ($1.at, $1.id.uuidString) }, total)
    }

    /// The most urgent of some rows, the latest first, at most so many; and how many there are in all. A row of which nothing is read counts
    /// in neither, as far as it was looked at.
    ///
    /// - Parameters:
    ///   - table: With the columns `priority`, `at` and `number`.
    ///   - those: Which of it, in SQL.
    private func most<Found>(
        of table: String, where those: String, _ arguments: StatementArguments, limit: Int, in db: Database,
        reading read: (Row) -> Found?
    ) throws -> (found: [Found], total: Int) {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT * FROM \(table) WHERE \(those)
                ORDER BY \(Self.mostUrgent), at DESC, number DESC
                """, arguments: arguments)
        var found: [Found] = []
        var leftOut = 0
        while found.count < limit, let row = try rows.next() {
            if let one = read(row) { found.append(one) } else { leftOut += 1 }
        }
        guard found.count >= limit else { return (found, found.count) }
        let all = try Int.fetchOne(
            db, sql: "SELECT count(*) FROM \(table) WHERE \(those)", arguments: arguments)
        return (found, all.map { $0 - leftOut } ?? found.count)
    }
}

extension Reminder {
    /// Whether it is about what is theirs. Calls and charges are nobody's plan.
    fileprivate func isTold(of whose: PlanReach) -> Bool {
        guard whose.includes(goal: occurrence?.isGoal ?? false) else { return false }
        guard !whose.isOfHousehold else { return true }
        guard let occurrence, occurrence.audience == .client else { return false }
        return whose.includes(occurrence.client)
    }
}

extension Actor {
    /// The channel over which this actor's people are reminded.
    var channel: ReminderChannel {
        switch self {
        case .kiosk: .kiosk
        // Stations get the reminders of all caregivers.
        case .station, .person: .station
        }
    }
}

extension ZoneRules {
    /// When a local day begins.
    func beginning(of day: CalendarDay) -> Date {
        instant(of: WallTime(clamping: Int64(day.number) * 86_400))
    }
}
