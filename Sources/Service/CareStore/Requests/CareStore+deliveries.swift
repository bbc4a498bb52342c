import Care
public import Foundation
import GRDB
import Logging

extension CareStore {
    /// The deliveries that may be tried now: requests before planned reminders, the urgent ones first, then
    /// of clients of whose open calls the fewest were tried, then those that have waited longest: however often one client calls,
    /// nobody else's call waits for all of them.
    ///
    /// - Parameters:
    ///   - lane: Only deliveries of this lane; `nil`: all.
    ///   - channel: Only deliveries over this channel; `nil`: over any that the home uses.
    ///   - underWay: The deliveries that are being tried already.
    public func pendingDelivery(
        of lane: Delivery.Lane? = nil, over channel: String? = nil, except underWay: Set<Delivery.Key> = [],
        now: Date
    ) async throws(CareStoreError) -> Delivery? {
        let channels = deliveryChannels.inUse.filter { channel == nil || $0.name == channel }
        guard !channels.isEmpty else { return nil }
        let found = try await read { db in
            var found = PendingDelivery(channels: channels)
            try found.lookAmongRequests(lane, underWay, now: now, in: db)
            try found.lookAmongReminders(lane, underWay, now: now, in: db)
            return found
        }
        if !found.unreadable.isEmpty { try await giveUp(found.unreadable) }
        return found.delivery
    }

    /// One that cannot be read must not hold up the others for ever.
    private func giveUp(_ unreadable: [PendingDelivery.Unreadable]) async throws(CareStoreError) {
        for (key, reason) in unreadable {
            logger.error(
                "a delivery cannot be read and is given up",
                metadata: ["row": "\(key)", "reason": "\(reason)"])
        }
        try await write { db in
            for (key, reason) in unreadable {
                try db.execute(
                    sql: """
                        UPDATE \(key.table) SET state = 'failed', next_try_at = NULL, error = ?
                        WHERE \(key.column) = ?
                        """, arguments: [reason, key.number])
            }
        }
    }

    /// When the next delivery may be tried; it may lie in the past.
    public func nextDelivery(
        of lane: Delivery.Lane? = nil, over channel: String? = nil, except underWay: Set<Delivery.Key> = []
    ) async throws(CareStoreError) -> Date? {
        let names = deliveryChannels.inUse.map(\.name).filter { channel == nil || $0 == channel }
        guard !names.isEmpty else { return nil }
        let list = DeliveryChannels.list(names)
        return try await read { db in
            var times: [Int64?] = []
            if lane.holdsRequests {
                times.append(
                    try Int64.fetchOne(
                        db,
                        sql: """
                            SELECT min(next_try_at) FROM delivery
                            WHERE state = 'pending' AND channel IN (SELECT value FROM json_each(?))
                                AND id NOT IN (SELECT value FROM json_each(?))
                            """, arguments: [list, Delivery.Key.requests(of: underWay)]))
            }
            times.append(
                try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT min(next_try_at) FROM reminder
                        WHERE next_try_at IS NOT NULL AND channel IN (SELECT value FROM json_each(?))
                            AND \(lane.reminders) AND number NOT IN (SELECT value FROM json_each(?))
                        """, arguments: [list, Delivery.Key.reminders(of: underWay)]))
            return times.compactMap { $0 }.min().map(Date.init(milliseconds:))
        }
    }

    /// Why a channel fails, while a delivery waits that has failed often enough to be reported.
    public func failingDelivery(over channel: DeliveryChannel) async throws(CareStoreError) -> String? {
        guard deliveryChannels.isInUse(channel.name) else { return nil }
        return try await read { db in
            try String.fetchOne(
                db,
                sql: """
                    SELECT error FROM (
                        SELECT error, attempts FROM delivery
                        WHERE state = 'pending' AND channel = ?1 AND attempts >= ?2
                        UNION ALL SELECT error, attempts FROM reminder
                        WHERE next_try_at IS NOT NULL AND channel = ?1 AND attempts >= ?2)
                    ORDER BY attempts LIMIT 1
                    """, arguments: [channel.name, channel.retry.tellingAttempts])
        }
    }

    /// How many deliveries wait for channels that this program does not have, by the channel's name. A newer
    /// version or another program wrote them. They stay until a program with that channel sends them, or they
    /// are over.
    public func strandedDeliveries() async throws(CareStoreError) -> [String: Int] {
        let known = DeliveryChannels.list(deliveryChannels.all.map(\.name))
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT channel, count(*) AS count FROM (
                        SELECT channel FROM delivery WHERE state = 'pending'
                        UNION ALL SELECT channel FROM reminder WHERE next_try_at IS NOT NULL)
                    WHERE channel NOT IN (SELECT value FROM json_each(?)) GROUP BY channel
                    """, arguments: [known])
            return Dictionary(uniqueKeysWithValues: rows.map { ($0["channel"], $0["count"]) })
        }
    }

