import Care
import FoundationEssentials
import Wording

/// When somebody is on duty.
struct PersonDutiesPart {
    struct Row {
        let key: String
        let path: String
        let place: Text
        let role: String?
        let times: Text
    }

    let rows: [Row]
    let isEmpty: Bool
    let add: String?

    /// `nil` for whoever has no duties: clients, providers, and those who have left.
    init?(_ person: Person, _ call: PageCall, mayChange: Bool) async throws(CareProblem) {
        guard person.canBeCalled else { return nil }
        let names = try await DutyNames(call.api)
        let known: DutyPage = try await call.api.get(
            "duties", [("state", "active"), ("person", person.id), ("limit", "200")])
        rows = known.duties.map { duty in
            let usual = duty.content.person
            let times = Text.capitalized(DutyWords.times(duty.content))
            return Row(
                key: "duty-\(duty.id.uuidString.lowercased())", path: DutiesPages.path(duty.id),
                place: .capitalized(
                    names.whereabouts(zone: duty.content.zone, client: duty.content.client)),
                role: duty.content.role,
                times: usual == person.id
                    ? times
                    : Text("duties.dates_taken_of", ["name": .verbatim(names.person(usual))]))
        }
        isEmpty = rows.isEmpty
        add = mayChange ? "/duties/new?person=" + PageText.escaped(person.id) : nil
    }

    static let template = """
        <h2>[[duties.title]]</h2>
        {{#isEmpty}}<p class="quiet">[[duties.person_has_none]]</p>{{/isEmpty}}
        <ul class="cards close">{{#rows}}<li class="card" data-key="{{key}}"><h3><a class="whole" href="{{path}}">{{place}}</a></h3>
        <p>{{times}}{{#.role}} · {{.}}{{/.role}}</p></li>{{/rows}}</ul>
        {{#add}}<div class="row"><a class="button" href="{{.}}">[[duties.add]]</a></div>{{/add}}
        """
}

/// Where a client lives.
struct PersonPlacePart {
    let action: String
    let places: [FormOption]
    let mayChange: Bool
    let name: Text?

    /// `nil` for those who are no clients, and in a home without places.
    init?(_ person: Person, base: String, _ call: PageCall, mayChange: Bool) async throws(CareProblem) {
        guard person.role == .client, person.isActive else { return nil }
        let all = try await call.api.get("places", as: PlacePage.self).places
        guard !all.isEmpty else { return nil }
        action = base + "/place"
        places = PlaceOptions.all(all, chosen: person.place ?? "")
        self.mayChange = mayChange
        name = places.first(where: \.isChosen)?.name
    }

    static let template = """
        <h2>[[places.lives_in]]</h2>
        {{#mayChange}}\(Form.post("{{action}}", class: "narrow"))
        \(Form.field("place", "[[devices.where]]", .choice("places", none: "[[devices.nowhere]]")))
        <div class="row"><button>[[places.save]]</button></div></form>{{/mayChange}}
        {{^mayChange}}<p>{{#name}}{{.}}{{/name}}{{^name}}[[devices.nowhere]]{{/name}}</p>{{/mayChange}}
        """

    static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = call.parts[0]
        try await PersonChanges.change(id, call.api) { $0.place = call.form["place"] }
        return .seeOther(PersonNotice.saved.path(PersonPage.path(id)))
    }
}
