import Care
import FoundationEssentials
import Wording

/// The zones and rooms of the home, and what is there: all caregivers see it, coordinators change it.
enum PlacesPages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/places", for: .staff, PlaceList.show),
        PageRoute(.get, "/places/new", for: coordinator) { call, _ in try await PlaceForm.show(call, nil) },
        PageRoute(.post, "/places/new", for: coordinator) { call, _ in try await PlaceForm.save(call, nil) },
        PageRoute(.get, "/places/{}", for: coordinator) { call, _ in
            try await PlaceForm.show(call, try await place(call))
        },
        PageRoute(.post, "/places/{}", for: coordinator) { call, _ in
            try await PlaceForm.save(call, try await place(call))
        },
        PageRoute(.post, "/places/{}/removal", for: coordinator, remove),
    ]

    static let templates: [String: String] = [
        "places": PlaceList.template,
        "places.part": PlaceList.part,
        "places.name": PlaceList.name,
        "places.form": PlaceForm.template,
    ]

    static func path(_ place: String) -> String { "/places/" + PageText.escaped(place) }

    private static func place(_ call: PageCall) async throws(CareProblem) -> Place {
        let places = try await call.api.get("places", as: PlacePage.self).places
        guard let found = places.first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "there is no such place")
        }
        return found
    }

    /// A place in which nothing is can be made again at once, so nobody is asked first.
    private static func remove(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let place = try await place(call)
        do throws(CareProblem) {
            try await call.api.send("DELETE", "places/" + PageText.escaped(place.id), Ignored())
        } catch {
            guard error.isShown else { throw error }
            return try await PlaceForm.show(call, place, problem: error)
        }
        return .seeOther("/places?did=removed")
    }
}

/// All places, with what is there.
struct PlaceList {
    /// A zone or a room.
    struct Part {
        let key: String
        let name: String
        let path: String?
        /// Whether somebody has to be on duty there.
        let needsDuty: Bool
        /// Clients who live there.
        let clients: [Text]
        let devices: [String]
        let isOfZone: Bool
    }

    let isEmpty: Bool
    let parts: [Part]
    let mayChange: Bool

    static let name =
        "{{#.path}}<a class=\"whole\" href=\"{{.}}\"><bdi>{{name}}</bdi></a>{{/.path}}{{^.path}}<bdi>{{name}}</bdi>{{/.path}}"

    static let part = """
        <li class="card" data-key="{{key}}">{{#isOfZone}}<h2>{{> places.name}}</h2>{{/isOfZone}}{{^isOfZone}}<h3>{{> places.name}}</h3>{{/isOfZone}}
        {{#needsDuty}}<p class="quiet">[[places.needs_duty_short]]</p>{{/needsDuty}}
        {{#clients}}<p><bdi>{{.}}</bdi></p>{{/clients}}
        {{#devices}}<p class="quiet"><bdi>{{.}}</bdi></p>{{/devices}}</li>
        """

