import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("The pages of who asks somebody to do a chore, and of who is asked")
struct ChoreOfferPagesTests {
    private static let entry = UUID()

    /// Tom's, which he has asked somebody to do where there is a `person`.
    private static func table(
        asking person: String? = nil, _ answer: ChoreOffer.Answer? = nil
    ) throws -> RoutineOccurrence {
        var item = try PlanHome.item("2026-11-24T18:00", "Table")
        item.chore = Chore(audience: .household, points: 5)
        item.assignment = Assignment(person: "tom", name: "Tom", reason: "Always Tom.")
        if let person {
            item.chore?.offer = ChoreOffer(
                by: "tom", byName: "Tom", to: person, toName: person.capitalized, entry: entry,
                answer: answer)
        }
        return item
    }

    private static func browser(_ item: RoutineOccurrence, of id: String) throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.viewer = Viewer(
            person: Person(id: id, name: id.capitalized, role: .client), csrfToken: "token-of-\(id)")
        try browser.service.has("call-cards", CallCardPage(cards: [], isLent: false))
        try browser.service.has(
            "requests", RequestPage(requests: [], next: nil, sequence: 7, journal: UUID()))
        var feed = ChoreFeed(of: [item], for: id, isComplete: true, now: browser.now)
        feed.people = [ChorePerson(id: "anna", name: "Anna"), ChorePerson(id: "ben", name: "Ben")]
        try browser.service.has("chores", feed)
        return browser
    }

    private static func path(_ item: RoutineOccurrence) -> String {
        "/mine/chores/\(item.routine.uuidString)/\(PageText.escaped(item.key.description))/entries"
    }

    @Test("A client asks one of those who can be asked, and takes that back while nobody has answered")
    func asks() async throws {
        let item = try Self.table()
        let browser = try Self.browser(item, of: "tom")
        let page = try await browser.get("/mine/chores")
        #expect(page.has("Ask somebody else …"))
        let answer = try await browser.post(Self.path(item), try ChoresTests.form(page.text, "Ben"))
        #expect(answer.location?.hasPrefix("/mine/chores?did=asked") ?? false)
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(sent.kind == .offered && sent.person == "ben")
        let asked = try await Self.browser(try Self.table(asking: "anna"), of: "tom").get("/mine/chores")
        #expect(asked.has("Anna is asked") && !asked.has("Ask somebody else …"))
        #expect(asked.has("Don’t ask any more") && asked.has(Self.entry.uuidString))
        let refused = try await Self.browser(try Self.table(asking: "anna", .refused), of: "tom").get(
            "/mine/chores")
        #expect(refused.has("Anna cannot do it") && refused.has("Ask somebody else …"))
    }

    @Test("Whoever is asked answers yes or no, and every page of theirs says that they are asked")
    func answers() async throws {
        let item = try Self.table(asking: "mia")
        let browser = try Self.browser(item, of: "mia")
        let page = try await browser.get("/mine/chores")
        #expect(page.has("Tom asks whether you do it.") && page.has("data-once=\"normal\""))
        #expect(!page.has("Don’t ask any more") && !page.has("Remind Tom"))
        #expect(page.has("Yes, I’ll do it") && page.has("value=\"refused\""))
        let more = try await browser.get("/mine")
        #expect(more.has("Tom asks whether you do this: Table"))
        let answer = try await browser.post(
            Self.path(item), [("kind", "accepted"), ("id", UUID().uuidString), ("person", "mia")])
        #expect(answer.location?.hasPrefix("/mine/chores?did=claimed") ?? false)
        let sent: OccurrenceEntry = try browser.service.onlySent("entries")
        #expect(sent.kind == .accepted && sent.person == "mia")
        try browser.service.refuse("POST", "entries", CareProblem(.notFound, "there is no routine"))
        let late = try await browser.post(
            Self.path(item), [("kind", "accepted"), ("id", UUID().uuidString), ("person", "mia")])
        #expect(late.status == 409 && late.has("Nobody asks you for that any more."))
    }
}
