import Care
import FoundationEssentials
import Wording

/// Where school tasks are read, which become goals: a client's own page, and those of each client for whoever cares for them.
enum CourseworkPages: PageTopic {
    static let base = "/school"
    static let own = "/mine/school"

    static let routes: [PageRoute] = [
        PageRoute(.get, own, for: .clients) { call, viewer in
            try await show(viewer.person, at: own, call)
        },
        PageRoute(.post, own, for: .clients) { call, viewer in
            try await add(viewer.person, at: own, call, viewer)
        },
        PageRoute(.post, own + "/{}", for: .clients) { call, viewer in
            try await change(viewer.person, at: own, call.parts[0], call)
        },
        PageRoute(.get, "/school", for: .staff) { call, _ in try await CourseworkOverview.show(call) },
        PageRoute(.get, "/school/{}", for: .staff) { call, _ in
            let client = try await MoodPages.client(call)
            return try await show(client, at: path(client.id), call)
        },
        PageRoute(.post, "/school/{}", for: .staff) { call, viewer in
            let client = try await MoodPages.client(call)
            return try await add(client, at: path(client.id), call, viewer)
        },
        PageRoute(.post, "/school/{}/{}", for: .staff) { call, _ in
            let client = try await MoodPages.client(call)
            return try await change(client, at: path(client.id), call.parts[1], call)
        },
    ]

    static let templates = ["school": CourseworkOverview.template, "school.one": CourseworkView.template]

    static func path(_ client: String) -> String { "\(base)/\(PageText.escaped(client))" }

    /// - Parameters:
    ///   - path: The page's own.
    ///   - form: What was typed and not taken.
    private static func show(
        _ client: Person, at path: String, _ call: PageCall, form: CourseworkForm? = nil,
        notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let page: CourseworkPage = try await call.api.get("coursework", [("client", client.id)])
        let isOwn = path == own
        return call.page(
            Page(
                title: isOwn
                    ? Text("school.title") : Text("school.of_client", ["client": .text(.nameOf(client))]),
                template: "school.one",
                content: CourseworkView(page.links, form ?? CourseworkForm(call), at: path, isOwn, call),
                notice: notice ?? CourseworkNotice.notice(call), back: isOwn ? MineGoals.base : base),
            status: status)
    }

    private static func add(
        _ client: Person, at path: String, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        var form = CourseworkForm(sent: call)
        guard let new = form.link(of: client.id, call, viewer) else {
            return try await show(client, at: path, call, form: form, status: 422)
        }
        let made: CourseworkLink
        do throws(CareProblem) { made = try await call.api.send("POST", "coursework", new) } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            form.note(error)
            return try await show(client, at: path, call, form: form, status: error.status)
        }
        return .seeOther(CourseworkNotice.added.path(path, tasks: made.tasks))
    }

    private static func change(
        _ client: Person, at path: String, _ id: String, _ call: PageCall
    ) async throws -> PageResponse {
        guard let id = UUID(uuidString: id),
            let kind = call.form["kind"].flatMap(CourseworkChange.Kind.init)
        else { throw CareProblem(.notFound, "these school tasks are not read any more") }
        var change = CourseworkChange(kind, keepsGoals: kind == .remove && call.form["keep"] == "yes")
        if kind == .renew {
            let typed = (call.form["secret"] ?? "").trimmed()
            if call.form["of"] == CourseworkLink.Kind.feed.rawValue {
                change.address = typed
            } else {
                change.token = typed
            }
        }
        let link: CourseworkLink
        do throws(CareProblem) {
            link = try await call.api.send("POST", "coursework/\(id)/changes", change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await show(
                client, at: path, call, notice: Notice(text: error.sentence, isProblem: true),
                status: error.status)
        }
        guard kind == .read, let problem = link.problem else {
            return .seeOther(CourseworkNotice(kind).path(path, tasks: link.tasks))
        }
        return try await show(
            client, at: path, call,
            notice: Notice(text: CourseworkWords.problem(problem, link.kind), isProblem: true))
    }
}

