import Care
import FoundationEssentials
import Testing

@testable import Pages

struct PlanTests {
    private let home = PlanHome()

    @Test func `a week shows each day, what is planned on it and what became of it`() async throws {
        home.give(
            "occurrences",
            OccurrencePage(occurrences: [
                try .sample("2026-11-23T08:00", state: .done, by: "Ben"),
                try .sample("2026-11-24T10:00", "Walk", state: .due), try .sample("2026-11-29T08:00"),
            ]))
        let page = try await home.page("/plan?week=2026-11-26")
        #expect(page.contains("<h1>23–29 November 2026</h1>"))
        for day in ["Monday 23", "Tuesday 24", "Wednesday 25", "Sunday 29"] {
            #expect(page.contains("<h2>\(day) November"))
        }
        #expect(page.contains("done by Ben"))
        #expect(page.contains("due now"))
        #expect(page.contains("/plan?week=2026-11-16"))
        #expect(page.contains("/plan?week=2026-11-30"))
        #expect(page.contains("/plan?month=2026-11"))
        let asked = try #require(home.sent.last { $0.path.hasPrefix("occurrences") }?.path)
        #expect(asked.contains("from=2026-11-22T23%3A00%3A00.000Z&until=2026-11-29T23%3A00%3A00.000Z"))
    }

    @Test(arguments: [
        ("2026-03-25", "2026-03-22T23%3A00", "2026-03-29T22%3A00", "Clocks go forward at 02:00."),
        ("2026-10-25", "2026-10-18T22%3A00", "2026-10-25T23%3A00", "Clocks go back at 03:00."),
    ])
    func `a week in which the clocks change begins and ends at midnight, and says it`(
        day: String, from: String, until: String, words: String
    ) async throws {
        home.give("occurrences", OccurrencePage(occurrences: []))
        let page = try await home.page("/plan?week=\(day)")
        #expect(page.components(separatedBy: words).count == 2)
        let asked = try #require(home.sent.last { $0.path.hasPrefix("occurrences") }?.path)
        #expect(asked.contains("from=\(from)"))
        #expect(asked.contains("until=\(until)"))
    }

    @Test func `an empty week says what to do`() async throws {
        home.give("occurrences", OccurrencePage(occurrences: []))
        #expect(try await home.page("/plan").contains("Nothing is planned in this week."))
    }
}
