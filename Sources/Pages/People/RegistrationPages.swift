import Care
import FoundationEssentials
import Wording

/// Who has registered by themselves, and whether anybody may: coordinators let in, or refuse.
enum RegistrationPages {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.post, "/registrations", for: coordinator, turn),
        PageRoute(.get, "/registrations/{}", for: coordinator) { call, _ in try await show(call, nil) },
        PageRoute(.post, "/registrations/{}", for: coordinator) { call, _ in try await letIn(call) },
        PageRoute(.get, "/registrations/{}/removal", for: coordinator) { call, _ in
            let one = try await find(call)
            return call.ask(
                Text("registrations.refuse"),
                Text("registrations.refuse_question", ["name": .verbatim(one.name)]),
                Text("registrations.refuse_meaning"), action: path(one) + "/removal",
                yes: Text("registrations.refuse"), no: Text("forms.cancel"), back: path(one))
        },
        PageRoute(.post, "/registrations/{}/removal", for: coordinator) { call, _ in
            do throws(CareProblem) {
                try await call.api.send("DELETE", "registrations/\(try id(call).uuidString)", Ignored())
            } catch {
                guard error.kind == .notFound else { throw error }
                return .seeOther(PersonNotice.answered.path("/people"))
            }
            return .seeOther(PersonNotice.refused.path("/people"))
        },
    ]

    static let templates = [
        "registrations.waiting": RegistrationsPart.waitingTemplate,
        "registrations.turn": RegistrationsPart.turnTemplate,
        "registration": WaitingPersonPage.template,
    ]

    static func path(_ one: Registration) -> String { "/registrations/" + one.id.uuidString.lowercased() }

    private static func id(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = UUID(uuidString: call.parts[0]) else { throw isGone }
        return id
    }

    private static let isGone = CareProblem(
        .notFound, "nobody waits here any more: they were let in, were refused, or have waited too long")

    private static func find(_ call: PageCall) async throws(CareProblem) -> Registration {
        let id = try id(call)
        let page: RegistrationPage = try await call.api.get("registrations")
        guard let one = page.registrations.first(where: { $0.id == id }) else { throw isGone }
        return one
    }

    private static func isWaiting(_ call: PageCall) async throws(CareProblem) -> Bool {
        let id = try id(call)
        return try await call.api.get("registrations", as: RegistrationPage.self).registrations.contains {
            $0.id == id
        }
    }

    private static func turn(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let isOpen = call.form["open"] == "yes"
        try await call.api.send("PUT", "registration", RegistrationSwitch(isOpen: isOpen))
        return .seeOther((isOpen ? PersonNotice.opened : .closed).path("/people"))
    }

    private static func show(_ call: PageCall, _ problem: CareProblem?) async throws -> PageResponse {
        let one = try await find(call)
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let logins = try await Logins(call.api)
        let known = people.filter { $0.isActive && !logins.has($0.id) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return call.page(
            Page(
                title: .verbatim(one.name), template: "registration",
                content: WaitingPersonPage(one, known: known, call, problem), back: "/people"),
            status: problem?.status ?? 200)
    }

    private static func letIn(_ call: PageCall) async throws -> PageResponse {
        do throws(CareProblem) {
            let known = call.form["person"]
            var person: Person?
            if let known { person = try await PersonChanges.person(known, call.api) }
            guard let role = person?.role ?? call.form["role"].flatMap(Person.Role.init) else {
                throw CareProblem(.notAcceptable, "choose a role", field: "role")
            }
            let made: Person = try await call.api.send(
                "POST", "registrations/\(try id(call).uuidString)/acceptance",
                RegistrationAcceptance(
                    role: role, person: known, name: known == nil ? call.form["name"] : nil))
            return .seeOther(PersonNotice.letIn.path(PersonPage.path(made.id)))
        } catch {
            // Another coordinator was faster.
            if error.kind == .notFound, try await !isWaiting(call) {
                return .seeOther(PersonNotice.answered.path("/people"))
            }
            guard error.isShown else { throw error }
            return try await show(call, error)
        }
    }
}

/// Who waits, and the switch, on the page of people.
struct RegistrationsPart {
    struct Card {
        let key: String
        let path: String
        let name: String
        let words: Text
    }

