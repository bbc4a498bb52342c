import Care
import Wording
import FoundationEssentials

/// A new device: what it is, and then the code that is typed there.
struct PairPage {
    let draft: String
    let trouble: Text?
    let kinds: [FormOption]
    let fields: [FormField]
    let clients: [FormOption]
    let clientFault: String?

    private static let client = Form.field(
        "client", "For whom?", .choice("clients", none: "All clients"),
        hint: .words("A kiosk or a screen belongs to one client. A station serves all: leave this as it is."),
        fault: "clientFault")

    static let template = """
        \(Form.post("/devices/pair", class: "narrow", sends: ["id": "{{draft}}"]))
        \(Form.trouble())
        \(Form.group("What is it?", Form.radios("kind", of: "kinds")))
        \(Form.fields())
        \(client)
        <div class="row"><button class="main">Get a code</button> <a class="button" href="/devices">Cancel</a></div>
        </form>
        """

    static func show(_ call: PageCall, _ problem: CareProblem? = nil) async throws -> PageResponse {
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let clients = people.filter { $0.role == .client && $0.isActive }
        let kind = call.form["kind"].flatMap(DeviceKind.init) ?? .display
        let chosen = call.form.exactly("client") ?? (clients.count == 1 ? clients[0].id : "")
        let fields = [
            FormField(
                "name", "Its name", value: call.form["name"], autocomplete: "off",
                hint: "Where it is or whose it is, such as Kitchen.", problem: problem)
        ]
        let clientFault = problem.flatMap { $0.field == "client" ? FormField.sentence($0.detail) : nil }
        return call.page(
            Page(
                title: "Pair a device", template: "devices.pair",
                content: PairPage(
                    draft: UUIDs.draft(call.form).uuidString.lowercased(),
                    trouble: clientFault == nil ? FormField.trouble(problem, besides: fields) : nil,
                    kinds: DeviceKind.allCases.map { one in
                        FormOption(
                            value: one.rawValue, name: DeviceWords.name(one),
                            meaning: DeviceWords.meaning(one),
                            isChosen: one == kind)
                    }, fields: fields,
                    clients: clients.map { client in
                        FormOption(
                            value: client.id, name: client.name, isChosen: client.id == chosen)
                    }, clientFault: clientFault), back: "/devices"),
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
                    .notAcceptable, "choose whose \(DeviceWords.name(kind).lowercased()) it is",
                    field: "client")
            }
            let pairing = try await call.api.send(
                "POST", "pairings",
                NewPairing(id: UUIDs.draft(call.form), kind: kind, name: name, client: client),
                as: Pairing.self)
            return call.page(
                Page(
                    title: "Pair \(pairing.name)", template: "devices.code",
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
    let runsOut: String
    let isScreen: Bool
    let address: String?
    let isOfThisMachine: Bool

    init(_ pairing: Pairing, _ call: PageCall) {
        code = pairing.code
        spelled = CodeWords.spelled(pairing.code)
        name = pairing.name
        runsOut = call.ago(pairing.expiresAt)
        isScreen = pairing.kind == .display
        let site = SiteAddress(call)
        address = site.text
        isOfThisMachine = site.isOfThisMachine
    }

    static let template = """
        <p class="code" aria-hidden="true">{{code}}</p>
        <p>{{spelled}}</p>
        <p>It works once, and expires {{runsOut}}.</p>
        {{#isScreen}}<h2>On the screen</h2>
        {{#address}}<p>Open <b>{{.}}/display/pair</b> there, and type the code.</p>{{/address}}
        {{^address}}<p>Open this site's address there with <code>/display/pair</code> behind it, and type the code.</p>{{/address}}{{/isScreen}}
        {{^isScreen}}<h2>On the other machine</h2>
        <p>Open a terminal there and type{{^address}}, with this site's address (what your browser shows on top, up to the first single
        slash) for <code>URL</code>{{/address}}:</p>
        <pre tabindex="0">beckon pair --service {{#address}}{{.}}{{/address}}{{^address}}URL{{/address}} {{code}}</pre>
        <p class="quiet">It then says how to begin.</p>{{/isScreen}}
        {{> address}}
        <p><a class="button main" href="/devices">Done</a></p>
        """
}
