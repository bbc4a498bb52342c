public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores a client's request. The same request again gives what the first made, with `false`.
    ///
    /// If it repeats one that is still open, that one ends as `cancelled`, reason `asked_again`; also if that
    /// one arrives later, because it could not be stored at first.
    ///
    /// - Parameter uptime: a clock that never jumps at the moment of `receivedAt`, so that a wall clock that was set is
    ///   noticed.
    public func record(
        _ new: NewRequest, receivedAt: Date, uptime: Duration? = nil
    ) async throws(CareStoreError) -> (Request, isNew: Bool) {
        let (policy, clockSteps, duties, channels) = (policy, clockSteps, duties, deliveryChannels)
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            try clockSteps.follow(receivedAt, uptime: uptime, policy: policy, in: db)
            if let stored = try Request.find(new.id, in: db) {
                guard stored.isMade(of: new) else {
                    throw CareStoreError.sameIDOtherContent(new.id, current: stored)
                }
                return (stored, false)
            }
            if let earlier = try new.asksAgain.flatMap({ try Request.find($0, in: db) }),
                earlier.state.isOpen, earlier.client == new.client
            {
                _ = try change(
                    earlier, to: .cancelled, by: new.clientName, reason: "asked_again", at: receivedAt, in: db
                )
            }
            // An impossible time must not lose a call (decision 0140).
            let isUsable = CareJSON.isUsable(new.askedAt)
            var request = Request(
                id: new.id, client: new.client, clientName: new.clientName, need: new.need, label: new.label,
                called: new.called, say: new.say, symbol: new.symbol, priority: new.priority, state: .asked,
                askedAt: Date(milliseconds: (isUsable ? new.askedAt : receivedAt).milliseconds),
                isTimeOfArrival: !isUsable,
                receivedAt: Date(milliseconds: receivedAt.milliseconds),
                changedAt: Date(milliseconds: receivedAt.milliseconds), asksAgain: new.asksAgain, sequence: 0)
            let way = try CallWay(of: request, policy: policy, keeper, duties, in: db)
            request.reaches = way.reachesAtOnce()
            try insert(request, in: db)
            try Due.plan(for: request, on: way, policy: policy, in: db)
            let asked = try Journal.append(
                .state(.asked), of: request, changes: true, at: receivedAt, in: db
            ).request
            if try isAskedAgain(request, in: db) {
                let over = try change(
                    asked, to: .cancelled, by: new.clientName, reason: "asked_again",
                    at: receivedAt, in: db)
                return (over, true)
            }
            try Reminders.plan(for: asked, keeper, in: db)
            try way.tellHome(asked, over: channels, at: receivedAt, in: db)
            return (asked, true)
        }
    }

    /// Changes a request's state. The same response again gives what the first made, with `false`; so does
    /// `heard` if the request is in a later state already.
    ///
    /// "On the way" is a claim: of two at once the first to be stored has it, and the other is refused with who that is, as long as
    /// its sender does not show that they know it (`takesOver`). So is a decline of what somebody else is on the way to.
    ///
    /// - Parameters:
    ///   - claimant: Who answers, where names do not tell apart (`CallClaim`); empty: names do.
    ///   - uptime: As for `record`.
    public func respond(
        to id: UUID, _ new: NewResponse, actor: Actor, claimant: String = "", receivedAt: Date,
        uptime: Duration? = nil
    ) async throws(CareStoreError) -> (Request, isNew: Bool) {
        let (policy, clockSteps) = (policy, clockSteps)
        return try await write { db in
            try clockSteps.follow(receivedAt, uptime: uptime, policy: policy, in: db)
            guard let request = try Request.find(id, in: db) else {
                throw CareStoreError.unknownRequest(id)
            }
            if let first = try firstResult(of: new, requestID: id, actor: actor, current: request, in: db) {
                return (first, false)
            }
            if new.state == .heard, actor != .kiosk, request.state != .asked { return (request, false) }
            do throws(RequestMoveError) {
                try request.state.checkMove(to: new.state, by: actor, reason: new.reason)
            } catch {
                throw CareStoreError.move(error, current: request)
            }
            let claim = CallClaim(claimant: claimant, name: new.by)
            try claim.checkIsFree(request, for: new, in: db)
            let changed =
                new.state == .onTheWay
                ? try claim.take(request, policy: policy, at: receivedAt, in: db)
                : try change(
                    request, to: new.state, by: new.by, reason: new.reason, at: receivedAt, in: db)
            let isUsable = CareJSON.isUsable(new.at)
            try db.execute(
                sql: """
                    INSERT INTO response (id, request_id, state, by_name, reason, at, time_is_arrival, actor,
                        sequence)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    new.id.uuidString, id.uuidString, new.state.rawValue, new.by, new.reason,
                    (isUsable ? new.at : receivedAt).milliseconds, !isUsable, actor.rawValue,
                    changed.sequence,
                ])
            return (changed, true)
        }
    }

    public func request(_ id: UUID) async throws(CareStoreError) -> Request? {
        try await read { db in try Request.find(id, in: db) }
    }

    /// Requests in the order in which they arrived; at most 200 a page. `after` is the page before's `next`.
    ///
    /// - Parameter client: Whose; `nil` for everybody's.
    public func requests(
        onlyOpen: Bool, of client: String? = nil, after cursor: Int64 = 0, limit: Int = 50
    ) async throws(CareStoreError) -> RequestPage {
        let limit = min(max(limit, 1), 200)
        let (journal, unreadable) = (journal, unreadable)
        return try await read { db in
            // Few requests are open: they are scanned, by their own index. Among all, the client's are looked
            // up.
            let state = onlyOpen ? "state IN ('asked', 'heard', 'on_the_way') AND" : ""
            let whose = client == nil ? "" : onlyOpen ? "+client = :client AND" : "client = :client AND"
            var values: StatementArguments = ["after": cursor, "limit": limit + 1]
            if let client { values += ["client": client] }
            let rows = try Row.fetchAll(
                db,
                sql:
                    "SELECT * FROM request WHERE \(state) \(whose) number > :after ORDER BY number LIMIT :limit",
                arguments: values)
            let page = rows.prefix(limit)
            let next: Int64? = rows.count > limit ? page.last?["number"] : nil
            return RequestPage(
                requests: Requests.readable(page, unreadable), next: next.map(String.init),
                sequence: try Journal.latestSequence(in: db), journal: journal, client: client)
        }
    }

    /// Requests that have been met or declined in the last day, in the order in which they arrived; the last
    /// 200 of the last two days are looked at.
    ///
    /// - Parameter client: Whose; `nil` for everybody's.
    public func recentRequests(
        of client: String? = nil, at now: Date
    ) async throws(CareStoreError) -> RequestPage {
        let (journal, unreadable) = (journal, unreadable)
        let day: TimeInterval = 24 * 3600
        return try await read { db in
            let whose = client == nil ? "" : "AND client = :client"
            var values: StatementArguments = [
                "since": now.addingTimeInterval(-day).milliseconds,
                "earliest": now.addingTimeInterval(-2 * day).milliseconds,
            ]
            if let client { values += ["client": client] }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM request
                    WHERE received_at >= :earliest AND state IN ('met', 'declined')
                        AND changed_at >= :since \(whose)
                    ORDER BY received_at DESC, number DESC LIMIT 200
                    """,
                arguments: values)
            return RequestPage(
                requests: Requests.readable(rows.reversed(), unreadable), next: nil,
                sequence: try Journal.latestSequence(in: db), journal: journal, client: client)
        }
    }

    /// Requests that nobody has answered, with how many there are; at most 200. The most urgent come first; of equal ones each client's
    /// oldest, then each client's next: however often one client calls, the others' calls are among them.
    ///
    /// - Parameters:
    ///   - client: Whose; `nil` for everybody's.
    ///   - reader: By id, for whom half of the places are kept: for what has reached them. `nil` for whom everything reaches.
    public func waitingRequests(
        of client: String? = nil, for reader: String? = nil, limit: Int = 50
    ) async throws(CareStoreError) -> RequestPage {
        let limit = min(max(limit, 1), 200)
        let (journal, unreadable) = (journal, unreadable)
        return try await read { db in
            // The first condition is that of the index of open requests.
            let condition = """
                state IN ('asked', 'heard', 'on_the_way') AND state <> 'on_the_way'
                \(client == nil ? "" : "AND +client = :client")
                """
            let values: StatementArguments = client.map { ["client": $0] } ?? [:]
            var wanted = values
            wanted += ["reader": reader, "limit": limit]
            // A priority that cannot be read counts as urgent, and whom it has reached as everybody.
            let rows = try Row.fetchAll(
                db,
                sql: """
                    WITH waiting AS (
                        SELECT number AS line, client, asked_at,
                            CASE priority WHEN 'normal' THEN 2 WHEN 'soon' THEN 1 ELSE 0 END AS urgency,
                            CASE WHEN :reader IS NULL OR reaches IS NULL THEN 1
                                WHEN NOT json_valid(reaches) THEN 1
                                WHEN json_type(reaches) <> 'array' THEN 1
                                ELSE EXISTS (SELECT 1 FROM json_each(reaches) WHERE value = :reader)
                            END AS is_theirs
                        FROM request WHERE \(condition)),
                    turns AS (
                        SELECT *, row_number() OVER (
                            PARTITION BY urgency, is_theirs, client ORDER BY asked_at, line) AS turn
                        FROM waiting),
                    chosen AS (
                        SELECT * FROM turns
                        ORDER BY row_number() OVER (
                            PARTITION BY is_theirs ORDER BY urgency, turn, asked_at, line), is_theirs DESC
                        LIMIT :limit)
                    SELECT request.* FROM chosen JOIN request ON request.number = chosen.line
                    ORDER BY chosen.urgency, chosen.turn, chosen.asked_at, chosen.line
                    """,
                arguments: wanted)
            let count =
                rows.count < limit
                ? rows.count
                : try Int.fetchOne(
                    db, sql: "SELECT count(*) FROM request WHERE \(condition)", arguments: values)
            return RequestPage(
                requests: Requests.readable(rows, unreadable), next: nil,
                sequence: try Journal.latestSequence(in: db), journal: journal, client: client, count: count)
        }
    }

    /// At most `limit` events with higher sequence numbers, in order.
    public func events(after sequence: Int64, limit: Int = 200) async throws(CareStoreError) -> [JournalEvent]
    {
        let unreadable = unreadable
        return try await read { db in
            try Journal.events(after: sequence, limit: limit, in: db, report: unreadable.note)
        }
    }

    /// 0 while nothing has happened.
    public func latestSequence() async throws(CareStoreError) -> Int64 {
        try await read { db in try Journal.latestSequence(in: db) }
    }
}

