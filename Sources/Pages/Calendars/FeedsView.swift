import Care
import FoundationEssentials
import Wording

/// One plan that its reader may see, with the address that they have for it.
struct FeedCard {
    let key: String
    /// A client's id, or what stands for the household.
    let plan: String
    let name: Text
    let newID = UUIDs.new()
    /// `nil` where there is none, or where this home can no longer say it.
    let shared: SharedLink?
    /// The same for programs that open such links by themselves.
    let webcal: String?
    let path: String?
    let facts: [Text]
    let details: [FormOption]
    let has: Bool

    static func key(_ client: String?) -> String { client.map { "plan-\($0)" } ?? "household" }

    init(_ client: Person?, _ feed: FeedLink?, _ address: SiteAddress, _ call: PageCall) {
        key = Self.key(client?.id)
        plan = client?.id ?? RoutineForm.ofHousehold
        name = client.map { .nameOf($0) } ?? Text("calendars.household")
        let link = feed?.path.map { (address.text ?? "") + $0 }
        shared = link.map { SharedLink($0, isReachable: !address.isOfThisMachine) }
        webcal = link.flatMap { link in
            link.firstRange(of: "://").map { "webcal" + link[$0.lowerBound...] }
        }
        path = feed.map { "\(FeedPages.base)/\($0.id.uuidString.lowercased())" }
        has = feed != nil
        facts =
            feed.map { feed in
                [
                    FeedWords.detail(feed.detail),
                    Text("feeds.made_at", ["when": .text(call.when(min(feed.madeAt, call.request.now)))]),
                    FeedWords.read(feed, call),
                ]
            } ?? []
        let chosen = feed?.detail ?? .everything
        details = FeedLink.Detail.allCases.map { detail in
            FormOption(
                value: detail.rawValue, name: FeedWords.detail(detail), meaning: FeedWords.meaning(detail),
                isChosen: detail == chosen)
        }
    }

    private static let form = """
        \(Form.post(FeedPages.base, sends: ["id": "{{newID}}", "plan": "{{plan}}"]))
        \(Form.group("[[feeds.detail]]", Form.radios("detail", of: "details")))
        """

    static let template = """
        <li class="card" id="{{key}}" data-key="{{key}}"><h3>{{name}}</h3>
        {{#has}}{{#shared}}{{> shared}}{{/shared}}{{^shared}}<p class="problem">[[feeds.lost]]</p>{{/shared}}
        {{#webcal}}<p><a class="button" href="{{.}}">[[feeds.open]]<span class="unseen">: {{name}}</span></a></p>{{/webcal}}
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        <details class="act" data-key="{{key}}-renew"><summary>[[feeds.renew]]<span class="unseen">: {{name}}</span></summary>
        <p>[[feeds.renew_meaning]]</p>
        \(form)
        <p class="row"><button>[[feeds.renew_yes]]<span class="unseen">: {{name}}</span></button></p></form></details>
        <details class="act" data-key="{{key}}-end"><summary>[[feeds.end]]<span class="unseen">: {{name}}</span></summary>
        <p>[[feeds.end_meaning]]</p>
        \(Form.post("{{path}}"))<button class="danger">[[feeds.end_yes]]<span class="unseen">: {{name}}</span></button></form></details>{{/has}}
        {{^has}}\(form)
        <p class="row"><button>[[feeds.make]]<span class="unseen">: {{name}}</span></button></p></form>{{/has}}</li>
        """
}

/// Words for such addresses.
enum FeedWords {
    static func detail(_ detail: FeedLink.Detail) -> Text {
        switch detail {
        case .everything: Text("feeds.everything")
        case .times: Text("feeds.times")
        }
    }

    static func meaning(_ detail: FeedLink.Detail) -> Text {
        switch detail {
        case .everything: Text("feeds.everything_meaning")
        case .times: Text("feeds.times_meaning")
        }
    }

