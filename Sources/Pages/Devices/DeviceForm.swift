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
    let isKiosk: Bool
    /// Whom a kiosk may serve besides its own client; empty for every other device.
    let clients: [FormOption]
    let hasClients: Bool
    let clientsFault: Text?
    /// When those are told things there whom it serves already, its own client first.
    let times: [ServedTimesPart]
    /// Whom it serves as the form is drawn: sent along, so that what others change meanwhile is noticed.
    let served: String
    let trouble: FormTrouble?

    /// A paired device, or one with the home's own token.
    private enum Meant {
        case paired(Device)
        case own(OwnDevice)

        var place: String? {
            switch self {
            case .paired(let device): device.place
            case .own(let device): device.place
            }
        }

        /// Whom a kiosk serves always, and whom besides or at certain times; `nil` for every other device.
        var serves: (always: [String], clients: [ServedClient])? {
            switch self {
            case .paired(let device):
                device.kind == .kiosk ? ([device.client].compactMap(\.self), device.clients) : nil
            case .own(let device): device.kind == .kiosk ? (device.always, device.clients) : nil
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
        {{#isKiosk}}\(Form.hidden("served", "{{served}}")){{#hasClients}}\(Form.group("[[devices.serves]]", fault: ("clientsFault", "clients"), Form.boxes("serves", of: "clients")))
        <p class="quiet">[[devices.serves_hint]]</p>{{/hasClients}}{{#times}}{{> devices.times}}{{/times}}{{/isKiosk}}
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
        return .own(own)
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
            case .own(let own): (DeviceWords.own(own.kind), [])
            }
        let people = device.serves == nil ? [] : try await call.api.get("people", as: PeoplePage.self).people
        let clients = options(device, people, call, problem)
        let (always, served) = device.serves ?? ([], [])
        let besides = served.filter { !always.contains($0.client) }
        let own = always.map { id in served.first { $0.client == id } ?? ServedClient(client: id) }
        let typed = problem == nil ? nil : call.form
        // Whom somebody else has taken away meanwhile still has what was typed.
        let others = clients.map(\.value).filter { client in
            !besides.contains { $0.client == client }
                && typed.map { ServedTimesPart.isIn($0, for: client) } ?? false
        }
        let times = (own + besides + others.map { ServedClient(client: $0) }).compactMap { served in
            people.first { $0.id == served.client && $0.role == .client }.map { client in
                ServedTimesPart(
                    served, named: .verbatim(client.name),
                    week: call.site.firstWeekday(for: call.request).week,
                    typed: typed, problem: problem)
            }
        }
        return call.page(
            Page(
                title: title, template: "devices.form",
                content: DeviceForm(
                    action: "/devices/\(PageText.escaped(call.parts[0]))/change", fields: fields,
                    places: PlaceOptions.all(places, chosen: chosen), hasPlaces: !places.isEmpty,
                    placeFault: problem.flatMap { $0.field == "place" ? $0.sentence : nil },
                    isKiosk: device.serves != nil, clients: clients, hasClients: !clients.isEmpty,
                    clientsFault: problem.flatMap { $0.field == "clients" ? $0.sentence : nil },
                    times: times, served: try sent(served),
                    trouble: FormTrouble(
                        problem, in: fields,
                        and: faultPlaces(hasClients: !clients.isEmpty, times))),
                back: "/devices"), status: problem?.status ?? 200)
    }

    /// Where the template shows what is wrong: without a group of clients, what is wrong with them stands above the form alone.
    private static func faultPlaces(
        hasClients: Bool, _ times: [ServedTimesPart]
    ) -> [FormTrouble.Place] {
        let clients = FormTrouble.Place(field: "clients", id: "clients", label: Text("devices.serves"))
        return [FormTrouble.Place(field: "place", id: "place", label: Text("devices.where"))]
            + (hasClients ? [clients] : [])
            + times.map { FormTrouble.Place(field: $0.id, id: $0.id, label: $0.heading) }
    }

    /// The clients of the home, without those whom the kiosk serves always.
    private static func options(
        _ device: Meant, _ people: [Person], _ call: PageCall, _ problem: CareProblem?
    ) -> [FormOption] {
        guard let serves = device.serves else { return [] }
        let chosen = problem == nil ? Set(serves.clients.map(\.client)) : Set(call.form.all("serves"))
        return people.filter { $0.role == .client && !serves.always.contains($0.id) }
            .map { FormOption(value: $0.id, name: .verbatim($0.name), isChosen: chosen.contains($0.id)) }
    }

    private static func sent(_ served: [ServedClient]) throws -> String {
        String(decoding: try CareJSON.encoder().encode(served), as: UTF8.self)
    }

    /// Whom it served, and when, as the form was drawn; `nil` where the form does not say it.
    private static func seen(_ call: PageCall) -> [ServedClient]? {
        call.form.exactly("served").flatMap {
            try? CareJSON.decoder().decode([ServedClient].self, from: Data($0.utf8))
        }
    }

    /// Whom it serves, and when, as the form says it; `nil` where the form has changed none of it.
    private static func clients(of device: Meant, _ call: PageCall) throws(CareProblem) -> ServedClients? {
        guard let serves = device.serves else { return nil }
        let seen = seen(call) ?? serves.clients
        var clients: [ServedClient] = []
        for id in serves.always + call.form.all("serves").filter({ !serves.always.contains($0) }) {
            let known = seen.first { $0.client == id } ?? ServedClient(client: id)
            let read = try ServedTimesPart.read(known, call.form)
            // Its own client is named only with times.
            if !read.times.isEmpty || !serves.always.contains(id) { clients.append(read) }
        }
        func ordered(_ clients: [ServedClient]) -> [ServedClient] { clients.sorted { $0.client < $1.client } }
        return ordered(clients) == ordered(seen) ? nil : ServedClients(clients: clients, replaces: seen)
    }

    private static func save(_ change: DeviceChange, _ call: PageCall) async throws {
        do throws(CareProblem) {
            try await call.api.send("PUT", "devices/" + PageText.escaped(call.parts[0]), change)
        } catch {
            guard error.kind == .conflict, error.field == "replaces" else { throw error }
            let people = try await call.api.get("people", as: PeoplePage.self).people
            let theirs = theirs(try await meant(call), since: seen(call) ?? [], people)
            throw CareProblem(
                .conflict, call.say(Text("question.theirs", ["theirs": .text(theirs)])), field: "clients")
        }
    }

    /// Whom it serves now, and when, and what is no longer so since the form was drawn.
    private static func theirs(_ device: Meant, since seen: [ServedClient], _ people: [Person]) -> Text {
        let (always, clients) = device.serves ?? ([], [])
        let timesGone = seen.filter { one in
            always.contains(one.client) && !one.times.isEmpty
                && !clients.contains { $0.client == one.client && !$0.times.isEmpty }
        }
        var now =
            DevicesPage.others(clients, people, own: always.first)
            + timesGone.map { one in
                let name = people.first { $0.id == one.client }?.name ?? one.client
                return Text("devices.times_gone", ["client": .verbatim(name)])
            }
        func servesOthers(_ clients: [ServedClient]) -> Bool {
            clients.contains { !always.contains($0.client) }
        }
        if !servesOthers(clients), now.isEmpty || servesOthers(seen) {
            now.append(Text("devices.serves_nobody"))
        }
        return .joined(now, separator: "; ")
    }

    static func save(_ call: PageCall) async throws -> PageResponse {
        do {
            var change = DeviceChange(place: call.form["place"])
            let device = try await meant(call)
            change.serves = try clients(of: device, call)
            if case .paired = device {
                guard let name = call.form["name"] else {
                    throw CareProblem(.notAcceptable, "give it a name", field: "name")
                }
                change.name = name
            }
            // All of it is changed, or nothing.
            try await save(change, call)
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