    let waiting: [Card]
    let isOpen: Bool
    /// What the switch is set to by the button.
    let turnTo: String

    init(_ call: PageCall) async throws(CareProblem) {
        let page: RegistrationPage = try await call.api.get("registrations")
        waiting = page.registrations.map { one in
            Card(
                key: "registration-" + one.id.uuidString, path: RegistrationPages.path(one), name: one.name,
                words: Text("registrations.since", ["when": .text(call.when(one.at))]))
        }
        isOpen = try await RegisterPage.isOpen(call.api)
        turnTo = isOpen ? "no" : "yes"
    }

    static let waitingTemplate = """
        {{^empty(waiting)}}<section data-key="waiting" aria-labelledby="waiting-title"><h2 id="waiting-title">[[registrations.title]]</h2>
        <ul class="cards close">{{#waiting}}<li class="card" data-key="{{key}}"><h3><a class="whole" href="{{path}}"><bdi>{{name}}</bdi></a></h3>
        <p class="quiet">{{words}}</p></li>{{/waiting}}</ul></section>{{/empty(waiting)}}
        """

    static let turnTemplate = """
        <details data-key="registering"><summary><h2>[[registrations.registering]]</h2></summary>
        <p>{{#isOpen}}[[registrations.is_open]]{{/isOpen}}{{^isOpen}}[[registrations.is_closed]]{{/isOpen}}</p>
        \(Form.post("/registrations", sends: ["open": "{{turnTo}}"]))\
        <button>{{#isOpen}}[[registrations.close]]{{/isOpen}}{{^isOpen}}[[registrations.open]]{{/isOpen}}</button></form></details>
        """
}

/// One who waits: who they say they are, and what they shall be here.
struct WaitingPersonPage {
    let name: String
    let email: String?
    let portrait: String?
    let words: Text
    let action: String
    let trouble: FormTrouble?
    /// As they are called here.
    let called: [FormField]
    let roles: [FormOption]
    let known: [FormOption]

    /// - Parameter known: Who is there, and cannot log in.
    init(_ one: Registration, known: [Person], _ call: PageCall, _ problem: CareProblem?) {
        name = one.name
        email = one.email
        action = RegistrationPages.path(one)
        portrait =
            one.hasPicture ? "/api/v1/registrations/\(one.id.uuidString.lowercased())/picture?version=1" : nil
        let when = Text.Value.text(call.when(one.at))
        words =
            one.address.isEmpty
            ? Text("registrations.since", ["when": when])
            : Text("registrations.since_from", ["when": when, "address": .verbatim(one.address)])
        called = [
            FormField(
                "name", Text("person.name"), value: call.form["name"] ?? one.name,
                hint: Text("registrations.name_hint"), problem: problem, isRequired: false)
        ]
        roles = RoleChoice.all(chosen: call.form["role"].flatMap(Person.Role.init) ?? .caregiver)
        self.known = known.map { person in
            FormOption(
                value: person.id,
                name: Text(
                    "registrations.known",
                    ["name": .verbatim(person.name), "role": .text(RoleWords.name(person.role))]),
                isChosen: call.form["person"] == person.id)
        }
        trouble = FormTrouble(
            problem, in: called,
            and: [.init(field: "person", id: "person", label: Text("registrations.who"))])
    }

    private static let choice = Form.field(
        "person", "[[registrations.who]]",
        .choice("known", none: "[[registrations.somebody_new]]"), hint: .words("[[registrations.who_hint]]"))

    static let template = """
        {{#portrait}}<p><img class="portrait" src="{{.}}" alt="[[registrations.picture_of]]" width="192" height="192"></p>{{/portrait}}
        <p>{{words}}</p>
        {{#email}}<p>[[registrations.email]] <bdi>{{.}}</bdi></p>{{/email}}
        <p class="quiet">[[registrations.check]]</p>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.troubles())
        {{^empty(known)}}\(choice){{/empty(known)}}
        \(Form.fields("called"))
        \(RoleChoice.fields)
        <div class="row"><button class="main">[[registrations.let_in]]</button>\
        <a class="button danger" href="{{action}}/removal">[[registrations.refuse]]</a></div>
        </form>
        """
}
