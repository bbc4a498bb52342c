public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The requests, and the entries about what is planned, the newest first.
    public func history(_ search: HistorySearch) async throws(CareStoreError) -> HistoryPage {
        let limit = min(max(search.limit, 1), 200)
        let (zone, unreadable) = (home.zone, unreadable)
        return try await read { db in
            var rows: [HistoryRow] = []
            // One row more than wanted shows whether there is a next page.
            if search.kind != .routines { rows += try HistoryRow.requests(search, limit: limit + 1, in: db) }
            if search.kind != .requests { rows += try HistoryRow.entries(search, limit: limit + 1, in: db) }
            rows.sort { $0.isBefore($1) }
            let page = rows.prefix(limit)
            return HistoryPage(
                items: try page.compactMap { try $0.item(search.cardKinds, unreadable, in: db) },
                next: rows.count > limit ? page.last?.place.description : nil, zone: zone)
        }
    }

    /// How much of it is of each kind of need; how a page is cut does not matter.
    public func historyKinds(_ search: HistorySearch) async throws(CareStoreError) -> HistoryKinds {
        try await read { db in
            var counts: [NeedKind?: HistoryKinds.Count] = [:]
            func add(_ rows: [Row], _ member: WritableKeyPath<HistoryKinds.Count, Int>) {
                for row in rows {
                    let kind = (row["need_kind"] as String?).map { NeedKind($0) }
                    let none = HistoryKinds.Count(kind: kind, requests: 0, entries: 0)
                    counts[kind, default: none][keyPath: member] += row["count"] as Int
                }
            }
            if search.kind != .routines { add(try HistoryRow.countRequests(search, in: db), \.requests) }
            if search.kind != .requests { add(try HistoryRow.countEntries(search, in: db), \.entries) }
            let order: [NeedKind?] = NeedKind.sorted(counts.keys.compactMap(\.self)) + [nil]
            return HistoryKinds(kinds: order.compactMap { counts[$0] })
        }
    }

    /// The whole history of one request; `nil` if there is no such request.
    ///
    /// - Parameter cardKinds: As in `HistorySearch`.
    public func story(
        of id: UUID, cardKinds: [String: NeedKind] = [:]
    ) async throws(CareStoreError) -> RequestStory? {
        let unreadable = unreadable
        return try await read { db in
            try Request.find(id, in: db).map { try RequestStory(of: $0, cardKinds, unreadable, in: db) }
        }
    }
}

/// A line that was found, before what belongs to it is read.
private struct HistoryRow {
    let place: HistorySearch.Place
    let row: Row

    /// Newer ones first; of the same moment requests, then what was stored later.
    func isBefore(_ other: HistoryRow) -> Bool {
        (place.at, place.isRequest ? 1 : 0, place.number)
            > (other.place.at, other.place.isRequest ? 1 : 0, other.place.number)
    }

    /// `nil` for a row that cannot be read, which is also noted.
    func item(
        _ cardKinds: [String: NeedKind], _ unreadable: UnreadableRows, in db: Database
    ) throws -> HistoryItem? {
        guard !place.isRequest else {
            return try Requests.readable([row], unreadable).first.map { request in
                .request(try RequestStory(of: request, cardKinds, unreadable, in: db))
            }
        }
        do { return .entry(try EntryStory(row: row, in: db)) } catch let error
            where RoutineKeeper.isOfItsContent(error)
        {
            unreadable.note(UnreadableRow(.entry, row), error)
            return nil
        }
    }

