import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

/// One occurrence otherwise, and the end of a routine.
struct PlanOnceTests {
    private let path = PlanHome.path("2026-11-26T08:00:00")

    private func key() throws -> OccurrenceKey {
        OccurrenceKey(try #require(WallTime("2026-11-26T08:00")), zone: "Europe/Berlin")
    }

    private func browser(_ change: (inout RoutineContent) throws -> Void = { _ in }) throws -> FakeBrowser {
        let browser = try PlanHome.browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY"))
        try change(&routine.content)
        try browser.service.has("routines/\(PlanHome.id)", routine)
        try browser.service.has(
            "occurrences", OccurrencePage(occurrences: [try PlanHome.item("2026-11-26T08:00")]))
        return browser
    }

    private func sent(_ browser: FakeBrowser) throws -> RoutineChange {
        try browser.service.onlySent("routines/\(PlanHome.id)/changes")
    }

    @Test("Only this one is moved and done by another, and all else stays")
    func onlyThisOneIsMovedAndDoneByAnother() async throws {
        let browser = try browser()
        let form = try await browser.get(path + "/one").filled(
            ["date": "2026-11-27", "time": "9.30", "person": "cleo", "details": "Today the blue ones."])
        let answer = try await browser.post(path + "/one", form)
        #expect(answer.location == path + "?said=once&seq=17")
        let (change, key) = (try sent(browser), try key())
        #expect(change.scope == .one && change.occurrence == key && change.replaces == 17)
        #expect(change.to == WallTime("2026-11-27T09:30"))
        #expect(
            change.edit
                == OccurrenceEdit(details: "Today the blue ones.", assignment: .fixed(person: "cleo")))
    }

    @Test(
        "An undo is there for ten minutes, and not over what others have changed since",
        arguments: [(17, 60.0, true), (17, 601, false), (18, 60, false)])
    func anUndoIsThereForTenMinutesAndNot(
        sequence: Int, secondsAgo: Double, isOffered: Bool
    ) async throws {
        let browser = try browser()
        var routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY"))
        (routine.sequence, routine.changedAt) = (
            Int64(sequence), browser.now.addingTimeInterval(-secondsAgo)
        )
        try browser.service.has("routines/\(PlanHome.id)", routine)
        let page = try await browser.get(path + "?said=once&seq=17")
        #expect(page.has("/restore?id=") == isOffered && page.has("Changed, this time only."))
        // An old page may still show it.
        let undone = try await browser.post(path + "/restore?id=\(UUID())&replaces=17")
        #expect(undone.status == (isOffered ? 303 : 409) && browser.service.sent.isEmpty != isOffered)
        if isOffered { #expect(try sent(browser).replaces == 17) }
        let whole = "/plan/\(PlanHome.id.uuidString.lowercased())/end?id=\(UUID())"
        #expect(try await browser.post(whole).status == 400)
        #expect(try await browser.post(whole + "&replaces=17").status == undone.status)
    }

    @Test("Opening and saving the form keeps an occurrence's changes as they are")
    func openedAndSavedWhatDifferedThisTimeDiffersJust() async throws {
        let edit = OccurrenceEdit(title: "Pills", assignment: .inTurn(people: ["ben"]), priority: .urgent)
        let browser = try browser { $0.edits = [.init(of: try self.key(), edit: edit)] }
        let answer = try await browser.post(
            path + "/one", try await browser.get(path + "/one").filled([:]))
        #expect(answer.location == path + "?said=onceMore")
        #expect(try sent(browser).edit == edit)
    }

    @Test(
        "What is wrong is said beside its field",
        arguments: [
            (["date": "soon"], "date", "Write the day as year"),
            (["time": "8"], "time", "Write the time as hours"),
            (["title": ""], "title", "Write what it is"),
            (
                ["date": "2027-03-28", "time": "02:30"], "time",
                "02:30 does not exist. Write 03:30, for example."
            ),
        ])
    func whatIsWrongIsSaidBesideItsField(other: [String: String], field: String, words: String)
        async throws
    {
        let browser = try browser()
        let form = try await browser.get(path + "/one").filled(other)
        let page = try await browser.post(path + "/one", form)
        #expect(page.status == 422 && browser.service.sent.isEmpty)
        let problem = try #require(page.text.firstMatch(of: /<p class="problem" id="f-(\w+)-fault">([^<]*)</))
        #expect(problem.output.1 == field && problem.output.2.contains(words))
    }

    @Test("Before a routine ends, it is asked, and what is meant is told apart")
    func beforeARoutineEndsItIsAskedAndWhat() async throws {
        let browser = try browser()
        let page = try await browser.get(path + "/end")
        #expect(page.has("End it from Thursday 26 November on") && page.has("End all of it now"))
        #expect(page.has("Cancel"))
        #expect(browser.service.sent.isEmpty)
        let answer = try await browser.post(path + "/end", page.fields())
        #expect(answer.location == "/plan?week=2026-11-26&said=stopped")
        let (change, key) = (try sent(browser), try key())
        #expect(change.scope == .following && change.occurrence == key)
        #expect(change.content == nil && change.continuation == nil)
    }

    @Test("All of it ends") func allOfItEnds() async throws {
        let browser = try browser()
        let path = "/plan/\(PlanHome.id.uuidString.lowercased())/end"
        let page = try await browser.get(path)
        #expect(!page.has("from "))
        #expect(try await browser.post(path, page.fields()).location?.hasSuffix("said=ended") == true)
        let change = try sent(browser)
        #expect(change.scope == .all && change.occurrence == nil && change.content == nil)
    }

    @Test("What somebody else has changed meanwhile is not overwritten unseen")
    func whatSomebodyElseHasChangedMeanwhileIsNotOverwritten() async throws {
        let browser = try browser()
        let form = try await browser.get(path + "/end").fields()
        let routine = PlanHome.routine(try PlanHome.rules("2026-11-02T08:00", "FREQ=DAILY"))
        try browser.service.refuse(
            "POST", "routines/\(PlanHome.id)/changes",
            CareProblem(.conflict, "It was changed by Ben", current: .routine(routine)))
        let page = try await browser.post(path + "/end", form)
        #expect(page.status == 409 && page.has("It was changed by Ben"))
    }
}
