import Care
import Foundation
import Testing

@testable import Pages

@Suite("Pages of rewards")
struct RewardPagesTests {
    private static let cinema = PointsPagesTests.cinema
    private static let path = RewardEditing.path(cinema.id)

    private func browser(_ rewards: [Reward] = [cinema, PointsPagesTests.zoo]) throws -> FakeBrowser {
        let browser = FakeBrowser()
        try browser.service.has("people", PlanHome.people)
        try browser.service.has("rewards", RewardList(rewards: rewards))
        return browser
    }

    private static let typed = [
        ("id", "00000000-0000-4000-8000-000000000007"), ("replaces", "0"), ("active", "true"),
        ("title", "An outing"),
        ("who", "all"), ("way", "reached"), ("at", "20"),
    ]

    private static func typed(_ changes: [String: String?], _ more: [(String, String)] = []) -> [(
        String, String
    )] {
        typed.compactMap { name, value in
            guard let change = changes[name] else { return (name, value) }
            return change.map { (name, $0) }
        } + more
    }

    @Test("Where there are none, one sentence says what they are", arguments: ["en", "de", "fr"])
    func none(language: String) async throws {
        var browser = try browser([])
        browser.languages = [language]
        let page = try await browser.get("/rewards")
        #expect(page.status == 200 && page.has(#"href="/rewards/new""#) && !page.has("<ul class=\"cards\">"))
    }

