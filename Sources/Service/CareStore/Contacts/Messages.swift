import Care
import Foundation
import GRDB

/// The rows of `message`: what is told to each contact about each event. Decision 0520.
enum Messages {
    /// No message waits longer than this for its first or next try, whatever its contact or the other side says. Seconds.
    static let longestWait: TimeInterval = 3600

    /// What waits is not sent any more. Whatever is dropped goes behind it.
    static let drop = "UPDATE message SET state = 'dropped', next_try_at = NULL WHERE state = 'pending'"

    /// What a new one is about.
    private struct Draft {
        var kind: OutgoingMessage.Kind
        /// The event's.
        var sequence: Int64
        var request: UUID?
        var reminder: Int64?
    }

    // MARK: - Alerts

    /// A reminder over messages is told: to each contact of its recipient, in its time.
    ///
    /// - Parameter row: The reminder's.
    static func tell(_ row: Row, sequence: Int64, now: Date, in db: Database) throws {
        let draft = Draft(
            kind: .alert, sequence: sequence, request: try row.optionalUUID("request_id"),
            reminder: row["number"])
        let contacts = try Row.fetchAll(
            db, sql: "SELECT contact.id, after_seconds FROM \(Contacts.active) WHERE person_id = ?",
            arguments: [row["recipient"] as String])
        for contact in contacts {
            try insert(draft, to: contact["id"], at: now.milliseconds + wait(contact), in: db)
        }
    }

    /// What is the home's own hears of a call that reaches everybody from its beginning: each contact in its time.
    static func tellHome(_ request: Request, at now: Date, in db: Database) throws {
        let contacts = try Row.fetchAll(
            db, sql: "SELECT contact.id, after_seconds FROM \(Contacts.active) WHERE person_id IS NULL")
        let draft = Draft(kind: .alert, sequence: request.sequence, request: request.id)
        for contact in contacts {
            try insert(draft, to: contact["id"], at: now.milliseconds + wait(contact), in: db)
        }
    }

    /// A call that nobody has answered is called out to everybody: whoever was told of it before hears of it again, and so does what
    /// is the home's own.
    ///
    /// - Parameters:
    ///   - known: Those who have just been told by their own reminder.
    ///   - event: The escalation.
    ///   - due: When it was due, in milliseconds: whoever was told since then has heard of it as one of everybody, such as where a kiosk
    ///     had kept the call.
    static func escalate(
        _ request: Request, _ event: JournalEvent, due: Int64, besides known: Set<String>,
        _ keeper: RoutineKeeper, in db: Database
    ) throws {
        let contacts = try Row.fetchAll(
            db,
            sql: """
                SELECT contact.id, person_id, after_seconds,
                    EXISTS (SELECT 1 FROM message WHERE request_id = ?1 AND contact_id = contact.id
                        AND kind = 'alert' AND state <> 'dropped') AS is_known,
                    EXISTS (SELECT 1 FROM message WHERE request_id = ?1 AND contact_id = contact.id
                        AND kind = 'alert' AND state = 'pending' AND attempts = 0 AND next_try_at >= ?2)
                        AS is_waited_for,
                    EXISTS (SELECT 1 FROM message JOIN journal USING (sequence) WHERE message.request_id = ?1
                        AND contact_id = contact.id AND message.kind = 'alert' AND journal.at >= ?3
                        AND message.state NOT IN ('dropped', 'failed')) AS is_told_since
                FROM \(Contacts.active) ORDER BY contact.id
                """, arguments: [request.id.uuidString, keeper.now.milliseconds, due])
        guard !contacts.isEmpty else { return }
        let people = try told(of: request, keeper, in: db).subtracting(known)
        let draft = Draft(kind: .alert, sequence: event.sequence, request: request.id)
        for contact in contacts {
            if let person: String = contact["person_id"], !people.contains(person) { continue }
            // Its first message will say it.
            guard !(contact["is_waited_for"] as Bool), !(contact["is_told_since"] as Bool) else { continue }
            let delay = (contact["is_known"] as Bool) ? 0 : wait(contact)
            try insert(draft, to: contact["id"], at: keeper.now.milliseconds + delay, in: db)
        }
    }

