import Care
import Foundation
import Testing

@testable import Pages

@Suite("Ways to reach people, on pages")
struct ReachPagesTests {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    static func contact(
        _ channel: String = "ntfy", of person: String? = "anna", _ change: (inout Contact) -> Void = { _ in }
    ) -> Contact {
        var contact = Contact(
            id: UUID(), person: person, channel: channel, label: "My <phone>",
            address: channel == "ntfy" ? ["topic": "home-anna"] : [:], after: 0, isOn: true, state: .working,
            problem: nil, provedAt: nil, confirmedAt: nil, renewedAt: now, sequence: 7)
        change(&contact)
        return contact
    }

    static func field(
        _ name: String, isSecret: Bool = false, isRequired: Bool = true, kind: HomeChannel.Field.Kind = .text
    ) -> HomeChannel.Field {
        HomeChannel.Field(name: name, isSecret: isSecret, isRequired: isRequired, kind: kind)
    }

    static func channel(
        _ name: String, isOn: Bool = true, settings: [String: String] = [:], secrets: [String] = [],
        fields: [HomeChannel.Field] = [], address: [HomeChannel.Field] = [], provesSilently: Bool = true,
        trouble: String? = nil
    ) -> HomeChannel {
        HomeChannel(
            name: name, isOn: isOn, settings: settings, secrets: secrets, fields: fields, address: address,
            carriesAnswers: true, carriesUpdates: true, provesSilently: provesSilently, trouble: trouble,
            sequence: 3)
    }

    static let ntfy = channel("ntfy", address: [field("topic")])
    static let gotify = channel("gotify", address: [field("token", isSecret: true)])
    static let push = channel("web_push", provesSilently: false)

