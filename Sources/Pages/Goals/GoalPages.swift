import Care
import FoundationEssentials
import Wording

/// Clients' goals, for those who care for them, and for providers of their own clients: what there is, a new one, what was done. A client's
/// own page is `MineGoals`.
enum GoalPages: PageTopic {
    static let base = "/goals"

    static let routes: [PageRoute] = [
        PageRoute(.get, "/goals", for: .all) { call, _ in try await GoalOverview.show(call) },
        PageRoute(.get, "/goals/{}", for: .all) { call, viewer in
            try await desk(call).show(inside(call), viewer)
        },
        PageRoute(.post, "/goals/{}", for: .all) { call, viewer in
            try await desk(call).add(inside(call), viewer)
        },
        PageRoute(.get, "/goals/{}/{}", for: .all) { call, viewer in
            try await desk(call).open(inside(call))
        },
        PageRoute(.post, "/goals/{}/{}", for: .all) { call, viewer in
            try await desk(call).change(inside(call), viewer)
        },
        PageRoute(.post, "/goals/{}/{}/end", for: .all) { call, viewer in
            try await desk(call).delete(inside(call), viewer)
        },
        PageRoute(.post, "/goals/{}/{}/{}/entries", for: .all) { call, viewer in
            try await desk(call).mark(inside(call), viewer)
        },
    ]

    static let templates = [
        "goals": GoalOverview.template, "goals.client": GoalsPage.template(isOwn: false),
        "goals.client_goal": OneGoalPage.template(isOwn: false),
    ]

    /// The client's whose id the path has first. Throws where there is none for this reader.
    private static func desk(_ call: PageCall) async throws(CareProblem) -> GoalDesk {
        let client = try await MoodPages.client(call)
        return GoalDesk(client: client, base: path(client.id), isOwn: false)
    }

    /// The call without the client in its path.
    private static func inside(_ call: PageCall) -> PageCall {
        PageCall(
            request: call.request, api: call.api, parts: Array(call.parts.dropFirst()), site: call.site)
    }

    static func path(_ client: String) -> String { "\(base)/\(PageText.escaped(client))" }
}

/// The clients, each with how many goals are open.
struct GoalOverview {
    struct Line {
        let key: String
        let path: String
        let name: Text
        /// `nil` where there are so many goals that not all of them were read.
        let open: Text?
    }

    let clients: [Line]
    /// Whether its reader is a provider who sees nobody yet, or the home has no clients.
    let isEmpty: Bool

    /// So many goals one answer has.
    private static let mostRead = 200

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let page: GoalPage = try await call.api.get("goals")
        return call.page(
            Page(
                title: Text("goals.title"), template: "goals",
                content: GoalOverview(people.people, page.goals),
                live: ["routine_changed", "occurrence_changed"], after: page.sequence))
    }

    private init(_ people: [Person], _ goals: [Goal]) {
        let isWhole = goals.count < Self.mostRead
        clients = people.filter { $0.role == .client && $0.isActive }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            .map { person in
                let count = goals.count { $0.isOpen && $0.occurrence.client == person.id }
                return Line(
                    key: "client-\(person.id)", path: GoalPages.path(person.id), name: .nameOf(person),
                    open: isWhole ? Text("goals.count_open", ["count": .number(count)]) : nil)
            }
        isEmpty = clients.isEmpty
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[moods.no_clients]]</p>{{/isEmpty}}
        <ul class="cards">{{#clients}}<li class="card" data-key="{{key}}"><h2><a class="whole" href="{{path}}">{{name}}\(Icon.forward.turning)</a></h2>
        {{#open}}<p class="quiet">{{.}}</p>{{/open}}</li>
        {{/clients}}</ul>
        """
}