    static func requests(_ search: HistorySearch, limit: Int, in db: Database) throws -> [HistoryRow] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT request.* FROM \(ofRequests) ORDER BY received_at DESC, number DESC LIMIT ?7
                """,
            arguments: try arguments(search, isRequest: true, limit: limit)
        ).map { row in
            HistoryRow(place: .init(at: row["received_at"], isRequest: true, number: row["number"]), row: row)
        }
    }

    static func countRequests(_ search: HistorySearch, in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(kind(of: "request.need")) AS need_kind, count(*) AS count
                FROM \(ofRequests) GROUP BY need_kind LIMIT ?7
                """, arguments: try arguments(search.whole, isRequest: true, limit: -1))
    }

    private static let ofRequests = """
        request \(cards(of: "request.need"))
        WHERE received_at >= ?1 AND (received_at, number) < (?2, ?3)
            AND (?4 IS NULL OR client = ?4)
            AND (?5 IS NULL
                OR id IN (SELECT request_id FROM response WHERE by_name = ?5)
                OR id IN (SELECT request_id FROM note WHERE \(by("note")) = ?5))
            AND (?6 IS NULL OR \(HistoryText.isIn("label", "say", "called", "reason", "changed_by", "client_name"))
                OR id IN (SELECT request_id FROM note WHERE \(HistoryText.isIn(words("note")))))
            AND \(isOfKind("request.need"))
        """

    static func entries(_ search: HistorySearch, limit: Int, in db: Database) throws -> [HistoryRow] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT entry.*, occurrence.title, occurrence.symbol, occurrence.at AS due_at,
                    occurrence.client_name, routine.client, routine.content AS routine_content,
                    \(kind(of: "routine.need")) AS need_kind
                FROM \(ofEntries(search))
                ORDER BY entry.received_at DESC, entry.number DESC LIMIT ?7
                """, arguments: try arguments(search, isRequest: false, limit: limit)
        ).map { row in
            HistoryRow(
                place: .init(at: row["received_at"], isRequest: false, number: row["number"]), row: row)
        }
    }

    static func countEntries(_ search: HistorySearch, in db: Database) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT \(kind(of: "routine.need")) AS need_kind, count(*) AS count
                FROM \(ofEntries(search)) GROUP BY need_kind LIMIT ?7
                """, arguments: try arguments(search.whole, isRequest: false, limit: -1))
    }

    private static func ofEntries(_ search: HistorySearch) -> String {
        """
        entry JOIN routine ON routine.id = entry.routine_id
        LEFT JOIN occurrence ON occurrence.routine_id = entry.routine_id AND occurrence.key = entry.key
        \(cards(of: "routine.need"))
        WHERE entry.received_at >= ?1 AND (entry.received_at, entry.number) < (?2, ?3)
            AND (?4 IS NULL OR routine.client = ?4)
            AND (?5 IS NULL OR \(by("entry")) = ?5)
            AND (?6 IS NULL OR \(HistoryText.isIn(words("entry"), by("entry"), "occurrence.title", "occurrence.client_name")))
            AND \(isOfKind("routine.need"))\(search.withGoals ? "" : " AND routine.is_goal = 0")
        """
    }

    /// The kinds of the boards' cards, `?10`, beside what a column names.
    private static func cards(of need: String) -> String {
        "LEFT JOIN (SELECT key AS card, value AS card_kind FROM json_each(?10)) ON card = \(need)"
    }

    /// What kind the need or card is that a column names.
    private static func kind(of need: String) -> String {
        "coalesce((SELECT kind FROM need WHERE need.id = \(need)), card_kind)"
    }

    /// Whether that is the wanted one, `?9`: `''` is none.
    private static func isOfKind(_ need: String) -> String {
        "(?9 IS NULL OR ?9 = coalesce(\(kind(of: need)), ''))"
    }

    /// From JSON, which one damaged row must not spoil for all others.
    private static func by(_ table: String) -> String { field("by", of: table) }
    private static func words(_ table: String) -> String { field("text", of: table) }
    private static func field(_ name: String, of table: String) -> String {
        "CASE WHEN json_valid(\(table).content) THEN json_extract(\(table).content, '$.\(name)') END"
    }

    private static func arguments(
        _ search: HistorySearch, isRequest: Bool, limit: Int
    ) throws -> StatementArguments {
        let text = HistoryText(search.text)
        let kind: String? =
            switch search.needKind {
            case .these(let kind)?: kind.text
            case HistorySearch.KindOfNeed.none?: ""
            case nil: nil
            }
        let until = search.until?.milliseconds ?? .max
        // The first place that is no more wanted.
        var end = (at: until, number: Int64(0))
        if let after = search.after, after.at < until {
            let isSame = after.isRequest == isRequest
            // At the same moment all requests come before all entries.
            end = (after.at, isSame ? after.number : isRequest ? 0 : .max)
        }
        return [
            search.from?.milliseconds ?? 0, end.at, end.number, search.client, search.by, text.pattern, limit,
            text.exactPattern, kind, try Stored.text(search.cardKinds),
        ]
    }
}

