import Care
import Wording

/// Who asks: their name, which is said aloud with every call, and a picture.
struct ClientStep {
    let place: StepPlace
    let fields: [FormField]
    let trouble: FormTrouble?
    let pictureProblem: Text?

    private static let picture = Form.field(
        "picture", "[[welcome.picture]]", .file(accept: "image/png,image/jpeg,image/webp"), value: "",
        hint: .words("[[welcome.picture_hint]]"), fault: "pictureProblem")

    static let template = """
        {{> welcome.place}}
        \(Form.post("/welcome/client", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture"#))
        \(Form.troubles())
        \(Form.fields())
        \(picture)
        <div class="row"><button class="main">[[welcome.go_on]]</button>\(StepPlace.later)</div>
        </form>
        """

    static let routes = [
        PageRoute(.get, "/welcome/client", for: [.coordinator]) { call, _ in try await show(call, nil) },
        PageRoute(.post, "/welcome/client", for: [.coordinator], save),
    ]

    /// Whom the home's own kiosk serves, among all people.
    private static func client(_ steps: FirstSteps, _ people: [Person]) -> Person? {
        people.first { $0.id == steps.client && $0.isActive }
    }

    private static func show(_ call: PageCall, _ problem: CareProblem?) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let known = client(steps, try await call.api.get("people", as: PeoplePage.self).people)
        // A client whom nobody has named is called "the client" until then: nobody wants to delete that first.
        let name = steps.state(of: .client) == .open ? nil : known?.name
        let fields = [
            FormField(
                "name", Text("welcome.client_name"), value: call.form["name"] ?? name, autocomplete: "off",
                hint: Text("welcome.client_hint"), problem: problem)
        ]
        let isOfPicture = problem?.field == "picture"
        return call.page(
            Page(
                title: FirstStep.client.title, template: "welcome.client",
                content: ClientStep(
                    place: StepPlace(.client, steps), fields: fields,
                    trouble: FormTrouble(
                        problem, in: fields,
                        and: [.init(field: "picture", id: "picture", label: Text("welcome.picture"))]),
                    pictureProblem: isOfPicture ? problem?.sentence : nil),
                back: "/welcome", scripts: ["picture.js"]), status: problem?.status ?? 200)
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            let steps = try await FirstSteps.read(call.api)
            let people = try await call.api.get("people", as: PeoplePage.self).people
            var id = steps.client
            if client(steps, people) != nil {
                try await PersonChanges.change(id, call.api) { $0.name = name }
            } else {
                // Their kiosk calls for them under this id, unless it belongs to somebody who has gone.
                if people.contains(where: { $0.id == id }) { id = NewPersonPage.id(name, among: people) }
                try await PersonChanges.put(Person(id: id, name: name, role: .client), call.api)
            }
            // A field for a file that was left empty is sent all the same.
            if let file = call.request.file("picture"), !file.bytes.isEmpty {
                guard let header = PictureHeader(file.bytes) else {
                    throw CareProblem(
                        .notAcceptable,
                        "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                        field: "picture")
                }
                try await call.api.put(
                    "people/\(PageText.escaped(id))/picture", file.bytes, as: header.kind.rawValue)
            }
            return try await FirstSteps.finish(.client, call.api)
        } catch let problem as CareProblem where problem.isShown {
            return try await show(call, problem)
        }
    }
}
