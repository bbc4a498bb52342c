import Care
import Foundation
import GRDB
import Recurrence

/// The rows of `reminder`: one for each message that one person gets once, over one channel.
enum Reminders {
    /// The outcome of a draft.
    struct Added {
        var draft: ReminderDraft
        var isOver: Bool
        /// If it is to be told now.
        var event: JournalEvent?
    }

    /// The initial state of a draft.
    enum Start {
        case open
        /// Pointless: a later reminder about the same is told.
        case over
        /// Pointless unless "done" or "skipped" is undone.
        case answered
    }

    /// Stores a reminder of an occurrence; `nil` if it exists already and was told or is waiting.
    ///
    /// One that had become pointless, because its occurrence was moved or given to somebody else, waits again
    /// if that is reversed: it is still told only once.
    ///
    /// - Parameter isAnew: One that was told waits again too, because the task was somebody else's meanwhile. So does one of which
    ///   messages have gone out that nobody has confirmed.
    static func add(
        _ draft: ReminderDraft, of occurrence: RoutineOccurrence, isLate: Bool, isAnew: Bool, start: Start,
        by keeper: RoutineKeeper, in db: Database
    ) throws -> Added? {
        let isOver = start != .open
        let own: ColumnValues = [
            "routine_id": occurrence.routine.uuidString, "key": occurrence.key.description,
            "due_at": occurrence.at.milliseconds, "content": try Stored.text(occurrence),
            "minutes_before": draft.minutesBefore ?? 0, "late": isLate && draft.at <= keeper.now,
            "state": (isOver ? Reminder.State.over : .waiting).rawValue,
            "tell_at": isOver ? nil : draft.at.milliseconds, "is_answered": start == .answered,
        ]
        let row = try (columns(of: draft, at: keeper.now) + own).insert(
            into: "reminder",
            """
                ON CONFLICT (routine_id, key, due_at, kind, minutes_before, recipient, channel)
                    WHERE routine_id IS NOT NULL
                    DO UPDATE SET state = excluded.state, at = excluded.at, tell_at = excluded.tell_at,
                        late = excluded.late, priority = excluded.priority, content = excluded.content,
                        is_asked_for = excluded.is_asked_for, is_snoozed = 0, is_answered = 0
                    WHERE (reminder.state = 'over' OR ? AND (reminder.state <> 'waiting'
                            OR reminder.channel = 'command'
                                AND coalesce(reminder.tell_at, reminder.next_try_at) IS NULL))
                        AND excluded.state = 'waiting'
            """, [isAnew], in: db)
        return try row.map { try added(draft, $0, isOver: isOver, by: keeper, in: db) }
    }

    /// Stores that somebody is to be alerted about a request; `nil` if they are already.
    ///
    /// - Parameter isAnew: One that was told, or was over, waits again: whoever was on the way did not come.
    static func add(
        _ draft: ReminderDraft, of request: Request, isAnew: Bool, by keeper: RoutineKeeper, in db: Database
    ) throws -> Added? {
        let own: ColumnValues = [
            "request_id": request.id.uuidString, "late": false, "state": Reminder.State.waiting.rawValue,
            "tell_at": draft.at.milliseconds,
        ]
        let row = try (columns(of: draft, at: keeper.now) + own).insert(
            into: "reminder",
            """
                ON CONFLICT (request_id, recipient, channel) WHERE request_id IS NOT NULL
                    DO UPDATE SET state = excluded.state, at = excluded.at, tell_at = excluded.tell_at,
                        is_snoozed = 0, is_answered = 0, attempts = 0, next_try_at = NULL, error = NULL
                    WHERE ? AND reminder.state <> 'waiting'
            """, [isAnew], in: db)
        return try row.map { try added(draft, $0, isOver: false, by: keeper, in: db) }
    }

    /// Stores a reminder of an amount that somebody is asked for; `nil` if it exists already.
    ///
    /// - Parameter moment: Of the charge: each is told once.
    static func add(
        _ draft: ReminderDraft, ofCharge id: String, at moment: Date, isLate: Bool, by keeper: RoutineKeeper,
        in db: Database
    ) throws -> Added? {
        let own: ColumnValues = [
            "charge_id": id, "due_at": moment.milliseconds, "late": isLate && draft.at <= keeper.now,
            "state": Reminder.State.waiting.rawValue, "tell_at": draft.at.milliseconds,
        ]
        let row = try (columns(of: draft, at: keeper.now) + own).insert(
            into: "reminder",
            """
                ON CONFLICT (charge_id, due_at, kind, recipient, channel) WHERE charge_id IS NOT NULL DO NOTHING
            """, in: db)
        return try row.map { try added(draft, $0, isOver: false, by: keeper, in: db) }
    }

