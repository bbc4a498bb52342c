import Care
import Wording

/// Name and password, a provider, a passkey, and the ways on for whoever has none.
struct LogInPage {
    let next: String?
    let trouble: FormTrouble?
    let fields: [FormField]
    let providers: [ProviderWay]
    /// Whether the home lets people register by themselves.
    let mayRegister: Bool

    static let template = """
        \(Form.post("/login", class: "narrow"))
        {{#next}}\(Form.hidden("next", "{{.}}")){{/next}}
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[access.log_in]]</button></div>
        </form>
        {{#providers}}{{#isHere}}\(Form.post("/login/with/{{id}}")){{#next}}\(Form.hidden("next", "{{.}}")){{/next}}
        <p class="row"><button>[[access.log_in_with]]</button></p></form>{{/isHere}}\
        {{#there}}<p class="row"><a class="button" href="{{.}}">[[access.log_in_with]]</a></p>{{/there}}{{/providers}}
        \(passkey)
        <h2>[[access.no_login]]</h2>
        <p class="row"><a class="button" href="/join">[[access.have_code]]</a> {{#mayRegister}}<a class="button" href="/register">[[register.title]]</a> {{/mayRegister}}<a class="button" href="/display/pair">[[access.is_screen]]</a></p>
        <p class="quiet">[[access.where_from]]</p>
        """

    /// Shown by its script, where the browser has passkeys.
    private static let passkey = """
        <div id="passkey" hidden data-next="{{next}}{{^next}}/{{/next}}" data-stopped="[[access.passkey_stopped]]" \
        data-refused="[[access.passkey_refused]]" data-often="[[access.passkey_often]]" data-away="[[access.passkey_away]]">
        <p class="row"><button type="button">\(Icon.lock.html)[[access.passkey]]</button></p>
        <p class="problem" role="alert"></p></div>
        <noscript><p class="quiet">[[access.passkey_script]]</p></noscript>
        """

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/login") { call in
            if call.request.viewer != nil { return .seeOther(safe(call.query["next"]) ?? "/") }
            return await draw(call, nil, notice: notice(call))
        },
        PageRoute(open: .post, "/login", logIn),
        PageRoute(open: .post, "/logout") { call in
            do {
                try await call.api.send("DELETE", "session", Ignored())
            } catch let problem as CareProblem where problem.kind == .unauthorized {
                // Logging out of an ended session succeeds.
            }
            return .seeOther("/login?did=out")
        },
    ]

    private static func logIn(_ call: PageCall) async -> PageResponse {
        guard let name = call.form["name"] else {
            return await draw(call, CareProblem(.notAcceptable, "write your name here", field: "name"))
        }
        guard let password = call.form.exactly("password"), !password.isEmpty else {
            return await draw(
                call, CareProblem(.notAcceptable, "write your password here", field: "password"))
        }
        do {
            let next = safe(call.form["next"])
            let asked: SecondStepAsked? = try await call.api.send(
                "POST", "sessions", LogIn(name: name, password: password), ifAnswered: 202)
            if let asked { return SecondStepPage.draw(call, asked, next: next) }
            return .seeOther(next ?? "/")
        } catch {
            // They wait to be let in, and have made no mistake.
            guard error.kind != .forbidden else {
                return await draw(call, nil, notice: Notice(text: error.sentence), status: error.status)
            }
            return await draw(call, error)
        }
    }

    private static func notice(_ call: PageCall) -> Notice? {
        switch call.query["did"] {
        case "out": Notice(text: Text("access.logged_out"))
        case "ended": Notice(text: Text("access.session_ended"))
        case "registered": Notice(text: Text("register.did_register"))
        case "left": Notice(text: Text("leaving.did_leave"))
        default: nil
        }
    }

    static func draw(
        _ call: PageCall, _ problem: CareProblem?, notice: Notice? = nil, status: Int = 200
    ) async -> PageResponse {
        // Where it cannot be read, whoever has a login logs in all the same.
        let mayRegister = (try? await RegisterPage.isOpen(call.api)) ?? false
        let providers: LoginProviderPage? = try? await call.api.get("login-providers")
        let next = safe(call.form["next"] ?? call.query["next"])
        let isWrong = problem?.kind == .unauthorized
        // Which of the two it is, neither field says.
        let shown = isWrong ? nil : problem
        let fields = [
            FormField(
                "name", Text("access.your_name"), value: call.form["name"], autocomplete: "username",
                problem: shown),
            FormField(
                "password", Text("access.password"), type: "password", autocomplete: "current-password",
                problem: shown),
        ]
        // The same words for a name that is known and one that is not: nobody learns who lives here.
        let trouble =
            isWrong ? FormTrouble(Text("access.wrong")) : FormTrouble(problem, in: fields)
        return call.page(
            Page(
                title: Text("access.log_in"), template: "access.login",
                content: LogInPage(
                    next: next, trouble: trouble, fields: fields,
                    providers: (providers?.providers ?? []).map { provider in
                        ProviderWay(provider, "/login" + (next.map { "?next=" + PageText.escaped($0) } ?? ""))
                    }, mayRegister: mayRegister),
                notice: notice, scripts: ["passkeys.js"]),
            status: problem?.status ?? status)
    }

    /// Only a path of this site, so that a link cannot redirect to another one.
    static func safe(_ path: String?) -> String? { AccessRules.next(path) }
}
