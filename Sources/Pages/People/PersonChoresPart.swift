import Care
import FoundationEssentials
import Wording

/// Which chores somebody has at the moment.
struct PersonChoresPart {
    struct Row {
        let key: String
        let path: String
        let title: String
        let symbol: ShownSymbol?
        let words: Text
    }

    /// So many are shown; the page of chores has all.
    private static let most = 10

    let rows: [Row]
    let hasMore: Bool

    /// `nil` for whoever has no chores: providers, and those who have left.
    init?(_ person: Person, _ call: PageCall) async throws(CareProblem) {
        guard person.isActive, person.role != .provider else { return nil }
        let feed: ChoreFeed = try await call.api.get("chores")
        let all = (feed.mine + feed.offered + feed.others + feed.waiting)
            .filter { $0.assignment.person == person.id }
            .sorted { ($0.missedAt, $0.id) < ($1.missedAt, $1.id) }
        rows = all.prefix(Self.most).map { item in
            Row(
                key: "chore-\(item.id)", path: PlanText.path(item.routine, item.key), title: item.title,
                symbol: call.symbol(item.symbol),
                words: item.chore?.approval == .waiting ? Text("chores.waits") : call.when(item.at))
        }
        hasMore = all.count > rows.count
    }

    static let template = """
        <h2>[[chores.title]]</h2>
        {{^empty(rows)}}<ul class="lines">{{#rows}}<li data-key="{{key}}"><a href="{{path}}">\(Icon.repeat.html(besides: "symbol", class: "emoji")) {{title}} <span class="quiet">{{words}}</span></a></li>{{/rows}}</ul>{{/empty(rows)}}
        {{#empty(rows)}}<p class="quiet">[[person.no_chores]]</p>{{/empty(rows)}}
        {{#hasMore}}<p><a class="button" href="/chores">[[person.all_chores]]</a></p>{{/hasMore}}
        """
}
