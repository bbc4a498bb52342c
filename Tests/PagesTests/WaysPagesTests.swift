import Care
import Foundation
import Testing

@testable import Pages

@Suite("One's own ways to log in, on pages")
struct WaysPagesTests {
    private static let provider = LoginProvider(
        id: UUID(), name: "Example", home: "https://home.example", isHere: true)
    private static let identity = IdentityLink(
        id: UUID(), provider: provider.id, providerName: "Example", name: "Anna <3", hasPicture: true,
        linkedAt: FakeHome.now, usedAt: nil)
    private static let passkey = Passkey(
        id: UUID(), name: "My <phone>", host: "home.example", since: FakeHome.now,
        usedAt: FakeHome.now.addingTimeInterval(999_999_999))
    private static let offer = PasskeyOffer(
        challenge: "Y2hhbGxlbmdl", host: "home.example", home: "Sunrise <House>", user: "dXNlcg",
        userName: "Anna", algorithms: [-7, -257], excluded: ["b25l", "dHdv"],
        expiresAt: Date(timeIntervalSince1970: 1_800_000_300))
    private static let on = SecondStepState(isOn: true, since: FakeHome.now, recoveryCodesLeft: 10)

    private static func browser(
        _ change: (inout OwnLogins) -> Void = { _ in }, hasPassword: Bool = true, as viewer: Viewer = .anna,
        offering providers: [LoginProvider] = [Self.provider]
    ) throws -> FakeBrowser {
        var own = OwnLogins(
            identities: [], secondStep: SecondStepState(isOn: false), passkeys: [], canAddPasskey: true)
        change(&own)
        var browser = FakeBrowser()
        browser.viewer = viewer
        let session = Session(
            person: viewer.person, hasPassword: hasPassword, csrfToken: viewer.csrfToken)
        try browser.service.has("session", session)
        try browser.service.has("account/logins", own)
        try browser.service.has("login-providers", LoginProviderPage(providers: providers))
        return browser
    }

    private static func path(_ kind: String, _ id: UUID) -> String {
        "/account/ways/\(kind)/\(id.uuidString.lowercased())"
    }

    @Test("The page leads from one's own, and shows what is there, escaped, with nothing still to come")
    func shown() async throws {
        #expect(try await FakeHome().ask("/account", as: "anna").text.contains(#"href="/account/ways""#))
        let page = try await Self.browser {
            ($0.identities, $0.passkeys, $0.secondStep) = ([Self.identity], [Self.passkey], Self.on)
        }.get("/account/ways")
        for words in [
            "Your second step is on.", "10 recovery codes are left.", "My &lt;phone&gt;",
            "For the address", "Anna &lt;3", "Not used yet.", "Last used: just now",
            #"action="\#(Self.path("passkeys", Self.passkey.id))/removal""#,
            #"action="\#(Self.path("identities", Self.identity.id))/removal""#,
            "Take my name from there", "You then log in as Anna &lt;3.", "Take my picture from there",
            #"action="/account/ways/passkeys""#, "<noscript>", "with your name and password",
        ] { #expect(page.status == 200 && page.has(words), "\(words)") }
        #expect(!page.has("Link with") && !page.has("<phone>"))
        let few = try await Self.browser { $0.secondStep = SecondStepState(isOn: true) }.get("/account/ways")
        #expect(few.has(#"<p class="problem">No recovery code is left"#))
        let bare = try await Self.browser(offering: []).get("/account/ways")
        #expect(bare.has("Switch on the second step") && !bare.has("Accounts elsewhere"))
    }

    @Test("Who has no password reads why nothing can be added, and can end what is there")
    func noPassword() async throws {
        let page = try await Self.browser({ $0.passkeys = [Self.passkey] }, hasPassword: false)
            .get("/account/ways?link=\(Self.provider.id)")
        #expect(page.has("You have no password here") && page.has("/removal"))
        #expect(!page.has("with your name and password"))
        for action in ["second-step", "passkeys", "identities"] {
            #expect(!page.has(#"action="/account/ways/\#(action)""#), "\(action)")
        }
    }

    @Test("Where no passkey can be made, it says why, and only staff find how an address becomes secure")
    func address() async throws {
        let staff = try await Self.browser { $0.canAddPasskey = false }.get("/account/ways")
        #expect(staff.has("begins with https") && staff.has(#"href="/secure""#))
        let other = try await Self.browser({ $0.canAddPasskey = false }, as: .dora).get("/account/ways")
        #expect(other.has("begins with https") && !other.has(#"href="/secure""#))
    }

    @Test("Whoever has joined to log in with a provider finds its button first; one that is linked has none")
    func asked() async throws {
        let link = "/account/ways?link=\(Self.provider.id)"
        let page = try await Self.browser().get(link)
        #expect(page.has("Log in with Example from now on"))
        #expect(page.text.components(separatedBy: #"name="provider""#).count == 2)
        let linked = try await Self.browser { $0.identities = [Self.identity] }.get(link)
        #expect(linked.status == 200 && !linked.has("from now on"))
        for other in ["", "x", UUID().uuidString] {
            let page = try await Self.browser().get("/account/ways?link=" + other)
            #expect(page.status == 200 && !page.has("from now on") && page.has("Link with Example"))
        }
        var there = Self.provider
        there.isHere = false
        let elsewhere = try await Self.browser(offering: [there]).get("/account/ways")
        #expect(
            elsewhere.has(
                "https://home.example/account/ways?link=\(Self.provider.id.uuidString.lowercased())"))
    }

