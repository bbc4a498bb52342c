public import Care
public import Foundation
import GRDB
import Time

extension CareStore {
    /// An event counts as late if it is told this long after it was due: the service, or the machine, was
    /// off.
    static let lateness: TimeInterval = 5
    /// How many routines and reminders one transaction handles, so that a press does not wait for long; the
    /// rest is due at once.
    private static let mostAtOnce = 100

    /// When the next thing is due; it may lie in the past.
    public func nextDue() async throws(CareStoreError) -> Date? {
        let isReckoning = planCache.reckoned != nil
        return try await read { db in
            if isReckoning,
                try Bool.fetchOne(db, sql: "SELECT 1 FROM routine WHERE is_active = 1 LIMIT 1") ?? false
            {
                return Date(milliseconds: 0)
            }
            let times = try Int64?.fetchAll(
                db,
                sql: """
                    SELECT (SELECT min(at) FROM due)
                    UNION ALL SELECT (SELECT min(next_at) FROM routine WHERE next_at IS NOT NULL)
                    UNION ALL SELECT (SELECT min(next_at) FROM occurrence WHERE next_at IS NOT NULL)
                    UNION ALL SELECT (SELECT min(again_at) FROM occurrence WHERE again_at IS NOT NULL)
                    UNION ALL SELECT (SELECT min(tell_at) FROM reminder WHERE tell_at IS NOT NULL)
                    UNION ALL SELECT (SELECT min(remind_at) FROM cost_charge WHERE remind_at IS NOT NULL)
                    """)
            return times.compactMap { $0 }.min().map(Date.init(milliseconds:))
        }
    }

    /// Somebody whom a call has reached cannot come: the next step of its way is taken now, unless somebody has the call, or it has reached
    /// everybody.
    public func passOn(_ id: UUID, at now: Date) async throws(CareStoreError) {
        try await write { db in
            guard let request = try Request.find(id, in: db), request.state.isOpen, !request.state.isAnswered,
                request.reaches != nil
            else { return }
            try db.execute(
                // Of two who cannot come in the same millisecond one is enough.
                sql: """
                    UPDATE OR IGNORE due SET at = ?2
                    WHERE request_id = ?1 AND kind IN ('reached', 'escalated') AND at > ?2 AND at = (
                        SELECT min(at) FROM due WHERE request_id = ?1 AND kind IN ('reached', 'escalated'))
                    """, arguments: [id.uuidString, now.milliseconds])
        }
    }

    /// Turns what is due into events, each exactly once. If there is much of it, only a part is done so that
    /// others can use the store: the rest is due at once.
    ///
    /// If one request has missed several, only those are told that still help: all who were to be reached at once, one escalation, and
    /// either the question whether to ask again or the latest "still waiting". The same goes for the reminders of one
    /// occurrence. That pages are to be read anew is an event without a number, which is not stored.
    ///
    /// - Parameter uptime: a clock that never jumps at the moment of `now`, so that a wall clock that was set is noticed.
    public func takeDue(
        now: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> [JournalEvent] {
        let keeper = keeper(at: now)
        let requests = DueRequests(
            keeper: keeper, duties: duties, policy: policy, channels: deliveryChannels, clockSteps: clockSteps
        )
        return try await write { db in
            try requests.clockSteps.follow(now, uptime: uptime, policy: requests.policy, in: db)
            var events = try requests.take(in: db)
            events += try keeper.takeDue(atMost: Self.mostAtOnce, in: db)
            return events
        }
    }
}

/// Tells what time has brought for requests.
private struct DueRequests {
    /// One thing that it brings for one of them.
    struct Entry {
        var kind: JournalEvent.Kind
        var at: Int64
        /// Whom a step of its way reaches, as JSON.
        var who: String?
    }

    let keeper: RoutineKeeper
    let duties: DutyReader
    let policy: AlertPolicy
    let channels: DeliveryChannels
    let clockSteps: StoredClockSteps

    private var now: Date { keeper.now }

