import Care
import Costs
import Foundation
import GRDB
import Recurrence

/// What reminds people of amounts that they are asked for.
extension CostCharges {
    /// Nobody is reminded any more of what was just settled or taken back; of what is open, whoever is asked will be.
    static func followReminders(in db: Database) throws {
        let settled = try String.fetchAll(
            db, sql: "SELECT id FROM cost_charge WHERE remind_at IS NOT NULL AND is_open = 0")
        for id in settled {
            try Reminders.answer(ofCharge: id, in: db)
            try db.execute(sql: "UPDATE cost_charge SET remind_at = NULL WHERE id = ?", arguments: [id])
        }
        try db.execute(sql: "UPDATE cost_charge SET remind_at = 0 WHERE remind_at IS NULL AND is_open = 1")
    }

    /// The home has another zone, or its rules have changed: when people are reminded is worked out anew.
    static func reckonReminders(in db: Database) throws {
        try db.execute(sql: "UPDATE cost_charge SET remind_at = 0 WHERE remind_at > 0")
    }

    /// The clock was set back: it comes to moments again. Each of their reminders has one row, so nothing is told twice.
    ///
    /// - Parameters:
    ///   - wall: Milliseconds since 1970.
    ///   - start: Until when what was looked at stays looked at.
    static func comeAgain(at wall: Int64, from start: Int64, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE cost_charge SET reminded_to = min(?1, ?2), remind_at = iif(remind_at IS NULL, NULL, 0)
                WHERE reminded_to > ?1
                """, arguments: [wall, start])
    }

    /// As a reminder names it; `nil` where there is none of this id.
    static func asked(_ id: UUID, in db: Database) throws -> AskedAmount? {
        try row(id, in: db).map { AskedAmount(id: id, due: try due($0)) }
    }

    /// The last day on which it is on time.
    static func due(_ row: Row) throws -> CalendarDay { try row.text("due_on") }
}

extension RoutineKeeper {
    /// Reminds of what is to be paid at one of its moments. After a gap once, however many have passed.
    func takeCharges(budget: inout Int, in db: Database) throws -> [JournalEvent] {
        guard budget > 0 else { return [] }
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM cost_charge WHERE remind_at <= ? ORDER BY remind_at, line LIMIT ?",
            arguments: [now.milliseconds, budget])
        budget -= rows.count
        return try rows.flatMap { row in
            let line: Int64 = row["line"]
            var events: [JournalEvent] = []
            do {
                try db.inSavepoint {
                    events = try takeCharge(row, line, in: db)
                    return .commit
                }
            } catch let error where Self.isOfItsContent(error) {
                unreadable.note(UnreadableRow(.costLine, "\(line)"), error)
                events = []
                try db.execute(
                    sql: "UPDATE cost_charge SET remind_at = NULL WHERE line = ?", arguments: [line])
            }
            return events
        }
    }

    private func takeCharge(_ row: Row, _ line: Int64, in db: Database) throws -> [JournalEvent] {
        let due = try CostCharges.due(row)
        let lookedAt = (row["reminded_to"] as Int64?).map(Date.init(milliseconds:))
        let from = max(lookedAt ?? now, now)
        let next = ChargeMoment.next(of: due, after: from, zone: home)
        try db.execute(
            sql: "UPDATE cost_charge SET remind_at = ?, reminded_to = ? WHERE line = ?",
            arguments: [(next?.at ?? .distantFuture).milliseconds, from.milliseconds, line])
        let id: String = row["id"]
        if try Reminders.reopen(charge: id, now: now, in: db) { try followWishes(in: db) }
        guard let lookedAt,
            let moment = ChargeMoment.last(of: due, after: lookedAt, until: now, zone: home),
            let person = try asked(row, in: db)
        else { return [] }
        let events = try tell(
            moment, ofCharge: id, to: person, isLate: isLate(moment.at), in: db
        ).compactMap(\.event)
        // Open pages of theirs hear of it by this where no reminder is sent to them; a client's own hear of none that a station says.
        guard person.reminders.tells(ReminderCell(.charge, .page)), person.role == .client || events.isEmpty
        else { return events }
        return events + [JournalEvent(sequence: 0, at: now, content: .agendaChanged)]
    }

    /// Who is asked; `nil` where they have left: nobody reminds them any more.
    func asked(_ row: Row, in db: Database) throws -> Person? {
        let id: String = row["asked"]
        return try people(in: db).first { $0.id == id && $0.isActive }
    }

    /// Stores the reminders of a moment, each once, instead of earlier ones that still wait.
    func tell(
        _ moment: ChargeMoment, ofCharge id: String, to person: Person, isLate: Bool, in db: Database
    ) throws -> [Reminders.Added] {
        try drafts(of: moment, for: person).compactMap { draft in
            try Reminders.end(ofCharge: id, for: draft, in: db)
            return try Reminders.add(
                draft, ofCharge: id, at: moment.at, isLate: isLate, by: self, in: db)
        }
    }

    func drafts(of moment: ChargeMoment, for person: Person) -> [ReminderDraft] {
        ReminderPlanning.reminders(ofCharge: moment.kind, for: person, at: moment.at, zone: home)
    }

    // MARK: - On pages

    /// How long it stands on somebody's pages that they were reminded. Seconds.
    private static let standsFor: TimeInterval = 86_400

    /// What one person, `?1`, is asked for that is open, and is due by a day, `?2`, or they were reminded of since an instant, `?3`; at
    /// most `?4`. With `+`, the index of that person's is used, not that of all that is open in the home.
    static let remindedCharges = """
        SELECT cost_line.*, due_on,
            (SELECT max(received_at) FROM charge_reminder
                WHERE charge_id = cost_charge.id AND received_at >= ?3) AS asked_at
        FROM cost_charge JOIN cost_line ON cost_line.number = cost_charge.line
        WHERE asked = ?1 AND is_withdrawn = 0 AND +is_open = 1 AND (due_on <= ?2 OR asked_at IS NOT NULL)
        ORDER BY due_on, line LIMIT ?4
        """

    /// The amounts that somebody is asked for and was reminded of within a day: at one of the moments, or by whoever asks.
    func remindedAmounts(of person: String, in db: Database) throws -> [RemindedAmount] {
        let since = now.addingTimeInterval(-Self.standsFor)
        let tomorrow = home.local(of: now).day.adding(days: 1)
        let rows = try Row.fetchAll(
            db, sql: Self.remindedCharges,
            arguments: [person, "\(tomorrow)", since.milliseconds, ChoreFeed.most])
        return try rows.compactMap { row in
            do {
                return try remindedAmount(row, since: since)
            } catch let error where Self.isOfItsContent(error) {
                unreadable.note(UnreadableRow(.costLine, row), error)
                return nil
            }
        }
    }

    private func remindedAmount(_ row: Row, since: Date) throws -> RemindedAmount? {
        let (line, due) = (try CostLines.line(row), try CostCharges.due(row))
        // What had passed when it was asked for reminds nobody.
        let moment = ChargeMoment.last(of: due, after: max(since, line.at), until: now, zone: home)
        let asked = (row["asked_at"] as Int64?).map(Date.init(milliseconds:))
        guard let at = [moment?.at, asked].compactMap(\.self).max(), case .charge(let charge) = line.content
        else { return nil }
        return RemindedAmount(id: line.subject, what: charge.what, due: due, at: at)
    }

    /// Whether anything tells somebody these reminders of an amount: the home's program, a station that was there within a week, or pages
    /// on which they are logged in.
    func canTell(_ drafts: [ReminderDraft], to person: Person, in db: Database) throws -> Bool {
        if drafts.contains(where: { $0.channel == .command }) { return true }
        if !drafts.isEmpty, try Devices.hasStation(since: now.addingTimeInterval(-7 * 86_400), in: db) {
            return true
        }
        return try hears(.charge, onPages: person.id, in: db)
    }
}