    @Test(
        "The second step asks for the password, shows a code for the app, and is on once the app's is right")
    func switchedOn() async throws {
        let home = FakeHome { $0.isConfirmed = false }
        let first = try await home.ask("/account/ways/second-step", as: "anna", post: [])
        #expect(first.status == 403)
        #expect(first.text.contains("This changes how you log in. Type your password again"))
        #expect(first.text.contains(#"href="/account/ways">Cancel"#))
        let page = try await home.ask(
            "/account/ways/second-step", as: "anna", post: [("current_password", "three green boats")])
        for words in [
            #"class="qr""#, "JBSW Y3DP EHPK 3PXP", #"data-link="JBSWY3DPEHPK3PXP""#,
            #"href="otpauth://totp/Home:Anna?secret=JBSWY3DPEHPK3PXP""#, #"name="code""#,
        ] { #expect(page.text.contains(words), "\(words)") }
        func prove(_ code: String, _ address: String = "otpauth://totp/a") async throws
            -> (status: Int, text: String, location: String?)
        {
            try await home.ask(
                "/account/ways/second-step/code", as: "anna",
                post: [("code", code), ("secret", "ABCDEFGH"), ("address", address)])
        }
        let wrong = try await prove("000000")
        #expect(wrong.status == 403 && wrong.text.contains("ABCD EFGH"))
        #expect(wrong.text.contains("This is not the code that the app shows now"))
        #expect(wrong.text.contains(#"class="faults" role="alert""#))
        #expect(try await !prove("000000", "javascript:alert(1)").text.contains("javascript:"))
        #expect(try await prove("").text.contains("Write the code here."))
        let codes = try await prove("123456")
        #expect(codes.status == 200 && codes.text.contains("<code>K7M4Q-X2ABC</code>"))
        #expect(codes.text.contains("never again") && codes.text.contains(#"id="print""#))
        #expect(try await home.ask("/account/ways", as: "anna").text.contains("Your second step is on."))
        #expect(try await !home.ask("/account/ways", as: "anna").text.contains("K7M4Q"))
    }

    @Test("It is switched off, and new recovery codes are made, each after it was said what that means")
    func switchedOff() async throws {
        let home = FakeHome { $0.ways.secondStep = Self.on }
        let page = try await home.ask("/account/ways", as: "anna").text
        #expect(page.contains("The old ones work no more.") && page.contains("password alone is enough"))
        let off = try await home.ask("/account/ways/second-step/removal", as: "anna", post: [])
        #expect(off.location == "/account/ways?did=off")
        #expect(try await home.ask("/account/ways?did=off", as: "anna").text.contains("step is off."))
        let browser = try Self.browser()
        try browser.service.answer(
            "POST", "account/recovery-codes", RecoveryCodes(codes: ["AAAAA-BBBBB"]), status: 201)
        let codes = try await browser.post("/account/ways/recovery-codes")
        #expect(codes.has("<code>AAAAA-BBBBB</code>") && !codes.has("Your second step is on."))
        try browser.service.refuse(
            "POST", "account/recovery-codes",
            CareProblem(.conflict, "your second step is off: switch it on first"))
        let refused = try await browser.post("/account/ways/recovery-codes")
        #expect(refused.status == 409 && refused.has("Your second step is off: switch it on first."))
        // Somebody was faster.
        try browser.service.refuse("DELETE", "account/second-step", CareProblem(.notFound, "it is off"))
        let gone = try await browser.post("/account/ways/second-step/removal")
        #expect(gone.location == "/account/ways?did=offAlready")
        #expect(try await browser.get("/account/ways?did=offAlready").has("step was off already."))
    }

    @Test("Sent twice, it says that it is on, and where recovery codes come from that nobody has seen")
    func twice() async throws {
        let browser = try Self.browser { $0.secondStep = Self.on }
        for problem in [
            CareProblem(.gone, "this took too long: begin again, with a new QR code", field: "code"),
            CareProblem(.conflict, "your second step is on already"),
            CareProblem(.forbidden, "your second step is on already"),
        ] {
            try browser.service.refuse("PUT", "account/second-step", problem)
            let page = try await browser.post(
                "/account/ways/second-step/code",
                [("code", "123456"), ("secret", "ABCD"), ("address", "otpauth://totp/a")])
            #expect(page.location == "/account/ways?did=on")
        }
        let page = try await browser.get("/account/ways?did=on")
        #expect(page.has("If you have not seen the recovery codes, make new ones."))
        // The password is still asked for.
        try browser.service.refuse(
            "PUT", "account/second-step",
            CareProblem(.forbidden, "type your password again", field: ConfirmPage.field))
        let asked = try await browser.post("/account/ways/second-step/code", [("code", "123456")])
        #expect(asked.status == 403 && asked.has("This changes how you log in."))
    }

    @Test("What a code was too late for begins anew")
    func late() async throws {
        let browser = try Self.browser()
        try browser.service.refuse(
            "PUT", "account/second-step",
            CareProblem(.gone, "this took too long: begin again, with a new QR code", field: "code"))
        let page = try await browser.post(
            "/account/ways/second-step/code",
            [("code", "123456"), ("secret", "ABCD"), ("address", "otpauth://totp/a")])
        #expect(page.status == 410 && page.has("This took too long") && !page.has(#"class="qr""#))
        #expect(try await browser.get("/account/ways/second-step").location == "/account/ways")
    }

    @Test("A passkey is made by a script from what the page says, and kept with its name")
    func passkeyMade() async throws {
        let browser = try Self.browser()
        try browser.service.answer("POST", "account/passkeys/challenges", Self.offer, status: 201)
        let page = try await browser.post("/account/ways/passkeys")
        for words in [
            #"data-challenge="Y2hhbGxlbmdl""#, #"data-home="Sunrise &lt;House&gt;""#,
            #"data-algorithms="-7 -257""#, #"data-excluded="b25l dHdv""#, #"data-user="dXNlcg""#,
            "/assets/passkeys.js", "<noscript>", #"data-do="make" hidden"#, #"role="alert""#,
        ] { #expect(page.status == 200 && page.has(words), "\(words)") }
        let form = [
            ("name", "My phone"), ("challenge", "c"), ("client_data", "d"), ("attestation", "a"),
        ]
        #expect(
            try await browser.post("/account/ways/passkeys/made", form).location
                == "/account/ways?did=keyed")
        let last = try #require(browser.service.sent.last)
        #expect(last.path == "account/passkeys")
        let new = try CareJSON.decoder().decode(NewPasskey.self, from: try #require(last.body))
        #expect(
            new == NewPasskey(name: "My phone", challenge: "c", clientData: "d", attestation: "a"))
        // A challenge is good once: what is wrong is shown with a new one.
        let nameless = try await browser.post("/account/ways/passkeys/made", Array(form.dropFirst()))
        #expect(nameless.status == 422 && nameless.has("aria-invalid") && nameless.has("Y2hhbGxlbmdl"))
        let none = try await browser.post("/account/ways/passkeys/made", [("name", "My phone")])
        #expect(none.status == 422 && none.has("Your browser has made no passkey"))
        #expect(none.has(#"value="My phone""#))
        try browser.service.refuse(
            "POST", "account/passkeys/challenges",
            CareProblem(.conflict, "you have 20 passkeys already: remove one first"))
        let full = try await browser.post("/account/ways/passkeys")
        #expect(full.status == 409 && full.has("You have 20 passkeys already"))
    }

    @Test("A passkey and an account elsewhere are ended, and whoever was slower is told that they were")
    func ended() async throws {
        let browser = try Self.browser()
        for (kind, did) in [("passkeys", "unkeyed"), ("identities", "unlinked")] {
            let (id, path) = (UUID(), "/account/ways?did=\(did)")
            let page = Self.path(kind, id) + "/removal"
            let place = "account/\(kind)/\(id.uuidString.lowercased())"
            try browser.service.answer("DELETE", place, Ignored())
            #expect(try await browser.post(page).location == path)
            #expect(try await browser.get(path).has(#"class="notice""#))
            try browser.service.refuse("DELETE", place, CareProblem(.notFound, "it is not there"))
            #expect(try await browser.post(page).location == "/account/ways?did=removedAlready")
            #expect(
                try await browser.get("/account/ways?did=removedAlready").has("It was removed already."))
        }
    }

