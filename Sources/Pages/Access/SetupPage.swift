import Care
import Wording

/// Whoever holds the link that the first start has printed, or `beckon coordinator`, becomes a coordinator.
struct SetupPage {
    let action: String
    /// The link can no longer be used.
    let isUsed: Bool
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        {{#isUsed}}<p class="problem" role="alert">[[setup.used]]</p><p><a class="button main" href="/login">[[access.log_in]]</a></p>{{/isUsed}}
        {{^isUsed}}<p>[[setup.welcome]]</p>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.troubles())
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
                return .seeOther("/welcome/next")
            } catch let problem as CareProblem {
                return draw(call, problem)
            }
        },
    ]

    private static func draw(_ call: PageCall, _ problem: CareProblem?) -> PageResponse {
        let fields =
            [
                FormField(
                    "name", Text("access.your_name"),
                    // Whoever was asked at the terminal need not type it again.
                    value: call.form["name"] ?? call.query["name"], autocomplete: "username",
                    hint: Text("setup.name_hint"),
                    problem: problem)
            ] + PasswordFields.fields(problem)
        let isUsed = problem?.kind == .forbidden || problem?.field == "token"
        return call.page(
            Page(
                title: Text("setup.title"), template: "access.setup",
                content: SetupPage(
                    action: "/setup/" + PageText.escaped(call.parts[0]), isUsed: isUsed,
                    trouble: isUsed ? nil : FormTrouble(problem, in: fields),
                    fields: fields)),
            status: problem?.status ?? 200)
    }
}