    static let template = """
        {{#mayChange}}{{^isEmpty}}<div class="row" data-key="do"><a class="button main" href="/places/new?kind=zone">\(Icon.add.html)[[places.add_zone]]</a>
        <a class="button" href="/places/new?kind=room">\(Icon.add.html)[[places.add_room]]</a></div>{{/isEmpty}}{{/mayChange}}
        \(Empty.place(
            .home, "[[places.none]]",
            .init(
                words: "[[places.add_zone]]", path: "/places/new?kind=zone", may: "mayChange",
                otherwise: "[[places.who_adds]]"), where: "isEmpty"))
        <ul class="cards close">{{#parts}}{{> places.part}}{{/parts}}</ul>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let mayChange = viewer.person.role == .coordinator
        let names = try await DutyNames(call.api)
        let devices = try await call.api.get("devices", as: DevicePage.self)
        func part(_ place: Place) -> Part {
            Part(
                key: "place-\(place.id)", name: place.name,
                path: mayChange ? PlacesPages.path(place.id) : nil, needsDuty: place.needsDuty,
                clients: names.people.filter { $0.isActive && $0.place == place.id }.map { .nameOf($0) },
                devices: devices.devices.filter { $0.revokedAt == nil && $0.place == place.id }.map(\.name),
                isOfZone: place.kind == .zone)
        }
        let rooms = Dictionary(grouping: names.places.filter { $0.kind == .room }) { $0.parent ?? "" }
        let inZones = names.zones.flatMap { zone in [part(zone)] + (rooms[zone.id] ?? []).map(part) }
        let others = (rooms[""] ?? []).map(part)
        var notice: Notice?
        switch call.query["did"] {
        case "saved": notice = Notice(text: Text("places.did_save"))
        case "removed": notice = Notice(text: Text("places.did_remove"))
        default: break
        }
        return call.page(
            Page(
                title: Text("places.title"), template: "places",
                content: PlaceList(
                    isEmpty: names.places.isEmpty, parts: inZones + others, mayChange: mayChange),
                notice: notice))
    }
}

/// One place: its name, its zone, and whether somebody has to be on duty.
struct PlaceForm {
    let action: String
    let kind: String
    let draft: String
    let sequence: Int64
    let fields: [FormField]
    let isRoom: Bool
    let zones: [FormOption]
    let zoneFault: Text?
    let needsDuty: Bool
    let removal: String?
    let trouble: FormTrouble?

    private static let zone = Form.field(
        "parent", "[[places.in_zone]]", .choice("zones", none: "[[places.in_no_zone]]"), fault: "zoneFault")

    static let template = """
        \(Form.post("{{action}}", class: "narrow", sends: ["kind": "{{kind}}", "id": "{{draft}}", "sequence": "{{sequence}}"]))
        \(Form.troubles())
        \(Form.fields())
        {{#isRoom}}\(zone){{/isRoom}}
        {{^isRoom}}\(Form.tick("needs_duty", "yes", "[[places.needs_duty]]", isOn: "needsDuty"))
        <p class="hint quiet">[[places.needs_duty_hint]]</p>{{/isRoom}}
        <div class="row"><button class="main">[[places.save]]</button> <a class="button" href="/places">[[forms.cancel]]</a></div>
        </form>
        {{#removal}}\(Form.post("{{.}}"))<div class="row"><button class="danger">[[places.remove]]</button></div></form>{{/removal}}
        """

    static func show(
        _ call: PageCall, _ place: Place?, problem: CareProblem? = nil
    ) async throws -> PageResponse {
        let isSent = call.form["kind"] != nil
        let places = try await call.api.get("places", as: PlacePage.self).places
        let kind = place?.kind ?? (call.form["kind"] ?? call.query["kind"]).flatMap(Place.Kind.init) ?? .zone
        let parent = isSent ? call.form["parent"] : place?.parent
        let fields = [
            FormField(
                "name", Text("places.name"), value: isSent ? call.form["name"] : place?.name,
                autocomplete: "off",
                hint: Text(kind == .zone ? "places.zone_hint" : "places.room_hint"), problem: problem)
        ]
        // Somebody else has written meanwhile: what they wrote is seen before it is written over.
        var sequence = place?.sequence ?? 0
        if case .place(let now)? = problem?.current { sequence = now.sequence }
        let title: Text =
            place.map { .verbatim($0.name) }
            ?? Text(kind == .zone ? "places.add_zone" : "places.add_room")
        return call.page(
            Page(
                title: title, template: "places.form",
                content: PlaceForm(
                    action: place.map { PlacesPages.path($0.id) } ?? "/places/new", kind: kind.rawValue,
                    draft: UUIDs.draft(call.form).uuidString.lowercased(), sequence: sequence, fields: fields,
                    isRoom: kind == .room,
                    zones: places.filter { $0.kind == .zone }.map {
                        FormOption(value: $0.id, name: .verbatim($0.name), isChosen: $0.id == parent)
                    }, zoneFault: problem.flatMap { $0.field == "parent" ? $0.sentence : nil },
                    needsDuty: isSent ? call.form["needs_duty"] != nil : place?.needsDuty ?? false,
                    removal: place.map { PlacesPages.path($0.id) + "/removal" },
                    trouble: FormTrouble(
                        problem, in: fields,
                        and: [.init(field: "parent", id: "parent", label: Text("places.in_zone"))])),
                back: "/places"), status: problem?.status ?? 200)
    }

    static func save(_ call: PageCall, _ place: Place?) async throws -> PageResponse {
        do throws(CareProblem) {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            guard let kind = place?.kind ?? call.form["kind"].flatMap(Place.Kind.init) else {
                throw CareProblem(
                    .badRequest, "this does not say which change is meant: open the page again")
            }
            let id = place?.id ?? UUIDs.draft(call.form).uuidString.lowercased()
            let new = Place(
                id: id, kind: kind, name: name, parent: kind == .room ? call.form["parent"] : nil,
                needsDuty: kind == .zone && call.form["needs_duty"] != nil,
                sequence: call.form["sequence"].flatMap { Int64($0) } ?? 0)
            try await call.api.send("PUT", "places/" + PageText.escaped(id), new)
            return .seeOther("/places?did=saved")
        } catch {
            guard error.isShown else { throw error }
            return try await show(call, place, problem: error)
        }
    }
}
