import Care
import Foundation
import Testing

@testable import Pages

@Suite("What is wrong with a way to reach somebody, on its page")
struct ReachFaultTests {
    private typealias Parts = ReachPagesTests

    @Test(
        "What is wrong stands at its field, with what was typed",
        arguments: [
            (["ntfy-topic": ""], "ntfy-topic", "It is missing."), (["label": " "], "label", "Write a name."),
            (["after": "soon"], "after", "It is not a whole number."),
            (["after": "3601"], "after", "It must be from 0 to 3600."),
            (["channel": "gotify", "gotify-token": ""], "gotify-token", "It is missing."),
            (["channel": ""], "channel", "It is missing."),
            (["channel": "sms"], "channel", "This home cannot reach anybody in this way."),
        ])
    func wrong(typed: [String: String], field: String, words: String) async throws {
        let browser = try Parts.browser([])
        let page = try await browser.post("/account/reach", Parts.form(typed))
        #expect(page.status == 422 && page.has(##"<a href="#\##(field)">"##) && page.has(words))
        #expect(page.has(#"id="\#(field)-fault""#) && browser.service.sent.isEmpty)
    }

    @Test("What the service finds wrong stands at its field, too, and a secret is not shown again")
    func refused() async throws {
        let browser = try Parts.browser([])
        let id = UUID()
        try browser.service.refuse(
            "PUT", "contacts/\(id)", CareProblem(.notAcceptable, "it is empty", field: "secret.token"))
        let page = try await browser.post(
            "/account/reach",
            Parts.form(["id": id.uuidString, "channel": "gotify", "gotify-token": "AsEcret"]))
        #expect(page.status == 422 && page.has(#"id="gotify-token-fault""#) && !page.has("AsEcret"))
    }

    /// What the service finds wrong, of which channel, in which field, and where the page says it; `nil` for above the form.
    private static let refusals: [(channel: String, field: String, detail: String, place: String?)] = [
        (
            "ntfy", "address.topic",
            "a topic is 1 to 64 of the letters a to z and A to Z, digits, `-` and `_`", "ntfy-topic"
        ),
        (
            "gotify", "secret.token",
            "a token is one line of letters, digits and signs without spaces: copy all of it once more",
            "gotify-token"
        ),
        ("webhook", "address.url", "the address of a program is for a coordinator to write", "webhook-url"),
        (
            "webhook", "secret.secret",
            "messages are signed with it: write 16 letters and digits or more that nobody guesses",
            "webhook-secret"
        ),
        ("mail", "address.address", "`x` is not a mail address, such as `anna@example.org`.", "mail-address"),
        ("sms", "address.number", "`12` is not a telephone number, such as `+49 171 1234567`.", "sms-number"),
        ("sip", "address.uri", "Beckon does not call 112: a person has to.", "sip-uri"),
        ("ntfy", "channel", "this home cannot reach anybody in this way", "channel"),
        ("ntfy", "label", "it is longer than 80 characters", "label"),
        ("ntfy", "id", "there are 20 already: remove one that nobody needs any more", nil),
        ("gotify", "settings.server", "it is missing: write the address of the home’s Gotify server", nil),
        ("ntfy", "person", "nobody in this home has the id ben", nil),
    ]

