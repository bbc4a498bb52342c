import Care
import Foundation
import Testing

@testable import Pages

@Suite("Channels to people's own devices, on pages")
struct ChannelPagesTests {
    private typealias Parts = ReachPagesTests

    private static let mail = Parts.channel(
        "mail", settings: ["host": "mail.example", "security": "tls"], secrets: ["password"],
        fields: [
            Parts.field("host"), Parts.field("port", kind: .port), Parts.field("security"),
            Parts.field("password", isSecret: true, isRequired: false),
        ], address: [Parts.field("address")])
    private static let other = Parts.channel(
        "carrier_pigeon", isOn: false, fields: [Parts.field("ring_twice", kind: .tick)])

    private static func browser(_ contacts: [Contact] = [], as viewer: Viewer = .ben) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        let links = Parts.channel("links", isOn: false, fields: [Parts.field("address", kind: .url)])
        try browser.service.has("channels", ChannelPage(channels: [mail, other, links]))
        try browser.service.has("contacts", ContactPage(contacts: contacts))
        return browser
    }

    @Test("Each says what it promises and how it is; one that is new to the pages has its own name")
    func list() async throws {
        let page = try await Self.browser().get("/channels")
        for words in [
            "Email", "it wakes nobody", "Switched on", "Carrier pigeon", "Switched off", "Ring twice",
            #"value="mail.example""#, #"value="tls" checked"#, "One is kept on this machine",
            "add a way of your own", "0 ways to reach somebody use it", "Links in messages",
        ] { #expect(page.has(words), "\(words)") }
        // Where links lead is nothing to switch on.
        #expect(page.text.components(separatedBy: "Use it in this home").count == 3)
        for viewer in [Viewer.anna, .dora] {
            #expect(try await Self.browser(as: viewer).get("/channels").status == 403)
        }
    }

    @Test("What was set is sent; a secret that was not typed stays, and one that was is not shown")
    func save() async throws {
        let browser = try Self.browser()
        let form = [
            ("sequence", "3"), ("on", "yes"), ("mail-host", "mx.example"), ("mail-port", ""),
            ("mail-security", "starttls"),
        ]
        let saved = try await browser.post("/channels/mail", form)
        #expect(saved.location == "/channels?did=set#channel-mail")
        let sent: ChannelChange = try browser.service.onlySent("channels/mail")
        #expect(
            sent
                == ChannelChange(
                    isOn: true, settings: ["host": "mx.example", "security": "starttls"], secrets: [:],
                    sequence: 3))
        try browser.service.refuse(
            "PUT", "channels/mail",
            CareProblem(.notAcceptable, "it is missing", field: "settings.port"))
        let page = try await browser.post("/channels/mail", form + [("mail-password", "hush")])
        #expect(page.status == 422 && page.has("mail-port-fault") && page.has(#"value="mx.example""#))
        #expect(page.has("channel-mail-set\" open") && !page.has("hush"))
        #expect(try await browser.post("/channels/nothing", form).status == 404)
        // Somebody was faster: what to do is said to a reader, and not to a program.
        try browser.service.refuse(
            "PUT", "channels/mail", CareProblem(.conflict, "write with sequence 4"))
        let late = try await browser.post("/channels/mail", form)
        #expect(late.status == 409 && late.has("Somebody else has changed this meanwhile"))
        #expect(late.has(#"value="mx.example""#) && !late.has("sequence 4"))
    }

    @Test("A password that was typed beside something wrong counts at the next try, and is not shown")
    func typedBefore() async throws {
        var browser = try Self.browser()
        func refuse(_ field: String) throws {
            try browser.service.refuse(
                "PUT", "channels/mail", CareProblem(.notAcceptable, "it is missing", field: field))
        }
        let form = [("sequence", "3"), ("on", "yes"), ("mail-host", "mx.example")]
        let again = #"name="mail-password-typed" value="yes""#
        try refuse("settings.port")
        for (language, words) in [
            ("en", "is kept for 15 minutes"), ("de", "wird 15 Minuten lang behalten"),
            ("fr", "est gardé 15 minutes"),
        ] {
            browser.languages = [language]
            let page = try await browser.post("/channels/mail", form + [("mail-password", " hush ")])
            #expect(page.status == 422 && page.has(again) && page.has(words), "\(page.text)")
            #expect(!page.has("hush"))
        }
        // It stays so however often something else is wrong.
        let more = form + [("mail-password", ""), ("mail-password-typed", "yes")]
        #expect(try await browser.post("/channels/mail", more).has(again))
        // Unless it is to be forgotten, or is what is wrong.
        let forgotten = try await browser.post("/channels/mail", more + [("mail-password-forget", "yes")])
        #expect(!forgotten.has(again))
        try refuse("secrets.password")
        #expect(try await !browser.post("/channels/mail", more).has(again))
        for (typed, asTyped, secrets) in [
            ([], ["password"], [:]), ([("mail-password", "new")], [], ["password": "new"]),
            ([("mail-password-forget", "yes")], [], ["password": ""]),
        ] as [([(String, String)], [String], [String: String])] {
            let browser = try Self.browser()
            let fields = form + [("mail-password-typed", "yes")] + typed
            #expect(try await browser.post("/channels/mail", fields).status == 303)
            let sent: ChannelChange = try browser.service.onlySent("channels/mail")
            #expect(sent.asTyped == asTyped && sent.secrets == secrets)
        }
        // What nobody has typed is not spoken of.
        let bare = try Self.browser()
        #expect(try await !bare.get("/channels").has("-typed"))
    }

    @Test("A secret that is kept can be forgotten; one that is written is the new one all the same")
    func forget() async throws {
        let page = try await Self.browser().get("/channels")
        #expect(page.has(#"name="mail-password-forget""#) && page.has("Forget what is kept: Password"))
        for (typed, secrets) in [
            ([], ["password": ""]), ([("mail-password", " new ")], ["password": " new "]),
        ] {
            let browser = try Self.browser()
            let form = [("on", "yes"), ("mail-host", "mx.example"), ("mail-password-forget", "yes")]
            _ = try await browser.post("/channels/mail", form + typed)
            let sent: ChannelChange = try browser.service.onlySent("channels/mail")
            #expect(sent.secrets == secrets)
        }
        // What is refused keeps the box as it was ticked.
        let browser = try Self.browser()
        try browser.service.refuse(
            "PUT", "channels/mail",
            CareProblem(.notAcceptable, "it is missing", field: "secrets.password"))
        let again = try await browser.post("/channels/mail", [("mail-password-forget", "yes")])
        #expect(again.has(#"id="mail-password-fault""#))
        #expect(again.has(#"name="mail-password-forget" value="yes" checked"#))
        // What is not kept is not to be forgotten.
        let bare = Parts.channel("mail", fields: [Parts.field("password", isSecret: true)])
        try browser.service.has("channels", ChannelPage(channels: [bare]))
        #expect(try await !browser.get("/channels").has("-forget"))
    }

    @Test("What is wrong with a choice or a box stands beside it, in the reader's language")
    func faultsOfChoices() async throws {
        for (path, field, language, words) in [
            ("mail", "security", "en", "It is missing."), ("mail", "security", "de", "Das fehlt."),
            ("carrier_pigeon", "ring_twice", "fr", "Cela manque."),
        ] {
            var browser = try Self.browser()
            browser.languages = [language]
            try browser.service.refuse(
                "PUT", "channels/\(path)",
                CareProblem(.notAcceptable, "it is missing", field: "settings.\(field)"))
            let page = try await browser.post("/channels/\(path)", [("on", "yes")])
            let id = "\(path)-\(field)"
            #expect(
                page.status == 422 && page.has(#"id="\#(id)-fault""#) && page.has(##"<a href="#\##(id)">"##))
            #expect(page.has(#"id="\#(id)""#) && page.has(words), "\(language)")
        }
    }

    @Test(
        "What a channel needs on this machine is said as soon as it is on, and it stays on",
        arguments: [
            ("en", "ModemManager does not run: install <code>modemmanager</code>."),
            ("de", "ModemManager läuft nicht"), ("fr", "ModemManager ne fonctionne pas"),
        ])
    func missing(language: String, words: String) async throws {
        var browser = try Self.browser()
        browser.languages = [language]
        let trouble = "ModemManager does not run: install `modemmanager`."
        func page(isOn: Bool) async throws -> FakeBrowser.Answer {
            let sms = Parts.channel("sms", isOn: isOn, trouble: trouble)
            try browser.service.has("channels", ChannelPage(channels: [sms]))
            return try await browser.get("/channels?did=set")
        }
        let on = try await page(isOn: true)
        #expect(on.has(words) && on.has(#"name="on" value="yes" checked"#))
        #expect(try await !page(isOn: false).has("ModemManager"))
    }

    @Test("A box that is ticked is set, one that is not is left out; where links lead needs no switch")
    func ticks() async throws {
        let boxes: [([(String, String)], [String: String])] = [
            ([("carrier_pigeon-ring_twice", "yes")], ["ring_twice": "true"]), ([], [:]),
        ]
        for (typed, settings) in boxes {
            let browser = try Self.browser()
            _ = try await browser.post("/channels/carrier_pigeon", typed)
            let sent: ChannelChange = try browser.service.onlySent("channels/carrier_pigeon")
            #expect(sent.settings == settings && !sent.isOn)
        }
        let browser = try Self.browser()
        _ = try await browser.post("/channels/links", [("links-address", "https://home.example")])
        let sent: ChannelChange = try browser.service.onlySent("channels/links")
        #expect(sent.settings == ["address": "https://home.example"])
    }

    @Test("Where phones do not reach this machine, it says that what messages link to does not work there")
    func leadNowhere() async throws {
        func says(
            _ obstacle: FirstSteps.Obstacle?, links: [String: String] = [:],
            from address: String = "http://127.0.0.1:4280"
        ) async throws -> Bool {
            var browser = try Self.browser()
            browser.address = address
            let channel = Parts.channel("links", isOn: false, settings: links)
            try browser.service.has("channels", ChannelPage(channels: [Self.mail, channel]))
            try browser.service.has(
                "first-steps",
                FirstSteps(
                    steps: [], client: "maria", hasKiosk: true, hasStation: true, address: nil,
                    obstacle: obstacle, commands: .init(kiosk: "beckon kiosk")))
            return try await browser.get("/channels").has("do not work on phones yet")
        }
        #expect(try await says(.closed))
        #expect(try await !says(nil))
        #expect(try await !says(.closed, links: ["address": "https://home.example"]))
        // Whoever reads it from elsewhere has reached it.
        #expect(try await !says(.closed, from: "http://192.168.1.20:4280"))
    }

    @Test("A test goes over a way of the reader's or of the home's, and what does not work is counted")
    func prove() async throws {
        let own = Parts.contact("mail", of: "ben") { $0.label = "Ben’s mail" }
        let homes = Parts.contact("mail", of: nil) { $0.label = "Office" }
        let annas = Parts.contact("mail") {
            ($0.label, $0.state, $0.problem) = ("Anna’s mail", .failing, "no answer within 10 s")
        }
        let browser = try Self.browser([own, homes, annas])
        let page = try await browser.get("/channels")
        #expect(page.has("Ben’s mail") && page.has("Office") && !page.has("Anna’s mail"))
        #expect(page.has("3 ways to reach somebody use it") && page.has("1 of them does not work"))
        #expect(page.has("No answer within 10 s."))
        try browser.service.answer(
            "POST", "contacts/\(own.id)/proofs", ContactProof(outcome: .accepted, problem: nil))
        let path = "/channels/mail/proofs"
        let id = own.id.uuidString.lowercased()
        let sent = try await browser.post(path, [("contact", id)])
        #expect(sent.location == "/channels?tried=accepted&way=\(id)#channel-mail")
        try browser.service.answer(
            "POST", "contacts/\(own.id)/proofs", ContactProof(outcome: .gone, problem: "it is empty"))
        let failed = try await browser.post(path, [("contact", id)])
        #expect(failed.status == 303)
        // One that has ended is offered no more, and what came of it is said all the same.
        var ended = own
        (ended.state, ended.problem) = (.ended, "it is empty")
        try browser.service.has("contacts", ContactPage(contacts: [ended, homes]))
        let said = try await browser.get(try #require(failed.location))
        #expect(said.has("This way has ended. It is empty.") && said.has("Ben’s mail"))
        #expect(said.text.components(separatedBy: "It is empty.").count == 2)
        #expect(try await browser.post(path, [("contact", "nonsense")]).status == 404)
    }
}