    /// Those who have been told of a call over messages, and may be told of it now.
    private static func told(
        of request: Request, _ keeper: RoutineKeeper, in db: Database
    ) throws -> Set<String> {
        let told = Set(
            try Row.fetchAll(
                db,
                sql: """
                    SELECT recipient FROM reminder
                    WHERE request_id = ? AND channel = 'command' AND tell_at IS NULL AND state <> 'over'
                    """, arguments: [request.id.uuidString]
            ).map { row -> String in row["recipient"] })
        let reached = try keeper.people(in: db).filter {
            told.contains($0.id) && request.reaches?.contains($0.id) ?? true
        }
        // By now it may be quiet for somebody, or they are gone.
        let drafts = ReminderPlanning.reminders(
            forRequest: request.priority, at: keeper.now, people: reached, zone: keeper.home)
        return Set(drafts.filter { $0.at <= keeper.now }.map(\.recipient))
    }

    // MARK: - What becomes of it

    /// Somebody has answered a call, or it is over: what waits to be told of it is not, and every contact that was alerted is told what
    /// has become of it, where its channel carries that.
    static func answered(_ request: Request, in db: Database) throws {
        try db.execute(sql: "\(drop) AND request_id = ?", arguments: [request.id.uuidString])
        let contacts = try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT contact.id, contact.channel
                FROM message CROSS JOIN \(Contacts.active)
                WHERE contact.id = message.contact_id AND message.request_id = ? AND kind = 'alert' AND message.state IN ('sent', 'confirmed')
                """, arguments: [request.id.uuidString])
        for contact in contacts { try update(request, contact, in: db) }
    }

    /// An alert has reached a contact after all, although it was dropped meanwhile: if that was because of an answer, it is told that.
    private static func catchUp(_ message: Int64, in db: Database) throws {
        guard
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT contact.id, contact.channel, message.request_id
                    FROM message CROSS JOIN \(Contacts.active)
                    WHERE contact.id = message.contact_id AND message.id = ? AND kind = 'alert' AND message.request_id IS NOT NULL
                    """, arguments: [message]),
            let request = try Request.find(try row.uuid("request_id"), in: db),
            !request.state.isOpen || request.state.isAnswered
        else { return }
        try update(request, row, in: db)
    }

    private static func update(_ request: Request, _ contact: Row, in db: Database) throws {
        guard ContactChannel.carriesUpdates(contact["channel"]) else { return }
        try insert(
            Draft(kind: .update, sequence: request.sequence, request: request.id), to: contact["id"],
            at: request.changedAt.milliseconds, in: db)
    }

    /// Nobody is on the way any more: that somebody is must not be told now.
    static func dropUpdates(of request: Request, in db: Database) throws {
        try db.execute(
            sql: "\(drop) AND kind = 'update' AND request_id = ?", arguments: [request.id.uuidString])
    }

    // MARK: - Rows

    /// Milliseconds.
    private static func wait(_ contact: Row) -> Int64 { 1000 * (contact["after_seconds"] as Int64) }

    /// Each event is told to each contact once.
    private static func insert(
        _ draft: Draft, to contact: String, at milliseconds: Int64, in db: Database
    ) throws {
        try db.execute(
            sql: """
                INSERT INTO message (key, sequence, contact_id, request_id, reminder_number, kind, state, next_try_at)
                VALUES (?, ?, ?, ?, ?, ?, 'pending', ?) ON CONFLICT (sequence, contact_id) DO NOTHING
                """,
            arguments: [
                UUID().uuidString, draft.sequence, contact, draft.request?.uuidString, draft.reminder,
                draft.kind.rawValue, milliseconds,
            ])
    }

    /// The other side has taken one, or its device or person has confirmed it. That counts also if it was dropped or given up meanwhile.
    ///
    /// - Parameter sequence: That of the contact as it was sent to, if that is known: that an address has taken one says nothing of another
    ///   that was written since.
    static func arrived(
        _ message: Int64, isConfirmed: Bool, sentTo sequence: Int64? = nil, at now: Date, in db: Database
    ) throws {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT contact_id, state FROM message WHERE id = ?", arguments: [message])
        else { return }
        try db.execute(
            sql: """
                UPDATE message SET state = iif(?2 OR state = 'confirmed', 'confirmed', 'sent'),
                    sent_at = coalesce(sent_at, ?3), confirmed_at = coalesce(confirmed_at, iif(?2, ?3, NULL)),
                    next_try_at = NULL, error = NULL
                WHERE id = ?1
                """, arguments: [message, isConfirmed, now.milliseconds])
        try Contacts.works(
            try row.uuid("contact_id"), isConfirmed: isConfirmed, sequence: sequence, at: now, in: db)
        if isConfirmed { try tellReminder(of: message, in: db) }
        if row["state"] as String == "dropped" { try catchUp(message, in: db) }
    }

    /// Whoever has confirmed a message has been told by it what their reminder says. One that was snoozed is told again all the same.
    private static func tellReminder(of message: Int64, in db: Database) throws {
        let told = "UPDATE reminder SET state = 'told', next_try_at = NULL, error = NULL"
        let those = "channel = 'command' AND state = 'waiting' AND tell_at IS NULL"
        try db.execute(
            sql: "\(told) WHERE \(those) AND number = (SELECT reminder_number FROM message WHERE id = ?)",
            arguments: [message])
        try db.execute(
            sql: """
                \(told) WHERE \(those) AND request_id = (SELECT request_id FROM message WHERE id = ?1)
                    AND recipient = (SELECT person_id FROM contact WHERE id = (
                        SELECT contact_id FROM message WHERE id = ?1))
                """, arguments: [message])
    }

    // MARK: - What is kept

    /// How long a message is kept after what it tells has happened, in seconds: 30 days. By then nobody answers it, and whatever it was about
    /// stands in the journal.
    private static let keptFor: TimeInterval = 30 * 86_400
    /// So many go in one transaction, so that a call waits for none of it.
    static let mostForgotten = 500

    /// Deletes the oldest of those whose time is over, at most `mostForgotten`; returns how many. What still waits stays, and so does what was told
    /// of a call that is open. What a clock has dated that was ahead goes, too; by one that is certainly wrong nothing is judged.
    static func forgetOld(now: Date, in db: Database) throws -> Int {
        guard now.milliseconds >= RoutineClock.earliest else { return 0 }
        try db.execute(
            sql: """
                DELETE FROM message WHERE id IN (
                    SELECT m.id FROM message AS m JOIN journal AS j ON j.sequence = m.sequence
                        LEFT JOIN request AS r ON r.id = m.request_id
                    WHERE m.state <> 'pending' AND (j.at <= ? OR j.at > ?)
                        AND (r.id IS NULL OR r.state NOT IN ('asked', 'heard', 'on_the_way'))
                    ORDER BY m.id LIMIT ?)
                """,
            arguments: [
                now.addingTimeInterval(-keptFor).milliseconds, now.addingTimeInterval(keptFor).milliseconds,
                mostForgotten,
            ])
        return db.changesCount
    }

    // MARK: - The clock

    /// Waits are durations, so they move with the clock.
    static func move(by step: Int64, in db: Database) throws {
        try db.execute(
            sql: "UPDATE message SET next_try_at = next_try_at + ? WHERE state = 'pending'",
            arguments: [step])
    }

    /// The clock may have been set back while the service was off: nothing waits longer than it would have from now.
    static func bound(from wall: Date, in db: Database) throws {
        try db.execute(
            sql: "UPDATE message SET next_try_at = ?1 WHERE state = 'pending' AND next_try_at > ?1",
            arguments: [wall.addingTimeInterval(longestWait).milliseconds])
    }
}