    @Test("The list says for whom each is and how one gets it; what was taken away stands apart")
    func list() async throws {
        var gone = PointsPagesTests.zoo
        gone.isActive = false
        let page = try await browser([Self.cinema, gone]).get("/rewards")
        #expect(
            page.has("Cinema &lt;b&gt;")
                && page.has("For Maria · costs 15 points, and somebody says yes first"))
        let away = try #require(page.text.range(of: "Taken away</h2>")?.lowerBound)
        #expect(away < (try #require(page.text.range(of: ">Zoo<")?.lowerBound)))
        #expect(page.has("For everybody · comes by itself each 20 points"))
    }

    @Test(
        "A reward is sent as it was typed, in each way",
        arguments: [
            (typed, RewardContent(title: "An outing", way: .reached(at: 20, again: false))),
            (
                typed(["symbol": nil], [("symbol", "🎬"), ("details", "By train."), ("again", "true")]),
                RewardContent(
                    title: "An outing", details: "By train.", symbol: "🎬", way: .reached(at: 20, again: true))
            ),
            (
                typed(
                    ["who": "some", "way": "redeemed"],
                    [("for", "maria"), ("for", "ben"), ("cost", "15"), ("approval", "true")]),
                RewardContent(
                    title: "An outing", people: ["ben", "maria"], way: .redeemed(cost: 15, approval: true))
            ),
            // What belongs to the other way, and to some only, does not count.
            (
                typed(["way": "redeemed", "at": "none"], [("for", "maria"), ("cost", "15")]),
                RewardContent(title: "An outing", way: .redeemed(cost: 15, approval: false))
            ),
        ])
    func sent(form: [(String, String)], content: RewardContent) async throws {
        let browser = try browser()
        let answer = try await browser.post("/rewards/new", form)
        let id = "00000000-0000-4000-8000-000000000007"
        #expect(answer.status == 303 && answer.location == "/rewards?said=made&reward=\(id)")
        let sent: RewardChange = try browser.service.onlySent("rewards/\(id.uppercased())")
        #expect(sent == RewardChange(content: content, by: "Anna"))
        let page = try await browser.get(answer.location ?? "")
        #expect(page.has("The reward is saved.") && page.has(#"action="/rewards/\#(id)/off""#))
    }

    @Test("A picture beside the boards is chosen, and stands on its card")
    func picture() async throws {
        let browser = try browser()
        #expect(try await !browser.get("/rewards/new").has("Or choose a picture"))
        try browser.service.has(
            "symbols", SymbolPage(symbols: [], pictures: ["photos/zoo.png"], hasNames: true))
        let image = #"src="/api/v1/displays/%2A/symbol?path=photos%2Fzoo.png""#
        let form = try await browser.get("/rewards/new")
        #expect(form.has("Or choose a picture") && form.has("<img " + image))
        // Enter presses the first button of a form: that saves, also where more pictures could be asked for.
        let many = try self.browser()
        try many.service.has(
            "symbols",
            SymbolPage(symbols: [], pictures: (0..<45).map { "photos/\($0).png" }, hasNames: true))
        let long = try await many.get("/rewards/new")
        let opened = try #require(long.text.range(of: #"action="/rewards/new""#))
        let buttons = long.text[opened.upperBound...].matches(of: /<button[^>]*>/).map(\.output)
        #expect(buttons.first == "<button hidden>" && buttons.contains { $0.contains("name=\"pictures\"") })
        _ = try await browser.post(
            "/rewards/new", Self.typed([:], [("picked", "photos/zoo.png")]))
        let sent: RewardChange = try browser.service.onlySent(
            "rewards/00000000-0000-4000-8000-000000000007")
        #expect(sent.content.symbol == "photos/zoo.png")
        var zoo = PointsPagesTests.zoo
        zoo.content.symbol = "photos/zoo.png"
        try browser.service.has("rewards", RewardList(rewards: [zoo]))
        #expect(try await browser.get("/rewards").has(#"<img class="symbol" "# + image))
    }

    @Test("All mistakes are told at once, in the summary and at their fields, and nothing is sent")
    func wrong() async throws {
        let browser = try browser()
        let page = try await browser.post(
            "/rewards/new", Self.typed(["title": "", "who": "some", "at": "0"]))
        #expect(page.status == 422 && browser.service.sent.isEmpty)
        for (id, words) in [
            ("f-title", "Write what it is."), ("f-people", "Tick for whom."),
            ("f-at", "Write a whole number, 1 to 100,000."),
        ] {
            #expect(page.has("href=\"#\(id)\"") && page.has("id=\"\(id)-fault\">\(words)"), "\(id)")
        }
        #expect(page.has(#"name="who" value="some" checked"#) && page.has(#"value="0""#))
        let food = try await browser.post(
            "/rewards/new", Self.typed(["title": "Extra dinner", "at": "many"]))
        #expect(food.status == 422 && food.has(##"href="#f-title""##) && food.has(##"href="#f-at""##))
        #expect(food.has("dinner"))
    }

    @Test("What the service finds is told at its field too: something that people ask for")
    func found() async throws {
        let browser = try browser()
        var problem = CareProblem(.notAcceptable, "everybody gets that", field: "content.title")
        problem.errors = [
            .init(field: "content.title", detail: "everybody gets that"),
            .init(field: "content.way.at", detail: "write fewer"),
        ]
        try browser.service.refuse("PUT", "rewards/00000000-0000-4000-8000-000000000007", problem)
        let page = try await browser.post("/rewards/new", Self.typed)
        #expect(page.status == 422 && page.has(#"id="f-title-fault">Everybody gets that."#))
        #expect(page.has(#"id="f-at-fault">Write fewer."#))
    }

    @Test("A form is filled in with what is there, and changed with what was read of it")
    func change() async throws {
        let browser = try browser()
        let page = try await browser.get(Self.path)
        #expect(page.has("Cinema &lt;b&gt;</h1>") && page.has(#"name="for" value="maria" checked"#))
        #expect(
            page.has(#"name="approval" value="true" checked"#)
                && page.has(#"name="way" value="redeemed" checked"#))
        #expect(page.has(#"action="\#(Self.path)/off""#) && !page.has("Put it back"))
        let form = FakeBrowser.Answer(status: 200, text: page.text, location: nil).fields().map {
            $0.0 == "cost" ? ("cost", "18") : $0
        }
        let answer = try await browser.post(Self.path, form)
        #expect(answer.location == "/rewards?said=changed&reward=\(Self.cinema.id.uuidString.lowercased())")
        let sent: RewardChange = try browser.service.onlySent("rewards/\(Self.cinema.id)")
        var content = Self.cinema.content
        content.way = .redeemed(cost: 18, approval: true)
        #expect(sent == RewardChange(content: content, replaces: 7, by: "Anna"))
    }

    @Test("Changed by two: both versions are told, and saving again replaces theirs")
    func conflict() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "PUT", "rewards/\(Self.cinema.id)",
            CareProblem(.conflict, "it was changed", field: "replaces", current: .reward(Self.cinema)))
        let form = Self.typed(["replaces": "5", "title": "A picnic"])
        let page = try await browser.post(Self.path, form)
        #expect(
            page.status == 409 && page.has(#"value="A picnic""#) && page.has(#"name="replaces" value="7""#))
        #expect(
            page.has("Ben has changed it meanwhile: now it is “Cinema &lt;b&gt;”, costs 15 points"))
        #expect(page.has("For Maria."))
        var gone = Self.cinema
        gone.isActive = false
        try browser.service.refuse(
            "PUT", "rewards/\(Self.cinema.id)",
            CareProblem(.conflict, "it was changed", field: "replaces", current: .reward(gone)))
        let away = try await browser.post(Self.path, form)
        #expect(away.has("Ben has taken it away meanwhile") && away.has(#"name="active" value="true""#))
    }

    @Test("The words of one that was taken away are mended, and it stays away")
    func mendedAway() async throws {
        var gone = Self.cinema
        gone.isActive = false
        let browser = try browser([gone])
        let page = try await browser.get(Self.path)
        let form = FakeBrowser.Answer(status: 200, text: page.text, location: nil).fields().map {
            $0.0 == "title" ? ("title", "A film") : $0
        }
        #expect(try await browser.post(Self.path, form).status == 303)
        let sent: RewardChange = try browser.service.onlySent("rewards/\(gone.id)")
        #expect(!sent.isActive && sent.content.title == "A film")
    }

    @Test("Taken away and put back, with what was read then")
    func away() async throws {
        let browser = try browser()
        #expect(try await browser.post("\(Self.path)/off").location?.hasPrefix("/rewards?said=off") ?? false)
        let sent: RewardChange = try browser.service.onlySent("rewards/\(Self.cinema.id)")
        #expect(sent == RewardChange(content: Self.cinema.content, isActive: false, replaces: 7, by: "Anna"))
        // What is there already is not sent again.
        #expect(try await browser.post("\(Self.path)/on").status == 303)
        #expect(browser.service.sent.count == 1)
        #expect(try await browser.get("/rewards/00000000-0000-4000-8000-000000000009").status == 404)
    }
}
