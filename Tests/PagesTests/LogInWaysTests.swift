import Care
import Foundation
import Testing

@testable import Pages

@Suite("Logging in with a provider, a passkey or a second step, on pages")
struct LogInWaysTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let id = UUID()
    private static let with = "/login/with/\(id.uuidString.lowercased())"
    private static let asked = SecondStepAsked(token: "tok<en", expiresAt: now, hasRecoveryCodes: true)
    private static let wrong = CareProblem(
        .forbidden, "this code is wrong: type the one that the app shows now, or a recovery code",
        field: "code")

    private static func provider(
        _ name: String = "Example", home: String = "https://home.example:4280", isHere: Bool = true
    ) -> LoginProvider { LoginProvider(id: id, name: name, home: home, isHere: isHere) }

    private static func browser(_ providers: [LoginProvider] = [Self.provider()]) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = nil
        try browser.service.has("login-providers", LoginProviderPage(providers: providers))
        return browser
    }

    @Test("The page to log in has a button for each provider, and the passkey's, which waits for its script")
    func page() async throws {
        let page = try await Self.browser([Self.provider("<b>Ex")]).get("/login?next=/plan")
        for words in [
            #"action="\#(Self.with)""#, "Log in with &lt;b&gt;Ex",
            #"<div id="passkey" hidden data-next="/plan""#,
            "Log in with a passkey", "/assets/passkeys.js", "<noscript>",
        ] { #expect(page.has(words), "\(words)") }
        #expect(page.text.components(separatedBy: #"name="next" value="/plan""#).count == 3)
        // What cannot be read keeps nobody from their password.
        var bare = FakeBrowser()
        bare.viewer = nil
        let plain = try await bare.get("/login")
        #expect(plain.status == 200 && plain.has(#"data-next="/""#) && !plain.has("/login/with/"))
    }

    @Test("A provider that knows another address of the home has a link there, and none that is a script")
    func elsewhere() async throws {
        let page = try await Self.browser([Self.provider(isHere: false)]).get("/login?next=/plan")
        #expect(page.has("https://home.example:4280/login?next=%2Fplan") && !page.has(Self.with))
        let script = try await Self.browser([Self.provider(home: "javascript:alert(1)//", isHere: false)])
            .get("/login")
        #expect(!script.has("javascript:"))
        // It would lead each machine to itself.
        for home in ["http://localhost:4280", "http://127.0.0.1:4280", "https://[::1]:4280"] {
            let local = try await Self.browser([Self.provider(home: home, isHere: false)]).get("/login")
            #expect(local.status == 200, "\(home)")
            #expect(!local.has(home + "/login") && !local.has("Log in with Example"), "\(home)")
        }
    }

    @Test("On the way to a provider, a page goes on by itself, and has a link for whoever waits")
    func away() async throws {
        let browser = try Self.browser()
        let start = LoginStart(address: "https://login.example/a?b=1&c=2", expiresAt: Self.now)
        try browser.service.answer("POST", "login-providers/\(Self.id)/starts", start, status: 201)
        let page = try await browser.post(Self.with, [("next", "//evil")])
        let address = "https://login.example/a?b=1&amp;c=2"
        #expect(page.status == 200 && page.has(#"http-equiv="refresh" content="0; url=\#(address)""#))
        #expect(page.has(#"href="\#(address)""#) && page.has("On to Example"))
        #expect(page.has("If that page does not open") && page.has(#"href="/login">Back to log in"#))
        #expect(
            try browser.service.onlySent("login-providers/\(Self.id)/starts", as: LoginStartRequest.self)
                == LoginStartRequest(next: nil))
        let script = LoginStart(address: "javascript:alert(1)", expiresAt: Self.now)
        try browser.service.answer("POST", "login-providers/\(Self.id)/starts", script, status: 201)
        #expect(try await !browser.post(Self.with).has("javascript:"))
        try browser.service.refuse(
            "POST", "login-providers/\(Self.id)/starts",
            CareProblem(.notAcceptable, "Example does not answer: log in with your password"))
        let refused = try await browser.post(Self.with)
        #expect(refused.status == 422 && refused.has("Example does not answer: log in with your password."))
        #expect(refused.has(#"name="password""#))
        #expect(try await browser.post("/login/with/x").status == 404)
    }

    @Test(
        "On the way back, a page of this site goes on, and only to one",
        arguments: [("/plan", "/plan"), ("https://evil.example", "/"), (nil, "/")] as [(String?, String)])
    func back(next: String?, led: String) async throws {
        let browser = try Self.browser()
        let path = "login-providers/\(Self.id)/answers"
        let session = Session(person: Viewer.anna.person, csrfToken: "t")
        try browser.service.answer(
            "POST", path, LoginOutcome(session: session, next: next), status: 201)
        let page = try await browser.get(Self.with + "?state=s&code=c&iss=https%3A%2F%2Flogin.example")
        #expect(page.status == 200 && page.has(#"http-equiv="refresh" content="0; url=\#(led)""#))
        #expect(
            try browser.service.onlySent(path, as: LoginAnswer.self)
                == LoginAnswer(state: "s", code: "c", issuer: "https://login.example"))
    }

    @Test("A page that asks a provider takes no other page's place while it waits")
    func waits() {
        for path in [Self.with, "/account/ways/identities", "/login-providers/new"] {
            #expect(PageSite.work(of: .post, path) == .outside, "\(path)")
        }
        #expect(PageSite.work(of: .get, Self.with) == .outside)
        #expect(PageSite.work(of: .get, "/login") == .page)
    }

    @Test("Whoever is linked now comes to their ways, and whoever is not let in reads why")
    func others() async throws {
        let browser = try Self.browser()
        let path = "login-providers/\(Self.id)/answers"
        let link = IdentityLink(
            id: UUID(), provider: Self.id, providerName: "Example", name: "Anna", hasPicture: false,
            linkedAt: Self.now, usedAt: nil)
        try browser.service.answer("POST", path, LoginOutcome(linked: link))
        let linked = try await browser.get(Self.with + "?state=s&code=c")
        #expect(linked.has("Your account at Example is linked.") && linked.has("/account/ways?did=linked"))
        try browser.service.refuse(
            "POST", path,
            CareProblem(
                .forbidden, "Example has not let you in: try again, or log in with your password",
                field: "error"))
        let stopped = try await browser.get(Self.with + "?state=s&error=access_denied")
        #expect(stopped.status == 403 && stopped.has("Example has not let you in"))
        #expect(stopped.has(#"href="/login""#) && !stopped.has("http-equiv"))
        // Whoever wanted to be linked is not told apart here.
        #expect(stopped.has(#"href="/account/ways">Back to Ways to log in"#))
        let bare = try await browser.get(Self.with)
        #expect(bare.status == 400 && bare.has("What was sent back here is not whole"))
    }

    @Test("A second step is asked after a password and after a provider, and then one is in")
    func second() async throws {
        let browser = try Self.browser()
        try browser.service.answer("POST", "sessions", Self.asked, status: 202)
        let form = [("name", "Anna"), ("password", "three green boats"), ("next", "/plan")]
        let page = try await browser.post("/login", form)
        for words in [
            #"action="/login/second""#, #"name="token" value="tok&lt;en""#, #"name="next" value="/plan""#,
            "or one of your recovery codes", #"autocomplete="one-time-code""#,
        ] { #expect(page.status == 200 && page.has(words), "\(words)") }
        #expect(!page.has("three green boats"))
        let outcome = LoginOutcome(secondStep: Self.asked, next: "/plan")
        try browser.service.answer(
            "POST", "login-providers/\(Self.id)/answers", outcome, status: 202)
        #expect(try await browser.get(Self.with + "?state=s&code=c").has("tok&lt;en"))
        let done = try await browser.post(
            "/login/second", [("token", "tok"), ("code", "123 456"), ("next", "/plan")])
        #expect(done.location == "/plan")
        let sent = try #require(browser.service.sent.last)
        #expect(sent.path == "session/second-step")
        let answer = try CareJSON.decoder().decode(SecondStepAnswer.self, from: try #require(sent.body))
        #expect(answer == SecondStepAnswer(token: "tok", code: "123 456"))
    }

    @Test("A wrong code can be typed again, and what took too long begins anew")
    func wrongCode() async throws {
        let browser = try Self.browser()
        let form = [("token", "tok"), ("code", "987654"), ("next", "/plan"), ("recovery", "yes")]
        try browser.service.refuse("POST", "session/second-step", Self.wrong)
        let again = try await browser.post("/login/second", form)
        #expect(again.status == 403 && again.has("aria-invalid") && again.has(#"name="token" value="tok""#))
        #expect(again.has("recovery codes") && again.has(#"value="/plan""#) && !again.has("987654"))
        let empty = try await browser.post("/login/second", [("token", "tok")])
        #expect(empty.status == 422 && empty.has("Write the code here."))
        // What makes the codes of the app wait holds no recovery code back.
        try browser.service.refuse("POST", "session/second-step", CareProblem(.tooMany, "wait a minute"))
        #expect(try await browser.post("/login/second", form).has("A recovery code works at once"))
        for other in [("code", "K7M4Q-X2ABC"), ("recovery", "")] {
            let page = try await browser.post(
                "/login/second", form.map { $0.0 == other.0 ? other : $0 })
            #expect(page.status == 429 && !page.has("works at once"), "\(other)")
        }
        // The first step is not over because the store fails.
        try browser.service.refuse(
            "POST", "session/second-step", CareProblem(.storeFailed, "the disk is full"))
        let failing = try await browser.post("/login/second", form)
        #expect(failing.status == 503 && failing.has(#"name="token" value="tok""#))
        try browser.service.refuse(
            "POST", "session/second-step",
            CareProblem(
                .gone, "this took too long, or was done already: log in again", field: "token"))
        let over = try await browser.post("/login/second", form)
        #expect(over.status == 410 && over.has(#"name="password""#) && over.has("This took too long"))
        #expect(try await browser.get("/login/second").location == "/login")
        #expect(try await browser.post("/login/second").location == "/login")
    }

    @Test("All of it is said in German and in French")
    func languages() async throws {
        for (language, words) in [("de", "Mit Example anmelden"), ("fr", "Se connecter avec Example")] {
            var browser = try Self.browser()
            browser.languages = [language]
            #expect(try await browser.get("/login").has(words))
        }
        for (language, words) in [("de", "dieser Code ist falsch"), ("fr", "ce code est faux")] {
            #expect(try Self.wrong.words.said(in: language).hasPrefix(words))
        }
    }
}