extension HistorySearch {
    /// Not what comes after a page alone.
    fileprivate var whole: HistorySearch {
        var search = self
        search.after = nil
        return search
    }
}

extension RequestStory {
    fileprivate init(
        of request: Request, _ cardKinds: [String: NeedKind], _ unreadable: UnreadableRows, in db: Database
    ) throws {
        self.init(
            request: request,
            moves: try Row.fetchAll(
                db,
                sql: """
                    SELECT sequence, at, kind, changed_by, reason, minutes FROM journal
                    WHERE request_id = ? AND kind <> 'request_noted' ORDER BY sequence
                    """, arguments: [request.id.uuidString]
            ).compactMap { row in
                do { return try Move(row: row) } catch {
                    unreadable.note(UnreadableRow(.event, row), error)
                    return nil
                }
            },
            notes: try Notes.all(of: request.id, in: db, report: unreadable.note),
            askedAgain: try String.fetchOne(
                db, sql: "SELECT id FROM request WHERE asks_again = ? ORDER BY number LIMIT 1",
                arguments: [request.id.uuidString]
            ).flatMap(UUID.init(uuidString:)),
            needKind: try String.fetchOne(
                db, sql: "SELECT kind FROM need WHERE id = ? AND kind IS NOT NULL", arguments: [request.need]
            ).map { NeedKind($0) } ?? cardKinds[request.need])
    }
}

extension RequestStory.Move {
    fileprivate init(row: Row) throws {
        let kind: JournalEvent.Kind = try row.value("kind")
        // An escalation carries who had changed it last.
        let isByTime = kind == .escalated || kind == .stillWaiting || kind == .askAgain
        self.init(
            kind: kind, at: Date(milliseconds: row["at"]), by: isByTime ? nil : row["changed_by"],
            reason: isByTime ? nil : row["reason"], minutes: row["minutes"])
    }
}

extension EntryStory {
    fileprivate init(row: Row, in db: Database) throws {
        let id: String = row["id"]
        let entry: OccurrenceEntry = try Stored.value(row["content"], of: "the entry \(id)")
        // If that time is no longer planned, the words of the routine as it is now.
        let routine: Routine? =
            (row["title"] as String?) == nil ? Stored.readable(row["routine_content"]) : nil
        let client: String = row["client"]
        self.init(
            entry: entry, receivedAt: Date(milliseconds: row["received_at"]),
            title: row["title"] ?? routine?.content.title ?? "",
            symbol: row["symbol"] ?? routine?.content.symbol,
            client: client, clientName: row["client_name"] ?? client,
            dueAt: (row["due_at"] as Int64?).map(Date.init(milliseconds:)),
            isTakenBack: try Row.fetchOne(
                db,
                sql: """
                    SELECT 1 FROM entry
                    WHERE routine_id = ?1 AND number > ?2 AND json_valid(content)
                        AND json_extract(content, '$.kind') = 'undone' AND json_extract(content, '$.undoes') = ?3
                        AND key = ?4
                    """,
                arguments: [row["routine_id"] as String, row["number"] as Int64, id, row["key"] as String])
                != nil, needKind: (row["need_kind"] as String?).map { NeedKind($0) })
    }
}
