public import Care
public import Foundation
import GRDB
import Logging
import Recurrence

extension CareStore {
    /// The chores that somebody still has to do within `ChoreFeed.daysAhead`, those that wait for approval, and what was done or
    /// skipped within a day.
    ///
    /// Of what comes again only the next time is in it, besides what is left from before.
    ///
    /// - Parameters:
    ///   - person: Whose `mine` are.
    ///   - withReminders: Whether it says when they were reminded, and by whom: that is for themselves alone.
    public func chores(
        of person: String?, withReminders: Bool = true, now: Date
    ) async throws(CareStoreError) -> ChoreFeed {
        let keeper = keeper(at: now)
        return try await read { db in
            try keeper.chores(of: person, withReminders: withReminders, in: db)
        }
    }

    /// The same for a client's kiosk: what this client has, may take, and has done or skipped; of the others only what the household shares,
    /// so that a housemate can be reminded of it.
    public func chores(ofClient client: String, now: Date) async throws(CareStoreError) -> ChoreFeed {
        let keeper = keeper(at: now)
        return try await read { db in
            let feed = try keeper.chores(of: client, withReminders: true, in: db)
            var shown = try keeper.shown(feed, toKioskOf: client, in: db)
            if shown.mine.contains(where: { $0.mayBeOffered(by: client) }) {
                shown.people = try keeper.askable(by: client, among: feed, in: db)
            }
            return shown
        }
    }

    /// What each of the household has done from one instant to another, that one too.
    public func choreShares(from: Date, until: Date) async throws(CareStoreError) -> ChoreShares {
        let keeper = keeper(at: until)
        return try await read { db in
            let people = try keeper.people(in: db)
            let rows = try Row.fetchAll(
                db, sql: RoutineKeeper.shares, arguments: [from.milliseconds, until.milliseconds])
            let done = try Self.done(from: from, until: until, in: db)
            let shares = rows.map { row in
                let id: String = row["person"]
                return ChoreShares.Share(
                    person: id, name: people.first { $0.id == id }?.name ?? id, times: row["times"],
                    minutes: row["minutes"], chores: done[id] ?? [])
            }
            return ChoreShares(
                from: from, until: until,
                firstAt: try Int64.fetchOne(db, sql: RoutineKeeper.firstDone).map { Date(milliseconds: $0) },
                shares: shares.sorted {
                    ($0.name.lowercased(), $0.person) < ($1.name.lowercased(), $1.person)
                })
        }
    }

    /// What each has done of each chore, in the order of titles, by their ids.
    private static func done(
        from: Date, until: Date, in db: Database
    ) throws -> [String: [ChoreShares.Done]] {
        var done: [String: [ChoreShares.Done]] = [:]
        let rows = try Row.fetchCursor(
            db, sql: RoutineKeeper.sharesByChore, arguments: [from.milliseconds, until.milliseconds])
        while let row = try rows.next() {
            let person: String = row["person"]
            guard done[person, default: []].count < ChoreShares.mostChores else { continue }
            done[person, default: []].append(
                ChoreShares.Done(
                    title: row["title"], symbol: row["symbol"], times: row["times"], minutes: row["minutes"]))
        }
        return done.mapValues {
            $0.sorted { ($0.title.lowercased(), $0.title) < ($1.title.lowercased(), $1.title) }
        }
    }

    /// Reminds whoever has a chore, once in `ChoreReminder.interval`. The same again gives what the first did, with `false`.
    ///
    /// - Parameters:
    ///   - sender: The id of whoever has logged in, or of the client whose kiosk it is.
    ///   - onlyHousehold: Other chores than the household's are not there for this sender.
    public func remind(
        of new: ChoreReminder, sender: String?, onlyHousehold: Bool = false, receivedAt: Date
    ) async throws(CareStoreError) -> (RoutineOccurrence, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            let new = try Stored.normal(new)
            if let row = try Row.fetchOne(
                db, sql: "SELECT content FROM chore_reminder WHERE id = ?", arguments: [new.id.uuidString])
            {
                let first: ChoreReminder = try Stored.value(
                    row["content"], of: "the chore's reminder \(new.id)")
                guard first == new else { throw CareStoreError.sameIDOtherContent(new.id, current: nil) }
                return (try keeper.chore(new, in: db).row.occurrence, false)
            }
            return (
                try keeper.remind(of: new, sender: sender, onlyHousehold: onlyHousehold, in: db), true
            )
        }
    }
}

