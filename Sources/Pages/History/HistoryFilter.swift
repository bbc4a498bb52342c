import Care
import FoundationEssentials
import Recurrence
import Wording

/// What somebody has asked the history for, as the address of the page holds it.
struct HistoryFilter {
    /// Days as a browser sends them, `2026-11-21`, both included.
    let from: String?
    let until: String?
    let client: String?
    let by: String?
    let text: String?
    let kind: HistorySearch.Kind
    let needKind: HistorySearch.KindOfNeed?
    /// A day that cannot be read, in words for people.
    let problem: Text?
    /// As instants of the home's clocks.
    private let span: (from: Date?, until: Date?)
    private let limit: String?

    init(_ call: PageCall) {
        let query = call.query
        (from, until) = (query["from"], query["until"])
        (client, by, text) = (query["client"], query["by"], query["text"])
        kind = query["kind"].flatMap(HistorySearch.Kind.init) ?? .all
        needKind = query["need_kind"].flatMap(HistorySearch.KindOfNeed.init)
        limit = query["limit"].flatMap { Int($0) }.map { String(min(max($0, 1), 200)) }
        let zone = call.request.zone
        func start(_ day: CalendarDay?) -> Date? { day.map { zone.instant(of: WallTime(startOf: $0)) } }
        let days = (from.flatMap(CalendarDay.init), until.flatMap(CalendarDay.init))
        span = (start(days.0), start(days.1?.adding(days: 1)))
        if let from, days.0 == nil {
            problem = Text("history.not_a_date", ["text": .verbatim(from)])
        } else if let until, days.1 == nil {
            problem = Text("history.not_a_date", ["text": .verbatim(until)])
        } else if let first = days.0, let last = days.1, last < first {
            problem = Text("history.days_turned")
        } else {
            problem = nil
        }
    }

    /// Whether anything is left out.
    var isNarrow: Bool { hasMore || text != nil || needKind != nil }
    /// Whether the folded part of the form has any value.
    var hasMore: Bool { from != nil || until != nil || client != nil || by != nil || kind != .all }

    /// For the API.
    func query(after: String?, limit most: Int? = nil) -> [(String, String?)] {
        [
            ("from", span.from.map(CareJSON.string(from:))),
            ("until", span.until.map(CareJSON.string(from:))),
            ("client", client), ("by", by), ("text", text), ("kind", kind.rawValue),
            ("need_kind", needKind?.description), ("after", after),
            ("limit", most.map(String.init) ?? limit),
        ]
    }

    /// The same for how much there is of each kind of need: of all kinds, so that another one can be chosen.
    var queryOfKinds: [(String, String?)] {
        query(after: nil).filter { !["need_kind", "after", "limit"].contains($0.0) }
    }

    /// The address of a page with the same filter.
    func address(_ path: String, after: String? = nil, limit most: Int? = nil) -> String {
        address(path, of: needKind, after: after, limit: most)
    }

    /// The same of another kind of need.
    func address(
        _ path: String, of needKind: HistorySearch.KindOfNeed?, after: String? = nil, limit most: Int? = nil
    ) -> String {
        let parts = [
            ("text", text), ("kind", kind == .all ? nil : kind.rawValue),
            ("need_kind", needKind?.description), ("client", client), ("by", by),
            ("from", from), ("until", until), ("limit", most.map(String.init) ?? limit), ("after", after),
        ].compactMap { name, value in value.map { "\(name)=\(PageText.escaped($0))" } }
        return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
    }
}
