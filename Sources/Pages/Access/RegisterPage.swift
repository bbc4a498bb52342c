import Care
import FoundationEssentials
import Wording

/// Whoever wants to log in here and has no code: where the home wants that, they register, and wait to be let in.
struct RegisterPage {
    /// `nil` where the home lets nobody register.
    struct Sheet {
        let draft: String
        let trouble: FormTrouble?
        let fields: [FormField]
        let pictureProblem: Text?
    }

    let sheet: Sheet?

    private static let picture = Form.field(
        "picture", "[[register.picture]]", .file(accept: "image/png,image/jpeg,image/webp"), value: "",
        hint: .words("[[register.picture_hint]]"), fault: "pictureProblem")

    static let template = """
        {{^sheet}}<p>[[register.closed]]</p>{{/sheet}}
        {{#sheet}}<p>[[register.what]]</p>
        \(Form.post(
            "/register", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture"#,
            sends: ["id": "{{draft}}"]))
        \(Form.troubles())
        \(Form.fields())
        \(picture)
        <div class="row"><button class="main">[[register.send]]</button></div>
        </form>{{/sheet}}
        <p><a href="/login">[[join.have_password]]</a></p>
        """

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/register") { call in
            draw(call, isOpen: try await isOpen(call.api), nil)
        },
        PageRoute(open: .post, "/register") { call in
            do throws(CareProblem) {
                try await call.api.send("POST", "registrations", try typed(call))
                return .seeOther("/login?did=registered")
            } catch { return draw(call, isOpen: true, error) }
        },
    ]

    /// Whether the home lets people register by themselves.
    static func isOpen(_ api: PageAPI) async throws(CareProblem) -> Bool {
        try await api.get("registration", as: RegistrationSwitch.self).isOpen
    }

    private static func typed(_ call: PageCall) throws(CareProblem) -> NewRegistration {
        guard let name = call.form["name"] else {
            throw CareProblem(.notAcceptable, "write here how you are called", field: "name")
        }
        let password = try PasswordFields.chosen(in: call.form, of: name)
        // A field for a file that was left empty is sent all the same.
        let file = call.request.file("picture").flatMap { $0.bytes.isEmpty ? nil : $0 }
        return NewRegistration(
            id: UUIDs.draft(call.form), name: name, email: call.form["email"], password: password,
            picture: file.map { Data($0.bytes) })
    }

    private static func draw(_ call: PageCall, isOpen: Bool, _ problem: CareProblem?) -> PageResponse {
        let fields =
            [
                FormField(
                    "name", Text("access.your_name"), value: call.form["name"], autocomplete: "username",
                    hint: Text("join.name_hint"), problem: problem),
                FormField(
                    "email", Text("register.email"), value: call.form["email"], type: "email",
                    autocomplete: "email", hint: Text("register.email_hint"), problem: problem,
                    isRequired: false),
            ] + PasswordFields.fields(problem)
        let picture = FormTrouble.Place(field: "picture", id: "picture", label: Text("register.picture"))
        let sheet = Sheet(
            draft: call.form["id"] ?? UUIDs.new(), trouble: FormTrouble(problem, in: fields, and: [picture]),
            fields: fields, pictureProblem: problem?.field == "picture" ? problem?.sentence : nil)
        return call.page(
            Page(
                title: Text("register.title"), template: "access.register",
                content: RegisterPage(sheet: isOpen ? sheet : nil), scripts: ["picture.js"]),
            status: problem?.status ?? (isOpen ? 200 : 404))
    }
}
