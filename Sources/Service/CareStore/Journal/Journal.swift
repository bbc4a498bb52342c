import Care
import Foundation
import GRDB

/// The append-only list of what happened.
enum Journal {
    /// Appends what has happened to a request, and gives the event. `changes` says whether the request itself is
    /// another now; it then carries this event's number.
    static func append(
        _ kind: JournalEvent.Kind, _ request: Request, changes: Bool, at: Date, minutes: Int? = nil,
        isLate: Bool = false, subject: String? = nil, content: String? = nil, in db: Database
    ) throws -> JournalEvent {
        let own: ColumnValues = [
            "at": at.milliseconds, "kind": kind.rawValue, "request_id": request.id.uuidString,
            "changed_in": changes ? nil : request.sequence, "minutes": minutes, "late": isLate,
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
        return JournalEvent(
            sequence: sequence, at: Date(milliseconds: at.milliseconds), kind: kind, request: request,
            minutes: minutes, isLate: isLate)
    }

    static func append(_ fault: Fault, at: Date, in db: Database) throws -> JournalEvent {
        try db.execute(
            sql: "INSERT INTO journal (at, kind, fault_id, late) VALUES (?, 'fault', ?, 0)",
            arguments: [at.milliseconds, fault.id.uuidString])
        return JournalEvent(
            sequence: db.lastInsertedRowID, at: Date(milliseconds: at.milliseconds), kind: .fault,
            fault: fault)
    }

    static func latestSequence(in db: Database) throws -> Int64 {
        try Int64.fetchOne(db, sql: "SELECT max(sequence) FROM journal") ?? 0
    }

    /// One event for each row: whoever reads on must not take one that cannot be read for the end.
    ///
    /// What cannot be read of an event is left out; one of which nothing can be read is of nothing in particular, and makes
    /// clients fetch what there is now.
    static func events(
        after sequence: Int64, through last: Int64 = .max, limit: Int, in db: Database,
        report: (UnreadableRow, any Error) -> Void = { _, _ in }
    ) throws -> [JournalEvent] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT j.sequence AS event_sequence, j.at AS event_at, j.kind AS event_kind, j.fault_id,
                    j.request_id, j.minutes, j.late, j.content,
                    r.id, r.client, r.client_name, r.need, r.label, r.called, r.say, r.priority, r.asked_at,
                    r.time_is_arrival, r.received_at, r.asks_again, j.state, j.changed_at, j.changed_by,
                    j.reason, j.escalation, coalesce(j.changed_in, j.sequence) AS sequence
                FROM journal j LEFT JOIN request r ON r.id = j.request_id
                WHERE j.sequence > ? AND j.sequence <= ? ORDER BY j.sequence LIMIT ?
                """, arguments: [sequence, last, limit]
        ).map { row in
            do { return try event(row, in: db) } catch let error where RoutineKeeper.isOfItsContent(error) {
                report(UnreadableRow(.event, "\(row["event_sequence"] as Int64)"), error)
                return JournalEvent(
                    sequence: row["event_sequence"], at: Date(milliseconds: row["event_at"]),
                    kind: .occurrenceChanged)
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
        var event = JournalEvent(
            sequence: row["event_sequence"], at: Date(milliseconds: row["event_at"]), kind: kind,
            request: requestID == nil ? nil : try Request(row: row), fault: fault,
            minutes: (row["minutes"] as Int64?).map(Int.init), isLate: row["late"])
        if let content: String = row["content"] { event.read(content) }
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
