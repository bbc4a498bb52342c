import Care
public import Foundation
import GRDB
import Logging

extension CareStore {
    /// The messages that may be tried now: alerts before updates, the urgent ones first, calls before plans, those to contacts that fail
    /// last, since they may take long, then in turns of clients, those of whose open calls the fewest messages were tried first, then those
    /// that have waited longest.
    ///
    /// - Parameters:
    ///   - channel: Only messages over this channel; `nil`: over any.
    ///   - lane: Only messages of this lane; `nil`: all. What has become of a call is of its lane.
    ///   - underWay: The messages that are being tried already.
    public func pendingMessages(
        over channel: String? = nil, lane: Delivery.Lane? = nil, except underWay: Set<Int64> = [],
        atMost limit: Int, now: Date
    ) async throws(CareStoreError) -> [OutgoingMessage] {
        let found = try await read { db in
            var found = PendingMessages()
            let rows = try Row.fetchAll(
                db, sql: PendingMessages.query(lane),
                arguments: PendingMessages.arguments(
                    channel: channel, except: underWay, atMost: limit, now: now))
            for row in rows { try found.add(row, now: now, in: db) }
            return found
        }
        if !found.unreadable.isEmpty { try await giveUp(found.unreadable) }
        return found.messages
    }

    /// One that cannot be read must not hold up the others for ever.
    private func giveUp(_ unreadable: [PendingMessages.Unreadable]) async throws(CareStoreError) {
        for (id, reason) in unreadable {
            logger.error(
                "a message cannot be read and is given up",
                metadata: ["message": "\(id)", "reason": "\(reason)"])
        }
        try await write { db in
            for (id, reason) in unreadable {
                try db.execute(
                    sql: """
                        UPDATE message SET state = 'failed', next_try_at = NULL, error = ?
                        WHERE id = ? AND state = 'pending'
                        """, arguments: [reason, id])
            }
        }
    }

    /// When the next message may be tried; it may lie in the past.
    ///
    /// - Parameter moment: Only messages that wait for a later time; `nil`: those that are due as well.
    public func nextMessage(
        except underWay: Set<Int64> = [], after moment: Date? = nil
    ) async throws(CareStoreError) -> Date? {
        try await read { db in
            try Int64.fetchOne(
                db, sql: PendingMessages.next,
                arguments: [PendingMessages.list(underWay), moment?.milliseconds]
            ).map(Date.init(milliseconds:))
        }
    }

