import Care
import Wording

/// Somebody new.
struct NewPersonPage {
    let fields: [FormField]
    let roles: [FormOption]
    let choice: ClientsChoice
    let trouble: FormTrouble?

    static let template = """
        \(Form.post("/people/new", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        \(RoleChoice.fields)
        {{#choice}}{{> people.clients}}{{/choice}}
        <div class="row"><button class="main">[[people.add_button]]</button> <a class="button" href="/people">[[forms.cancel]]</a></div>
        </form>
        <p class="quiet">[[people.next]]</p>
        """

    static func show(_ call: PageCall, _ problem: CareProblem? = nil) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let fields = [
            FormField(
                "name", Text("person.name"), value: call.form["name"], autocomplete: "off",
                hint: Text("people.name_hint"), problem: problem)
        ]
        let role = (call.form["role"] ?? call.query["role"]).flatMap(Person.Role.init) ?? .caregiver
        return call.page(
            Page(
                title: Text("people.add"), template: "people.new",
                content: NewPersonPage(
                    fields: fields, roles: RoleChoice.all(chosen: role),
                    choice: ClientsChoice(people, stored: nil, typed: call.form),
                    trouble: FormTrouble(problem, in: fields)), back: "/people"),
            status: problem?.status ?? 200)
    }

    static func make(_ call: PageCall) async throws -> PageResponse {
        do {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            guard let role = call.form["role"].flatMap(Person.Role.init) else {
                throw CareProblem(.notAcceptable, "choose a role", field: "role")
            }
            let people = try await call.api.get("people", as: PeoplePage.self).people
            // Also what a second press on "Add" meets: then they are who was just added.
            if let same = people.first(where: { NameSkeleton.typed($0.name) == NameSkeleton.typed(name) }) {
                return .seeOther(PersonNotice.already.path(PersonPage.path(same.id)))
            }
            let person = Person(
                id: id(name, among: people), name: name, role: role,
                clients: ClientsChoice.sent(call.form, role))
            try await PersonChanges.put(person, call.api)
            return .seeOther(PersonNotice.made.path(PersonPage.path(person.id)))
        } catch let problem as CareProblem {
            return try await show(call, problem)
        }
    }

    /// `Anna Müller` becomes `anna-m-ller`: short, since staff meet it in files; never one that is taken.
    static func id(_ name: String, among people: [Person]) -> String {
        let parts = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        let word = String(parts.joined(separator: "-").prefix(40))
        let base = word.isEmpty || word == "everyone" || word == "new" ? "person" : word
        let taken = Set(people.map { $0.id.lowercased() })
        var id = base
        var number = 2
        while taken.contains(id) {
            id = "\(base)-\(number)"
            number += 1
        }
        return id
    }
}
