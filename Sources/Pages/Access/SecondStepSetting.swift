import Care
import Wording

/// Switching one's own second step on and off, and new recovery codes.
enum SecondStepSetting {
    static let routes: [PageRoute] = [
        PageRoute(.post, "/account/ways/second-step", for: .everybody) { call, viewer in
            do throws(CareProblem) {
                let new: NewSecondStep = try await call.api.send("POST", "account/second-step", Ignored())
                return NewSecondStepPage.draw(call, new.secret, new.address, nil)
            } catch { return try await WaysPage.refused(error, call, viewer) }
        },
        PageRoute(.post, "/account/ways/second-step/code", for: .everybody, prove),
        PageRoute(.post, "/account/ways/second-step/removal", for: .everybody) { call, viewer in
            try await WaysPage.end(call, viewer, "account/second-step", .off, orElse: .offAlready)
        },
        PageRoute(.post, "/account/ways/recovery-codes", for: .everybody) { call, viewer in
            do throws(CareProblem) {
                let codes: RecoveryCodes = try await call.api.send(
                    "POST", "account/recovery-codes", Ignored())
                return RecoveryCodesPage.draw(call, codes, isNew: false)
            } catch { return try await WaysPage.refused(error, call, viewer) }
        },
    ]

    /// The first code shows that the app has the secret.
    private static func prove(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            guard let code = call.form["code"] else {
                throw CareProblem(.notAcceptable, "write the code here", field: "code")
            }
            let codes: RecoveryCodes = try await call.api.send(
                "PUT", "account/second-step", SecondStepProof(code: code))
            return RecoveryCodesPage.draw(call, codes, isNew: true)
        } catch {
            if await isOnAlready(error, call) { return .seeOther(WaysNotice.on.path) }
            // The app has read this secret: with another one it would have to read again.
            guard error.field == "code" && error.kind != .gone || error.kind == .tooMany,
                let secret = call.form["secret"], let address = call.form["address"],
                address.hasPrefix(NewSecondStepPage.scheme)
            else { return try await WaysPage.refused(error, call, viewer) }
            return NewSecondStepPage.draw(call, secret, address, error)
        }
    }

    /// Whether an earlier sending of the same form has switched it on, as after a double click: its answer, with the recovery codes, nobody
    /// may have seen.
    private static func isOnAlready(_ problem: CareProblem, _ call: PageCall) async -> Bool {
        guard [.gone, .conflict, .forbidden].contains(problem.kind), !problem.asksForPassword else {
            return false
        }
        // Where it cannot be read, what the API has said is shown.
        let own: OwnLogins? = try? await call.api.get("account/logins")
        return own?.secondStep.isOn ?? false
    }
}

/// What an app needs to make codes, and the field for its first one.
struct NewSecondStepPage {
    /// How addresses begin that such apps open.
    static let scheme = "otpauth://totp/"

    let secret: String
    /// The same in groups of four, to be typed.
    let grouped: String
    let address: String
    let qr: SharedLink.Code?
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        <p>[[ways.app]]</p>
        <h2>[[ways.scan]]</h2>
        \(SharedLink.code("[[ways.code_picture]]"))
        <p><a class="button" href="{{address}}">[[ways.open_app]]</a></p>
        <details class="plain" data-key="typed"><summary>[[ways.type_secret]]</summary>
        <div class="shared" data-link="{{secret}}"><pre class="command" tabindex="0">{{grouped}}</pre>
        <div class="row">\(SharedLink.copy)</div></div>
        <p class="quiet">[[ways.type_secret_meaning]]</p></details>
        <h2>[[ways.first_code]]</h2>
        \(Form.post(
            "\(WaysPage.base)/second-step/code", class: "narrow",
            sends: ["secret": "{{secret}}", "address": "{{address}}"]))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[ways.switch_on]]</button><a class="button" href="\(WaysPage.base)">[[forms.cancel]]</a></div>
        </form>
        """

    static func draw(
        _ call: PageCall, _ secret: String, _ address: String, _ problem: CareProblem?
    ) -> PageResponse {
        let fields = [
            FormField(
                "code", Text("second.code"), autocomplete: "one-time-code",
                hint: Text("ways.first_code_hint"), problem: problem, isCode: true)
        ]
        return call.page(
            Page(
                title: Text("ways.switch_on"), template: "ways.second",
                content: NewSecondStepPage(
                    secret: secret, grouped: grouped(secret), address: address,
                    qr: SharedLink.Code(address), trouble: FormTrouble(problem, in: fields), fields: fields),
                back: WaysPage.base), status: problem?.status ?? 200)
    }

    private static func grouped(_ secret: String) -> String {
        var (groups, rest): ([Substring], Substring) = ([], secret[...])
        while !rest.isEmpty {
            groups.append(rest.prefix(4))
            rest = rest.dropFirst(4)
        }
        return groups.joined(separator: " ")
    }
}

/// The recovery codes, the only time that they are shown: to be written down or printed.
struct RecoveryCodesPage {
    let isNew: Bool
    let codes: [String]
    /// All of them, one to a line, to be copied.
    let all: String

    static let template = """
        {{#isNew}}<p class="word good" role="status">\(Icon.check.html) [[ways.second_on]]</p>{{/isNew}}
        <p>[[ways.codes_meaning]]</p>
        <p class="problem">[[ways.codes_once]]</p>
        <div class="shared" data-link="{{all}}"><ol data-key="codes">{{#codes}}<li><code>{{.}}</code></li>{{/codes}}</ol>
        <div class="row">\(SharedLink.copy)\
        <button type="button" id="print" hidden>\(Icon.print.html)[[history.print]]</button></div></div>
        <p><a class="button main" href="\(WaysPage.base)">[[ways.codes_kept]]</a></p>
        """

    /// - Parameter isNew: Whether the second step has just been switched on.
    static func draw(_ call: PageCall, _ codes: RecoveryCodes, isNew: Bool) -> PageResponse {
        call.page(
            Page(
                title: Text("ways.codes_title"), template: "ways.codes",
                content: RecoveryCodesPage(
                    isNew: isNew, codes: codes.codes, all: codes.codes.joined(separator: "\n")),
                scripts: ["history.js"]))
    }
}