extension CareStore {
    /// The open requests whose id cannot be read, by row number: nobody can answer them.
    public func callsWithoutID() async throws(CareStoreError) -> [Int64] {
        try await read { db in try Requests.withoutID(in: db) }
    }
}

/// The rows of `request`.
enum Requests {
    static func withoutID(in db: Database) throws -> [Int64] {
        try Row.fetchAll(
            db, sql: "SELECT number, id FROM request WHERE state IN ('asked', 'heard', 'on_the_way')"
        ).filter { row in UUID(uuidString: row["id"]) == nil }.map { $0["number"] }
    }

    /// Whether a client has ever called at a kiosk. A trial's call shows no switch, and a phone's call has the time of its arrival.
    static func hasOneOfKiosk(in db: Database) throws -> Bool {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM request WHERE need <> ? AND time_is_arrival = 0)",
            arguments: [Request.testNeed]) ?? false
    }

    /// What a row without an id is called in a fault's detail.
    static func name(ofRow number: Int64) -> String { "row \(number)" }

    /// Somebody has gone to see about the requests that a fault's detail names: these stop calling, also
    /// after a restart. The others go on.
    static func endUnreadable(namedIn detail: String, at: Date, in db: Database) throws {
        let names = Set(detail.split(separator: ",").map { $0.drop { $0 == " " } })
        for number in try withoutID(in: db) where names.contains(name(ofRow: number)[...]) {
            try db.execute(
                sql:
                    "UPDATE request SET state = 'cancelled', reason = 'unreadable', changed_at = ? WHERE number = ?",
                arguments: [at.milliseconds, number])
        }
    }

    /// The readable ones; the unreadable ones are noted.
    static func readable(_ rows: some Sequence<Row>, _ unreadable: UnreadableRows) -> [Request] {
        rows.compactMap { row in
            do {
                let request = try Request(row: row)
                if request.isUnreadable {
                    unreadable.note(
                        UnreadableRow(.request, row), row.unreadable("priority, state or asks_again"))
                }
                return request
            } catch {
                unreadable.note(UnreadableRow(.request, row), error)
                return nil
            }
        }
    }
}

