import Care
import Wording

/// Whom a provider comes to see, as boxes of a form with `RoleChoice`. Where the browser can, they are shown only with that role.
struct ClientsChoice {
    let clients: [FormOption]
    /// Whether every client can be left as it is: a provider from before there was a choice.
    let mayBeEvery: Bool
    let isEvery: Bool

    /// - Parameter stored: Of the person of the form; `nil` for somebody new.
    /// - Parameter typed: What was sent and not taken.
    init(_ people: [Person], stored: Person?, typed: PageFields? = nil) {
        let known = stored?.role == .provider ? stored?.clients : []
        mayBeEvery = known == nil
        isEvery = mayBeEvery && typed.map { $0["every"] != nil } ?? true
        let chosen = Set(typed?.all("client") ?? known ?? [])
        clients = Self.among(people, named: chosen).map {
            FormOption(value: $0.id, name: .nameOf($0), isChosen: chosen.contains($0.id))
        }
    }

    /// The clients of the home, and whoever is named.
    private static func among(_ people: [Person], named: Set<String>) -> [Person] {
        people.filter { $0.role == .client && $0.isActive || named.contains($0.id) }
            .sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    private static let boxes = """
        <p class="quiet">[[person.comes_to_see_meaning]]</p>
        {{#mayBeEvery}}\(Form.tick("every", "true", "[[person.every_client]]", isOn: "isEvery")){{/mayBeEvery}}
        \(Form.ticks("client", of: "clients"))
        {{#empty(clients)}}<p>[[person.no_clients_yet]]</p>{{/empty(clients)}}
        """

    static let template = """
        <div class="of-provider">\(Form.group("[[person.comes_to_see]]", boxes))</div>
        """

    /// What the form says: nobody for whoever is no provider, and `nil` where it is to stay as it is.
    static func sent(_ fields: PageFields, _ role: Person.Role) -> [String]? {
        role == .provider && fields["every"] == nil ? fields.all("client") : nil
    }

    /// What a form would send that leaves somebody's clients as they are.
    static func fields(of person: Person) -> [(name: String, value: String)] {
        guard person.role == .provider else { return [] }
        return person.clients.map { $0.map { ("client", $0) } } ?? [("every", "true")]
    }

    /// The same fields, to be sent once more with a yes.
    static func again(_ fields: PageFields) -> [AskPage.Field] {
        (fields["every"].map { [.init(name: "every", value: $0)] } ?? [])
            + fields.all("client").map { .init(name: "client", value: $0) }
    }

    /// Whom a provider comes to see, in a sentence; `nil` for everybody else.
    static func words(_ person: Person, among people: [Person]) -> Text? {
        guard person.role == .provider else { return nil }
        guard let ids = person.clients else { return Text("person.sees_every_client") }
        // Who has left is among them: their plan is still seen.
        let names = among(people, named: Set(ids)).filter { ids.contains($0.id) }.map {
            $0.isActive ? Text.nameOf($0) : Text("person.name_left", ["name": .text(.nameOf($0))])
        }
        guard !names.isEmpty else { return Text("person.sees_no_client") }
        return Text("person.sees_clients", ["names": .text(.list(names))])
    }
}
