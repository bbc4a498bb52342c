import Care
import Costs
import Foundation
import Testing

@testable import Pages

@Suite("Cards for chores on the board that is used")
struct ChoreCardsTests {
    private static func summary(
        _ name: String, isStart: Bool = false, isInUse: Bool = false, lists: [String]? = nil
    ) -> HomeFileSummary {
        HomeFileSummary(
            name: name, kind: .board, title: "Home", language: "de-DE", version: "v", errors: 0, warnings: 0,
            isStart: isStart, isInUse: isInUse, lists: lists, usesLastGood: false)
    }

    private func browser(_ files: [HomeFileSummary], as viewer: Viewer = .ben) throws -> FakeBrowser {
        var browser = try PlanHome.browser()
        browser.viewer = viewer
        try browser.service.has("charges", ChargePage(charges: []))
        try browser.service.has(
            "chores", ChoreFeed(of: [], for: viewer.person.id, isComplete: true, now: browser.now))
        try browser.service.has("points", PointStandings(people: []))
        try browser.service.has("grants", GrantPage(grants: []))
        try browser.service.has("files", HomeFilePage(files: files))
        return browser
    }

    @Test(
        "Chores and points say that no board has them, to those who can put them there",
        arguments: ["/chores", "/points"])
    func told(path: String) async throws {
        let without = [
            Self.summary("heim.yaml", isStart: true, lists: ["today"]),
            Self.summary("family.yaml", lists: ["chores"]),
        ]
        #expect(try await browser(without).get(path).has("Put chores, points and rewards on “Home”"))
        #expect(try await !browser(without, as: .anna).get(path).has("chore-cards"))
        let with = [
            Self.summary("heim.yaml", isStart: true),
            Self.summary("mia.yaml", isInUse: true, lists: ["chores"]),
        ]
        #expect(try await !browser(with).get(path).has("chore-cards"))
    }

    @Test("One tap puts a group on the board, in its language, and a second one nothing")
    func put() async throws {
        let browser = try browser([Self.summary("heim.yaml", isStart: true)])
        func board(_ cards: [BoardCard]) -> HomeBoard {
            HomeBoard(name: "heim.yaml", title: "Heim", language: "de-DE", version: "v7", cards: cards)
        }
        try browser.service.has("boards/heim.yaml", board([]))
        try browser.service.answer("POST", "boards/heim.yaml/changes", board([]))
        let fields = try await browser.get("/chores").fields()
        let answer = try await browser.post("/chores/cards", fields)
        #expect(answer.status == 303 && answer.location == "/boards/heim.yaml")
        let sent: BoardRevision = try browser.service.onlySent("boards/heim.yaml/changes")
        #expect(sent.version == "v7" && sent.changes.map(\.kind) == [.add])
        #expect(sent.changes[0].fields?["label"] == "Meine Aufgaben")
        #expect(
            sent.changes[0].group?.map { $0.fields["list"] } == ["chores", "points", "rewards", "people"])
        try browser.service.has(
            "boards/heim.yaml",
            board([BoardCard(path: "0", id: "a", label: "A", fields: ["list": "chores"])]))
        _ = try await browser.post("/chores/cards", fields)
        #expect(browser.service.sent.count == 1)
    }
}