/// Whether a later request that arrived first has repeated this one. Only the newest are searched: a request
/// that a kiosk kept for longer is not repeated.
private func isAskedAgain(_ request: Request, in db: Database) throws -> Bool {
    try Bool.fetchOne(
        db,
        sql: """
            SELECT 1 FROM (SELECT client, asks_again FROM request ORDER BY number DESC LIMIT 200)
            WHERE client = ? AND asks_again = ?
            """, arguments: [request.client, request.id.uuidString]) ?? false
}

/// Changes the state, appends to the journal, and deletes what is no longer due, and who had it.
private func change(
    _ request: Request, to state: RequestState, by name: String?, reason: String?, at: Date, in db: Database
) throws -> Request {
    var changed = request
    changed.state = state
    changed.changedAt = Date(milliseconds: at.milliseconds)
    changed.changedBy = name
    changed.reason = reason
    if request.state == .onTheWay { try CallClaim.end(&changed, in: db) }
    changed = try Journal.append(.state(state), of: changed, changes: true, at: at, in: db).request
    try Due.forget(for: changed, in: db)
    return changed
}

private func insert(_ request: Request, in db: Database) throws {
    let asked: ColumnValues = [
        "id": request.id.uuidString, "client": request.client, "client_name": request.clientName,
        "need": request.need, "label": request.label, "called": request.called, "say": request.say,
        "symbol": request.symbol,
        "priority": request.priority.rawValue, "asked_at": request.askedAt.milliseconds,
        "time_is_arrival": request.isTimeOfArrival, "received_at": request.receivedAt.milliseconds,
        "asks_again": request.asksAgain?.uuidString, "sequence": request.sequence,
    ]
    try (asked + request.standing).insert(into: "request", in: db)
}

/// What this response made when it first came; `nil` if it is new.
private func firstResult(
    of new: NewResponse, requestID: UUID, actor: Actor, current: Request, in db: Database
) throws -> Request? {
    guard
        let row = try Row.fetchOne(
            db, sql: "SELECT * FROM response WHERE id = ?", arguments: [new.id.uuidString])
    else { return nil }
    let state: RequestState = try row.value("state")
    let storedActor: Actor = try row.value("actor")
    let (by, reason): (String?, String?) = (row["by_name"], row["reason"])
    guard try row.uuid("request_id") == requestID, state == new.state, storedActor == actor, by == new.by,
        reason == new.reason
    else { throw CareStoreError.sameIDOtherContent(new.id, current: current) }
    let sequence: Int64 = row["sequence"]
    return try Journal.events(after: sequence - 1, through: sequence, limit: 1, in: db).first?.request
        ?? current
}
