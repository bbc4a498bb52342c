import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

/// Otto and Olga take part in Maria's plan, and Dora, who comes to see Maria, does not see them.
@Suite("Whom a provider does not see stays in the plan")
struct UnseenPeopleTests {
    private let path = "/plan/\(PlanHome.id.uuidString.lowercased())"

    private func browser(_ change: (inout RoutineContent) throws -> Void) throws -> (FakeBrowser, Routine) {
        var browser = try PlanHome.browser()
        browser.viewer = .dora
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY"))
        try change(&routine.content)
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has(
            "occurrences", OccurrencePage(occurrences: [try PlanHome.item("2026-11-26T08:00")]))
        return (browser, routine)
    }

    @Test(
        "The form names them in words, and saved as it is changes nobody",
        arguments: [
            .fixed(person: "unseen-1"), .inTurn(people: ["unseen-1", "anna", "unseen-2"]),
            .inTurn(people: ["anna", "unseen-1"], per: .week),
            .leastOften(people: ["unseen-2", "unseen-1"], days: 14),
            .claimed(people: ["anna", "unseen-1"]), .claimed(people: ["unseen-1", "unseen-2"]),
        ] as [AssignmentRule])
    func form(rule: AssignmentRule) async throws {
        let (browser, routine) = try browser { $0.assignment = rule }
        let form = try await browser.get(path + "/all")
        #expect(form.has("Somebody else") && !form.has(">unseen-1<") && !form.has(">unseen-2<"))
        let look = try await browser.post(path + "/all", form.filled(["title": "Pills"], "look"))
        #expect(look.status == 200 && look.has("somebody else"))
        let answer = try await browser.post(path + "/all", look.filled([:]))
        #expect(answer.status == 303, "\(answer.text)")
        let sent: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(sent.content?.title == "Pills" && sent.content?.assignment == routine.content.assignment)
    }

    @Test("The form of a single date keeps them, too")
    func once() async throws {
        let key = OccurrenceKey(try #require(WallTime("2026-11-26T08:00")), zone: "Europe/Berlin")
        let edit = OccurrenceEdit(title: "Pills", assignment: .fixed(person: "unseen-1"))
        let (browser, _) = try browser { $0.edits = [.init(of: key, edit: edit)] }
        let one = PlanHome.path("2026-11-26T08:00:00") + "/one"
        let form = try await browser.get(one)
        #expect(form.has("Somebody else") && !form.has(">unseen-1<"))
        #expect(try await browser.post(one, form.filled([:])).status == 303)
        let sent: RoutineChange = try browser.service.onlySent("routines/\(PlanHome.id)/changes")
        #expect(sent.edit == edit)
    }

    @Test("No page shows the id of somebody whom its reader does not see")
    func words() async throws {
        let (browser, routine) = try browser { $0.assignment = .inTurn(people: ["anna", "unseen-1"]) }
        try browser.service.has(
            "routines", RoutinePage(routines: [routine], next: nil, sequence: 17, journal: UUID()))
        for page in [path, "/plan/routines"] {
            let shown = try await browser.get(page)
            #expect(shown.has("In turn: Anna and somebody else.") && !shown.has("unseen-1"), "\(page)")
        }
    }
}
