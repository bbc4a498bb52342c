import Care
import Foundation
import Testing

@testable import Pages

@Suite("Providers by which people log in, for whoever sets the home up")
struct LoginProviderPagesTests {
    private static let id = UUID()
    private static let own = "/login-providers/\(id.uuidString.lowercased())"
    private static let api = "login-providers/\(id.uuidString.lowercased())"

    private static func provider(_ change: (inout LoginProvider) -> Void = { _ in }) -> LoginProvider {
        var provider = LoginProvider(
            id: id, name: "Example", home: "https://home.example:4280", isHere: true,
            issuer: "https://login.example/", clientID: "beckon-7", hasSecret: true, people: 3)
        change(&provider)
        return provider
    }

    private static func browser(_ providers: [LoginProvider], as viewer: Viewer = .ben) throws -> FakeBrowser
    {
        var browser = FakeBrowser()
        browser.viewer = viewer
        browser.address = "https://home.example:4280"
        try browser.service.has("login-providers", LoginProviderPage(providers: providers))
        return browser
    }

    private static func typed(_ more: [(String, String)] = []) -> [(String, String)] {
        [
            ("id", id.uuidString.lowercased()), ("name", "Example"), ("issuer", "https://login.example/"),
            ("client_id", "beckon-7"), ("home", "https://home.example:4280"),
        ] + more
    }

    @Test("The list says of each how it is, and how many people log in with it")
    func list() async throws {
        let elsewhere = LoginProvider(
            id: UUID(), name: "<b>Old</b>", home: "https://other.example", isHere: false,
            issuer: "https://old.example", clientID: "x", hasSecret: false, people: 0, problem: .unreachable)
        let page = try await Self.browser([Self.provider(), elsewhere]).get("/login-providers")
        for words in [
            "https://login.example/", "3 people log in with it", "Answered when it was asked last.", Self.own,
            "&lt;b&gt;Old&lt;/b&gt;",
            "does not answer", "at https://other.example alone", "Nobody is linked with it yet.",
            "href=\"/login-providers/new\"",
        ] {
            #expect(page.has(words), "\(words)")
        }
        let none = try await Self.browser([]).get("/login-providers")
        #expect(none.has("There is no login provider yet"))
        let full = (0..<LoginProvider.most).map { _ in Self.provider { $0.id = UUID() } }
        let browser = try Self.browser(full)
        let page2 = try await browser.get("/login-providers")
        #expect(page2.has("data-key=\"full\"") && !page2.has("/login-providers/new"))
        #expect(try await browser.get("/login-providers/new").location == "/login-providers")
    }

    @Test("What is wrong is said with what to do, in each language", arguments: PlatformProblem.allCases)
    func problems(_ problem: PlatformProblem) async throws {
        var said: Set<String> = []
        for language in ["en", "de", "fr"] {
            var browser = try Self.browser([Self.provider { $0.problem = problem }])
            browser.languages = [language]
            let page = try await browser.get(Self.own)
            let words = try #require(page.text.firstMatch(of: /<span class="word urgent">(.*?)<\/span>/)).1
            #expect(!words.contains("providers."))
            said.insert(String(words))
        }
        #expect(said.count == 3)
    }

    @Test("Before one is there, it is said what is entered at the provider, and stays so")
    func beginning() async throws {
        let browser = try Self.browser([])
        let first = try await browser.get("/login-providers/new")
        let location = try #require(first.location)
        let id = try #require(UUID(uuidString: String(location.suffix(36))))
        let page = try await browser.get(location)
        let address = "https://home.example:4280" + LoginProvider.returnPath(of: id)
        #expect(page.has("data-link=\"\(address)\"") && page.has("<code>\(address)</code>"))
        #expect(page.has("data-do=\"copy\"") && page.has("value=\"\(id.uuidString.lowercased())\""))
        // It says nothing of what works only on the service's own machine, or without TLS.
        #expect(!page.has("own machine") && !page.has("https and a name"))
        // An address by which somebody else has been led here changes none that is there.
        let known = try Self.browser([Self.provider()])
        #expect(try await known.get("/login-providers/new?id=\(Self.id)").location == Self.own)
    }

