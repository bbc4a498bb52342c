import Care
import FoundationEssentials
import Wording

/// Whoever was invited types the code, or opens the link that contains it, and chooses a password.
struct JoinPage {
    let action: String
    let home: String?
    let role: Text
    /// A client's phone can be linked without a password.
    let isLinking: Bool
    /// They are here already, and choose another password.
    let isRenewing: Bool
    let trouble: FormTrouble?
    let fields: [FormField]
    let passwords: [FormField]
    let providers: [Provider]

    /// One with which they may also log in from now on: the button by which they say so accepts the invitation as the other one does.
    struct Provider {
        let id: String
        let words: Text
    }

    private static let withProviders = """
        {{#providers}}<p class="row"><button name="link" value="{{id}}">{{words}}</button></p>{{/providers}}
        """

    static let template = """
        {{#isRenewing}}<p>[[join.new_password]]{{#home}} (<b>{{.}}</b>){{/home}}. [[join.new_password_ends]]</p>{{/isRenewing}}\
        {{^isRenewing}}<p>{{#home}}[[join.invited_to]] <b>{{.}}</b>{{/home}}{{^home}}[[join.invited_here]]{{/home}}{{^isLinking}} [[join.as]] <b>{{role}}</b>{{/isLinking}}.
        {{^isLinking}}[[join.choose_password]]{{/isLinking}}</p>{{/isRenewing}}
        {{#isLinking}}<p>[[join.link_means]]</p>{{/isLinking}}
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        {{^isLinking}}\(Form.fields("passwords")){{/isLinking}}
        <div class="row"><button class="main">{{#isLinking}}[[join.link]]{{/isLinking}}{{^isLinking}}[[forms.begin]]{{/isLinking}}</button></div>
        {{^isLinking}}\(withProviders){{/isLinking}}
        {{#isLinking}}<details{{#trouble}} open{{/trouble}}><summary>[[join.with_password]]</summary>
        <p class="quiet">[[join.password_means]]</p>\(Form.fields("passwords"))
        {{^empty(providers)}}<p class="quiet">[[join.login_needs_password]]</p>{{/empty(providers)}}\(withProviders)</details>{{/isLinking}}
        </form>
        """

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/join") { call in
            guard let typed = call.query["code"] else { return JoinCodePage.draw(call, typed: nil, nil) }
            guard let code = AccessRules.code(typed) else {
                return JoinCodePage.draw(call, typed: typed, JoinCodePage.isNone)
            }
            return .seeOther("/join/" + AccessRules.readable(code: code))
        },
        PageRoute(open: .get, "/join/{}") { await show($0, nil) },
        PageRoute(open: .post, "/join/{}") { call in
            do {
                guard let name = call.form["name"] else {
                    throw CareProblem(.notAcceptable, "write here how you are called", field: "name")
                }
                let view: InvitationView = try await call.api.get(
                    "invitations/" + PageText.escaped(call.parts[0]))
                let wanted = call.form["link"].flatMap { UUID(uuidString: $0) }
                // Whoever logs in with a provider has a password, too.
                let isLinked =
                    view.role == .client && wanted == nil
                    && (call.form.exactly("password") ?? "").isEmpty
                let password = isLinked ? nil : try PasswordFields.chosen(in: call.form, of: name)
                let asked: SecondStepAsked? = try await call.api.send(
                    "POST", "invitations/\(PageText.escaped(call.parts[0]))/acceptance",
                    Acceptance(name: name, password: password), ifAnswered: 202)
                let next = wanted.map { "/account/ways?link=\($0.uuidString.lowercased())" }
                // They were here before, and have switched it on.
                if let asked { return SecondStepPage.draw(call, asked, next: next) }
                return .seeOther(next ?? "/")
            } catch let problem as CareProblem {
                return await show(call, problem)
            }
        },
    ]

    private static func show(_ call: PageCall, _ problem: CareProblem?) async -> PageResponse {
        let typed = call.parts[0]
        guard let code = AccessRules.code(typed) else {
            return JoinCodePage.draw(call, typed: typed, JoinCodePage.isNone)
        }
        let view: InvitationView
        do { view = try await call.api.get("invitations/" + AccessRules.readable(code: code)) } catch {
            return JoinCodePage.draw(call, typed: typed, error)
        }
        let fields =
            [
                FormField(
                    "name", Text("access.your_name"), value: call.form["name"] ?? view.name,
                    autocomplete: "username",
                    hint: Text("join.name_hint"), problem: problem,
                    // Whoever is known here already keeps their name: another one would be the wrong one to log in with.
                    isFixed: problem?.field != "name")
            ]
        let isLinking = view.role == .client
        // Where they cannot be read, the password is what counts.
        let known: LoginProviderPage? = try? await call.api.get("login-providers")
        let providers = (known?.providers ?? []).filter(\.isHere).map { provider in
            Provider(
                id: provider.id.uuidString.lowercased(),
                words: Text(
                    isLinking ? "join.link_and_log_in" : "join.and_link",
                    ["name": .verbatim(provider.name)]))
        }
        let passwords = PasswordFields.fields(problem, areRequired: !isLinking)
        return call.page(
            Page(
                title: Text("join.welcome", ["name": .verbatim(view.name)]), template: "access.join",
                content: JoinPage(
                    action: "/join/" + AccessRules.readable(code: code), home: view.home,
                    role: RoleWords.name(view.role), isLinking: isLinking,
                    isRenewing: view.hasPassword && !isLinking,
                    trouble: FormTrouble(problem, in: fields + passwords), fields: fields,
                    passwords: passwords, providers: providers)),
            status: problem?.status ?? 200)
    }
}

/// Where the code is typed that was read aloud.
struct JoinCodePage {
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        \(Form.get("/join", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[forms.go_on]]</button></div>
        </form>
        <p><a href="/login">[[join.have_password]]</a></p>
        """

    static let isNone = CareProblem(
        .notAcceptable,
        """
        a code has \(AccessRules.codeLength) letters and digits, such as K7M-4QX; never O, I, 0 or 1: check it again
        """, field: "code")

    static func draw(_ call: PageCall, typed: String?, _ problem: CareProblem?) -> PageResponse {
        let fields = [
            FormField(
                "code", Text("join.your_code"), value: typed, autocomplete: "off",
                hint: Text("join.code_hint"), problem: problem,
                isCode: true)
        ]
        let trouble =
            problem?.kind == .notFound
            ? FormTrouble(Text("join.unknown")) : FormTrouble(problem, in: fields)
        return call.page(
            Page(
                title: Text("access.have_code"), template: "access.code",
                content: JoinCodePage(trouble: trouble, fields: fields)), status: problem?.status ?? 200)
    }
}
