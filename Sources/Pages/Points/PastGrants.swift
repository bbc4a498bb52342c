import Care
import FoundationEssentials
import Wording

/// What became of somebody's rewards: given, refused, not wanted any more, reached. It stands among the lines of their points, where the line of
/// what one cost says only that it was asked for.
struct PastGrants {
    /// As many answers of the service are read, each of `limit`.
    private static let mostAnswers = 5
    private static let limit = "200"
    private static let field = "until"

    private let all: [RewardGrant]
    /// Where the lines of the page begin; `nil` for the first page.
    private let until: Date?

    /// Of a page on which none is shown.
    static let none = PastGrants(all: [], until: nil)

    /// - Parameter end: The time of the page's last line: once all of an answer became what they are before it, those of the next are on
    ///   later pages, too. `nil` for the last page.
    static func read(
        _ call: PageCall, of person: String, after end: Date?
    ) async throws(CareProblem) -> PastGrants {
        var all: [RewardGrant] = []
        var next: Int64?
        for _ in 0..<mostAnswers {
            let page: GrantPage = try await call.api.get(
                "grants", [("person", person), ("limit", limit), ("before", next.map(String.init))])
            all += page.grants
            next = page.next
            let areOlder = end.map { end in page.grants.allSatisfy { $0.changedAt <= end } } ?? false
            if next == nil || areOlder { break }
        }
        let until = call.query[field].flatMap { Int64($0) }.map {
            Date(timeIntervalSince1970: Double($0) / 1000)
        }
        return PastGrants(all: all, until: until)
    }

    /// Those of a page whose last line is of this time; `nil` for the last page.
    func grants(after end: Date?) -> [RewardGrant] {
        all.filter { grant in
            (until.map { grant.changedAt <= $0 } ?? true) && (end.map { grant.changedAt > $0 } ?? true)
        }
    }

    /// What the address of the next page says besides: up to when its lines are.
    static func query(until end: Date?) -> String {
        end.map { "&\(field)=\(Int64(($0.timeIntervalSince1970 * 1000).rounded()))" } ?? ""
    }

    /// `nil` for what its own line says, or what is still open: that was asked for.
    static func words(_ grant: RewardGrant) -> Text? {
        let what = ["what": Text.Value.verbatim(grant.title)]
        switch grant.state {
        case .waiting: return nil
        case .granted:
            return Text(grant.crossing == nil ? "points.past_granted" : "points.past_reached", what)
        case .given: return Text("points.past_given", what)
        case .withdrawn: return Text("points.past_withdrawn", what)
        case .refused:
            guard let reason = grant.reason else { return Text("points.past_refused", what) }
            return Text(
                "points.past_refused_because", what.merging(["why": .verbatim(reason)]) { $1 })
        }
    }

    static func written(_ grant: RewardGrant, _ call: PageCall) -> Text {
        let when = call.when(grant.changedAt)
        guard grant.state != .granted || grant.crossing == nil, let who = grant.changedBy else { return when }
        return Text("costs.written", ["who": .verbatim(who), "when": .text(when)])
    }
}
