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

    @Test("Reading the page answers nothing, with or without a login")
    func reading() async throws {
        for viewer in [nil, Viewer.anna] {
            let browser = Self.browser(as: viewer)
            let page = try await browser.get("/answer/a-token")
            #expect(page.status == 200 && page.has("I’m on my way") && page.has("I can’t come"))
            #expect(page.has(#"action="/answer/a-token""#) && browser.service.sent.isEmpty)
        }
        // What is no answer is none either.
        let browser = Self.browser()
        #expect(try await browser.post("/answer/a-token", [("with", "met")]).has("I’m on my way"))
        #expect(browser.service.sent.isEmpty)
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
        let words = language == "de" ? "Ich bin unterwegs" : "J’arrive"
        #expect(try await browser.get("/answer/a-token").has(words))
        #expect(PageSite.work(of: .post, "/answer/a-token") == .answer)
    }
}
