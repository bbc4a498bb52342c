import Care
import Wording

/// Whoever holds the link that the first start has printed, or `beckon coordinator`, becomes a coordinator.
struct SetupPage {
    let action: String
    /// The link can no longer be used.
    let isUsed: Bool
    let trouble: Text?
    let fields: [FormField]

    static let template = """
        {{#isUsed}}<p class="problem" role="alert">{{trouble}}</p><p><a class="button main" href="/login">[[access.log_in]]</a></p>{{/isUsed}}
        {{^isUsed}}<p>[[setup.welcome]]</p>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.trouble())
        \(Form.fields())
        <div class="row"><button class="main">[[forms.begin]]</button></div>
        </form>{{/isUsed}}
        """

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/setup/{}") { call in
            // Whoever comes too late should not have to think of a password first.
            do {
                try await call.api.look("setup/" + PageText.escaped(call.parts[0]))
                return draw(call, nil)
            } catch let problem as CareProblem {
                return draw(call, problem.kind == .notFound ? nil : problem)
            }
        },
        PageRoute(open: .post, "/setup/{}") { call in
            do {
                guard let name = call.form["name"] else {
                    throw CareProblem(
                        .notAcceptable, "write here how you are called: Beckon says it aloud", field: "name")
                }
                let password = try PasswordFields.chosen(in: call.form, of: name)
                try await call.api.send(
                    "POST", "setup", Setup(token: call.parts[0], name: name, password: password))
                return .seeOther("/welcome")
            } catch let problem as CareProblem {
                return draw(call, problem)
            }
        },
        PageRoute(.get, "/welcome", for: .staff, WelcomePage.show),
    ]

    private static func draw(_ call: PageCall, _ problem: CareProblem?) -> PageResponse {
        let fields =
            [
                FormField(
                    "name", Text("access.your_name"), value: call.form["name"], autocomplete: "username",
                    hint: Text("setup.name_hint"),
                    problem: problem)
            ] + PasswordFields.fields(problem)
        let isUsed = problem?.kind == .forbidden || problem?.field == "token"
        return call.page(
            Page(
                title: Text("setup.title"), template: "access.setup",
                content: SetupPage(
                    action: "/setup/" + PageText.escaped(call.parts[0]), isUsed: isUsed,
                    trouble: isUsed ? Text("setup.used") : FormField.trouble(problem, besides: fields),
                    fields: fields)),
            status: problem?.status ?? 200)
    }
}

/// What to do next, after the first login of all.
struct WelcomePage {
    let name: String
    let clientPath: String
    /// `nil` while there is no client.
    let client: String?

    static let template = """
        <p>[[welcome.hello]]</p>
        <ol class="cards steps">
        <li class="card"><h2>[[welcome.for_whom]]</h2>
        {{#client}}<p>[[welcome.is_it_right]]</p>{{/client}}
        {{^client}}<p>[[welcome.tell_name]]</p>{{/client}}
        <a class="button" href="{{clientPath}}">{{#client}}[[welcome.look_at]]{{/client}}{{^client}}[[welcome.name_client]]{{/client}}</a></li>
        <li class="card"><h2>[[welcome.phone]]</h2>
        <p>[[welcome.open_on_phone]]</p>
        <p class="quiet">[[welcome.does_not_open]]</p>
        <a class="button" href="/devices/pair">[[welcome.pair]]</a></li>
        <li class="card"><h2>[[welcome.board]]</h2><p>[[welcome.see_board]]</p>
        <a class="button" href="/boards">[[welcome.to_boards]]</a></li>
        <li class="card"><h2>[[welcome.others]]</h2><p>[[welcome.each_a_login]]</p>
        <a class="button" href="/people">[[welcome.invite]]</a></li>
        </ol>
        <p><a class="button main" href="/now">[[forms.begin]]</a></p>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let client = people.first { $0.role == .client && $0.isActive }
        return call.page(
            Page(
                title: Text("welcome.title"), template: "access.welcome",
                content: WelcomePage(
                    name: viewer.person.name,
                    clientPath: client.map { "/people/" + PageText.escaped($0.id) + "?edit=name" }
                        ?? "/people/new?role=client",
                    client: client?.name)))
    }
}