    static func browser(
        _ contacts: [Contact], _ channels: [HomeChannel] = [push, ntfy, gotify], as viewer: Viewer = .anna
    ) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        try browser.service.has("channels", ChannelPage(channels: channels))
        try browser.service.has("contacts", ContactPage(contacts: contacts))
        for contact in contacts { try browser.service.has("contacts/\(contact.id)", contact) }
        try browser.service.has("push", PushKey(key: "BKey", problem: nil))
        for person in [Viewer.anna.person, Person(id: "maria", name: "Maria", role: .client)] {
            try browser.service.has("people/\(person.id)", person)
        }
        return browser
    }

    static func form(_ more: [String: String] = [:]) -> [(String, String)] {
        ["id": UUID().uuidString, "channel": "ntfy", "ntfy-topic": "home", "label": "Phone", "after": "30"]
            .merging(more) { _, new in new }.map { ($0.key, $0.value) }
    }

    /// What was sent to save a way.
    private struct Saved: Decodable {
        let channel: String
        let label: String
        let person: String?
        let after: Int
        let address: [String: String]
        let secret: [String: String]?
        let sequence: Int64
    }

    @Test("A way says how it is, and what can be done about it; somebody else's is on another page")
    func list() async throws {
        let others = Self.contact(of: "ben") { $0.label = "Ben’s" }
        let page = try await Self.browser([Self.contact(), others]).get("/account/reach")
        #expect(page.has("My &lt;phone&gt;") && !page.has("My <phone>") && !page.has("Ben’s"))
        for words in ["ntfy · ", "home-anna", "Works", "Send a test", "Turn off", #"data-push-key="BKey""#] {
            #expect(page.has(words), "\(words)")
        }
        let states: [(String, (inout Contact) -> Void)] = [
            ("Not tried yet", { $0.state = .new }), ("Does not work", { $0.state = .failing }),
            ("Has ended", { $0.state = .ended }), ("Turned off", { $0.isOn = false }),
            ("Only if nobody has answered after 90 seconds", { $0.after = 90 }),
            ("Seen there: ", { $0.confirmedAt = Self.now }),
            ("No answer within 10 s.", { $0.problem = "no answer within 10 s" }),
        ]
        for (words, change) in states {
            let page = try await Self.browser([Self.contact("ntfy", change)]).get("/account/reach")
            #expect(page.has(words), "\(words)")
        }
        // No message can go there any more.
        let ended = try await Self.browser([Self.contact { $0.state = .ended }]).get("/account/reach")
        #expect(!ended.has("Send a test") && ended.has("Remove …"))
    }

    @Test("What a proof shows too little of works only once something was seen there")
    func unseen() async throws {
        let known = Self.contact("web_push") { $0.provedAt = Self.now }
        let page = try await Self.browser([known]).get("/account/reach")
        #expect(page.has("Not seen there yet: send a test") && !page.has("found working"))
        let seen = Self.contact("web_push") { $0.confirmedAt = Self.now }
        let later = try await Self.browser([seen]).get("/account/reach")
        #expect(later.has("Works") && !later.has("Not seen there yet"))
    }

    @Test("Nobody learns of a channel that the home has not switched on")
    func switchedOff() async throws {
        let off = Self.channel("sms", isOn: false, address: [Self.field("number")])
        let page = try await Self.browser([], [Self.ntfy, off]).get("/account/reach")
        #expect(page.has("Topic") && !page.has("Phone number") && !page.has("This device"))
        let none = try await Self.browser([], [off]).get("/account/reach")
        #expect(none.has("sends no messages") && !none.has("/channels") && !none.has("Add a way"))
        let coordinator = try await Self.browser([], [off], as: .ben).get("/account/reach")
        #expect(coordinator.has(#"href="/channels""#))
        let unused = try await Self.browser([Self.contact("sms")], [off]).get("/account/reach")
        #expect(unused.has("this home has switched off “Text message”"))
    }

    @Test("A program's address is offered to coordinators alone: the service takes it from nobody else")
    func programs() async throws {
        let program = Self.channel("webhook", address: [Self.field("url", kind: .url)])
        for (viewer, isOffered) in [(Viewer.anna, false), (.ben, true)] {
            let page = try await Self.browser([], [Self.ntfy, program], as: viewer).get("/account/reach")
            #expect(page.has("ntfy-topic"))
            #expect(page.has("webhook-url") == isOffered)
        }
    }

    @Test("A way is added with what was typed, once; what is secret is sent, and not written back")
    func add() async throws {
        let browser = try Self.browser([])
        #expect(
            try await browser.post("/account/reach", Self.form()).location == "/account/reach?did=added")
        let saved = try CareJSON.decoder().decode(
            Saved.self, from: try #require(browser.service.sent.last?.body))
        #expect(saved.person == "anna" && saved.address == ["topic": "home"] && saved.after == 30)
        #expect(saved.secret == nil && saved.sequence == 0)
        let more = ["channel": "gotify", "gotify-token": "AsEcret", "after": ""]
        _ = try await browser.post("/account/reach", Self.form(more))
        let other = try CareJSON.decoder().decode(
            Saved.self, from: try #require(browser.service.sent.last?.body))
        #expect(other.secret == ["token": "AsEcret"] && other.address == [:] && other.after == 0)
        let id = UUID()
        try browser.service.refuse("PUT", "contacts/\(id)", CareProblem(.conflict, "it was changed"))
        let again = try await browser.post("/account/reach", Self.form(["id": id.uuidString]))
        #expect(again.location == "/account/reach?did=added")
    }

    @Test("A way is turned off and on, changed and removed, with the number that its reader saw")
    func change() async throws {
        let known = Self.contact()
        let path = "/account/reach/\(known.id.uuidString.lowercased())"
        let browser = try Self.browser([known])
        // What comes of it is said at the way, to which its forms lead.
        let page = try await browser.get("/account/reach")
        let action = "action=\"\(path)#contact-\(known.id.uuidString.lowercased())\""
        #expect(page.text.components(separatedBy: action).count == 4)
        for (kind, isOn) in [("off", false), ("on", true)] {
            let answer = try await browser.post(path, [("kind", kind), ("sequence", "5")])
            #expect(answer.location == "/account/reach?did=\(kind)")
            let sent = try CareJSON.decoder().decode(
                ContactChange.self, from: try #require(browser.service.sent.last?.body))
            #expect(sent.isOn == isOn && sent.sequence == 5 && sent.label == known.label)
        }
        let wrong = try await browser.post(path, [("kind", "save"), ("label", ""), ("after", "9")])
        #expect(wrong.status == 422 && wrong.has("-change\" open") && wrong.has("Write a name."))
        let saved = try await browser.post(path, [("kind", "save"), ("label", "Tablet"), ("after", "9")])
        #expect(saved.location == "/account/reach?did=saved")
        #expect(
            try await browser.post(path, [("kind", "remove")]).location == "/account/reach?did=removed")
        #expect(browser.service.sent.last?.method == "DELETE")
        #expect(try await browser.post(path, [("kind", "nonsense")]).status == 404)
        try browser.service.refuse("PUT", "contacts/\(known.id)", CareProblem(.conflict, "it was changed"))
        let late = try await browser.post(path, [("kind", "off")])
        let words = #"role="alert">Somebody else has changed this meanwhile"#
        #expect(late.status == 409 && Self.card(of: known, in: late).contains(words))
        // Somebody else's is not changed from one's own page.
        let others = Self.contact(of: "ben")
        let elsewhere = try Self.browser([others])
        let refused = try await elsewhere.post(
            "/account/reach/\(others.id)/proofs", [])
        #expect(refused.status == 404 && elsewhere.service.sent.isEmpty)
    }

    /// The part of a page that is about a way.
    static func card(of contact: Contact, in page: FakeBrowser.Answer) -> String {
        let parts: [String] = page.text.components(separatedBy: #"<li class="card item" id=""#)
        return parts.first { $0.hasPrefix("contact-\(contact.id.uuidString.lowercased())\"") } ?? ""
    }

    @Test("Whoever adds a way reads what to do in the app: the home's server, the topic, and no secret")
    func setUp() async throws {
        func page(_ settings: [String: String], of contacts: [Contact] = []) async throws
            -> FakeBrowser.Answer
        {
            let ntfy = Self.channel("ntfy", settings: settings, address: [Self.field("topic")])
            let gotify = Self.channel(
                "gotify", settings: ["server": "https://gotify.home"],
                address: [Self.field("token", isSecret: true)])
            return try await Self.browser(contacts, [ntfy, gotify]).get("/account/reach")
        }
        let own = try await page(["server": "http://192.168.1.5:8080"])
        for words in [
            "Install the app ntfy", "<code>http://192.168.1.5:8080</code>",
            "the topic that you also write below",
            "Install the app Gotify", "<code>https://gotify.home</code>", "copy its token",
        ] { #expect(own.has(words), "\(words)") }
        #expect(!own.has("<code>https://ntfy.sh</code>") && !own.has("only on Beckon’s own machine"))
        #expect(try await page([:]).has("<code>https://ntfy.sh</code>"))
        for server in ["http://127.0.0.1:8080", "http://LOCALHOST/ntfy", "http://[::1]:80"] {
            #expect(try await page(["server": server]).has("only on Beckon’s own machine"), "\(server)")
        }
        for server in ["https://127.example.org", "http://192.168.1.5"] {
            #expect(try await !page(["server": server]).has("only on Beckon’s own machine"), "\(server)")
        }
        let known = Self.contact()
        let card = Self.card(of: known, in: try await page(["server": "https://ntfy.home"], of: [known]))
        #expect(card.contains("<code>https://ntfy.home</code>") && card.contains("<code>home-anna</code>"))
        // Of a channel that needs no app, nothing is said.
        let mail = Self.channel("mail", settings: ["server": "x"], address: [Self.field("address")])
        #expect(try await !Self.browser([], [mail]).get("/account/reach").has("In the app"))
    }

    @Test(
        "A provider has their own ways, and reads that calls are not told to them",
        arguments: ["en", "de", "fr"])
    func provider(language: String) async throws {
        var browser = try Self.browser(
            [Self.contact(of: "dora"), Self.contact { $0.label = "Anna’s" }], as: .dora)
        browser.languages = [language]
        let words = [
            "en": "caregivers alone of calls", "de": "nur denen, die betreuen", "fr": "qu’aux aidants",
        ]
        let said = try #require(words[language])
        let page = try await browser.get("/account/reach")
        #expect(page.status == 200 && page.has(said))
        #expect(page.has("My &lt;phone&gt;") && page.has("data-push-key") && !page.has("Anna’s"))
        #expect(
            try await browser.post("/account/reach", Self.form()).location == "/account/reach?did=added")
        let saved = try CareJSON.decoder().decode(
            Saved.self, from: try #require(browser.service.sent.last?.body))
        #expect(saved.person == "dora")
        // Those of others, and the home's, stay closed to them.
        for path in ["/people/anna/reach", "/channels/reach", "/channels"] {
            #expect(try await browser.get(path).status == 403)
        }
    }

    @Test("A provider's own page leads there, where the home sends messages")
    func providersWay() async throws {
        for (channels, leads) in [([Self.ntfy], true), ([], false)] {
            let browser = try Self.browser([], channels, as: .dora)
            try browser.service.has(
                "session", Session(person: Viewer.dora.person, csrfToken: "token-of-dora"))
            try browser.service.has("sessions", SessionPage(sessions: []))
            #expect(try await browser.get("/account").has(#"href="/account/reach""#) == leads)
        }
    }

    @Test("Those of another person and of the home have pages of their own")
    func others() async throws {
        let anna = try await Self.browser([Self.contact()], as: .ben).get("/people/anna/reach")
        #expect(anna.has("Ways to reach Anna") && anna.has("My &lt;phone&gt;") && !anna.has("This device"))
        let olga = try Self.browser([Self.contact(of: "dora")], as: .ben)
        #expect(try await olga.get("/people/maria/reach").status == 404)
        try olga.service.has("people/dora", Viewer.dora.person)
        #expect(try await olga.get("/people/dora/reach").has("What Beckon reminds Dora of"))
        let office = Self.contact(of: nil) { $0.label = "Office" }
        let home = try await Self.browser([office, Self.contact()], as: .ben).get("/channels/reach")
        #expect(home.has("belong to nobody alone") && home.has("Office") && !home.has("My &lt;phone&gt;"))
        #expect(try await Self.browser([]).get("/channels/reach").status == 403)
        let tom = Viewer(person: .init(id: "tom", name: "Tom", role: .client), csrfToken: "t")
        #expect(try await Self.browser([], as: tom).get("/account/reach").status == 403)
    }

    @Test("Whoever has logged in brings the script along that keeps a subscription true, and ends another's")
    func script() async throws {
        let tom = Viewer(person: .init(id: "tom", name: "Tom", role: .client), csrfToken: "t")
        for viewer in [Viewer.anna, .ben, .dora, tom] {
            var browser = FakeBrowser()
            browser.viewer = viewer
            #expect(try await browser.get("/more").has("/assets/reach.js"), "\(viewer.person.name)")
        }
        var stranger = FakeBrowser()
        stranger.viewer = nil
        #expect(try await !stranger.get("/login").has("/assets/reach.js"))
    }

    @Test("Whom nobody can reach is named on Now, unless a fault says it, and on People with why")
    func gap() async throws {
        let browser = FakeBrowser()
        try browser.service.home()
        try browser.service.has("people", PeoplePage(people: [Viewer.anna.person]))
        try browser.service.has("pictures", PicturePage(pictures: []))
        #expect(try await !browser.get("/now").has("device of their own"))
        func client(_ id: String, _ name: String, _ isReachable: Bool, _ reason: String? = nil)
            -> Coverage.Client
        {
            .init(id: id, name: name, isReachable: isReachable, reason: reason)
        }
        try browser.service.has(
            "coverage",
            Coverage(clients: [
                client("maria", "Maria", false, "nobody of those who are there has a way that works"),
                client("tom", "Tom", true), client("otto", "Otto", false),
            ]))
        #expect(try await browser.get("/now").has("device of their own for Maria and Otto."))
        let people = try await browser.get("/people")
        #expect(people.has("device of their own for Maria. Nobody of those") && !people.has("for Tom"))
        var fault = Samples.fault(.nobodyReachable, detail: "")
        fault.client = "maria"
        try browser.service.home([], Samples.agenda(), [fault])
        #expect(try await browser.get("/now").has("device of their own for Otto."))
    }

    @Test("Now leads whoever no message reaches to their own ways, where the home sends some")
    func offered() async throws {
        func offers(_ contacts: [Contact], _ channels: [HomeChannel] = [Self.ntfy]) async throws -> Bool {
            let browser = try Self.browser(contacts, channels)
            try browser.service.home()
            return try await browser.get("/now").has(#"data-key="no-way""#)
        }
        #expect(try await offers([]))
        #expect(try await offers([Self.contact(of: "ben")]))
        #expect(try await offers([Self.contact { $0.isOn = false }]))
        #expect(try await offers([Self.contact { $0.state = .ended }]))
        #expect(try await !offers([Self.contact()]))
        #expect(try await !offers([], [Self.channel("ntfy", isOn: false)]))
    }
}