extension RoutineKeeper {
    static let shares = """
        SELECT person, count(*) AS times,
            CAST(round(sum(coalesce(minutes, 0) * parts * 1.0 / count)) AS INTEGER) AS minutes
        FROM completion WHERE at >= ?1 AND at <= ?2 GROUP BY person
        """

    /// The same by titles, what came most often first.
    static let sharesByChore = """
        SELECT done.person AS person, occurrence.title AS title, max(occurrence.symbol) AS symbol, count(*) AS times,
            CAST(round(sum(coalesce(done.minutes, 0) * done.parts * 1.0 / done.count)) AS INTEGER) AS minutes
        FROM completion AS done JOIN occurrence USING (routine_id, key)
        WHERE done.at >= ?1 AND done.at <= ?2 GROUP BY done.person, occurrence.title
        ORDER BY times DESC, title
        """
    static let firstDone = "SELECT min(at) FROM completion"

    /// What of the chores is due and open.
    static let openChores = """
        SELECT * FROM occurrence
        WHERE is_chore = 1 AND outcome IS NULL AND is_cancelled = 0 AND is_due_taken = 1
        ORDER BY missed_at LIMIT ?1
        """
    /// What waits for approval.
    static let waitingChores = "SELECT * FROM occurrence WHERE is_waiting = 1 ORDER BY changed_at LIMIT ?1"
    /// What was done or skipped since an instant.
    static let closedChores = """
        SELECT * FROM occurrence
        WHERE is_chore = 1 AND outcome IS NOT NULL AND changed_at >= ?2 AND is_waiting = 0
        ORDER BY changed_at DESC LIMIT ?1
        """

    fileprivate func chores(
        of person: String?, withReminders: Bool, in db: Database
    ) throws -> ChoreFeed {
        // All four lists may be of what is open.
        let most = 3 * ChoreFeed.most
        var isComplete = true
        func rows(_ sql: String, _ more: StatementArguments = []) throws -> [RoutineOccurrence] {
            let rows = try Row.fetchAll(db, sql: sql, arguments: [most + 1] + more)
            if rows.count > most { isComplete = false }
            return rows.prefix(most).compactMap(readable)
        }
        var found = try rows(Self.openChores)
        found += try rows(Self.waitingChores)
        found += try rows(Self.closedChores, [now.addingTimeInterval(-86_400).milliseconds])
        let ahead = try ahead(in: db)
        var known = ahead.known
        for one in found { known[one.routine, default: []].insert(one.key) }
        var next: [UUID: FoundOccurrence] = [:]
        try eachPlanned(
            from: now, until: now.addingTimeInterval(Double(ChoreFeed.daysAhead) * 86_400), of: .everything,
            only: .chores, onlyNext: true, except: known, in: db
        ) { planned in
            let series = planned.item.routine.series
            if next[series].map({ planned.time.at < $0.at }) ?? true { next[series] = .planned(planned) }
            return .distantFuture
        }
        let soonest = next.values.sorted { $0.place < $1.place }
        if soonest.count > most { isComplete = false }
        found += try whole(Array(soonest.prefix(most)).byRoutine, notes: ahead.noted, in: db)
        guard withReminders, let person else {
            return ChoreFeed(of: found, for: person, isComplete: isComplete, now: now)
        }
        found = try found.map { try reminded($0, person, in: db) }
        var feed = ChoreFeed(of: found, for: person, isComplete: isComplete, now: now)
        feed.asked = try remindedAmounts(of: person, in: db)
        return feed
    }

    /// Whom a client may ask to do one of theirs.
    func askable(by client: String, in db: Database) throws -> [ChorePerson] {
        try askable(by: client, among: chores(of: client, withReminders: false, in: db), in: db)
    }

