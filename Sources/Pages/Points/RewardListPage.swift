import Care
import FoundationEssentials
import Wording

/// What points lead to: each reward with for whom it is and how one gets it.
struct RewardListPage {
    /// What has just been done; an address holds no words of its own.
    enum Said: String {
        case made, changed, off, on
    }

    struct Line {
        let key: String
        let path: String
        let symbol: ShownSymbol?
        let title: String
        let details: String?
        let state: Text
    }

    let rewards: [Line]
    let takenAway: [Line]

    static func show(_ call: PageCall) async throws -> PageResponse {
        let rewards = try await RewardEditing.all(call)
        let people: PeoplePage = try await call.api.get("people")
        func lines(_ isActive: Bool) -> [Line] {
            rewards.filter { $0.isActive == isActive }.map { Line($0, people.people, call) }
        }
        return call.page(
            Page(
                title: Text("rewards.title"), template: "rewards",
                content: RewardListPage(rewards: lines(true), takenAway: lines(false)),
                notice: notice(call), back: PointsPages.base))
    }

    private static func notice(_ call: PageCall) -> Notice? {
        guard let said = call.query["said"].flatMap(Said.init),
            let path = call.query["reward"].flatMap({ UUID(uuidString: $0) }).map(RewardEditing.path)
        else { return nil }
        let undo: String? =
            switch said {
            case .made, .on: "\(path)/off"
            case .off: "\(path)/on"
            case .changed: nil
            }
        return Notice(text: Text("rewards.said_\(said.rawValue)"), undo: undo)
    }

    /// - Parameter heading: One level below what stands above the list.
    private static func cards(_ list: String, heading: String) -> String {
        """
        <ul class="cards">{{#\(list)}}<li class="card" data-key="{{key}}"><\(heading)><a class="whole" href="{{path}}">\(Icon.points.html(besides: "symbol", class: "symbol"))<span>{{title}}</span></a></\(heading)>
        {{#details}}<p>{{.}}</p>{{/details}}<p class="quiet">{{state}}</p></li>
        {{/\(list)}}</ul>
        """
    }

    static let template = """
        {{^empty(rewards)}}<div class="row"><a class="button main" href="/rewards/new">\(Icon.add.html)[[rewards.new]]</a></div>
        <p>[[rewards.lead]]</p>
        \(cards("rewards", heading: "h2")){{/empty(rewards)}}
        {{#empty(rewards)}}\(Empty.place(
            .points, "[[rewards.none]]", .init(words: "[[rewards.new]]", path: "/rewards/new"))){{/empty(rewards)}}
        {{^empty(takenAway)}}<details class="taken-away"><summary><h2>[[rewards.taken_away]]</h2></summary>
        \(cards("takenAway", heading: "h3"))</details>{{/empty(takenAway)}}
        """
}

extension RewardListPage.Line {
    init(_ reward: Reward, _ people: [Person], _ call: PageCall) {
        let content = reward.content
        key = "reward-\(reward.id)"
        path = RewardEditing.path(reward.id)
        symbol = call.symbol(content.symbol)
        title = content.title
        details = content.details
        state = .joined(
            [RewardWords.people(content, people), RewardWords.way(content.way)], separator: " · ")
    }
}
