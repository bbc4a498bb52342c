import Care
import Wording

/// Name and password, and the ways on for whoever has none.
struct LogInPage {
    let next: String?
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        \(Form.post("/login", class: "narrow"))
        {{#next}}\(Form.hidden("next", "{{.}}")){{/next}}
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[access.log_in]]</button></div>
        </form>
        <h2>[[access.no_login]]</h2>
        <p class="row"><a class="button" href="/join">[[access.have_code]]</a> <a class="button" href="/display/pair">[[access.is_screen]]</a></p>
        <p class="quiet">[[access.where_from]]</p>
        """

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/login") { call in
            if call.request.viewer != nil { return .seeOther(safe(call.query["next"]) ?? "/") }
            let notice = call.query["did"] == "out" ? Notice(text: Text("access.logged_out")) : nil
            return draw(call, nil, notice: notice)
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
            return draw(call, CareProblem(.notAcceptable, "write your name here", field: "name"))
        }
        guard let password = call.form.exactly("password"), !password.isEmpty else {
            return draw(call, CareProblem(.notAcceptable, "write your password here", field: "password"))
        }
        do {
            try await call.api.send("POST", "sessions", LogIn(name: name, password: password))
            return .seeOther(safe(call.form["next"]) ?? "/")
        } catch {
            return draw(call, error)
        }
    }

    private static func draw(
        _ call: PageCall, _ problem: CareProblem?, notice: Notice? = nil
    ) -> PageResponse {
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
                    next: safe(call.form["next"] ?? call.query["next"]), trouble: trouble, fields: fields),
                notice: notice),
            status: problem?.status ?? 200)
    }

    /// Only a path of this site, so that a link cannot redirect to another one.
    static func safe(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"), path.utf8.count <= 500,
            path.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "\\") }),
            path != "/login", !path.hasPrefix("/login?"), path != "/logout"
        else { return nil }
        return path
    }
}