    @Test("All that is refused is said in the reader's language, at its field", arguments: ["de", "fr"])
    func languages(language: String) async throws {
        let fields = [
            "ntfy": [Parts.field("topic")], "gotify": [Parts.field("token", isSecret: true)],
            "webhook": [Parts.field("url"), Parts.field("secret", isSecret: true)],
            "mail": [Parts.field("address")], "sms": [Parts.field("number")], "sip": [Parts.field("uri")],
        ]
        let channels = fields.sorted { $0.key < $1.key }.map { Parts.channel($0.key, address: $0.value) }
        for (channel, field, detail, place) in Self.refusals {
            var browser = try Parts.browser([], channels, as: .ben)
            browser.languages = [language]
            let id = UUID()
            try browser.service.refuse(
                "PUT", "contacts/\(id)", CareProblem(.notAcceptable, detail, field: field))
            let typed = (fields[channel] ?? []).map { ("\(channel)-\($0.name)", "x") }
            let page = try await browser.post(
                "/account/reach",
                [("id", id.uuidString), ("channel", channel), ("label", "Phone"), ("after", "0")] + typed)
            #expect(page.status == 422, "\(detail)")
            if let place {
                #expect(
                    page.has(#"id="\#(place)-fault""#) && page.has(##"<a href="#\##(place)">"##), "\(detail)")
            } else {
                #expect(page.has(#"<div class="faults""#) && !page.has("-fault\""), "\(detail)")
            }
            // The longest part without a mark of code, which begins with a capital letter on the page.
            let words = detail.split(separator: "`").max { $0.count < $1.count } ?? ""
            #expect(!page.has(String(words.dropFirst())), "\(detail)")
        }
    }

    @Test(
        "What came of a test stands at its way, and reading it again sends nothing again",
        arguments: [
            (ContactProof.Outcome.accepted, "accepted", "status\">The test was sent."),
            (.confirmed, "confirmed", "status\">The test has arrived there."),
            (.failed, "failed", "alert\">The test was not sent. No answer within 10 s."),
            (.later, "later", "alert\">The test was not sent: the other side asks to wait."),
            (.gone, "gone", "alert\">This way has ended. No answer within 10 s."),
        ])
    func prove(outcome: ContactProof.Outcome, word: String, words: String) async throws {
        let (other, known) = (Parts.contact(), Parts.contact { $0.problem = "no answer within 10 s" })
        let browser = try Parts.browser([other, known])
        let id = known.id.uuidString.lowercased()
        let path = "/account/reach/\(id)/proofs"
        try browser.service.answer(
            "POST", "contacts/\(known.id)/proofs", ContactProof(outcome: outcome, problem: "no answer"))
        let answer = try await browser.post(path)
        let address = "/account/reach?tried=\(word)&way=\(id)"
        #expect(answer.status == 303 && answer.location == "\(address)#contact-\(id)")
        for _ in 1...2 {
            let page = try await browser.get(address)
            #expect(Parts.card(of: known, in: page).contains("role=\"" + words))
            // Why it fails is said once.
            #expect(page.text.components(separatedBy: "No answer within 10 s.").count == 2)
            let isElsewhere = Parts.card(of: other, in: page).contains("role=\"")
            #expect(!isElsewhere && browser.service.sent.count == 1)
        }
    }

    @Test("A test that is refused is said at its way, too; an address that names nothing says nothing")
    func provingRefused() async throws {
        let known = Parts.contact()
        let browser = try Parts.browser([known])
        let path = "/account/reach/\(known.id)/proofs"
        for (kind, word, words) in [
            (CareProblem.Kind.tooMany, "many", "many were sent already"),
            (.notAcceptable, "failed", "The test was not sent."),
        ] {
            try browser.service.refuse(
                "POST", "contacts/\(known.id)/proofs", CareProblem(kind, "whatever it says"))
            let location = try #require(try await browser.post(path).location)
            #expect(location.hasPrefix("/account/reach?tried=\(word)&way="))
            #expect(Parts.card(of: known, in: try await browser.get(location)).contains(words))
        }
        for query in ["tried=failed", "tried=nonsense&way=\(known.id)", "tried=failed&way=\(UUID())"] {
            #expect(try await !browser.get("/account/reach?\(query)").has("The test was not sent"))
        }
        // What was not even tried is a page of its own.
        try browser.service.refuse(
            "POST", "contacts/\(known.id)/proofs", CareProblem(.storeFailed, "nothing is stored"))
        #expect(try await browser.post(path).status == 503)
    }

    @Test("Where the home has just switched everything off, what was typed is refused in words")
    func nothingLeft() async throws {
        let browser = try Parts.browser([], [])
        let page = try await browser.post("/account/reach", Parts.form())
        #expect(page.status == 422 && page.has("This home cannot reach anybody in this way."))
        #expect(page.has("sends no messages") && browser.service.sent.isEmpty)
    }
}
