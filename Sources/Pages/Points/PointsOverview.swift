import Care
import FoundationEssentials
import Wording

/// How each stands whose points the reader may see, in the order of their names, and what waits for somebody.
struct PointsOverview {
    struct Standing {
        let key: String
        let path: String
        let name: Text
        /// `nil` for whoever wants no points.
        let total: Text?
        /// Where the reader may switch points on for themselves, or as a coordinator for others; `nil` where they are on.
        let off: String?
        let missing: Text?
        let rewards: [RewardRow]
        /// How many more there are on the person's own page.
        let more: Text?
    }

    /// As many rewards are shown of each person: those that come next.
    private static let nextRewards = 3

    let celebrated: [CelebratedGrant]
    /// How many chores count only once the reader says yes, in words; `nil` for none.
    let chores: Text?
    let waiting: [GrantCard]
    let granted: [GrantCard]
    let people: [Standing]
    /// Whether nobody has collected anything, and there is nothing to collect for.
    let isNew: Bool
    let choreCards: ChoreCardsMissing?

    /// - Parameter notice: What was refused.
    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let standings: PointStandings = try await call.api.get("points")
        let chores = await WaitingApprovals.chores(call, viewer)
        let told = await PointsNotice.notice(call)
        return call.page(
            Page(
                title: Text("points.title"), template: "points",
                content: PointsOverview(
                    standings, try await OpenGrants.read(call), chores: chores,
                    choreCards: await ChoreCardsMissing.read(call, viewer), call, viewer),
                live: PointsPages.live + ["occurrence_changed"],
                notice: notice ?? told), status: status)
    }

    private init(
        _ all: PointStandings, _ grants: [RewardGrant], chores: Text?, choreCards: ChoreCardsMissing?,
        _ call: PageCall, _ viewer: Viewer
    ) {
        self.chores = chores
        self.choreCards = choreCards
        celebrated = CelebratedGrant.all(in: grants, viewer, now: call.request.now)
        func cards(_ state: RewardGrant.State) -> [GrantCard] {
            grants.filter { $0.state == state }.map { GrantCard($0, on: PointsPages.base, call, viewer) }
        }
        waiting = cards(.waiting)
        granted = cards(.granted)
        people = all.people.map { one in
            let left = one.rewards.count - Self.nextRewards
            return Standing(
                key: "standing-\(one.person)", path: PointsPages.path(one.person),
                name: .nameOf(one.name, isClient: one.isClient),
                total: one.isOn ? PointWords.points(one.total) : nil,
                off: !one.isOn && (one.person == viewer.person.id || viewer.person.role == .coordinator)
                    ? PointsPages.path(one.person) : nil,
                missing: one.isOn ? PointWords.missing(one) : nil,
                rewards: one.isOn
                    ? one.rewards.prefix(Self.nextRewards).map {
                        RewardRow($0, of: one.person, isWhole: false, on: PointsPages.base, call)
                    } : [],
                more: one.isOn && left > 0 ? Text("points.and_more", count: left) : nil)
        }
        isNew = all.people.allSatisfy { $0.rewards.isEmpty && $0.collected == 0 } && grants.isEmpty
    }

    static let template = """
        \(CelebratedGrant.template)
        <div class="row" data-key="ways"><a class="button{{^isNew}} main{{/isNew}}" href="/rewards">[[rewards.title]]</a>
        <a class="button" href="/chores">[[chores.title]]</a></div>
        \(Empty.place(
            .points, "[[points.none]]", .init(words: "[[rewards.new]]", path: "/rewards/new"), where: "isNew"))
        \(ChoreCardsMissing.template)
        \(WaitingApprovals.choresLine)
        {{^empty(waiting)}}<section data-key="waiting" aria-labelledby="waiting-title"><h2 id="waiting-title" tabindex="-1">[[points.waiting]]</h2>
        <ul class="cards">{{#waiting}}{{>points.grant}}{{/waiting}}</ul></section>{{/empty(waiting)}}
        {{^empty(granted)}}<section data-key="granted" aria-labelledby="granted-title"><h2 id="granted-title">[[points.to_hand_over]]</h2>
        <ul class="cards">{{#granted}}{{>points.grant}}{{/granted}}</ul></section>{{/empty(granted)}}
        <section data-key="people" aria-labelledby="people-title"><h2 id="people-title">[[points.of_each]]</h2>
        {{#isNew}}<p class="quiet">[[points.these_earn]]</p>{{/isNew}}
        <ul class="cards">{{#people}}<li class="card" data-key="{{key}}"><h3><a class="whole" href="{{path}}">{{name}}\(Icon.forward.turning)</a></h3>
        {{#total}}<p class="sum">{{.}}</p>{{/total}}{{^total}}<p class="quiet">[[points.wants_none]]</p>{{/total}}
        {{#off}}<p><a class="line" href="{{.}}">[[points.with_or_without]]<span class="unseen">: {{name}}</span></a></p>{{/off}}
        {{#missing}}<p>{{.}}</p>{{/missing}}
        {{^empty(rewards)}}<ul class="goals">{{#rewards}}{{>points.reward}}{{/rewards}}</ul>{{/empty(rewards)}}
        {{#more}}<p><a class="line" href="{{path}}">{{.}}</a></p>{{/more}}</li>
        {{/people}}</ul></section>
        """
}

/// What waits for a yes or is to be handed over.
enum OpenGrants {
    /// For a page on which nobody looks for them: where they cannot be read, it goes without.
    static func ifReadable(_ call: PageCall) async -> [RewardGrant] {
        let page: GrantPage? = try? await call.api.get("grants", [("state", "open")])
        return page?.grants ?? []
    }

    /// How many answers of the service are read: no home has so much waiting.
    private static let mostAnswers = 5

    /// - Parameter person: `nil` for everybody whom the reader sees.
    static func read(_ call: PageCall, of person: String? = nil) async throws(CareProblem) -> [RewardGrant] {
        var grants: [RewardGrant] = []
        var next: Int64?
        for _ in 0..<mostAnswers {
            let page: GrantPage = try await call.api.get(
                "grants", [("state", "open"), ("person", person), ("before", next.map(String.init))])
            grants += page.grants
            next = page.next
            if next == nil { break }
        }
        return grants
    }
}
