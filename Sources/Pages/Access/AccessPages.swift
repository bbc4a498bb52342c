/// Coming in, going out, and what belongs to oneself.
enum AccessPages: PageTopic {
    static let routes: [PageRoute] =
        LogInPage.routes + ProviderPages.routes + SecondStepPage.routes + SetupPage.routes + JoinPage.routes
        + EnterPage.routes
        + RegisterPage.routes + OwnPage.routes + WaysPage.routes + LeavingPage.routes

    static let templates: [String: String] = [
        "field": FormField.template,
        "access.login": LogInPage.template,
        "access.onward": OnwardPage.template,
        "access.stopped": StoppedLogin.template,
        "access.second": SecondStepPage.template,
        "access.setup": SetupPage.template,
        "access.enter": EnterPage.template,
        "access.register": RegisterPage.template,
        "access.leaving": LeavingPage.template,
        "access.join": JoinPage.template,
        "access.code": JoinCodePage.template,
        "access.own": OwnPage.template,
        "ways": WaysPage.template,
        "ways.second": NewSecondStepPage.template,
        "ways.codes": RecoveryCodesPage.template,
        "ways.passkey": NewPasskeyPage.template,
        "access.confirm": ConfirmPage.template,
        "ask": AskPage.template,
        "address": SiteAddress.warning,
    ]
}