    /// Stores how a try ended. Returns whether the delivery has now failed for good.
    public func settle(
        _ delivery: Delivery, _ outcome: Delivery.Outcome, at now: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> Bool {
        let (policy, clockSteps) = (policy, clockSteps)
        let retry = deliveryChannels.retry(delivery.channel)
        return try await write { db in
            try clockSteps.follow(now, uptime: uptime, policy: policy, in: db)
            let key = delivery.key
            let (open, done): (String, String) =
                switch key {
                case .request: ("pending", "sent")
                case .reminder: ("waiting", "told")
                }
            let attempts = delivery.attempts + 1
            switch outcome {
            case .sent:
                // Even if it was dropped meanwhile, and perhaps waits again by now: it has been sent.
                let tellsNoMore = if case .reminder = key { ", tell_at = NULL, is_snoozed = 0" } else { "" }
                try db.execute(
                    sql: """
                        UPDATE \(key.table)
                        SET state = ?, attempts = ?, next_try_at = NULL, error = NULL\(tellsNoMore)
                        WHERE \(key.column) = ?
                        """, arguments: [done, attempts, key.number])
                return false
            case .failed(let error):
                let isLast = attempts >= retry.maximumAttempts
                let nextTry = now.addingTimeInterval(retry.wait(afterAttempts: attempts))
                try db.execute(
                    sql: """
                        UPDATE \(key.table) SET state = ?, attempts = ?, next_try_at = ?, error = ?
                        WHERE \(key.column) = ? AND state = ?
                        """,
                    arguments: [
                        isLast ? "failed" : open, attempts, isLast ? nil : nextTry.milliseconds, error,
                        key.number, open,
                    ])
                return isLast
            }
        }
    }
}

/// The next delivery, and the rows before it that could not be read.
private struct PendingDelivery: Sendable {
    typealias Unreadable = (key: Delivery.Key, reason: String)

    init(channels: [DeliveryChannel]) { self.channels = channels }

    /// So many that were tried before the first that waits are looked at, to find whose turn it is.
    private static let mostTried = 1000

    /// The channels it may use.
    let channels: [DeliveryChannel]
    var delivery: Delivery?
    var unreadable: [Unreadable] = []

    private var names: String { DeliveryChannels.list(channels.map(\.name)) }

