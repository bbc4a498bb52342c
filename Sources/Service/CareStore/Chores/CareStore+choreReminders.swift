public import Care
public import Foundation
import GRDB
import Logging
import Recurrence

extension CareStore {
    /// Only what somebody has that is due, was missed, or that they were reminded of within a day, as their `mine`, and what they are asked to
    /// do, as `offered`, and the amounts that they were reminded of; with the journal's number. Every page says that, so it costs no more
    /// than there is of it.
    public func choreReminders(of person: String, now: Date) async throws(CareStoreError) -> ChoreFeed {
        let keeper = keeper(at: now)
        return try await read { db in
            let found = try keeper.choreReminders(of: person, in: db)
            var feed = ChoreFeed(of: found, for: person, isComplete: true, now: now)
            feed.asked = try keeper.remindedAmounts(of: person, in: db)
            feed.sequence = try Journal.latestSequence(in: db)
            return feed
        }
    }
}

extension RoutineKeeper {
    /// What of one person's, `?1`, is due and open; at most `?2`.
    static let openChoresOfPerson = """
        SELECT * FROM occurrence
        WHERE is_chore = 1 AND outcome IS NULL AND is_cancelled = 0 AND is_due_taken = 1 AND person = ?1
        ORDER BY missed_at LIMIT ?2
        """
    /// What is not due yet and somebody was reminded of since an instant, `?1`, once for each time; at most `?2`.
    static let remindedChores = """
        SELECT chore_reminder.routine_id AS routine_id, chore_reminder.key AS key
        FROM chore_reminder JOIN occurrence USING (routine_id, key)
        WHERE received_at >= ?1 AND outcome IS NULL AND is_cancelled = 0 AND is_due_taken = 0
        ORDER BY received_at DESC LIMIT ?2
        """
    /// What somebody, `?1`, is asked to do and has not answered; at most `?2`.
    static let offeredChores = """
        SELECT * FROM occurrence WHERE offered_to = ?1 AND outcome IS NULL AND is_cancelled = 0
        ORDER BY missed_at LIMIT ?2
        """
    /// As many reminders of a day are looked at.
    private static let mostReminders = 10 * ChoreFeed.most

    /// By which reminder somebody was last told of a chore, since an instant.
    static let lastReminder = """
        SELECT content, received_at FROM chore_reminder WHERE routine_id = ?1 AND key = ?2 AND received_at >= ?3
        ORDER BY received_at DESC LIMIT 1
        """

    fileprivate func choreReminders(of person: String, in db: Database) throws -> [RoutineOccurrence] {
        let rows = try Row.fetchAll(
            db, sql: Self.openChoresOfPerson, arguments: [person, ChoreFeed.most])
        var found = rows.compactMap(readable)
        let reminded = try Row.fetchAll(
            db, sql: Self.remindedChores,
            arguments: [now.addingTimeInterval(-86_400).milliseconds, Self.mostReminders])
        var known: [UUID: Set<OccurrenceKey>] = [:]
        for row in reminded {
            let routine = try row.uuid("routine_id")
            guard let key = OccurrenceKey(try row.text("key")),
                known[routine, default: []].insert(key).inserted,
                let one = try upcoming(key, of: routine, in: db)
            else { continue }
            found.append(one)
        }
        let offered = try Row.fetchAll(
            db, sql: Self.offeredChores, arguments: [person, ChoreFeed.most]
        ).compactMap(readable)
        for one in offered where one.openOffer?.to == person && known[one.routine]?.contains(one.key) != true
        {
            if one.state == .upcoming {
                if let planned = try upcoming(one.key, of: one.routine, in: db) { found.append(planned) }
            } else {
                found.append(one)
            }
        }
        return try found.map { try self.reminded($0, person, in: db) }
            .filter {
                $0.openOffer?.to == person
                    || $0.assignment.person == person
                        && ($0.state != .upcoming || $0.chore?.remindedAt != nil)
            }
    }

    /// What is written down of a due time that is still to come, with whoever has it now; `nil` where it is planned no more.
    private func upcoming(
        _ key: OccurrenceKey, of routine: UUID, in db: Database
    ) throws -> RoutineOccurrence? {
        guard let row = try RoutineRow.find(routine, in: db), row.routine.isActive,
            let stored = try OccurrenceRow.find(routine, key, now: now, in: db)
        else { return nil }
        do {
            let item = try planCache.item(row)
            guard let time = try item.plan.time(key), time.at > row.takenTo else { return nil }
            return try planned(time, of: row, item, in: db).with(notesOf: stored.occurrence)
        } catch let error where Self.isUnplannable(error) {
            logger.error(
                "an unreadable routine is left out",
                metadata: ["routine": "\(routine)", "reason": "\(error)"])
            return nil
        }
    }

    /// What somebody has to do, with when they were last reminded of it within a day, and by whom.
    func reminded(
        _ item: RoutineOccurrence, _ person: String, in db: Database
    ) throws -> RoutineOccurrence {
        guard item.state.isOpen, item.assignment.person == person, var chore = item.chore else { return item }
        let last = try Row.fetchOne(
            db, sql: Self.lastReminder,
            arguments: [
                item.routine.uuidString, item.key.description, now.addingTimeInterval(-86_400).milliseconds,
            ])
        // Since then somebody else may have given it away.
        let handed = try chore.entry.flatMap { entry in
            try Int64.fetchOne(
                db, sql: "SELECT received_at FROM entry WHERE id = ?", arguments: [entry.uuidString])
        }
        guard let last, let at: Int64 = last["received_at"], handed ?? 0 <= at else { return item }
        var item = item
        chore.remindedAt = Date(milliseconds: at)
        // By whom is told where it can be read.
        let sent: ChoreReminder? = Stored.readable(last["content"])
        chore.remindedBy = sent?.by
        item.chore = chore
        return item
    }
}
