import Care
import FoundationEssentials
import Recurrence
import Wording

/// What each of the household has done lately: a sentence for each in the order of their names, and no ranking.
struct ChoreSharesPage {
    struct Line {
        let key: String
        let words: Text
    }

    let since: Text
    let lines: [Line]
    let isEmpty: Bool
    /// Whether any chore says how long it takes.
    let hasTimes: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let shares: ChoreShares = try await call.api.get("chores/shares")
        return call.page(
            Page(
                title: Text("chores.who_did_what"), template: "chore-shares",
                content: ChoreSharesPage(shares, call), live: TodayPages.live, back: "/chores"))
    }

    private init(_ shares: ChoreShares, _ call: PageCall) {
        since = PlanText.date(
            call.request.zone.local(of: shares.from).day,
            today: call.request.zone.local(of: call.request.now).day)
        lines = shares.shares.map { share in
            let who = ["name": Text.Value.verbatim(share.name)]
            return Line(
                key: "share-\(share.person)",
                words: share.minutes > 0
                    ? Text(
                        "chores.did_in", count: share.times,
                        who.merging(["span": .text(HistoryWords.minutes(share.minutes))]) { $1 })
                    : Text("chores.did", count: share.times, who))
        }
        isEmpty = lines.isEmpty
        hasTimes = shares.shares.contains { $0.minutes > 0 }
    }

    static let template = """
        <p>[[chores.shares_lead]]</p>
        \(Empty.place(
            .home, "[[chores.nobody_did]]", .init(words: "[[chores.title]]", path: "/chores"), where: "isEmpty"))
        <ul class="lines">{{#lines}}<li data-key="{{key}}">{{words}}</li>
        {{/lines}}</ul>
        {{#hasTimes}}<p class="quiet">[[chores.shares_means]]</p>{{/hasTimes}}
        """
}
