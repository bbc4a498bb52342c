import Care
import Foundation
import Testing

@testable import Pages

@Suite("Which board fits, asked at the first start")
struct FirstBoardTests {
    private let api = FileAPI()

    private func file(_ name: String, _ language: String, isStart: Bool = false, errors: Int = 0)
        -> HomeFileSummary
    {
        .init(
            name: name, kind: .board, title: name, language: language, version: "v", errors: errors,
            warnings: 0, isStart: isStart, usesLastGood: false)
    }

    private func options(_ board: String) -> HomeOptions {
        HomeOptions(
            version: "s7", client: "Maria",
            options: [
                .init(
                    name: "board", value: board, standard: "boards/home.yaml", range: "a path in this folder",
                    meaning: "")
            ])
    }

    private func open(_ used: String = "boards/home.yaml") async throws {
        try await api.put(
            "GET first-steps",
            FirstSteps(
                steps: FirstStep.allCases.map { FirstStepState(step: $0, state: .open) }, client: "maria",
                hasKiosk: true, hasStation: true, address: nil, obstacle: .closed,
                commands: .init(kiosk: "beckon kiosk")))
        try await api.put(
            "GET files",
            HomeFilePage(files: [
                file("feelings.yaml", "en-GB"), file("family.backup.yaml", "en-GB"),
                file("family.de.yaml", "de"), file("family.yaml", "en-GB"),
                file("home.de.yaml", "de"), file("home.yaml", "en-GB", isStart: true),
                file("zoe.yaml", "en-GB"),
            ]))
        try await api.put("GET settings", options(used))
        for name in ["home.yaml", "family.yaml", "home.de.yaml", "family.de.yaml"] {
            try await api.put(
                "GET boards/\(name)",
                HomeBoard(
                    name: name, title: name == "home.yaml" ? "Home <b>" : name, language: "en", version: "v",
                    cards: [
                        BoardCard(
                            path: "1", id: "drinks", label: "Drinks", fields: ["symbol": "🥤"], isGroup: true),
                        BoardCard(path: "1.1", id: "water", label: "Water", fields: [:]),
                        BoardCard(path: "2", id: "chores", label: "Chores of \(name)", fields: [:]),
                    ]))
        }
    }

    @Test("Those that ship in the home's language are shown with their first cards, and the used one is kept")
    func shown() async throws {
        try await open()
        let (response, text) = try await api.draw("/welcome/board", homeLanguage: "en-US")
        #expect(response.status == 200)
        for part in [
            "Home &lt;b&gt;", "Chores of family.yaml", "🥤", "Keep this one", "Use this board",
            "For a child at home", #"name="board" value="boards/family.yaml""#, #"name="version" value="s7""#,
        ] { #expect(text.contains(part), "\(part)") }
        // What stands in a group, other languages, and what nobody begins with.
        #expect(!text.contains("Water") && !text.contains("family.de.yaml") && !text.contains("zoe.yaml"))
        #expect(!text.contains("feelings.yaml"))
        let german = try await api.draw("/welcome/board", homeLanguage: "de").text
        #expect(
            german.contains("Chores of family.de.yaml") && !german.contains(#"value="boards/family.yaml""#))
        // Nothing stands out that would replace it.
        let main = #"<button class="main">"#
        #expect(german.contains("a board of your own") && !german.contains(main) && text.contains(main))
    }

    @Test("One tap takes another board; keeping it changes nothing; what was refused is said there")
    func taken() async throws {
        try await open()
        try await api.put("PUT settings", options("boards/family.yaml"))
        try await api.put("PUT first-steps/board", FirstStepState(step: .board, state: .done))
        func send(_ board: String) async throws -> PageResponse {
            try await api.draw("/welcome/board", form: [("board", board), ("version", "s7")]).response
        }
        #expect(try await send("boards/home.yaml").status == 303)
        #expect(try await api.sent("PUT settings", as: OptionChange.self) == nil)
        #expect(try await api.sent("PUT first-steps/board") == FirstStepChange(state: .done))
        #expect(try await send("boards/family.yaml").status == 303)
        #expect(
            try await api.sent("PUT settings")
                == OptionChange(values: ["board": "boards/family.yaml"], version: "s7"))
        try await api.put(
            "PUT settings", CareProblem(.notAcceptable, "the board is not there", field: "board"), status: 422
        )
        let (refused, text) = try await api.draw(
            "/welcome/board", form: [("board", "boards/../x"), ("version", "s7")])
        #expect(refused.status == 422 && text.contains("Not saved"))
        #expect(try await api.draw("/welcome/board", form: []).response.status == 400)
        #expect(try await api.draw("/welcome/board", role: .caregiver).response.status == 403)
    }

    @Test("The list of boards begins with those that ship: whom each is for, and one tap to begin with it")
    func list() async throws {
        try await open()
        let text = try await api.draw("/boards", homeLanguage: "en").text
        let order = text.matches(of: /<h3><a href="\/boards\/([^"]+)"/).map { String($0.1) }
        // A copy is somebody's own.
        #expect(
            order.prefix(5)
                == ["home.yaml", "family.yaml", "feelings.yaml", "family.backup.yaml", "zoe.yaml"])
        #expect(text.contains("For an adult who is cared for") && text.contains("For a child at home"))
        let used = text.matches(of: /name="option-board" value="([^"]+)"/).map { String($0.1) }
        #expect(used == ["boards/family.yaml", "boards/family.backup.yaml", "boards/zoe.yaml"])
        // Cards are changed below.
        let list = try #require(text.range(of: "Use this board for Maria"))
        let cards = try #require(text.range(of: "Tap a card to change it."))
        #expect(list.lowerBound < cards.lowerBound)
        let caregiver = try await api.draw("/boards", role: .caregiver, homeLanguage: "en").text
        #expect(!caregiver.contains("Use this board"))
    }

    @Test("What a card does is chosen from groups, and a parent's stand near the top")
    func groups() async throws {
        try await open()
        let text = try await api.draw("/boards/home.yaml/items/new", query: "kind=item").text
        let groups = text.matches(of: /<optgroup label="([^"]+)"/).map { String($0.1) }
        #expect(groups.first == "Chores, points, rewards, goals, kind words, sessions" && groups.count == 4)
        for value in CardWords.doing.map(\.value) {
            #expect(text.contains(#"<option value="\#(value)""#), "\(value)")
        }
        #expect(Set(CardWords.doing.map(\.value)).count == CardWords.doing.count)
    }
}
