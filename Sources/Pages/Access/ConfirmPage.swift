import Care
import Wording

/// Asks for the password once more, before what was sent is done; then the same form is sent again with it.
struct ConfirmPage {
    /// The field that holds it, in a form and in the API.
    static let field = "current_password"

    /// What is changed by what was sent.
    let meaning: Text
    let action: String
    /// The page with the form, for whoever does not go on.
    let back: String
    let trouble: FormTrouble?
    let fields: [FormField]
    /// What was sent, without a secret: that is typed once more.
    let sent: [AskPage.Field]

    static let template = """
        <p>{{meaning}} [[access.confirm]]</p>
        \(Form.post("{{action}}", class: "narrow"))
        {{#sent}}\(Form.hidden("{{name}}", "{{value}}")){{/sent}}
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[forms.go_on]]</button><a class="button" href="{{back}}">[[forms.cancel]]</a></div>
        </form>
        """

    /// Shows the API the password that a form has brought, if it has one.
    static func confirm(_ call: PageCall) async throws(CareProblem) {
        guard call.request.viewer != nil, let password = call.form.exactly(field), !password.isEmpty else {
            return
        }
        try await call.api.send(
            "POST", "session/confirmation", PasswordConfirmation(currentPassword: password))
    }

    static func draw(_ call: PageCall, _ problem: CareProblem) -> PageResponse {
        // Whoever has not typed one yet has made no mistake.
        let isWrong = call.form.exactly(field) != nil
        let fields = [
            FormField(
                field, Text("access.your_password"), type: "password", autocomplete: "current-password",
                problem: isWrong ? problem : nil)
        ]
        return call.page(
            Page(
                title: Text("access.confirm_title"), template: "access.confirm",
                content: ConfirmPage(
                    meaning: Text(
                        call.request.path.hasPrefix("/account/")
                            ? "access.confirm_own" : "access.confirm_others"),
                    action: call.request.path + call.query.encoded,
                    back: PageSite.page(of: call.request.path),
                    trouble: isWrong ? FormTrouble(problem, in: fields) : nil, fields: fields,
                    sent: LoginProviderForm.again(call.form))), status: problem.status)
    }
}

extension CareProblem {
    /// Whether it would be done once the password has been typed.
    var asksForPassword: Bool { kind == .forbidden && field == ConfirmPage.field }
}