    /// The chore that is meant, and its routine.
    fileprivate func chore(
        _ new: ChoreReminder, in db: Database
    ) throws -> (routine: RoutineRow, row: OccurrenceRow) {
        guard var routine = try RoutineRow.find(new.routine, in: db) else {
            throw CareStoreError.notFound("routine \(new.routine)")
        }
        let row = try stored(new.key, of: &routine, in: db)
        return (routine, row)
    }

    fileprivate func remind(
        of new: ChoreReminder, sender: String?, onlyHousehold: Bool, in db: Database
    ) throws -> RoutineOccurrence {
        let (routine, row) = try chore(new, in: db)
        let occurrence = row.occurrence
        guard
            !onlyHousehold || occurrence.audience == .household
                || sender != nil && occurrence.chore?.turn?.person == sender
        else {
            throw CareStoreError.notFound("routine \(new.routine)")
        }
        func conflict(_ words: String) -> CareStoreError { .occurrenceConflict(words, current: occurrence) }
        guard occurrence.chore?.isWork == true else {
            throw CareStoreError.invalid(
                field: "routine", "this is no chore: a client's plan has its own reminders")
        }
        guard occurrence.state.isOpen else { throw conflict("it is \(occurrence.state.rawValue) already") }
        guard let person = occurrence.assignment.person, let name = occurrence.assignment.name else {
            throw conflict("nobody has it yet")
        }
        guard person != sender else { throw conflict("it is yours") }
        let interval = Int64(ChoreReminder.interval * 1000)
        // Also where the clock was set back since, by however much.
        let wasReminded = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM chore_reminder
                    WHERE routine_id = ? AND key = ? AND received_at > ? AND received_at < ?)
                """,
            arguments: [
                occurrence.routine.uuidString, occurrence.key.description, now.milliseconds - interval,
                now.milliseconds + interval,
            ])
        if wasReminded ?? false {
            throw conflict("\(name) was reminded of it less than an hour ago")
        }
        let minutes = Int((occurrence.at.timeIntervalSince(now) / 60).rounded(.up))
        let range = 1...ChoreFeed.daysAhead * 1440
        guard occurrence.state != .upcoming || range.contains(minutes) else {
            throw conflict("it is not due within a week")
        }
        let what: RoutineMoment.What =
            switch occurrence.state {
            case .upcoming: .before(minutes: minutes)
            case .missed: .missed
            case .due, .done, .skipped: .due
            }
        let moment = RoutineMoment(
            at: now, what: what, time: occurrence.planned, isTold: true, isAskedFor: true)
        let content = routine.routine.content.of(occurrence.key)
        let wanted = try ReminderPlanning.reminders(
            for: moment, of: content, assignment: occurrence.assignment, people: people(in: db), zone: home
        )
        guard try !wanted.isEmpty || hears(.housemate, onPages: person, in: db) else {
            throw conflict("\(name) does not want to be reminded of such things")
        }
        _ = try tell(
            moment, of: content, occurrence, isPlannedLater: true, isAnew: true, start: { _ in .open }, in: db
        )
        if wanted.isEmpty {
            // Where nothing is said, open pages hear of it by this.
            try Journal.append(
                .occurrenceChanged, subject: occurrence.id, content: occurrence, at: now, in: db)
        }
        try db.execute(
            sql:
                "INSERT INTO chore_reminder (id, routine_id, key, content, received_at) VALUES (?, ?, ?, ?, ?)",
            arguments: [
                new.id.uuidString, occurrence.routine.uuidString, occurrence.key.description,
                try Stored.text(new), now.milliseconds,
            ])
        return occurrence
    }

    /// Whether the pages of somebody who has logged in make a sound for a kind of message.
    func hears(_ kind: MessageKind, onPages id: String, in db: Database) throws -> Bool {
        guard let person = try people(in: db).first(where: { $0.id == id }),
            person.reminders.tells(ReminderCell(kind, .page))
        else { return false }
        return try Logins.isLoggedIn(id, at: now, in: db)
    }
}
