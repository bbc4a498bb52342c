import Care
import Wording

/// One's own passkeys: making one, which a script does, and removing one.
enum OwnPasskeys {
    static let routes: [PageRoute] = [
        PageRoute(.post, "/account/ways/passkeys", for: .everybody) { call, viewer in
            try await offer(call, viewer, nil)
        },
        PageRoute(.post, "/account/ways/passkeys/made", for: .everybody, keep),
        PageRoute(.post, "/account/ways/passkeys/{}/removal", for: .everybody) { call, viewer in
            try await WaysPage.end(
                call, viewer, "account/passkeys/" + PageText.escaped(call.parts[0]), .unkeyed,
                orElse: .removedAlready)
        },
    ]

    /// Always with a new challenge: each is good once.
    private static func offer(
        _ call: PageCall, _ viewer: Viewer, _ problem: CareProblem?
    ) async throws(CareProblem) -> PageResponse {
        let offer: PasskeyOffer
        do {
            offer = try await call.api.send("POST", "account/passkeys/challenges", Ignored())
        } catch { return try await WaysPage.refused(error, call, viewer) }
        return NewPasskeyPage.draw(call, offer, problem)
    }

    private static func keep(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            guard let name = call.form["name"] else {
                throw CareProblem(.notAcceptable, "write a name", field: "name")
            }
            guard let challenge = call.form["challenge"], let clientData = call.form["client_data"],
                let attestation = call.form["attestation"]
            else {
                throw CareProblem(
                    .notAcceptable,
                    "your browser has made no passkey: allow scripts for this page, and try again")
            }
            try await call.api.send(
                "POST", "account/passkeys",
                NewPasskey(
                    name: name, challenge: challenge, clientData: clientData, attestation: attestation))
            return .seeOther(WaysNotice.keyed.path)
        } catch {
            guard error.kind != .unauthorized, !error.asksForPassword else { throw error }
            return try await offer(call, viewer, error)
        }
    }
}

/// The page on which a browser makes a passkey: its script reads what for from the attributes, and sends what came of it with the form.
struct NewPasskeyPage {
    let challenge: String
    let host: String
    let home: String
    let user: String
    let userName: String
    /// Numbers, and ids of credentials, with spaces between them.
    let algorithms: String
    let excluded: String
    let trouble: FormTrouble?
    let fields: [FormField]

    private static let data = """
        data-challenge="{{challenge}}" data-host="{{host}}" data-home="{{home}}" data-user="{{user}}" data-user-name="{{userName}}" \
        data-algorithms="{{algorithms}}" data-excluded="{{excluded}}" data-stopped="[[ways.passkey_stopped]]" \
        data-known="[[ways.passkey_known]]" data-unable="[[ways.passkey_unable]]"
        """

    static let template = """
        <p>[[ways.passkey_what]]</p>
        <div id="passkey" \(data)>
        \(Form.post(
            "\(WaysPage.base)/passkeys/made", class: "narrow",
            sends: ["challenge": "{{challenge}}", "client_data": "", "attestation": ""]))
        \(Form.troubles())
        \(Form.fields())
        <p class="problem" role="alert"></p>
        <div class="row"><button class="main" data-do="make" hidden>[[ways.passkey_make]]</button><a class="button" href="\(WaysPage.base)">[[forms.cancel]]</a></div>
        </form></div>
        <noscript><p class="problem">[[access.passkey_script]]</p></noscript>
        """

    static func draw(_ call: PageCall, _ offer: PasskeyOffer, _ problem: CareProblem?) -> PageResponse {
        let fields = [
            FormField(
                "name", Text("ways.passkey_name"), value: call.form["name"], autocomplete: "off",
                hint: Text("ways.passkey_name_hint"), problem: problem)
        ]
        return call.page(
            Page(
                title: Text("ways.add_passkey"), template: "ways.passkey",
                content: NewPasskeyPage(
                    challenge: offer.challenge, host: offer.host, home: offer.home, user: offer.user,
                    userName: offer.userName,
                    algorithms: offer.algorithms.map(String.init).joined(separator: " "),
                    excluded: offer.excluded.joined(separator: " "),
                    trouble: FormTrouble(problem, in: fields), fields: fields),
                back: WaysPage.base, scripts: ["passkeys.js"]), status: problem?.status ?? 200)
    }
}
