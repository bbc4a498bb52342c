import Care
import FoundationEssentials
import Wording

/// A new device: what it is, and then the code that is typed there.
struct PairPage {
    let draft: String
    let trouble: FormTrouble?
    let kinds: [FormOption]
    let fields: [FormField]
    let clients: [FormOption]
    let clientFault: Text?
    let kindFault: Text?

    private static let client = Form.field(
        "client", "[[devices.for_whom]]", .choice("clients", none: "[[devices.for_all]]"),
        hint: .words("[[devices.for_whom_hint]]"),
        fault: "clientFault")

    static let template = """
        \(Form.post("/devices/pair", class: "narrow", sends: ["id": "{{draft}}"]))
        \(Form.troubles())
        \(Form.group("[[devices.what_is_it]]", fault: ("kindFault", "kind"), Form.radios("kind", of: "kinds")))
        \(Form.fields())
        \(client)
        <div class="row"><button class="main">[[devices.get_code]]</button> <a class="button" href="/devices">[[devices.cancel]]</a></div>
        </form>
        """

    static func show(_ call: PageCall, _ problem: CareProblem? = nil) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let clients = people.filter { $0.role == .client && $0.isActive }
        let kind = call.form["kind"].flatMap(DeviceKind.init) ?? .display
        let chosen = call.form.exactly("client") ?? (clients.count == 1 ? clients[0].id : "")
        let fields = [
            FormField(
                "name", Text("devices.name"), value: call.form["name"], autocomplete: "off",
                hint: Text("devices.name_hint"), problem: problem)
        ]
        let clientFault = problem.flatMap { $0.field == "client" ? $0.sentence : nil }
        return call.page(
            Page(
                title: Text("devices.pair"), template: "devices.pair",
                content: PairPage(
                    draft: UUIDs.draft(call.form).uuidString.lowercased(),
                    trouble: FormTrouble(
                        problem, in: fields,
                        and: [
                            .init(field: "client", id: "client", label: Text("devices.for_whom")),
                            .init(field: "kind", id: "kind", label: Text("devices.what_is_it")),
                        ]),
                    kinds: DeviceKind.allCases.map { one in
                        FormOption(
                            value: one.rawValue, name: DeviceWords.name(one),
                            meaning: DeviceWords.meaning(one),
                            isChosen: one == kind)
                    }, fields: fields,
                    clients: clients.map { client in
                        FormOption(
                            value: client.id, name: .nameOf(client.name, isClient: true),
                            isChosen: client.id == chosen)
                    }, clientFault: clientFault,
                    kindFault: problem.flatMap { $0.field == "kind" ? $0.sentence : nil }), back: "/devices"),
            status: problem?.status ?? 200)
    }

    static func pair(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do {
            guard let kind = call.form["kind"].flatMap(DeviceKind.init) else {
                throw CareProblem(.notAcceptable, "choose what it is", field: "kind")
            }
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "give it a name", field: "name")
            }
            let client = kind == .station ? nil : call.form["client"]
            if kind != .station, client == nil {
                throw CareProblem(
                    .notAcceptable, "choose whose \(kind == .display ? "screen" : "kiosk") it is",
                    field: "client")
            }
            let pairing = try await call.api.send(
                "POST", "pairings",
                NewPairing(id: UUIDs.draft(call.form), kind: kind, name: name, client: client),
                as: Pairing.self)
            return call.page(
                Page(
                    title: Text("devices.pair_this", ["device": .verbatim(pairing.name)]),
                    template: "devices.code",
                    content: PairCodePage(pairing, call), back: "/devices"))
        } catch let problem as CareProblem where problem.isShown {
            return try await show(call, problem)
        }
    }
}

/// The code, and where it goes.
struct PairCodePage {
    let code: String
    let spelled: Text
    let name: String
    let expires: Text
    let isScreen: Bool
    let address: String?
    let isOfThisMachine: Bool

    init(_ pairing: Pairing, _ call: PageCall) {
        code = pairing.code
        spelled = CodeWords.spelled(pairing.code)
        name = pairing.name
        expires = call.when(pairing.expiresAt)
        isScreen = pairing.kind == .display
        let site = SiteAddress(call)
        address = site.text
        isOfThisMachine = site.isOfThisMachine
    }

    static let template = """
        <p class="code" aria-hidden="true">{{code}}</p>
        <p>{{spelled}}</p>
        <p>[[devices.code_once]]</p>
        {{#isScreen}}<h2>[[devices.on_screen]]</h2>
        {{#address}}<p>[[devices.open_there]]</p>{{/address}}
        {{^address}}<p>[[devices.open_site_there]]</p>{{/address}}{{/isScreen}}
        {{^isScreen}}<h2>[[devices.on_machine]]</h2>
        <p>{{#address}}[[devices.type_there]]{{/address}}{{^address}}[[devices.type_with_address]]{{/address}}</p>
        <pre tabindex="0">beckon pair --service {{#address}}{{.}}{{/address}}{{^address}}URL{{/address}} {{code}}</pre>
        <p class="quiet">[[devices.then_it_says]]</p>{{/isScreen}}
        {{> address}}
        <p><a class="button main" href="/devices">[[devices.done]]</a></p>
        """
}
