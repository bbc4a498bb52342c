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
        {{#isUsed}}<p class="problem" role="alert">{{trouble}}</p><p><a class="button main" href="/login">Log in</a></p>{{/isUsed}}
        {{^isUsed}}<p>Welcome. With this page you become a <b>coordinator</b> of this home. Coordinators plan,
        change settings and invite the others. Do you already have a login? Use the same name: it gets the password that you choose here.</p>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.trouble())
        \(Form.fields())
        <div class="row"><button class="main">Begin</button></div>
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

    private static let used = """
        This link has already been used, or Beckon has printed a newer one: it works once, and only while nobody can log in. \
        If somebody can, log in. If no coordinator can any more, type `beckon coordinator` on the machine where Beckon runs: it prints a new link.
        """

    private static func draw(_ call: PageCall, _ problem: CareProblem?) -> PageResponse {
        let fields =
            [
                FormField(
                    "name", "Your name", value: call.form["name"], autocomplete: "username",
                    hint:
                        "As the others call you, such as Anna: you log in with it, and Beckon says it aloud.",
                    problem: problem)
            ] + PasswordFields.fields(problem)
        let isUsed = problem?.kind == .forbidden || problem?.field == "token"
        return call.page(
            Page(
                title: "Become a coordinator", template: "access.setup",
                content: SetupPage(
                    action: "/setup/" + PageText.escaped(call.parts[0]), isUsed: isUsed,
                    trouble: isUsed ? .verbatim(used) : FormField.trouble(problem, besides: fields), fields: fields)),
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
        <p>Hello {{name}}. You are logged in. Four things are left, in any order, now or later:</p>
        <ol class="cards steps">
        <li class="card"><h2>Who is it for?</h2>
        {{#client}}<p>Beckon calls them <b>{{.}}</b>. Is that what they are called?</p>{{/client}}
        {{^client}}<p>Tell Beckon the name of the person who asks: it is said aloud with every call.</p>{{/client}}
        <a class="button" href="{{clientPath}}">{{#client}}Look at {{.}}{{/client}}{{^client}}Name the client{{/client}}</a></li>
        <li class="card"><h2>Your phone</h2>
        <p>Open the address of this site on your phone and log in with your name and password. Calls are then answered with a tap.</p>
        <p class="quiet">If it does not open: Beckon listens only on its own machine until its settings are changed.</p>
        <a class="button" href="/devices/pair">Pair a kiosk, a station or a screen</a></li>
        <li class="card"><h2>The board</h2><p>See what can be asked for, in the order of scanning.</p>
        <a class="button" href="/boards">Look at the boards</a></li>
        <li class="card"><h2>The others</h2><p>Every caregiver gets a login of their own, by a link or a code.</p>
        <a class="button" href="/people">Invite somebody</a></li>
        </ol>
        <p><a class="button main" href="/now">Begin</a></p>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let client = people.first { $0.role == .client && $0.isActive }
        return call.page(
            Page(
                title: "What next", template: "access.welcome",
                content: WelcomePage(
                    name: viewer.person.name,
                    clientPath: client.map { "/people/" + PageText.escaped($0.id) + "?edit=name" }
                        ?? "/people/new?role=client",
                    client: client?.name)))
    }
}
