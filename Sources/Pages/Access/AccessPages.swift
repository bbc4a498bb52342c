/// Coming in, going out, and what belongs to oneself.
enum AccessPages: PageTopic {
    static let routes: [PageRoute] =
        LogInPage.routes + SetupPage.routes + JoinPage.routes + EnterPage.routes
        + RegisterPage.routes + OwnPage.routes + LeavingPage.routes

    static let templates: [String: String] = [
        "field": FormField.template,
        "access.login": LogInPage.template,
        "access.setup": SetupPage.template,
        "access.enter": EnterPage.template,
        "access.register": RegisterPage.template,
        "access.leaving": LeavingPage.template,
        "access.join": JoinPage.template,
        "access.code": JoinCodePage.template,
        "access.own": OwnPage.template,
        "access.confirm": ConfirmPage.template,
        "ask": AskPage.template,
        "address": SiteAddress.warning,
    ]
}
