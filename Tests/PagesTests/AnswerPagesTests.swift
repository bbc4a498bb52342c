import Care
import Foundation
import Testing

@testable import Pages

@Suite("Answers by a link")
struct AnswerPagesTests {
    private static func browser(as viewer: Viewer? = nil) -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        return browser
    }

    private static let standing = MessageStanding(
        title: "Maria is calling: <water>", body: "“I am thirsty” (12:00)", state: .asked)

    @Test("Reading the page answers nothing, with or without a login")
    func reading() async throws {
        for viewer in [nil, Viewer.anna] {
            let browser = Self.browser(as: viewer)
            try browser.service.has("answers/a-token", Self.standing)
            let page = try await browser.get("/answer/a-token")
            #expect(page.status == 200 && page.has("I’m on my way") && page.has("I can’t come"))
            #expect(page.has("Maria is calling: &lt;water&gt;") && page.has("“I am thirsty” (12:00)"))
            #expect(page.has(#"action="/answer/a-token""#) && browser.service.sent.isEmpty)
        }
        // What is no answer is none either.
        let browser = Self.browser()
        try browser.service.has("answers/a-token", Self.standing)
        #expect(try await browser.post("/answer/a-token", [("with", "met")]).has("I’m on my way"))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("What has become of the call is said, and nothing asked where nothing is to be answered")
    func standing() async throws {
        let browser = Self.browser()
        var standing = Self.standing
        (standing.state, standing.news) = (.onTheWay, "Ben is on the way to Maria")
        try browser.service.has("answers/a-token", standing)
        let taken = try await browser.get("/answer/a-token")
        #expect(taken.status == 200 && taken.has("Ben is on the way to Maria.") && !taken.has("<form"))
        (standing.state, standing.news, standing.isAnswered) = (.asked, nil, true)
        try browser.service.has("answers/a-token", standing)
        let answered = try await browser.get("/answer/a-token")
        #expect(answered.has("You have answered already") && !answered.has("<form"))
    }

    @Test(
        "Why a link is of no use is said at once; where it cannot be read, it can be answered all the same",
        arguments: [
            (403, "Anna has it.", false), (404, "wrong, or too old", false), (410, "Anna has it.", false),
            (429, "I’m on my way", true), (503, "I’m on my way", true),
        ])
    func unread(status: Int, words: String, isOpen: Bool) async throws {
        let browser = Self.browser()
        var problem = CareProblem(.badRequest, "Anna has it")
        problem.status = status
        try browser.service.refuse("GET", "answers/a-token", problem)
        let page = try await browser.get("/answer/a-token")
        #expect(page.status == (isOpen ? 200 : status) && page.has(words) && page.has("<form") == isOpen)
    }

    @Test("A tap answers, and the page says what came of it", arguments: ["on_the_way", "cannot"])
    func answering(with: String) async throws {
        let browser = Self.browser()
        try browser.service.answer("POST", "answers/a-token", ["state": with, "said": "Anna <geht> hin."])
        let page = try await browser.post("/answer/a-token", [("with", with)])
        #expect(page.status == 200 && page.has("Anna &lt;geht&gt; hin.") && !page.has("<form"))
        let sent: AnswerPages.Sent = try browser.service.onlySent("answers/a-token")
        #expect(sent.with.rawValue == with)
        try browser.service.answer("POST", "answers/a-token", ["state": with])
        #expect(
            try await browser.post("/answer/a-token", [("with", with)]).has("The others see your answer."))
    }

    @Test(
        "What is not taken is said plainly; what may be taken later can be sent again",
        arguments: [
            (403, "Anna has it.", false), (404, "wrong, or too old", false),
            (409, "You have answered already", false), (410, "That came too late", false),
            (503, "NOT SENT.", true), (429, "NOT SENT.", true),
        ])
    func refused(status: Int, words: String, isOpen: Bool) async throws {
        let browser = Self.browser()
        var problem = CareProblem(.badRequest, "Anna has it")
        problem.status = status
        try browser.service.refuse("POST", "answers/a-token", problem)
        let page = try await browser.post("/answer/a-token", [("with", "on_the_way")])
        #expect(page.status == status && page.has(words) && page.has("I’m on my way") == isOpen)
        // Who has it is said.
        if status == 410 { #expect(page.has("Anna has it.")) }
    }

    @Test("It is answered in the reader's language, and waits for no page", arguments: ["de", "fr"])
    func languages(language: String) async throws {
        var browser = Self.browser()
        browser.languages = [language]
        try browser.service.has("answers/a-token", Self.standing)
        let words = language == "de" ? "Ich bin unterwegs" : "J’arrive"
        #expect(try await browser.get("/answer/a-token").has(words))
        #expect(PageSite.work(of: .post, "/answer/a-token") == .answer)
    }

    @Test("All of the page is in the language of whoever got the message, whatever the browser likes to read")
    func ownLanguage() async throws {
        for language in ["de", "fr"] {
            var browser = Self.browser()
            browser.languages = ["en"]
            var standing = Self.standing
            standing.language = language
            try browser.service.has("answers/a-token", standing)
            let (goes, lang) = (
                language == "de" ? "Ich bin unterwegs" : "J’arrive", #"<html lang="\#(language)""#
            )
            let page = try await browser.get("/answer/a-token")
            #expect(page.has(goes) && page.has(lang))
            #expect(page.has(#"name="language" value="\#(language)""#))
            try browser.service.answer(
                "POST", "answers/a-token",
                ["state": "on_the_way", "said": "Maria <hört> es.", "language": language])
            let told = try await browser.post("/answer/a-token", [("with", "on_the_way")])
            #expect(told.has("Maria &lt;hört&gt; es.") && told.has(lang))
            for status in [403, 404, 409, 410, 429, 503] {
                var problem = CareProblem(.badRequest, "Anna has it")
                problem.status = status
                try browser.service.refuse("POST", "answers/a-token", problem)
                let refused = try await browser.post(
                    "/answer/a-token", [("with", "on_the_way"), ("language", language)])
                #expect(refused.status == status && refused.has(lang))
            }
        }
    }
}
