import Care
import Wording

/// The points of a client who has logged in, and what they lead to.
enum MinePoints: PageTopic {
    static let base = "/mine/points"

    static let routes: [PageRoute] = [
        PageRoute(.get, base, for: .clients) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, base, for: .clients, PointsActing.onOwnPage),
    ]

    static let templates = ["mine.points": MinePointsPage.template]

    /// - Parameter notice: What was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let person = viewer.person.id
        let page: PointPage = try await call.api.get("points/\(PageText.escaped(person))")
        let grants = try await OpenGrants.read(call, of: person)
        let told = await PointsNotice.notice(call)
        return call.page(
            Page(
                title: Text("points.yours"), template: "mine.points",
                content: MinePointsPage(
                    page.standing, grants,
                    handedOver: page.standing.isOn
                        ? try await CelebratedGrant.handedOver(call, to: viewer) : [], call, viewer),
                live: PointsPages.live,
                notice: notice ?? told), status: status)
    }
}

/// How many there are, what was reached and asked for, and each reward.
struct MinePointsPage {
    let celebrated: [CelebratedGrant]
    let isOn: Bool
    let total: Text
    let missing: Text?
    let grants: [GrantCard]
    let rewards: [RewardRow]
    let turn: PointTurn

    init(
        _ standing: PointStanding, _ grants: [RewardGrant], handedOver: [CelebratedGrant], _ call: PageCall,
        _ viewer: Viewer
    ) {
        celebrated = handedOver + CelebratedGrant.all(in: grants, viewer, now: call.request.now)
        isOn = standing.isOn
        total = PointWords.points(standing.total)
        missing = PointWords.missing(standing)
        self.grants = grants.map { GrantCard($0, on: MinePoints.base, call, viewer) }
        rewards = standing.rewards.map {
            RewardRow($0, of: standing.person, isWhole: true, on: MinePoints.base, call)
        }
        turn = PointTurn(standing, on: MinePoints.base)
    }

    static let template = """
        \(CelebratedGrant.template)
        {{#isOn}}<p class="sum" data-key="total">{{total}}</p>
        {{#missing}}<p data-key="missing">{{.}}</p>{{/missing}}
        {{^empty(grants)}}<section data-key="grants" aria-labelledby="grants-title"><h2 id="grants-title">[[points.open]]</h2>
        <ul class="cards">{{#grants}}{{>points.grant}}{{/grants}}</ul></section>{{/empty(grants)}}
        <section data-key="rewards" aria-labelledby="rewards-title"><h2 id="rewards-title">[[rewards.title]]</h2>
        {{#empty(rewards)}}<p class="quiet">[[points.no_rewards]]</p>{{/empty(rewards)}}
        {{^empty(rewards)}}<div class="card"><ul class="goals">{{#rewards}}{{>points.reward}}{{/rewards}}</ul></div>{{/empty(rewards)}}</section>{{/isOn}}
        {{#turn}}{{> points.turn}}{{/turn}}
        """
}
