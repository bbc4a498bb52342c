import Care
import FoundationEssentials
import Wording

/// Somebody more of the home, with or without care to give: a name, and then a link for them.
struct OthersStep {
    let place: StepPlace
    let fields: [FormField]
    /// Caregivers, and those who live here and have chores or calls of their own.
    let roles: [FormOption]
    /// The names of those who were invited and have not come yet; `nil` for nobody.
    let invited: Text?
    let trouble: FormTrouble?
    /// For whoever has just been invited.
    let shared: SharedLink?
    let code: String
    /// Where they type the code.
    let address: String
    let expires: Text
    let isOfThisMachine: Bool

    static let template = """
        {{> welcome.place}}
        {{#shared}}<p>[[welcome.others_scan]]</p>{{> shared}}
        <p>[[welcome.others_code]]</p><p class="code">{{code}}</p><p class="quiet">[[invite.once]]</p>{{> address}}
        <div class="row">\(Form.post("/welcome/done/others"))<button class="main">[[welcome.go_on]]</button></form></div><h2>[[welcome.others_more]]</h2>{{/shared}}
        {{^shared}}<p>[[welcome.others_what]]</p>{{/shared}}
        {{#invited}}<p class="quiet">{{.}}</p>{{/invited}}
        \(Form.post("/welcome/others", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        \(RoleChoice.fields)
        <div class="row"><button{{^shared}} class="main"{{/shared}}>[[welcome.others_invite]]</button>{{^shared}}\(StepPlace.later){{/shared}}</div>
        </form>
        """

    static let routes = [
        PageRoute(.get, "/welcome/others", for: [.coordinator]) { call, _ in try await show(call, nil) },
        PageRoute(.post, "/welcome/others", for: [.coordinator], invite),
    ]

    private static func invite(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            let person = try await person(name, call)
            let made: Invitation = try await call.api.send(
                "POST", "invitations",
                NewInvitation(id: UUID(), role: person.role, name: person.name, person: person.id))
            return .seeOther("/welcome/others?for=" + made.id.uuidString.lowercased())
        } catch let problem as CareProblem where problem.isShown {
            return try await show(call, problem)
        }
    }

    /// Whoever is invited is there from now on: they can be planned for before they have come.
    private static func person(_ name: String, _ call: PageCall) async throws -> Person {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        if let same = people.first(where: { NameSkeleton.typed($0.name) == NameSkeleton.typed(name) }) {
            return same
        }
        let role: Person.Role = call.form["role"] == Person.Role.client.rawValue ? .client : .caregiver
        return try await PersonChanges.put(
            Person(id: NewPersonPage.id(name, among: people), name: name, role: role), call.api)
    }

    private static func show(_ call: PageCall, _ problem: CareProblem?) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let address = SiteAddress(call, network: steps.address)
        let open = try await call.api.get("invitations", as: InvitationPage.self).invitations
        let id = call.query["for"].flatMap { UUID(uuidString: $0) }
        let invited = open.first { $0.id == id }
        let chosen: Person.Role = call.form["role"] == Person.Role.client.rawValue ? .client : .caregiver
        let fields = [
            FormField(
                "name", Text("welcome.others_name"), value: call.form["name"], autocomplete: "off",
                problem: problem)
        ]
        return call.page(
            Page(
                title: invited.map { Text("invite.for", ["name": .verbatim($0.name)]) }
                    ?? FirstStep.others.title,
                template: "welcome.others",
                content: OthersStep(
                    place: StepPlace(.others, steps), fields: fields,
                    roles: RoleChoice.of([.caregiver, .client], chosen: chosen),
                    invited: open.isEmpty
                        ? nil
                        : Text(
                            "welcome.others_invited", ["names": .text(.list(open.map { .verbatim($0.name) }))]
                        ),
                    trouble: FormTrouble(problem, in: fields),
                    shared: invited.map {
                        SharedLink((address.text ?? "") + $0.path, isReachable: !address.isOfThisMachine)
                    }, code: invited?.code ?? "", address: (address.text ?? "") + "/join",
                    expires: invited.map { call.when($0.expiresAt) } ?? .empty,
                    isOfThisMachine: address.isOfThisMachine),
                back: "/welcome"), status: problem?.status ?? 200)
    }
}