    /// Stores how a try ended, and what it says of the contact. Returns whether the message has now failed for good.
    ///
    /// - Parameter uptime: a clock that never jumps at the moment of `now`, so that a wall clock that was set is noticed.
    public func settle(
        _ message: OutgoingMessage, _ outcome: MessageOutcome, at now: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> Bool {
        let (policy, clockSteps) = (policy, clockSteps)
        return try await write { db in
            try clockSteps.follow(now, uptime: uptime, policy: policy, in: db)
            switch outcome {
            case .sent, .confirmed:
                try Messages.arrived(
                    message.id, isConfirmed: outcome == .confirmed, sentTo: message.contact.sequence, at: now,
                    in: db)
                return false
            case .failed(let error):
                return try fail(message, error, wait: nil, at: now, in: db)
            case .later(let error, let seconds):
                return try fail(message, error, wait: seconds, at: now, in: db)
            case .gone(let error):
                // It was written anew meanwhile: that one address is gone says nothing of the other.
                guard try Contacts.isAsRead(message.contact, in: db) else {
                    return try fail(message, error, wait: nil, at: now, in: db)
                }
                try db.execute(
                    sql: """
                        UPDATE message SET state = 'failed', attempts = ?, next_try_at = NULL, error = ?
                        WHERE id = ? AND state = 'pending'
                        """, arguments: [message.attempts + 1, error, message.id])
                try Contacts.end(
                    message.contact.id, error, sequence: message.contact.sequence, in: db)
                return true
            }
        }
    }

    /// - Parameter wait: How long the other side wants no other try. Seconds.
    private func fail(
        _ message: OutgoingMessage, _ error: String, wait: Double?, at now: Date, in db: Database
    ) throws -> Bool {
        let retry = DeliveryChannel.RetryPolicy()
        let attempts = message.attempts + 1
        let isLast = attempts >= retry.maximumAttempts
        // What is no number, or shorter than what would be waited anyway, is not taken.
        let longer = wait.map { $0.isFinite ? $0 : 0 } ?? 0
        let seconds = min(max(retry.wait(afterAttempts: attempts), longer), Messages.longestWait)
        try db.execute(
            sql: """
                UPDATE message SET state = ?, attempts = ?, next_try_at = ?, error = ?
                WHERE id = ? AND state = 'pending'
                """,
            arguments: [
                isLast ? "failed" : "pending", attempts,
                isLast ? nil : now.addingTimeInterval(seconds).milliseconds, error, message.id,
            ])
        if attempts >= retry.tellingAttempts {
            try Contacts.fails(message.contact.id, error, sequence: message.contact.sequence, in: db)
        }
        return isLast
    }

    /// A device has shown a message, or somebody has heard it to its end. Returns whether there is such a message; the same again
    /// changes nothing.
    public func confirm(message key: UUID, at now: Date) async throws(CareStoreError) -> Bool {
        try await write { db in
            guard let id = try Messages.find(key, in: db) else { return false }
            try Messages.confirm(id, at: now, in: db)
            return true
        }
    }

    /// A message by its key, however it stands, and when it was answered; `nil` also where its contact was removed.
    public func message(
        key: UUID, now: Date = Date()
    ) async throws(CareStoreError) -> (OutgoingMessage, answeredAt: Date?)? {
        try await read { db in
            guard
                let row = try Row.fetchOne(
                    db, sql: "\(PendingMessages.columns) WHERE message.key = ?", arguments: [key.uuidString])
            else { return nil }
            let answeredAt = (row["answered_at"] as Int64?).map(Date.init(milliseconds:))
            return (try PendingMessages.message(row, now: now, in: db), answeredAt: answeredAt)
        }
    }

    /// Forgets what was sent a month ago; returns whether there is more of it.
    public func forgetOldMessages(now: Date) async throws(CareStoreError) -> Bool {
        try await write { db in try Messages.forgetOld(now: now, in: db) == Messages.mostForgotten }
    }

    /// Somebody answers a message, so they have seen it. Returns whether they are the first: `false` where it was answered before, or
    /// there is no such message.
    public func markAnswered(message key: UUID, at now: Date) async throws(CareStoreError) -> Bool {
        try await write { db in
            guard let id = try Messages.find(key, in: db) else { return false }
            try db.execute(
                sql: "UPDATE message SET answered_at = ? WHERE id = ? AND answered_at IS NULL",
                arguments: [now.milliseconds, id])
            guard db.changesCount > 0 else { return false }
            try Messages.confirm(id, at: now, in: db)
            // Whoever has answered is not told once more of the same call by what waits.
            try db.execute(
                sql: """
                    \(Messages.drop) AND kind = 'alert' AND request_id = (SELECT request_id FROM message WHERE id = ?1)
                        AND contact_id IN (
                            SELECT other.id FROM contact AS own JOIN contact AS other
                                ON other.id = own.id OR other.person_id = own.person_id
                            WHERE own.id = (SELECT contact_id FROM message WHERE id = ?1))
                    """, arguments: [id])
            return true
        }
    }
}

extension Messages {
    fileprivate static func find(_ key: UUID, in db: Database) throws -> Int64? {
        try Int64.fetchOne(db, sql: "SELECT id FROM message WHERE key = ?", arguments: [key.uuidString])
    }

    /// Once: a second confirmation is no later one.
    fileprivate static func confirm(_ id: Int64, at now: Date, in db: Database) throws {
        let isConfirmed = try Bool.fetchOne(
            db, sql: "SELECT 1 FROM message WHERE id = ? AND state = 'confirmed'", arguments: [id])
        guard isConfirmed != true else { return }
        try arrived(id, isConfirmed: true, at: now, in: db)
    }
}

/// The next messages, and the rows among them that could not be read.
struct PendingMessages: Sendable {
    typealias Unreadable = (id: Int64, reason: String)

    /// So many that were tried before the first that waits are looked at, to find whose turn it is.
    private static let mostTried = 1000

    var messages: [OutgoingMessage] = []
    var unreadable: [Unreadable] = []

    mutating func add(_ row: Row, now: Date, in db: Database) throws {
        do { messages.append(try Self.message(row, now: now, in: db)) } catch let error
            where RoutineKeeper.isOfItsContent(error)
        {
            unreadable.append((id: row["message_id"] as Int64, reason: "\(error)"))
        }
    }

    /// A message with its contact, up to what it is chosen by.
    static let columns = """
        SELECT contact.*, message.id AS message_id, message.key, message.kind, message.request_id,
            message.reminder_number, message.attempts, message.answered_at, journal.at AS told_at
        FROM message JOIN contact ON contact.id = message.contact_id
            JOIN journal ON journal.sequence = message.sequence
        """

