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
                    """)
            return times.compactMap { $0 }.min().map(Date.init(milliseconds:))
        }
    }

    /// Turns what is due into events, each exactly once. If there is much of it, only a part is done so that
    /// others can use the store: the rest is due at once.
    ///
    /// If one request has missed several, only those are told that still help: one escalation, and either the
    /// question whether to ask again or the latest "still waiting". The same goes for the reminders of one
    /// occurrence.
    ///
    /// - Parameter uptime: a clock that never jumps at the moment of `now`, so that a wall clock that was set is noticed.
    public func takeDue(
        now: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> [JournalEvent] {
        let (policy, channels, clockSteps) = (policy, channels, clockSteps)
        let keeper = keeper(at: now)
        return try await write { db in
            try clockSteps.follow(now, uptime: uptime, policy: policy, in: db)
            var events = try takeRequests(
                now: now, policy: policy, channels: channels, clockSteps: clockSteps, in: db)
            events += try keeper.takeDue(atMost: Self.mostAtOnce, in: db)
            return events
        }
    }
}

private func takeRequests(
    now: Date, policy: AlertPolicy, channels: DeliveryChannels, clockSteps: StoredClockSteps, in db: Database
) throws -> [JournalEvent] {
    let rows = try Row.fetchAll(
        db, sql: "SELECT * FROM due WHERE at <= ? ORDER BY at, request_id, kind",
        arguments: [now.milliseconds])
    guard !rows.isEmpty else { return [] }
    try db.execute(sql: "DELETE FROM due WHERE at <= ?", arguments: [now.milliseconds])
    var overdue: [(id: UUID, entries: [(kind: JournalEvent.Kind, at: Int64)])] = []
    for row in rows {
        // It was removed above; an unreadable row belongs to no request that can be found.
        guard let id = (row["request_id"] as String?).flatMap(UUID.init(uuidString:)),
            let kind = (row["kind"] as String?).flatMap(JournalEvent.Kind.init(rawValue:))
        else { continue }
        let entry: (JournalEvent.Kind, Int64) = (kind, row["at"])
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
        return try tell(
            item.entries, of: request, after: minutes, now: now, policy: policy, channels: channels,
            in: db)
    }
}

private func tell(
    _ entries: [(kind: JournalEvent.Kind, at: Int64)], of request: Request, after minutes: Int, now: Date,
    policy: AlertPolicy, channels: DeliveryChannels, in db: Database
) throws -> [JournalEvent] {
    func isLate(_ at: Int64) -> Bool { now.milliseconds - at > Int64(CareStore.lateness * 1000) }
    var request = request
    var events: [JournalEvent] = []
    if let entry = entries.last(where: { $0.kind == .escalated }) {
        request.escalation = min(request.escalation + 1, AlertPolicy.maximumEscalation)
        let event: JournalEvent
        (event, request) = try Journal.append(
            .escalated(minutes: minutes), of: request, changes: true, at: now, isLate: isLate(entry.at),
            in: db)
        events.append(event)
        for channel in channels.inUse {
            try db.execute(
                sql: """
                    INSERT INTO delivery (sequence, request_id, channel, recipient, state, next_try_at)
                    VALUES (?, ?, ?, ?, 'pending', ?)
                    """,
                arguments: [
                    event.sequence, request.id.uuidString, channel.name, channel.recipient, now.milliseconds,
                ])
        }
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
