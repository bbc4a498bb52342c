import Care
import Wording

/// The first step was right: the code of an app is asked for, or a recovery code.
struct SecondStepPage {
    let token: String
    let next: String?
    let hasRecoveryCodes: Bool
    /// Whether codes of the app have to wait, and a recovery code does not.
    let isRecoveryNow: Bool
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        <p>{{#hasRecoveryCodes}}[[second.what_or_recovery]]{{/hasRecoveryCodes}}{{^hasRecoveryCodes}}[[second.what]]{{/hasRecoveryCodes}}</p>
        \(Form.post("/login/second", class: "narrow", sends: ["token": "{{token}}"]))
        {{#next}}\(Form.hidden("next", "{{.}}")){{/next}}
        {{#hasRecoveryCodes}}\(Form.hidden("recovery", "yes")){{/hasRecoveryCodes}}
        \(Form.troubles())
        {{#isRecoveryNow}}<p>[[second.recovery_now]]</p>{{/isRecoveryNow}}
        \(Form.fields())
        <div class="row"><button class="main">[[access.log_in]]</button><a class="button" href="/login">[[forms.cancel]]</a></div>
        </form>
        <p class="quiet">[[second.lost]]</p>
        """

    static let routes = [PageRoute(open: .post, "/login/second", finish)]

    static func draw(_ call: PageCall, _ asked: SecondStepAsked, next: String?) -> PageResponse {
        draw(call, asked.token, hasRecoveryCodes: asked.hasRecoveryCodes, next: next, nil)
    }

    private static func finish(_ call: PageCall) async -> PageResponse {
        guard let token = call.form.exactly("token") else { return .seeOther("/login") }
        let next = LogInPage.safe(call.form["next"])
        do throws(CareProblem) {
            guard let code = call.form["code"] else {
                throw CareProblem(.notAcceptable, "write the code here", field: "code")
            }
            try await call.api.send(
                "POST", "session/second-step", SecondStepAnswer(token: token, code: code))
            return .seeOther(next ?? "/")
        } catch {
            guard error.field != "token" else {
                // The first step is over: it is done once more.
                return await LogInPage.draw(
                    call, nil, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
            }
            return draw(
                call, token, hasRecoveryCodes: call.form["recovery"] != nil, next: next, error)
        }
    }

    /// Whether what was typed is meant as a recovery code: those of the app are digits.
    private static func hasLetters(_ call: PageCall) -> Bool {
        call.form["code"]?.contains(where: \.isLetter) ?? false
    }

    private static func draw(
        _ call: PageCall, _ token: String, hasRecoveryCodes: Bool, next: String?, _ problem: CareProblem?
    ) -> PageResponse {
        let fields = [
            FormField(
                "code", Text("second.code"), autocomplete: "one-time-code", problem: problem, isCode: true)
        ]
        return call.page(
            Page(
                title: Text("second.title"), template: "access.second",
                content: SecondStepPage(
                    token: token, next: next, hasRecoveryCodes: hasRecoveryCodes,
                    // Where a recovery code has to wait, everything that comes from this address does.
                    isRecoveryNow: hasRecoveryCodes && problem?.kind == .tooMany && !hasLetters(call),
                    trouble: FormTrouble(problem, in: fields), fields: fields)),
            status: problem?.status ?? 200)
    }
}
