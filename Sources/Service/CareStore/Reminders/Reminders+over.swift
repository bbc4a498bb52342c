import Care
import Foundation
import GRDB
import Recurrence

/// Which reminders are no longer needed, and which are needed after all.
extension Reminders {
    /// Waiting reminders become pointless; those that only waited for an undo become so for good. Messages that still wait go with them,
    /// also those of reminders that were told: by another contact, or by the program.
    ///
    /// - Parameter those: Which of `reminder`, in SQL.
    private static func end(where those: String, _ arguments: StatementArguments, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE reminder SET state = 'over', tell_at = NULL, next_try_at = NULL, is_answered = 0
                WHERE (state = 'waiting' OR (state = 'over' AND is_answered = 1)) AND \(those)
                """, arguments: arguments)
        try dropMessages(where: those, arguments, in: db)
    }

    private static func dropMessages(
        where those: String, _ arguments: StatementArguments, in db: Database
    ) throws {
        try db.execute(
            sql: "\(Messages.drop) AND reminder_number IN (SELECT number FROM reminder WHERE \(those))",
            arguments: arguments)
    }

    /// Reminders of this occurrence are no longer needed: those of a kind, or those for an earlier due time.
    static func end(
        of routine: UUID, _ key: OccurrenceKey, kind: ReminderKind? = nil, dueAt: Date? = nil,
        in db: Database
    ) throws {
        try end(
            where: """
                routine_id = ?1 AND key = ?2 AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR due_at = ?4)
                """,
            [routine.uuidString, key.description, kind?.rawValue, dueAt?.milliseconds], in: db)
    }

    /// One of them will get a later reminder about the same.
    static func end(
        of routine: UUID, _ key: OccurrenceKey, kind: ReminderKind, for draft: ReminderDraft, in db: Database
    ) throws {
        try end(
            where: "routine_id = ? AND key = ? AND kind = ? AND recipient = ? AND channel = ?",
            [
                routine.uuidString, key.description, kind.rawValue, draft.recipient, draft.channel.rawValue,
            ], in: db)
    }

    /// The routine has ended.
    static func end(of routine: UUID, in db: Database) throws {
        try end(where: "routine_id = ?", [routine.uuidString], in: db)
    }

    /// Somebody has answered the request, or it has ended.
    static func end(ofRequest id: UUID, in db: Database) throws {
        try end(where: "request_id = ?", [id.uuidString], in: db)
    }

    /// Whoever is asked for an amount will get a later reminder of it over the same channel.
    static func end(ofCharge id: String, for draft: ReminderDraft, in db: Database) throws {
        try end(
            where: "charge_id = ? AND recipient = ? AND channel = ?",
            [id, draft.recipient, draft.channel.rawValue], in: db)
    }

    /// Reminders that none of their recipients wants any more. One that somebody has snoozed is still told.
    static func endUnwanted(_ keeper: RoutineKeeper, in db: Database) throws {
        for reminder in try held(keeper, in: db) where reminder.at == nil {
            try end(where: "number = ?", [reminder.number], in: db)
        }
    }

    // MARK: - Done, and undone

    /// It was done or skipped.
    static func answer(of routine: UUID, _ key: OccurrenceKey, in db: Database) throws {
        try answer(where: "routine_id = ? AND key = ?", [routine.uuidString, key.description], in: db)
    }

    /// The amount was paid, or is not asked for any more.
    static func answer(ofCharge id: String, in db: Database) throws {
        try answer(where: "charge_id = ?", [id], in: db)
    }

    private static func answer(
        where those: String, _ arguments: StatementArguments, in db: Database
    ) throws {
        try db.execute(
            sql: """
                UPDATE reminder SET state = 'over', tell_at = NULL, next_try_at = NULL, is_answered = 1
                WHERE state = 'waiting' AND \(those)
                """, arguments: arguments)
        try dropMessages(where: those, arguments, in: db)
    }

    /// It is to be paid after all: what could not be told before it was settled is told now. Returns whether there is any; whether it is
    /// still wanted, `followWishes` sees.
    static func reopen(charge id: String, now: Date, in db: Database) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE reminder SET state = 'waiting', tell_at = max(at, ?2), is_answered = 0
                WHERE charge_id = ?1 AND state = 'over' AND is_answered = 1
                """, arguments: [id, now.milliseconds])
        return db.changesCount > 0
    }

    /// That was undone: each person is told the last reminder that they would have got meanwhile, unless they
    /// got it. Whether it is still wanted, `followWishes` sees.
    static func reopen(_ routine: UUID, _ key: OccurrenceKey, now: Date, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE reminder AS r SET state = 'waiting', tell_at = max(at, ?3), is_answered = 0
                WHERE routine_id = ?1 AND key = ?2 AND state = 'over' AND is_answered = 1
                    AND NOT EXISTS (
                        SELECT 1 FROM reminder AS later
                        WHERE later.routine_id = ?1 AND later.key = ?2 AND later.number > r.number
                            AND later.recipient = r.recipient AND later.channel = r.channel
                            AND (later.is_answered = 1 OR later.state IN ('waiting', 'told')))
                """, arguments: [routine.uuidString, key.description, now.milliseconds])
        try db.execute(
            sql: "UPDATE reminder SET is_answered = 0 WHERE routine_id = ? AND key = ? AND is_answered = 1",
            arguments: [routine.uuidString, key.description])
    }

    // MARK: - Before it is due

    /// Reminders of occurrences that are not due yet.
    struct Ahead {
        var key: OccurrenceKey
        var dueAt: Date
        /// As it was when it was last written.
        var occurrence: RoutineOccurrence
    }

    static func ahead(of routine: UUID, after takenTo: Date, in db: Database) throws -> [Ahead] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT key, due_at, content, max(number) FROM reminder
                WHERE kind = 'before' AND due_at > ? AND routine_id = ? GROUP BY key, due_at
                """, arguments: [takenTo.milliseconds, routine.uuidString]
        ).compactMap { row in
            // For an unreadable one it is unknown who was told what.
            guard let key = (row["key"] as String?).flatMap(OccurrenceKey.init),
                let occurrence: RoutineOccurrence = Stored.readable(row["content"])
            else { return nil }
            return Ahead(key: key, dueAt: Date(milliseconds: row["due_at"]), occurrence: occurrence)
        }
    }

    /// Its words have changed before it was due.
    ///
    /// - Parameter toldToo: Also reminders that were told: another person does it now, and `ahead` must name
    ///   them.
    static func rewrite(_ occurrence: RoutineOccurrence, toldToo: Bool = false, in db: Database) throws {
        try db.execute(
            sql: """
                UPDATE reminder SET content = ?, priority = ?
                WHERE routine_id = ? AND key = ? AND due_at = ? AND (? OR state <> 'told')
                """,
            arguments: [
                try Stored.text(occurrence), occurrence.priority.rawValue, occurrence.routine.uuidString,
                occurrence.key.description, occurrence.at.milliseconds, toldToo,
            ])
    }
}