    func take(in db: Database) throws -> [JournalEvent] {
        let rows = try Row.fetchAll(
            db, sql: "SELECT * FROM due WHERE at <= ? ORDER BY at, request_id, kind",
            arguments: [now.milliseconds])
        guard !rows.isEmpty else { return [] }
        try db.execute(sql: "DELETE FROM due WHERE at <= ?", arguments: [now.milliseconds])
        var overdue: [(id: UUID, entries: [Entry])] = []
        for row in rows {
            // It was removed above; an unreadable row belongs to no request that can be found.
            guard let id = (row["request_id"] as String?).flatMap(UUID.init(uuidString:)),
                let kind = (row["kind"] as String?).flatMap(JournalEvent.Kind.init(rawValue:))
            else { continue }
            let entry = Entry(kind: kind, at: row["at"], who: row["who"])
            if let index = overdue.firstIndex(where: { $0.id == id }) {
                overdue[index].entries.append(entry)
            } else {
                overdue.append((id, [entry]))
            }
        }
        return try overdue.flatMap { item in
            guard let request = try Request.find(item.id, in: db) else { return [JournalEvent]() }
            let since = request.waitingSince.addingTimeInterval(
                Double(try clockSteps.correction(for: item.id, in: db)) / 1000)
            let minutes = max(0, Int(now.timeIntervalSince(since) / 60))
            return try tell(item.entries, of: request, after: minutes, in: db)
        }
    }

    private func tell(
        _ entries: [Entry], of request: Request, after minutes: Int, in db: Database
    ) throws -> [JournalEvent] {
        func isLate(_ at: Int64) -> Bool { now.milliseconds - at > Int64(CareStore.lateness * 1000) }
        var request = request
        var events: [JournalEvent] = []
        if let entry = entries.last(where: { $0.kind == .claimLapsed }), request.state == .onTheWay {
            let lapsed: [JournalEvent]
            (lapsed, request) = try CallClaim.lapse(
                request, start: isLate(entry.at) ? now : Date(milliseconds: entry.at),
                isLate: isLate(entry.at),
                policy: policy, over: channels, keeper, duties, in: db)
            events += lapsed
        }
        let steps = entries.filter { $0.kind == .reached }
        if let last = steps.last, request.reaches != nil {
            let before = request.reaches
            let callees = try Callees(of: request.client, at: now, duties, in: db)
            for step in steps {
                // Whom it means cannot be read: then it reaches everybody.
                let people = step.who.flatMap { Stored.readable($0) }.flatMap(callees.people)
                request.reaches = people.flatMap { more in
                    request.reaches.map { known in known + more.filter { !known.contains($0) } }
                }
            }
            if request.reaches != before {
                let event: JournalEvent
                (event, request) = try Journal.append(
                    .reached, of: request, changes: true, at: now, isLate: isLate(last.at), in: db)
                events.append(event)
                events += try Reminders.plan(for: request, keeper, in: db)
            }
        }
        if let entry = entries.last(where: { $0.kind == .escalated }) {
            request.reaches = nil
            request.escalation = min(request.escalation + 1, AlertPolicy.maximumEscalation)
            let event: JournalEvent
            (event, request) = try Journal.append(
                .escalated(minutes: minutes), of: request, changes: true, at: now, isLate: isLate(entry.at),
                in: db)
            events.append(event)
            events += try Reminders.plan(for: request, keeper, in: db)
            try Messages.escalate(
                request, event, due: entry.at, besides: Set(events.compactMap(\.reminder?.recipient)), keeper,
                in: db)
            try channels.tell(request, at: now, in: db)
            if let period = policy.escalation(of: request.priority),
                request.escalation < AlertPolicy.maximumEscalation
            {
                let from = isLate(entry.at) ? now.milliseconds : entry.at
                try Due.add(.escalated, for: request, at: from + period.milliseconds, in: db)
            }
        }
        func tell(_ news: JournalEvent.RequestNews, dueAt: Int64) throws {
            events.append(
                try Journal.append(
                    news, of: request, changes: false, at: now, isLate: isLate(dueAt), in: db
                ).event)
        }
        if let entry = entries.last(where: { $0.kind == .askAgain }) {
            try tell(.askAgain(minutes: minutes), dueAt: entry.at)
        } else if let entry = entries.last(where: { $0.kind == .stillWaiting }) {
            try tell(.stillWaiting(minutes: minutes), dueAt: entry.at)
        }
        return events
    }
}