/// What was just done: a word in the address.
enum CourseworkNotice: String {
    case added, read, pause, resume, renew, remove

    init(_ kind: CourseworkChange.Kind) {
        self =
            switch kind {
            case .read: .read
            case .pause: .pause
            case .resume: .resume
            case .renew: .renew
            case .remove: .remove
            }
    }

    /// - Parameter tasks: How many were found.
    func path(_ base: String, tasks: Int) -> String { "\(base)?did=\(rawValue)&tasks=\(tasks)" }

    static func notice(_ call: PageCall) -> Notice? {
        guard let did = call.query["did"].flatMap(CourseworkNotice.init) else { return nil }
        let tasks = call.query["tasks"].flatMap { Int($0) } ?? 0
        switch did {
        case .added: return Notice(text: Text("school.did_added", count: max(0, tasks)))
        case .read: return Notice(text: Text("school.did_read", count: max(0, tasks)))
        case .pause: return Notice(text: Text("school.did_pause"))
        case .resume: return Notice(text: Text("school.did_resume"))
        case .renew: return Notice(text: Text("school.did_renew", count: max(0, tasks)))
        case .remove: return Notice(text: Text("school.did_remove"))
        }
    }
}

/// Words for places where school tasks are read.
enum CourseworkWords {
    static func kind(_ kind: CourseworkLink.Kind) -> Text {
        switch kind {
        case .planner: Text("school.by_token")
        case .feed: Text("school.by_feed")
        }
    }

    /// What is wrong, and what to do.
    static func problem(_ problem: PlatformProblem, _ kind: CourseworkLink.Kind) -> Text {
        switch problem {
        // Nothing is written there, and what is missing is told as something else.
        case .refused, .readOnly, .gone:
            switch kind {
            case .planner: Text("school.problem_token")
            case .feed: Text("school.problem_address")
            }
        case .busy: Text("school.problem_busy")
        case .unreachable: Text("school.problem_unreachable")
        case .failing: Text("school.problem_failing")
        case .moved: Text("school.problem_moved")
        case .unreadable: Text("school.problem_unreadable")
        case .tooLarge: Text("school.problem_too_large")
        case .insideHome: Text("school.problem_inside_home")
        case .secretLost: Text("school.problem_secret_lost")
        }
    }
}

/// The clients, each with the places that are read for them.
struct CourseworkOverview {
    struct Line {
        let key: String
        let path: String
        let name: Text
        let what: Text
        let isWrong: Bool
    }

    let clients: [Line]
    let isEmpty: Bool

    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let page: CourseworkPage = try await call.api.get("coursework")
        return call.page(
            Page(
                title: Text("school.title"), template: "school",
                content: CourseworkOverview(people.people, page.links)))
    }

    private init(_ people: [Person], _ links: [CourseworkLink]) {
        clients = people.filter { $0.role == .client && $0.isActive }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
            .map { person in
                let own = links.filter { $0.client == person.id }
                let isWrong = own.contains { $0.problem != nil }
                return Line(
                    key: "client-\(person.id)", path: CourseworkPages.path(person.id),
                    name: .nameOf(person),
                    what: isWrong
                        ? Text("school.some_unread") : Text("school.places", count: own.count),
                    isWrong: isWrong)
            }
        isEmpty = clients.isEmpty
    }

    static let template = """
        {{#isEmpty}}<p data-key="none">[[moods.no_clients]]</p>{{/isEmpty}}
        <ul class="cards">{{#clients}}<li class="card" data-key="{{key}}"><h2><a class="whole" href="{{path}}">{{name}}\(Icon.forward.turning)</a></h2>
        <p class="state"><span class="word{{#isWrong}} urgent{{/isWrong}}">{{what}}</span></p></li>
        {{/clients}}</ul>
        """
}
