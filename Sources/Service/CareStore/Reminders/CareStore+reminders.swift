public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores whether a reminder was told or snoozed. The same receipt again changes nothing.
    public func receive(
        reminder id: UUID, _ receipt: ReminderReceipt, actor: Actor, of client: String? = nil,
        receivedAt: Date
    ) async throws(CareStoreError) -> (Reminder, isNew: Bool) {
        try await write { db in
            let receipt = try Stored.normal(receipt.arriving(at: receivedAt))
            guard
                let row = try Row.fetchOne(
                    db, sql: "SELECT * FROM reminder WHERE id = ?", arguments: [id.uuidString])
            else { throw CareStoreError.notFound("reminder \(id)") }
            let before = try Reminders.reminder(row, now: receivedAt, in: db)
            // For a kiosk, another client's reminders do not exist.
            let whose =
                before.channel == .kiosk ? before.recipient : before.occurrence?.client ?? before.recipient
            guard client == nil || whose == client else {
                throw CareStoreError.notFound("reminder \(id)")
            }
            guard before.channel == actor.channel else {
                throw CareStoreError.notAllowed(
                    "this reminder goes through \(before.channel.rawValue), not through \(actor.rawValue)")
            }
            if let stored = try Row.fetchOne(
                db, sql: "SELECT * FROM receipt WHERE id = ?", arguments: [receipt.id.uuidString])
            {
                let first: ReminderReceipt = try Stored.value(
                    stored["content"], of: "the receipt \(receipt.id)")
                guard try stored.uuid("reminder_id") == id, first.isSame(as: receipt) else {
                    throw CareStoreError.sameIDOtherContent(receipt.id, current: nil)
                }
                return (before, false)
            }
            try Reminders.take(receipt, of: before, receivedAt: receivedAt, in: db)
            try db.execute(
                sql:
                    "INSERT INTO receipt (id, reminder_id, content, actor, received_at) VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    receipt.id.uuidString, id.uuidString, try Stored.text(receipt), actor.rawValue,
                    receivedAt.milliseconds,
                ])
            guard
                let changed = try Row.fetchOne(
                    db, sql: "SELECT * FROM reminder WHERE id = ?", arguments: [id.uuidString])
            else { return (before, true) }
            return (try Reminders.reminder(changed, now: receivedAt, in: db), true)
        }
    }
}

extension Reminders {
    fileprivate static func take(
        _ receipt: ReminderReceipt, of reminder: Reminder, receivedAt: Date, in db: Database
    ) throws {
        switch receipt.outcome {
        case .told:
            // One that was snoozed meanwhile, for example at another station, still has to be told.
            try db.execute(
                sql: """
                    UPDATE reminder SET state = 'told', tell_at = NULL, is_snoozed = 0
                    WHERE id = ?1 AND ((state = 'waiting' AND (tell_at IS NULL OR tell_at <= ?2))
                        -- Done meanwhile: told all the same, also if that is taken back.
                        OR (state = 'over' AND is_answered = 1 AND at <= ?2))
                    """, arguments: [reminder.id.uuidString, receivedAt.milliseconds])
        case .snoozed:
            let range = ReminderReceipt.snoozeRange
            guard let minutes = receipt.minutes, range.contains(minutes) else {
                throw CareStoreError.invalid(
                    field: "minutes", "put it off for \(range.lowerBound) to \(range.upperBound) minutes")
            }
            // Counted from the key press, clamped to one day before arrival in case the sender's clock is
            // wrong.
            let start = min(max(receipt.at, receivedAt.addingTimeInterval(-86_400)), receivedAt)
            let at = start.addingTimeInterval(60 * Double(minutes)).milliseconds
            // A kiosk puts off a question that nobody answered, without being asked to: what arrives too late for that is left as it is.
            if reminder.channel == .kiosk, let occurrence = reminder.occurrence,
                at <= receivedAt.milliseconds || occurrence.missedAt <= receivedAt
                    || !occurrence.isShown(toKioskOf: reminder.recipient)
            {
                return
            }
            // What is done or settled cannot be snoozed.
            try db.execute(
                sql: """
                    UPDATE reminder SET state = 'waiting', at = ?1, tell_at = ?1, late = 0, is_snoozed = 1
                    WHERE id = ?2 AND state IN ('waiting', 'told') AND NOT EXISTS (
                        SELECT 1 FROM occurrence AS o
                        WHERE o.routine_id = reminder.routine_id AND o.key = reminder.key
                            AND (o.outcome IS NOT NULL OR o.is_cancelled = 1))
                        AND NOT EXISTS (
                            SELECT 1 FROM cost_charge AS c WHERE c.id = reminder.charge_id AND c.is_open = 0)
                    """, arguments: [at, reminder.id.uuidString])
        }
    }

    /// Alerts those whom its way has reached about a request by messages, where they want them: each once.
    ///
    /// - Parameter isAnew: Those who were alerted are alerted again: whoever was on the way did not come.
    @discardableResult
    static func plan(
        for request: Request, isAnew: Bool = false, _ keeper: RoutineKeeper, in db: Database
    ) throws -> [JournalEvent] {
        let reached = try keeper.people(in: db).filter { request.reaches?.contains($0.id) ?? true }
        return try ReminderPlanning.reminders(
            forRequest: request.priority, at: keeper.now, people: reached, zone: keeper.home
        ).compactMap { try add($0, of: request, isAnew: isAnew, by: keeper, in: db)?.event }
    }
}