    /// When it was read; the service keeps that to the hour.
    static func read(_ feed: FeedLink, _ call: PageCall) -> Text {
        guard let read = feed.readAt else { return Text("feeds.never_read") }
        return Text("feeds.read_at", ["when": .text(call.when(min(read, call.request.now)))])
    }
}

/// The reader's own addresses, one for each plan that they may see; below them those of others, for coordinators.
struct FeedsView {
    struct Other {
        let key: String
        let path: String
        let name: Text
        let plan: Text
        let facts: [Text]
    }

    let plans: [FeedCard]
    /// Addresses whose plan the reader no longer sees, and those of others.
    let others: [Other]
    let isOfThisMachine: Bool
    let isCoordinator: Bool

    init(
        _ feeds: [FeedLink], _ people: [Person], _ viewer: Viewer, _ address: SiteAddress, _ call: PageCall
    ) {
        let clients = people.filter { $0.role == .client && $0.isActive }.byName()
        // A client reads their own plan, a provider those of their clients, and neither the household's.
        let household: [Person?] = Set<Person.Role>.staff.contains(viewer.person.role) ? [nil] : []
        let own = feeds.filter { $0.person == viewer.person.id }
        let seen = clients.map { Optional($0) } + household
        plans = seen.map { client in
            FeedCard(client, own.first { $0.client == client?.id }, address, call)
        }
        let shown = own.filter { feed in seen.contains { $0?.id == feed.client } }.map(\.id)
        others = feeds.filter { !shown.contains($0.id) }.map { feed in
            Other(
                key: "feed-\(feed.id.uuidString.lowercased())",
                path: "\(FeedPages.base)/\(feed.id.uuidString.lowercased())",
                name: people.first { $0.id == feed.person }.map { .nameOf($0) }
                    ?? .capitalized(Text("plan.somebody_else")),
                plan: CalendarWords.whose(feed.client, among: people),
                facts: [FeedWords.detail(feed.detail), FeedWords.read(feed, call)])
        }
        isOfThisMachine = address.isOfThisMachine
        isCoordinator = viewer.person.role == .coordinator
    }

    private static let how = """
        <details class="plain" data-key="how"><summary>[[feeds.how]]</summary><ul>\
        <li>[[feeds.how_apple]]</li><li>[[feeds.how_google]]</li><li>[[feeds.how_outlook]]</li>\
        <li>[[feeds.how_thunderbird]]</li><li>[[feeds.how_nextcloud]]</li></ul>
        <p>[[feeds.internet]]</p></details>
        """

    static let template = """
        <p>[[feeds.meaning]]</p>
        <p>[[feeds.no_reminder]]</p>
        {{#isOfThisMachine}}<p class="problem" data-key="nowhere">[[feeds.own_machine]] {{#isCoordinator}}\(SiteAddress.howToOpen){{/isCoordinator}}{{^isCoordinator}}[[feeds.own_machine_others]]{{/isCoordinator}}</p>{{/isOfThisMachine}}
        \(how)
        {{^empty(plans)}}<section aria-labelledby="plans-title"><h2 id="plans-title">[[feeds.plans]]</h2>
        <ul class="cards">{{#plans}}\(FeedCard.template){{/plans}}</ul></section>{{/empty(plans)}}
        {{#empty(plans)}}<p data-key="none">[[moods.no_clients]]</p>{{/empty(plans)}}
        {{^empty(others)}}<section data-key="others" aria-labelledby="others-title"><h2 id="others-title">[[feeds.others]]</h2>
        <ul class="cards">{{#others}}<li class="card" data-key="{{key}}"><h3>{{name}}</h3><p>{{plan}}</p>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        <details class="act" data-key="{{key}}-end"><summary>[[feeds.end]]<span class="unseen">: {{name}}, {{plan}}</span></summary>
        <p>[[feeds.end_meaning_of_other]]</p>
        \(Form.post("{{path}}"))<button class="danger">[[feeds.end_yes]]<span class="unseen">: {{name}}, {{plan}}</span></button></form></details></li>
        {{/others}}</ul></section>{{/empty(others)}}
        """
}
