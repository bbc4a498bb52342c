import Care
import FoundationEssentials
import Recurrence
import Wording

/// What each of the household has done lately: a sentence for each in the order of their names, and no ranking.
struct ChoreSharesPage {
    struct Line {
        let key: String
        let words: Text
        let chores: [Done]
    }

    /// One chore, and how often and how long.
    struct Done {
        let symbol: ShownSymbol?
        let title: String
        let often: Text
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
        // Where there was nothing before, an earlier day would look as if there had been.
        since = PlanText.date(
            call.request.zone.local(of: max(shares.from, shares.firstAt ?? shares.from)).day,
            today: call.request.zone.local(of: call.request.now).day)
        lines = shares.shares.map { share in
            let who = ["name": Text.Value.verbatim(share.name)]
            return Line(
                key: "share-\(share.person)",
                words: share.minutes > 0
                    ? Text(
                        "chores.did_in", count: share.times,
                        who.merging(["span": .text(HistoryWords.minutes(share.minutes))]) { $1 })
                    : Text("chores.did", count: share.times, who),
                chores: share.chores.map { done in
                    let often = Text("chores.times", count: done.times)
                    return Done(
                        symbol: call.symbol(done.symbol), title: done.title,
                        often: done.minutes > 0
                            ? .joined([often, HistoryWords.minutes(done.minutes)], separator: " · ") : often)
                })
        }
        isEmpty = lines.isEmpty
        hasTimes = shares.shares.contains { $0.minutes > 0 }
    }

    static let template = """
        <p>[[chores.shares_lead]]</p>
        \(Empty.place(
            .home, "[[chores.nobody_did]]", .init(words: "[[chores.title]]", path: "/chores"), where: "isEmpty"))
        {{#lines}}<details class="plain" data-key="{{key}}"><summary>{{words}}</summary>
        <ul class="lines">{{#chores}}<li><span>\(ShownSymbol.html("symbol", class: "emoji")) {{title}}</span> \
        <span class="quiet">{{often}}</span></li>{{/chores}}</ul></details>
        {{/lines}}
        {{#hasTimes}}<p class="quiet">[[chores.shares_means]]</p>{{/hasTimes}}
        """
}
