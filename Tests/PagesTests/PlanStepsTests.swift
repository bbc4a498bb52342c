import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Planning in three steps, from today on")
struct PlanStepsTests {
    private let walk = Need(
        id: "walk", client: "maria", label: "A walk", say: "A walk.", called: "a walk", symbol: "🚶",
        priority: .soon, uses: [.scheduled], changedAt: .init(timeIntervalSince1970: 0))

    private func browser(_ needs: Need..., languages: [String] = []) throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.languages = languages
        try browser.service.has("needs", NeedPage(needs: needs))
        return browser
    }

    @Test("Three numbered groups stand below each other; rules stand behind “other”")
    func steps() async throws {
        let page = try await browser(walk).get("/plan/new")
        for step in 1...3 { #expect(page.has("id=\"step-\(step)\"")) }
        let other = try #require(page.text.range(of: "<details class=\"way others\"><summary>Other ways"))
        let rule = try #require(page.text.range(of: "name=\"rule\""))
        let end = try #require(
            page.text.range(of: "</details>", range: other.upperBound..<page.text.endIndex))
        #expect(other.upperBound < rule.lowerBound && rule.upperBound < end.lowerBound)
        #expect(page.has("plan.js"))
    }

    @Test("What is repeated otherwise is open where it is what there is") func otherIsOpen() async throws {
        let browser = try browser()
        let yearly = PlanHome.routine(try PlanHome.rules("2026-11-26T08:00", "FREQ=YEARLY;BYMONTH=3,9"))
        try browser.service.has("routines/\(PlanHome.id)", yearly)
        let page = try await browser.get("/plan/\(PlanHome.id.uuidString.lowercased())/all")
        #expect(page.has("<details class=\"way others\" open><summary>Other ways"))
        #expect(page.has("FREQ=YEARLY;BYMONTH=3,9"))
    }

    @Test("A need that is chosen fills in its name and symbol; one for asking alone is not offered")
    func needs() async throws {
        var water = walk
        (water.id, water.label, water.uses) = ("water", "Water", [.asked])
        let browser = try browser(walk, water)
        let page = try await browser.get("/plan/new")
        #expect(page.has(#"value="walk" data-title="A walk" data-symbol="🚶" data-client="maria""#))
        #expect(!page.has("value=\"water\""))
        let form = page.filled(["need": "walk", "date": "2026-11-26", "person": "anna"])
        #expect(try await browser.post("/plan/new", form).status == 303)
        let made: NewRoutine = try browser.service.onlySent("routines")
        #expect(made.content.need == "walk" && made.content.title == "A walk" && made.content.symbol == "🚶")
    }

    @Test("A need's own page leads here, filled in") func fromANeed() async throws {
        let page = try await browser(walk).get("/plan/new?need=walk&client=maria")
        #expect(
            page.has(#"name="title" value="A walk""#) && page.has(#"name="priority" value="soon" checked>"#))
        #expect(page.has(#"data-client="maria" checked>"#))
    }

    @Test("A need that was removed stays with its routine, and another client's is not taken along")
    func kept() async throws {
        let browser = try browser()
        let routine = PlanHome.routine(try PlanHome.schedule("2026-11-26T08:00")) { $0.need = "old" }
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let path = "/plan/\(PlanHome.id.uuidString.lowercased())/all"
        let page = try await browser.get(path)
        #expect(page.has(#"value="old""#))
        #expect(try await browser.post(path, page.filled(["title": "Other"])).status == 303)
        let sent: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(sent.content?.need == "old" && sent.content?.title == "Other")
    }

    @Test(
        "A week begins on the reader's first day, on the page, in the month and in the form",
        arguments: [
            (["en-US"], "22–28 November 2026", "Sunday", "SU"),
            (["en-GB"], "23–29 November 2026", "Monday", "MO"),
            (["de"], "23.–29. November 2026", "Montag", "MO"),
            (["ar-EG", "en"], "23–29 November 2026", "Monday", "MO"),
        ])
    func weeks(languages: [String], title: String, day: String, code: String) async throws {
        let browser = try browser(languages: languages)
        #expect(try await browser.get("/plan").has("<h1>\(title)</h1>"))
        let month = try await browser.get("/plan?month=2026-11")
        let first = try #require(month.text.firstMatch(of: /<th scope="col"><span class="long">([^<]*)</))
        #expect(first.output.1 == day)
        let form = try await browser.get("/plan/new")
        let chip = try #require(form.text.firstMatch(of: /name="days" value="([A-Z]{2})"/))
        #expect(chip.output.1 == code)
    }

    @Test(
        "The plan opens at today, also where a later day of its week is asked for: what is over is folded; not where that is asked for"
    )
    func opensAtToday() async throws {
        let browser = try browser()
        let page = try await browser.get("/plan")
        #expect(page.has("class=\"day over\" id=\"day-2026-11-23\"") && page.has("id=\"earlier\""))
        #expect(page.has("class=\"day today\" id=\"day-2026-11-24\""))
        for day in ["2026-11-24", "2026-11-28"] {
            let asked = try await browser.get("/plan?week=\(day)")
            #expect(asked.has("class=\"day over\" id=\"day-2026-11-23\"") && asked.has("id=\"earlier\""))
        }
        for day in ["2026-11-23", "2026-11-30"] {
            let asked = try await browser.get("/plan?week=\(day)")
            #expect(!asked.has("day over") && !asked.has("id=\"earlier\""))
        }
        // From the weeks around it, too.
        #expect(try await browser.get("/plan?week=2026-11-30").has(#"href="/plan?week=2026-11-24""#))
        #expect(try await browser.get("/plan?week=2026-11-16").has(#"href="/plan?week=2026-11-24""#))
    }
}