    mutating func lookAmongRequests(
        _ lane: Delivery.Lane?, _ underWay: Set<Delivery.Key>, now: Date, in db: Database
    ) throws {
        guard delivery == nil, lane.holdsRequests else { return }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                WITH tried AS (
                    SELECT r.client, r.priority = 'urgent' AS is_urgent, count(*) AS times
                    FROM delivery AS d CROSS JOIN request AS r ON r.id = d.request_id
                    WHERE d.id > (
                            SELECT min(+id) FROM delivery
                            WHERE state = 'pending' AND channel IN (SELECT value FROM json_each(:channels))
                        ) - \(Self.mostTried)
                        AND d.channel IN (SELECT value FROM json_each(:channels))
                        AND (d.state IN ('sent', 'failed') OR d.attempts > 0
                            OR d.id IN (SELECT value FROM json_each(:taken)))
                        AND r.state IN ('asked', 'heard', 'on_the_way')
                    GROUP BY r.client, r.priority = 'urgent')
                SELECT d.* FROM delivery AS d JOIN request AS r ON r.id = d.request_id
                    LEFT JOIN tried ON tried.client = r.client
                        AND tried.is_urgent = (r.priority = 'urgent')
                WHERE d.state = 'pending' AND d.next_try_at <= :now
                    AND d.channel IN (SELECT value FROM json_each(:channels))
                    AND d.id NOT IN (SELECT value FROM json_each(:taken))
                ORDER BY r.priority = 'urgent' DESC, coalesce(tried.times, 0), d.next_try_at, d.id
                """,
            arguments: [
                "now": now.milliseconds, "channels": names, "taken": Delivery.Key.requests(of: underWay),
            ])
        while delivery == nil, let row = try rows.next() {
            try look(at: .request(row["id"])) {
                guard let request = try Request.find(try row.uuid("request_id"), in: db) else { return nil }
                return Delivery(
                    id: row["id"], subject: .request(request), channel: row["channel"],
                    recipient: row["recipient"], attempts: row["attempts"])
            }
        }
    }

    mutating func lookAmongReminders(
        _ lane: Delivery.Lane?, _ underWay: Set<Delivery.Key>, now: Date, in db: Database
    ) throws {
        guard delivery == nil else { return }
        let rows = try Row.fetchCursor(
            db,
            sql: """
                WITH tried AS (
                    SELECT r.client, m.priority = 'urgent' AS is_urgent, count(*) AS times
                    FROM reminder AS m CROSS JOIN request AS r ON r.id = m.request_id
                    WHERE m.number > (
                            SELECT min(+number) FROM reminder
                            WHERE next_try_at IS NOT NULL AND +request_id IS NOT NULL
                                AND channel IN (SELECT value FROM json_each(:channels))
                        ) - \(Self.mostTried)
                        AND m.channel IN (SELECT value FROM json_each(:channels))
                        AND (m.state = 'told' OR m.attempts > 0
                            OR m.number IN (SELECT value FROM json_each(:taken)))
                        AND r.state IN ('asked', 'heard', 'on_the_way')
                    GROUP BY r.client, m.priority = 'urgent'),
                due AS (
                    SELECT * FROM reminder
                    WHERE next_try_at IS NOT NULL AND next_try_at <= :now AND \(lane.reminders)
                        AND channel IN (SELECT value FROM json_each(:channels))
                        AND number NOT IN (SELECT value FROM json_each(:taken)))
                SELECT due.* FROM due LEFT JOIN request AS r ON r.id = due.request_id
                    LEFT JOIN tried ON tried.client = r.client
                        AND tried.is_urgent = (due.priority = 'urgent')
                ORDER BY due.priority = 'urgent' DESC, due.request_id IS NULL, coalesce(tried.times, 0),
                    due.next_try_at, due.number
                """,
            arguments: [
                "now": now.milliseconds, "channels": names, "taken": Delivery.Key.reminders(of: underWay),
            ])
        let channels = channels
        while delivery == nil, let row = try rows.next() {
            try look(at: .reminder(row["number"])) {
                let channel: String = row["channel"]
                guard let recipient = channels.first(where: { $0.name == channel })?.recipient else {
                    return nil
                }
                return Delivery(
                    id: row["number"],
                    subject: .reminder(try Reminders.reminder(row, now: now, in: db)), channel: channel,
                    recipient: recipient, attempts: row["attempts"])
            }
        }
    }

    private mutating func look(at key: Delivery.Key, _ read: () throws -> Delivery?) throws {
        do { delivery = try read() } catch let error where RoutineKeeper.isOfItsContent(error) {
            unreadable.append((key, "\(error)"))
        }
    }
}

extension Delivery.Lane? {
    fileprivate var holdsRequests: Bool {
        switch self {
        case nil, .calls: true
        case .plans: false
        }
    }

    /// Which rows of `reminder`, in SQL.
    fileprivate var reminders: String {
        let calls = "(request_id IS NOT NULL OR priority = 'urgent')"
        return switch self {
        case nil: "TRUE"
        case .calls: calls
        case .plans: "NOT \(calls)"
        }
    }
}

extension Delivery.Key {
    fileprivate var number: Int64 {
        switch self {
        case .request(let number), .reminder(let number): number
        }
    }

    fileprivate var table: String {
        switch self {
        case .request: "delivery"
        case .reminder: "reminder"
        }
    }

    fileprivate var column: String {
        switch self {
        case .request: "id"
        case .reminder: "number"
        }
    }

    /// Their numbers as JSON, for `json_each`: one argument, so that the statement is always the same one.
    fileprivate static func requests(of keys: Set<Self>) -> String {
        list(keys.compactMap { if case .request(let number) = $0 { number } else { nil } })
    }

    fileprivate static func reminders(of keys: Set<Self>) -> String {
        list(keys.compactMap { if case .reminder(let number) = $0 { number } else { nil } })
    }

    private static func list(_ numbers: [Int64]) -> String {
        "[\(numbers.map(String.init).joined(separator: ","))]"
    }
}