    @Test("Linking goes on to the provider, and name and picture are taken over one by one")
    func linked() async throws {
        let browser = try Self.browser()
        let start = LoginStart(address: "https://login.example/a", expiresAt: FakeHome.now)
        try browser.service.answer("POST", "account/identities", start, status: 201)
        let form = [("provider", Self.provider.id.uuidString)]
        let page = try await browser.post("/account/ways/identities", form)
        #expect(page.has(#"content="0; url=https://login.example/a""#) && page.has("On to Example"))
        #expect(page.has("Nothing is linked then.") && page.has(#"href="/account/ways">Back to Ways"#))
        #expect(try await browser.post("/account/ways/identities", [("provider", "x")]).status == 404)
        try browser.service.refuse(
            "POST", "account/identities",
            CareProblem(
                .notAcceptable, "Example does not answer, so nothing was linked: try again later"))
        let refused = try await browser.post("/account/ways/identities", form)
        #expect(refused.status == 422 && refused.has("Example does not answer, so nothing was linked"))
        let path = Self.path("identities", Self.identity.id) + "/adoption"
        for (take, did) in [("name", "named"), ("picture", "pictured")] {
            let done = try await browser.post(path, [("take", take)])
            #expect(done.location == "/account/ways?did=\(did)")
            let last = try #require(browser.service.sent.last?.body)
            let taken = try CareJSON.decoder().decode(IdentityAdoption.self, from: last)
            #expect(taken == IdentityAdoption(name: take == "name", picture: take == "picture"))
        }
        #expect(
            try await browser.get("/account/ways?did=named").has("You log in as Anna from now on."))
    }

    @Test("A client takes over a picture, and no name: others call them as they know them")
    func client() async throws {
        let maria = Viewer(
            person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")
        let page = try await Self.browser({ $0.identities = [Self.identity] }, as: maria)
            .get("/account/ways")
        #expect(page.has("Take my picture from there") && !page.has("Take my name from there"))
    }

    @Test("Every form has this session's token, and both other languages say the page")
    func tokens() async throws {
        var browser = try Self.browser {
            ($0.identities, $0.passkeys, $0.secondStep) = ([Self.identity], [Self.passkey], Self.on)
        }
        let text = try await browser.get("/account/ways").text
        let forms = text.components(separatedBy: #"method="post""#).count
        #expect(forms > 5)
        #expect(text.components(separatedBy: #"name="csrf" value="token-of-anna""#).count == forms)
        for (language, words) in [
            ("de", "10 Notfallcodes sind noch da."), ("fr", "Il reste 10 codes de secours."),
        ] {
            browser.languages = [language]
            #expect(try await browser.get("/account/ways").has(words))
        }
    }
}