    @Test("Where browsers elsewhere do not come back to, and where providers send nobody, is said")
    func returning() async throws {
        var browser = try Self.browser([])
        browser.address = "http://localhost:4280"
        let here = try await browser.get("/login-providers/new?id=\(UUID())")
        #expect(here.has("You have opened Beckon on its own machine") && here.has("https and a name"))
        for address in [
            "http://192.168.1.20:4280", "https://192.168.1.20:4280", "https://[fd00::1]:4280",
            "http://home.example:4280", "https://localhost:4280",
        ] {
            browser.address = address
            let poor = try await browser.get("/login-providers/new?id=\(UUID())")
            #expect(poor.has("https and a name"), "\(address)")
        }
        browser.address = nil
        let unknown = try await browser.get("/login-providers/new?id=\(Self.id)")
        #expect(unknown.status == 200)
        #expect(unknown.has("<code>\(LoginProvider.returnPath(of: Self.id))</code>"))
    }

    @Test("One is added with what was typed")
    func add() async throws {
        let browser = try Self.browser([])
        let made = try await browser.post(
            "/login-providers/new", Self.typed([("client_secret", " s3cret-words ")]))
        #expect(made.location == Self.own + "?did=added")
        let change: LoginProviderChange = try browser.service.onlySent(Self.api)
        #expect(
            change
                == LoginProviderChange(
                    name: "Example", issuer: "https://login.example/", clientID: "beckon-7",
                    clientSecret: "s3cret-words", home: "https://home.example:4280"))
        #expect(browser.service.sent.last?.method == "PUT")
        let other = try Self.browser([])
        _ = try await other.post("/login-providers/new", Self.typed())
        let without: LoginProviderChange = try other.service.onlySent(Self.api)
        #expect(without.clientSecret == nil)
        #expect(try await other.post("/login-providers/new", [("name", "x")]).status == 404)
    }

    @Test("What is missing is said at its field, and nothing is sent")
    func missing() async throws {
        let browser = try Self.browser([])
        let page = try await browser.post(
            "/login-providers/new", [("id", Self.id.uuidString), ("home", "https://home.example:4280")])
        #expect(page.status == 422 && browser.service.sent.isEmpty)
        for field in ["name", "issuer", "client_id"] { #expect(page.has("href=\"#f-\(field)\""), "\(field)") }
        #expect(!page.has("Type the secret once more"))
    }

    @Test("A secret is in no page: a form that was refused asks for it once more, and is not taken without")
    func secret() async throws {
        let browser = try Self.browser([])
        try browser.service.refuse(
            "PUT", Self.api, CareProblem(.notAcceptable, "it is too large to be read", field: "issuer"))
        let refused = try await browser.post(
            "/login-providers/new", Self.typed([("client_secret", "s3cret-words")]))
        #expect(refused.status == 422 && !refused.has("s3cret-words"))
        #expect(refused.has("href=\"#f-issuer\"") && refused.has("Type the secret once more"))
        #expect(refused.has("name=\"typed_secret\"") && refused.has("There is no secret"))
        try browser.service.answer("PUT", Self.api, Self.provider())
        let again = Self.typed([("typed_secret", "yes")])
        let without = try await browser.post("/login-providers/new", again)
        #expect(without.status == 422 && without.has("Type the secret once more"))
        #expect(browser.service.sent.count == 1)
        let none = try await browser.post("/login-providers/new", again + [("no_secret", "yes")])
        #expect(none.status == 303)
        let typed = try await browser.post("/login-providers/new", again + [("client_secret", "other")])
        #expect(typed.status == 303 && browser.service.sent.count == 3)
    }

    @Test("A secret is not in the page that asks for the password, and is typed once more afterwards")
    func confirming() async throws {
        let browser = try Self.browser([])
        try browser.service.refuse(
            "PUT", Self.api, CareProblem(.forbidden, "type your password again", field: ConfirmPage.field))
        let asked = try await browser.post(
            "/login-providers/new", Self.typed([("client_secret", "s3cret-words")]))
        #expect(asked.status == 403 && asked.has("name=\"current_password\""))
        #expect(!asked.has("s3cret-words") && asked.has("name=\"typed_secret\" value=\"yes\""))
        #expect(asked.has("value=\"https://login.example/\""))
        try browser.service.answer("PUT", Self.api, Self.provider())
        let then = try await browser.post(
            "/login-providers/new",
            Self.typed([("typed_secret", "yes"), ("current_password", "three green boats")]))
        #expect(then.status == 422 && then.has("Type the secret once more"))
    }

    @Test("One is changed; its secret stays where the field is empty, and goes where that is ticked")
    func change() async throws {
        let browser = try Self.browser([Self.provider()])
        let page = try await browser.get(Self.own)
        for words in [
            "value=\"https://login.example/\"", "value=\"beckon-7\"", "Leave it empty to keep it",
            "name=\"no_secret\"", "With another issuer, nobody is linked any more", "data-link=",
            Self.own + "/removal",
        ] {
            #expect(page.has(words), "\(words)")
        }
        let kept = try await browser.post(Self.own, Self.typed())
        #expect(kept.location == Self.own + "?did=changed")
        let change: LoginProviderChange = try browser.service.onlySent(Self.api)
        #expect(change.clientSecret == nil && change.home == "https://home.example:4280")
        _ = try await browser.post(Self.own, Self.typed([("no_secret", "yes")]))
        let last = try #require(browser.service.sent.last?.body)
        #expect(try CareJSON.decoder().decode(LoginProviderChange.self, from: last).clientSecret == "")
        let unlinked = Self.provider { ($0.people, $0.hasSecret) = (0, false) }
        let other = try await Self.browser([unlinked]).get(Self.own)
        #expect(!other.has("nobody is linked any more") && !other.has("name=\"no_secret\""))
        #expect(try await browser.get("/login-providers/\(UUID())").status == 404)
        #expect(try await browser.post("/login-providers/x", Self.typed()).status == 404)
    }

    private static func moved(_ more: [(String, String)] = []) -> [(String, String)] {
        typed(more).map { $0.0 == "issuer" ? ("issuer", "https://<new>.example") : $0 }
    }

    @Test("Another issuer asks first, with how many lose their link, and says so afterwards")
    func otherIssuer() async throws {
        let browser = try Self.browser([Self.provider()])
        try browser.service.answer("PUT", Self.api, Self.provider { $0.people = 0 })
        let asked = try await browser.post(
            Self.own, Self.moved([("client_secret", "s3cret-words"), ("no_secret", "yes")]))
        #expect(asked.has("3 people are linked. With another issuer they all lose that link"))
        #expect(browser.service.sent.isEmpty && !asked.has("s3cret-words"))
        for words in [
            "name=\"typed_secret\" value=\"yes\"", "name=\"sure\" value=\"https://&lt;new&gt;.example\"",
            "name=\"client_id\" value=\"beckon-7\"", "action=\"\(Self.own)\"",
        ] {
            #expect(asked.has(words), "\(words)")
        }
        #expect(!asked.has("no_secret"))
        // The secret is typed once more, and it is not asked again.
        let yes = Self.moved([("sure", "https://<new>.example"), ("typed_secret", "yes")])
        let again = try await browser.post(Self.own, yes)
        #expect(again.status == 422 && again.has("Type the secret once more"))
        #expect(again.has("name=\"sure\" value=\"https://&lt;new&gt;.example\""))
        let done = try await browser.post(Self.own, yes + [("client_secret", "other-words")])
        #expect(done.location == Self.own + "?did=unlinked&people=3" && browser.service.sent.count == 1)
        let told = try await browser.get(Self.own + "?did=unlinked&people=3")
        #expect(told.has("3 people are no longer linked with it."))
        for people in ["", "-7", "x", "9999999999999999999999"] {
            let page = try await browser.get(Self.own + "?did=unlinked&people=" + people)
            #expect(page.has("1 person is no longer linked with it."))
        }
        // Yes to one issuer is no yes to another.
        let other = try await browser.post(Self.own, Self.moved([("sure", "https://other.example")]))
        #expect(other.has("3 people are linked.") && browser.service.sent.count == 1)
    }

    @Test("Another issuer keeps no secret: it is written, or said that there is none, in words of the page")
    func otherSecret() async throws {
        let browser = try Self.browser([Self.provider { $0.people = 0 }])
        try browser.service.answer("PUT", Self.api, Self.provider { $0.people = 0 })
        let page = try await browser.post(Self.own, Self.moved())
        #expect(page.status == 422 && page.has("write its secret, or tick “There is no secret”"))
        #expect(!page.has("Leave it empty to keep it") && page.has("name=\"no_secret\""))
        #expect(browser.service.sent.isEmpty)
        let none = try await browser.post(Self.own, Self.moved([("no_secret", "yes")]))
        #expect(none.location == Self.own + "?did=changed")
        // One may be kept of an issuer before, which no answer shows.
        let lost = try Self.browser([Self.provider { ($0.people, $0.hasSecret) = (0, false) }])
        try lost.service.refuse(
            "PUT", Self.api,
            CareProblem(
                .notAcceptable,
                "this is another provider: write its secret too, or say that it has given none",
                field: "client_secret"))
        let refused = try await lost.post(Self.own, Self.moved())
        #expect(refused.has("say that it has given none") && refused.has("name=\"no_secret\""))
    }

    @Test(
        "Whether all of it fits, the first login shows: the coordinator is led there, until somebody is linked"
    )
    func trial() async throws {
        let link = "/account/ways?link=\(Self.id.uuidString.lowercased())"
        let new = try await Self.browser([Self.provider { $0.people = 0 }]).get(Self.own + "?did=added")
        #expect(new.has(link) && new.has("The login provider is saved, and it answers."))
        let used = try await Self.browser([Self.provider()]).get(Self.own)
        #expect(!used.has(link))
        let away = Self.provider { ($0.people, $0.problem) = (0, .unreachable) }
        #expect(try await !Self.browser([away]).get(Self.own).has(link))
        // There is nothing to go on to from here.
        let local = Self.provider {
            ($0.people, $0.home, $0.isHere) = (0, "http://localhost:4280", false)
        }
        #expect(try await !Self.browser([local]).get(Self.own).has(link))
    }

    @Test("What the service refuses of a change stands at its field, with what was typed")
    func refused() async throws {
        let browser = try Self.browser([Self.provider()])
        try browser.service.refuse(
            "PUT", Self.api, CareProblem(.notAcceptable, "it is too large to be read", field: "home"))
        let form = Self.typed().filter { $0.0 != "home" } + [("home", "https://<other>.example")]
        let page = try await browser.post(Self.own, form)
        #expect(page.status == 422 && page.has("href=\"#f-home\""))
        #expect(page.has("https://&lt;other&gt;.example") && !page.has("Type the secret once more"))
    }

    @Test("Removing asks first, and says for how many the password is what is left")
    func removal() async throws {
        let browser = try Self.browser([Self.provider()])
        let asked = try await browser.get(Self.own + "/removal")
        #expect(asked.has("Remove the login provider Example?") && asked.has("3 people log in with it"))
        #expect(browser.service.sent.isEmpty)
        try browser.service.answer("DELETE", Self.api, Ignored())
        #expect(try await browser.post(Self.own + "/removal").location == "/login-providers?did=removed")
        try browser.service.refuse("DELETE", Self.api, CareProblem(.notFound, "it is not there"))
        #expect(try await browser.post(Self.own + "/removal").status == 303)
        #expect(try await browser.post("/login-providers/x/removal").status == 404)
        let unused = try await Self.browser([Self.provider { $0.people = 0 }]).get(Self.own + "/removal")
        #expect(unused.has("Nobody is linked with it."))
    }

    @Test("Coordinators have these pages, and nobody else")
    func whose() async throws {
        let maria = Viewer(person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "t")
        for viewer in [Viewer.anna, .dora, maria] {
            let browser = try Self.browser([Self.provider()], as: viewer)
            for path in ["/login-providers", "/login-providers/new", Self.own, Self.own + "/removal"] {
                #expect(try await browser.get(path).status == 403, "\(path)")
            }
            for path in ["/login-providers/new", Self.own, Self.own + "/removal"] {
                #expect(try await browser.post(path, Self.typed()).status == 403, "\(path)")
            }
            #expect(browser.service.sent.isEmpty)
        }
        #expect(try await Self.browser([]).get("/more").has("href=\"/login-providers\""))
        #expect(try await !Self.browser([], as: .anna).get("/more").has("href=\"/login-providers\""))
    }

    @Test("What was done is said in German and in French, too")
    func languages() async throws {
        for (language, title, done) in [
            ("de", "Anmeldedienste", "Der Anmeldedienst ist entfernt."),
            ("fr", "Services de connexion", "Le service de connexion est supprimé."),
        ] {
            var browser = try Self.browser([Self.provider()])
            browser.languages = [language]
            let page = try await browser.get("/login-providers?did=removed")
            #expect(page.has(title) && page.has(done))
        }
    }
}