    static func message(_ row: Row, now: Date, in db: Database) throws -> OutgoingMessage {
        guard let key = UUID(uuidString: row["key"]) else { throw row.unreadable("key") }
        guard let kind = (row["kind"] as String?).flatMap(OutgoingMessage.Kind.init(rawValue:)) else {
            throw row.unreadable("kind")
        }
        return OutgoingMessage(
            id: row["message_id"], key: key, kind: kind, contact: try Contacts.contact(row),
            subject: try subject(row, now: now, in: db), attempts: row["attempts"],
            createdAt: Date(milliseconds: row["told_at"]))
    }

    private static func subject(_ row: Row, now: Date, in db: Database) throws -> Delivery.Subject {
        if let number: Int64 = row["reminder_number"] {
            guard
                let reminder = try Row.fetchOne(
                    db, sql: "SELECT * FROM reminder WHERE number = ?", arguments: [number])
            else { throw row.unreadable("reminder_number") }
            return .reminder(try Reminders.reminder(reminder, now: now, in: db))
        }
        guard let request = try Request.find(try row.uuid("request_id"), in: db) else {
            throw row.unreadable("request_id")
        }
        return .request(request)
    }

    // MARK: - Whose turn it is

    static let next = """
        SELECT min(next_try_at) FROM message
        WHERE state = 'pending' AND id NOT IN (SELECT value FROM json_each(?1))
            AND (?2 IS NULL OR next_try_at > ?2)
        """

    static func arguments(
        channel: String?, except underWay: Set<Int64>, atMost limit: Int, now: Date
    ) -> StatementArguments {
        ["now": now.milliseconds, "channel": channel, "taken": list(underWay), "limit": limit]
    }

    /// As JSON, for `json_each`: one argument, so that the statement is always the same one.
    static func list(_ ids: Set<Int64>) -> String {
        "[\(ids.sorted().map(String.init).joined(separator: ","))]"
    }

    /// Within one answer, too, clients take turns: the second message of one comes after the first of each other.
    static func query(_ lane: Delivery.Lane?) -> String {
        """
        WITH tried AS (
            SELECT r.client, r.priority = 'urgent' AS is_urgent, count(*) AS times
            FROM message AS m CROSS JOIN request AS r ON r.id = m.request_id
                CROSS JOIN contact AS c ON c.id = m.contact_id
            WHERE m.id > (SELECT min(+id) FROM message WHERE state = 'pending') - \(mostTried)
                AND (m.state IN ('sent', 'confirmed', 'failed') OR m.attempts > 0
                    OR m.id IN (SELECT value FROM json_each(:taken)))
                AND r.state IN ('asked', 'heard', 'on_the_way')
                AND (:channel IS NULL OR c.channel = :channel)
            GROUP BY r.client, r.priority = 'urgent'),
        due AS (
            SELECT m.id, m.kind, m.next_try_at, m.request_id, r.client, c.state = 'failing' AS is_failing,
                coalesce(r.priority, p.priority) = 'urgent' AS is_urgent
            FROM message AS m CROSS JOIN contact AS c ON c.id = m.contact_id
                LEFT JOIN request AS r ON r.id = m.request_id
                LEFT JOIN reminder AS p ON p.number = m.reminder_number
            WHERE m.state = 'pending' AND m.next_try_at <= :now
                AND (:channel IS NULL OR c.channel = :channel)
                AND m.id NOT IN (SELECT value FROM json_each(:taken))),
        turns AS (
            SELECT due.*, coalesce(tried.times, 0) + row_number() OVER (
                    PARTITION BY due.kind, due.is_urgent, due.client ORDER BY due.next_try_at, due.id) AS turn
            FROM due LEFT JOIN tried ON tried.client = due.client AND tried.is_urgent = due.is_urgent
            WHERE \(lane.messages)),
        chosen AS (
            SELECT *, row_number() OVER (
                    ORDER BY kind = 'update', is_urgent DESC, request_id IS NULL, is_failing, turn, next_try_at,
                        id) AS place
            FROM turns ORDER BY place LIMIT :limit)
        \(columns)
            JOIN chosen ON chosen.id = message.id
        ORDER BY chosen.place
        """
    }
}

extension Delivery.Lane? {
    /// Which of those that are due, in SQL.
    fileprivate var messages: String {
        let calls = "(due.request_id IS NOT NULL OR due.is_urgent)"
        return switch self {
        case nil: "TRUE"
        case .calls: calls
        case .plans: "NOT \(calls)"
        }
    }
}
