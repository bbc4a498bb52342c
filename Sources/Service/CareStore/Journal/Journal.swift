import Care
import Foundation
import GRDB

/// The append-only list of what happened.
enum Journal {
    /// Appends an event about a request; returns it, and the request as the event carries it. `changes` says
    /// whether the request itself has changed; it then carries this event's number.
    static func append(
        _ news: JournalEvent.RequestNews, of request: Request, changes: Bool, at: Date, isLate: Bool = false,
        subject: String? = nil, content: String? = nil, in db: Database
    ) throws -> (event: JournalEvent, request: Request) {
        let own: ColumnValues = [
            "at": at.milliseconds, "kind": news.kind.rawValue, "request_id": request.id.uuidString,
            "changed_in": changes ? nil : request.sequence, "minutes": news.minutes, "late": isLate,
            "subject": subject, "content": content,
        ]
        try (own + request.standing).insert(into: "journal", in: db)
        let sequence = db.lastInsertedRowID
        var request = request
        if changes {
            request.sequence = sequence
            try (request.standing + ["sequence": sequence]).update(
                "request", where: "id", is: request.id.uuidString, in: db)
        }
        let event = JournalEvent(
            sequence: sequence, at: Date(milliseconds: at.milliseconds), content: .request(request, news),
            isLate: isLate)
        return (event, request)
    }

    static func append(_ fault: Fault, at: Date, in db: Database) throws -> JournalEvent {
        try db.execute(
            sql: "INSERT INTO journal (at, kind, fault_id, late) VALUES (?, 'fault', ?, 0)",
            arguments: [at.milliseconds, fault.id.uuidString])
        return JournalEvent(
            sequence: db.lastInsertedRowID, at: Date(milliseconds: at.milliseconds), content: .fault(fault))
    }

    static func latestSequence(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM journal") ?? 0
    }

    /// One event for each row: an unreadable row must not look like the end of the journal.
    ///
    /// Words to a client are given as they stand now: what was taken back, or said at another kiosk, while a kiosk was away is not said by it.
    ///
    /// Unreadable parts of an event are left out. An event that is wholly unreadable has no subject, and
    /// makes clients fetch the current state.
    static func events(
        after sequence: Int64, through last: Int64 = .max, limit: Int, in db: Database,
        report: (UnreadableRow, any Error) -> Void = { _, _ in }
    ) throws -> [JournalEvent] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT j.sequence AS event_sequence, j.at AS event_at, j.kind AS event_kind, j.fault_id,
                    j.request_id, j.minutes, j.late, j.subject,
                    CASE WHEN j.kind = 'words' THEN (
                        SELECT newest.content FROM journal AS newest
                        WHERE newest.kind = 'words' AND newest.subject = j.subject
                        ORDER BY newest.sequence DESC LIMIT 1) ELSE j.content END AS content,
                    r.id, r.client, r.client_name, r.need, r.label, r.called, r.say, r.symbol, r.priority, r.asked_at,
                    r.time_is_arrival, r.received_at, r.asks_again, j.state, j.changed_at, j.changed_by,
                    j.reason, j.escalation, j.reaches, j.claim_lapses_at, coalesce(j.changed_in, j.sequence) AS sequence
                FROM journal j LEFT JOIN request r ON r.id = j.request_id
                WHERE j.sequence > ? AND j.sequence <= ? ORDER BY j.sequence LIMIT ?
                """, arguments: [sequence, last, limit]
        ).map { row in
            do { return try event(row, in: db) } catch let error where RoutineKeeper.isOfItsContent(error) {
                report(UnreadableRow(.event, "\(row["event_sequence"] as Int64)"), error)
                return JournalEvent(
                    sequence: row["event_sequence"], at: Date(milliseconds: row["event_at"]),
                    content: .agendaChanged)
            }
        }
    }

    private static func event(_ row: Row, in db: Database) throws -> JournalEvent {
        let kind: JournalEvent.Kind = try row.value("event_kind")
        let faultID: String? = row["fault_id"]
        let fault = try faultID.flatMap { id in
            try Row.fetchOne(db, sql: "SELECT * FROM fault WHERE id = ?", arguments: [id])
                .map(Fault.init(row:))
        }
        let requestID: String? = row["request_id"]
        let request = requestID == nil ? nil : try Request(row: row)
        var event = JournalEvent(
            sequence: row["event_sequence"], at: Date(milliseconds: row["event_at"]),
            content: content(
                of: kind, request: request, fault: fault, minutes: (row["minutes"] as Int64?).map(Int.init),
                json: row["content"]),
            isLate: row["late"])
        if let change = try planChange(
            after: kind, subject: row["subject"], content: row["content"], before: event.sequence, in: db)
        {
            (event.owners, event.isOfGoal) = (change.owners, change.isOfGoal)
        }
        // It names one at most.
        if let named = event.namedAppointments.first {
            event.namesAppointmentsOf = try Appointments.provider(of: named, in: db)
        }
        return event
    }

    static func isUnreadable(_ sequence: Int64, in db: Database) throws -> Bool {
        var isUnreadable = false
        _ = try events(after: sequence - 1, through: sequence, limit: 1, in: db) { _, _ in
            isUnreadable = true
        }
        return isUnreadable
    }
}