    /// What every reminder has, whatever it is of.
    private static func columns(of draft: ReminderDraft, at now: Date) -> ColumnValues {
        [
            "id": newID(at: now), "kind": draft.kind.rawValue, "channel": draft.channel.rawValue,
            "recipient": draft.recipient, "recipient_name": draft.recipientName,
            "priority": draft.priority.rawValue, "at": draft.at.milliseconds,
            "is_asked_for": draft.message == .housemate,
        ]
    }

    /// By which of its recipient's settings a stored reminder is told; `nil` where it cannot be read.
    static func message(_ row: Row) -> MessageKind? {
        guard let kind = (row["kind"] as String?).flatMap(ReminderKind.init(rawValue:)) else { return nil }
        if row["charge_id"] as String? != nil { return .charge }
        return row["is_asked_for"] == 1 ? .housemate : MessageKind(kind)
    }

    private static func newID(at now: Date) -> String {
        var generator = SystemRandomNumberGenerator()
        return UUID.version7(at: now, using: &generator).uuidString
    }

    private static func added(
        _ draft: ReminderDraft, _ row: Row, isOver: Bool, by keeper: RoutineKeeper, in db: Database
    ) throws -> Added {
        guard !isOver, draft.at <= keeper.now else { return Added(draft: draft, isOver: isOver) }
        return Added(
            draft: draft, isOver: false, event: try tell(row, isLate: row["late"], by: keeper, in: db))
    }

    /// Appends to the journal that a reminder is to be told; its channel reports when it has been. Over messages it goes to the home's
    /// program, where there is one, and to each contact of its recipient.
    static func tell(
        _ row: Row, isLate: Bool, by keeper: RoutineKeeper, in db: Database
    ) throws -> JournalEvent {
        let (number, now): (Int64, Date) = (row["number"], keeper.now)
        let channel: ReminderChannel = try row.value("channel")
        let firstTry: Int64? =
            switch channel {
            case .command: keeper.usesProgram ? now.milliseconds : nil
            case .station, .kiosk: nil
            }
        try db.execute(
            // Failures of the program before the snooze, or before it was over, do not count this time.
            sql: """
                UPDATE reminder SET tell_at = NULL, next_try_at = ?, late = ?, attempts = 0, error = NULL
                WHERE number = ?
                """,
            arguments: [firstTry, isLate, number])
        var reminder = try reminder(row, now: now, in: db)
        reminder.isLate = isLate
        let event = try Journal.append(
            .reminder, subject: reminder.id.uuidString, content: reminder, at: now, isLate: isLate, in: db)
        switch channel {
        case .command: try Messages.tell(row, sequence: event.sequence, now: now, in: db)
        case .station, .kiosk: break
        }
        return event
    }

    /// A reminder with its occurrence, request or charge as it is now.
    static func reminder(_ row: Row, now: Date, in db: Database) throws -> Reminder {
        let id = try row.uuid("id")
        var occurrence: RoutineOccurrence?
        if let routine = try row.optionalUUID("routine_id") {
            let key: OccurrenceKey = try row.text("key")
            if let stored = try OccurrenceRow.find(routine, key, now: now, in: db) {
                occurrence = stored.occurrence
            } else {
                var planned: RoutineOccurrence = try Stored.value(row["content"], of: "the reminder \(id)")
                planned.state = .byTime(at: planned.at, missedAt: planned.missedAt, now: now)
                occurrence = planned
            }
        }
        let kind: ReminderKind = try row.value("kind")
        return Reminder(
            id: id, kind: kind,
            minutesBefore: kind == .before && occurrence != nil ? row["minutes_before"] : nil,
            occurrence: occurrence,
            request: try row.optionalUUID("request_id").flatMap { try Request.find($0, in: db) },
            charge: try row.optionalUUID("charge_id").flatMap { try CostCharges.asked($0, in: db) },
            channel: try row.value("channel"), recipient: row["recipient"],
            recipientName: row["recipient_name"], priority: try row.value("priority"),
            at: Date(milliseconds: row["at"]), isLate: row["late"], state: try row.value("state"))
    }
}
