import Care
import FoundationEssentials
import Wording

/// What a device is called, and where it stands.
struct DeviceForm {
    let action: String
    /// Empty for the home's own, which have no name of their own.
    let fields: [FormField]
    let places: [FormOption]
    let hasPlaces: Bool
    let placeFault: Text?
    let trouble: FormTrouble?

    /// A paired device, or one with the home's own token.
    private enum Meant {
        case paired(Device)
        case own(DeviceKind, place: String?)

        var place: String? {
            switch self {
            case .paired(let device): device.place
            case .own(_, let place): place
            }
        }
    }

    private static let place = Form.field(
        "place", "[[devices.where]]", .choice("places", none: "[[devices.nowhere]]"), fault: "placeFault")

    static let template = """
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        {{#hasPlaces}}\(place){{/hasPlaces}}
        {{^hasPlaces}}<p>[[devices.no_places]] <a class="line" href="/places/new?kind=zone">[[places.add_zone]]</a></p>{{/hasPlaces}}
        <div class="row"><button class="main">[[devices.save]]</button> <a class="button" href="/devices">[[devices.cancel]]</a></div>
        </form>
        """

    private static func meant(_ call: PageCall) async throws(CareProblem) -> Meant {
        let known = try await call.api.get("devices", as: DevicePage.self)
        if let device = UUID(uuidString: call.parts[0]).flatMap({ id in known.devices.first { $0.id == id } }
        ),
            device.revokedAt == nil
        {
            return .paired(device)
        }
        guard let kind = DeviceKind(rawValue: call.parts[0]),
            let own = known.own.first(where: { $0.kind == kind })
        else { throw CareProblem(.notFound, "there is no such device") }
        return .own(kind, place: own.place)
    }

    static func show(_ call: PageCall, _ problem: CareProblem? = nil) async throws -> PageResponse {
        let device = try await meant(call)
        let places = try await call.api.get("places", as: PlacePage.self).places
        let chosen = call.form.exactly("place") ?? device.place ?? ""
        let (title, fields): (Text, [FormField]) =
            switch device {
            case .paired(let device):
                (
                    .verbatim(device.name),
                    [
                        FormField(
                            "name", Text("devices.name"), value: call.form["name"] ?? device.name,
                            autocomplete: "off", hint: Text("devices.name_hint"), problem: problem)
                    ]
                )
            case .own(let kind, _): (DeviceWords.own(kind), [])
            }
        return call.page(
            Page(
                title: title, template: "devices.form",
                content: DeviceForm(
                    action: "/devices/\(PageText.escaped(call.parts[0]))/change", fields: fields,
                    places: PlaceOptions.all(places, chosen: chosen), hasPlaces: !places.isEmpty,
                    placeFault: problem.flatMap { $0.field == "place" ? $0.sentence : nil },
                    trouble: FormTrouble(
                        problem, in: fields,
                        and: [.init(field: "place", id: "place", label: Text("devices.where"))])),
                back: "/devices"), status: problem?.status ?? 200)
    }

    static func save(_ call: PageCall) async throws -> PageResponse {
        do {
            let change: DeviceChange
            switch try await meant(call) {
            case .paired:
                guard let name = call.form["name"] else {
                    throw CareProblem(.notAcceptable, "give it a name", field: "name")
                }
                change = DeviceChange(name: name, place: call.form["place"])
            case .own: change = DeviceChange(place: call.form["place"])
            }
            try await call.api.send("PUT", "devices/" + PageText.escaped(call.parts[0]), change)
            return .seeOther("/devices?did=changed")
        } catch let problem as CareProblem where problem.isShown {
            return try await show(call, problem)
        }
    }
}

/// Zones, each followed by its rooms, to choose from.
enum PlaceOptions {
    static func all(_ places: [Place], chosen: String) -> [FormOption] {
        func option(_ place: Place, in zone: Place? = nil) -> FormOption {
            FormOption(
                value: place.id,
                name: zone.map {
                    Text("duties.who_where", ["name": .verbatim(place.name), "zone": .verbatim($0.name)])
                } ?? .verbatim(place.name), isChosen: place.id == chosen)
        }
        let rooms = places.filter { $0.kind == .room }
        let zones = places.filter { $0.kind == .zone }
        return zones.flatMap { zone in
            [option(zone)] + rooms.filter { $0.parent == zone.id }.map { option($0, in: zone) }
        } + rooms.filter { room in !zones.contains { $0.id == room.parent } }.map { option($0) }
    }
}
