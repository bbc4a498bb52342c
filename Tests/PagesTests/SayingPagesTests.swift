import Care
import Foundation
import Testing

@testable import Pages

@Suite("Saying something to a client, on a page")
struct SayingPagesTests {
    private static let now = FakeBrowser().now
    private static let api = "clients/maria/words"
    private static let path = "/people/maria/words"

    private static func words(_ text: String, minutes: Double, isSaid: Bool = false) -> ClientWords {
        let at = now.addingTimeInterval(-minutes * 60)
        return ClientWords(
            id: UUID(), client: "maria", text: text, by: "Ben", at: at,
            saidAt: isSaid ? at.addingTimeInterval(60) : nil)
    }

    private func browser(_ words: [ClientWords] = []) throws -> FakeBrowser {
        let browser = FakeBrowser()
        try browser.service.has("people", PlanHome.people)
        try browser.service.has(Self.api, WordsPage(words: words, now: Self.now))
        return browser
    }

    @Test("It tells what waits, what was said and what was not, and is read anew when that changes")
    func lists() async throws {
        var browser = try browser([
            Self.words("One.", minutes: 1), Self.words("Two.", minutes: 5, isSaid: true),
            Self.words("Three.", minutes: 31),
        ])
        let page = try await browser.get(Self.path)
        #expect(page.status == 200 && page.has("Say something to Maria"), "\(page.text)")
        #expect(page.has(#"data-live="words""#) && page.has(#"maxlength="200""#))
        #expect(page.has("waits for a calm moment") && page.has("said 4 minutes ago"), "\(page.text)")
        #expect(page.has("not said: no calm moment within half an hour"))
        browser.languages = ["de"]
        #expect(try await browser.get(Self.path).has("wartet auf einen ruhigen Moment"))
        browser.languages = ["fr"]
        #expect(try await browser.get(Self.path).has("attend un moment calme"))
        #expect(try await self.browser().get(Self.path).has("Nothing yet."))
    }

    @Test("What is sent is said under the form's id")
    func sends() async throws {
        let browser = try browser()
        let id = UUID()
        let sent = try await browser.post(
            Self.path, [("id", id.uuidString), ("text", " The doctor comes at four. ")])
        #expect(sent.status == 303 && sent.location == "\(Self.path)?did=waits")
        let words: NewClientWords = try browser.service.onlySent(Self.api)
        #expect(words == NewClientWords(id: id, text: "The doctor comes at four."))
        #expect(
            try await browser.get("\(Self.path)?did=waits").has("It waits for the next calm moment."))
    }

    @Test("What waits can be taken back, and nothing else; why it cannot be is said above the list")
    func takesBack() async throws {
        var gone = Self.words("Four.", minutes: 3)
        gone.takenBackAt = gone.at.addingTimeInterval(60)
        let waits = Self.words("One.", minutes: 1)
        var browser = try browser([
            waits, gone, Self.words("Two.", minutes: 5, isSaid: true), Self.words("Three.", minutes: 31),
        ])
        let page = try await browser.get(Self.path)
        let back = "\(Self.path)/\(waits.id.uuidString.lowercased())/back"
        #expect(page.text.components(separatedBy: "/back\"").count == 2 && page.has(#"action="\#(back)""#))
        #expect(page.has("Take back") && page.has("taken back 2 minutes ago"), "\(page.text)")
        let taken = try await browser.post(back)
        #expect(taken.status == 303 && taken.location == "\(Self.path)?did=back")
        #expect(browser.service.asked.contains("DELETE words/\(waits.id.uuidString)"))
        #expect(try await browser.get("\(Self.path)?did=back").has("Maria is not told."))
        try browser.service.refuse(
            "DELETE", "words/\(waits.id.uuidString)",
            CareProblem(.conflict, "the client has heard this already", field: "id"))
        for (language, words) in [
            ("en", "The client has heard this already."), ("de", "Die betreute Person hat das schon gehört."),
            ("fr", "La personne accompagnée l’a déjà entendu."),
        ] {
            browser.languages = [language]
            let late = try await browser.post(back)
            #expect(late.status == 409 && late.has(words), "\(late.text)")
        }
        #expect(try await browser.post("\(Self.path)/nonsense/back").status == 404)
    }

    @Test("What is refused stays typed, with what is wrong beside it")
    func refused() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "POST", Self.api, CareProblem(.notAcceptable, "it is empty", field: "text"))
        let page = try await browser.post(Self.path, [("text", "Tea is ready.")])
        #expect(page.status == 422 && page.has("Tea is ready.") && page.has("text-fault"), "\(page.text)")
    }

    @Test("A client's page leads there, and there is none for somebody else")
    func ways() async throws {
        let browser = try browser()
        #expect(try await browser.get("/people/anna/words").status == 404)
        #expect(try await browser.get("/people/nobody/words").status == 404)
        let home = FakeHome()
        #expect(try await home.ask("/people/maria").text.contains(#"href="/people/maria/words""#))
        #expect(try await !home.ask("/people/anna").text.contains("/words\""))
    }
}
