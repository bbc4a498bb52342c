import Care
import FoundationEssentials
import Recurrence
import Wording

/// What each of the household has done lately: a sentence for each in the order of their names, then who did none of theirs, and no ranking.
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
    /// Who has chores and did none of them.
    let others: [Text]
    let isEmpty: Bool
    /// Whether any chore says how long it takes.
    let hasTimes: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let shares: ChoreShares = try await call.api.get("chores/shares")
        return call.page(
            Page(
                title: Text("chores.who_did_what"), template: "chore-shares",
                content: ChoreSharesPage(shares, others: await others(besides: shares, call), call),
                live: TodayPages.live, back: "/chores"))
    }

    /// Those who are named in a chore and did none; where that cannot be read, the page goes without.
    private static func others(besides shares: ChoreShares, _ call: PageCall) async -> [Text] {
        guard !shares.shares.isEmpty,
            let page: RoutinePage = try? await call.api.get(
                "routines", [("state", "active"), ("only", "chores"), ("limit", "200")]),
            let people: PeoplePage = try? await call.api.get("people")
        else { return [] }
        let named = Set(page.routines.flatMap(\.content.assignable))
        let did = Set(shares.shares.map(\.person))
        return people.people.filter { $0.isActive && named.contains($0.id) && !did.contains($0.id) }
            .byName().map { Text("chores.did_none", ["name": .text(.nameOf($0))]) }
    }

    private init(_ shares: ChoreShares, others: [Text], _ call: PageCall) {
        self.others = others
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
        {{#others}}<p class="quiet">{{.}}</p>{{/others}}
        {{#hasTimes}}<p class="quiet">[[chores.shares_means]]</p>{{/hasTimes}}
        """
}
