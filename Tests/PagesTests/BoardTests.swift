import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

/// Answers a page's questions with what a test has put into it, and keeps what was asked.
actor FileAPI {
    private var answers: [String: PageAPI.Answer] = [:]
    private(set) var asked: [(place: String, body: Data?)] = []

    func put(_ place: String, _ value: some Encodable & Sendable, status: Int = 200) throws {
        answers[place] = .init(status: status, body: try CareJSON.encoder().encode(value))
    }

    func answer(_ message: PageAPI.Message) throws -> PageAPI.Answer {
        let place = "\(message.method) \(message.path)"
        asked.append((place, message.body))
        // What is put without a query is there with any.
        if let known = answers[place] ?? answers[String(place.prefix { $0 != "?" })] { return known }
        return .init(
            status: 404, body: try CareJSON.encoder().encode(CareProblem(.notFound, "there is nothing")))
    }

    func sent<Value: Decodable>(_ place: String, as type: Value.Type = Value.self) throws -> Value? {
        try asked.last { $0.place == place }?.body.map { try CareJSON.decoder().decode(Value.self, from: $0) }
    }

    /// Draws a page for somebody, a coordinator unless told otherwise.
    func draw(
        _ path: String, query: String = "", form: [(String, String)]? = nil, role: Person.Role = .coordinator,
        homeLanguage: String? = nil
    ) async throws -> (response: PageResponse, text: String) {
        let viewer = Viewer(
            person: Person(id: "carla", name: "Carla", role: role), csrfToken: "token-of-carla")
        var request = PageRequest(
            method: form == nil ? .get : .post, path: path, query: PageFields(encoded: query),
            form: PageFields((form ?? []).map { (name: $0.0, value: $0.1) }), viewer: viewer,
            now: Date(timeIntervalSince1970: 1_774_699_200), zone: .utc)
        request.homeLanguage = homeLanguage
        let api = PageAPI { message in
            do { return try await self.answer(message) } catch { return .init(status: 500, body: Data()) }
        }
        let response = await (try PageSite.shipped()).respond(request, api: api)
        return (response, String(decoding: response.body, as: UTF8.self))
    }
}

struct BoardTests {
    static let bad = "<script>alert(1)</script>"
    private let api = FileAPI()

    private func file(
        _ text: String = "board: home\n", findings: [FileFinding] = [], usesLastGood: Bool = false,
        lastGood: String? = nil, previous: String? = nil, name: String = "Home"
    ) -> HomeFile {
        HomeFile(
            name: "home.yaml", kind: .board, text: text, version: "v1", findings: findings,
            drawing: BoardDrawing(
                name: name, language: "en", mode: "automatic", pattern: "group_item",
                items: [
                    .init(
                        number: "1", label: name, symbol: "🥤", does: "opens 2 items", steps: 1, presses: 1,
                        seconds: 2.25),
                    .init(
                        number: "1.1", label: "Water", symbol: "water.png", does: "asks, urgent",
                        priority: .urgent,
                        steps: 2, presses: 2, seconds: 4),
                    .init(number: "1.2", does: "goes back"),
                    .init(
                        number: "2", label: "Feelings", does: "opens the board Feelings",
                        opens: "feelings.yaml", steps: 2, presses: 1, seconds: 3),
                ], meanSteps: 2, meanSeconds: 4, worstSeconds: 4),
            usesLastGood: usesLastGood, lastGood: lastGood, previous: previous)
    }

    private let mistake = FileFinding(
        file: "home.yaml", line: 6, column: 5, severity: .error,
        message: "unknown key `labl`: did you mean `label`?",
        excerpt: "  - { labl: Water }")

    @Test("Each board says how it is, and what the kiosk uses") func eachBoardSaysHowItIsAndWhatThe()
        async throws
    {
        try await api.put(
            "GET files",
            HomeFilePage(files: [
                .init(
                    name: "beckon.yaml", kind: .settings, version: "a", errors: 0, warnings: 0,
                    isStart: false, usesLastGood: false),
                .init(
                    name: "home.yaml", kind: .board, title: "Home", version: "b", errors: 2, warnings: 0,
                    isStart: true, usesLastGood: true),
                .init(
                    name: "phrases.en.yaml", kind: .phrases, version: "c", errors: 0, warnings: 1,
                    isStart: false, usesLastGood: false),
            ]))
        let (response, text) = try await api.draw("/boards")
        #expect(response.status == 200)
        for part in [
            #"<a href="/boards/home.yaml">Home</a>"#, "2 mistakes", "Scanning begins here.",
            "the last good version",
            "What Beckon says (en)", "good, 1 thing to look at", "Begin a new board",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(try await !api.draw("/boards", role: .caregiver).text.contains("Begin a new board"))
    }

    @Test(
        "Boards in other languages and other files are folded; a board can be taken for the client on its page"
    )
    func folded() async throws {
        func row(
            _ name: String, _ language: String? = "en-GB", isStart: Bool = false, isInUse: Bool = false,
            errors: Int = 0
        ) -> HomeFileSummary {
            .init(
                name: name, kind: .board, title: name, language: language, version: "b", errors: errors,
                warnings: 0, isStart: isStart, isInUse: isInUse, usesLastGood: false)
        }
        try await api.put(
            "GET files",
            HomeFilePage(files: [
                row("home.yaml", isStart: true), row("family.yaml"), row("family.de.yaml", "de-DE"),
                // Zoe's, who understands German; what only looks like a language; one that is opened; one with mistakes.
                row("zoe-de.yaml", "de-DE"), row("living.ro.yaml"),
                row("music.fr.yaml", "fr-FR", isInUse: true),
                row("music.es.yaml", nil, errors: 1),
            ]))
        func folded(home: String?) async throws -> [String] {
            let text = try await api.draw("/boards", homeLanguage: home).text
            guard let fold = text.range(of: "In other languages</summary>") else { return [] }
            return text[fold.upperBound...].matches(of: /href="\/boards\/([^"?]+)"/).map { String($0.1) }
        }
        #expect(try await folded(home: "en") == ["family.de.yaml"])
        #expect(try await folded(home: "de-AT") == ["family.yaml"])
        #expect(try await folded(home: nil).isEmpty)
        let (_, text) = try await api.draw("/boards")
        #expect(text.contains("<summary>Other files</summary>"))
        try await api.put("GET files/home.yaml", file())
        func option(_ value: String) -> HomeOptions {
            HomeOptions(
                version: "s7", client: "Maria",
                options: [
                    .init(
                        name: "board", value: value, standard: "boards/home.yaml",
                        range: "a path in this folder", meaning: "")
                ])
        }
        try await api.put("GET settings", option("boards/family.yaml"))
        let page = try await api.draw("/boards/home.yaml").text
        #expect(page.contains("Use this board for Maria") && page.contains(#"action="/settings/place""#))
        #expect(
            page.contains(#"name="option-board" value="boards/home.yaml""#)
                && page.contains(#"name="version" value="s7""#))
        try await api.put("GET settings", option("boards/home.yaml"))
        #expect(try await !api.draw("/boards/home.yaml").text.contains("Use this board"))
        #expect(try await !api.draw("/boards/home.yaml", role: .caregiver).text.contains("Use this board"))
    }

    @Test("A board is drawn in the order in which it is scanned, with what each costs")
    func aBoardIsDrawnInTheOrderInWhich() async throws {
        try await api.put(
            "GET displays", ClientPage(clients: [.init(id: "maria", name: "Maria", isShown: true)]))
        try await api.put("GET files/home.yaml", file())
        let (_, text) = try await api.draw("/boards/home.yaml")
        for part in [
            "<h1>Home</h1>", "The marker moves on by itself, and a press chooses. Groups come first",
            "On average 2.0 steps and 4.0 s", "🥤",
            "1 step, 2.3 s",
            ##"<a href="#level-1">Home</a>"##, #"<section id="level-1"><h3>1 Home</h3>"#, "Go back", "no key",
            #"<li class="group">"#, #"<li class="back">"#, #"<a href="/boards/feelings.yaml">Feelings</a>"#,
            #"<img src="/api/v1/displays/maria/symbol?path=water.png" alt="">"#,
            "Nothing is wrong with it.", "boards.js", #"name="version" value="v1""#, "token-of-carla",
        ] { #expect(text.contains(part), "\(part)") }
        // A card that opens nothing leads nowhere.
        #expect(!text.contains(#"<a href="/boards/home.yaml">"#))
    }

    @Test("Without a screen to show them on, no picture is asked for")
    func withoutAScreenToShowThemOnNoPicture() async throws {
        try await api.put("GET displays", ClientPage(clients: []))
        try await api.put("GET files/home.yaml", file())
        #expect(try await !api.draw("/boards/home.yaml").text.contains("<img"))
    }

    @Test("Who may not change it reads it, without an editor") func whoMayNotChangeItReadsItWithoutAn()
        async throws
    {
        try await api.put("GET files/home.yaml", file())
        let (_, text) = try await api.draw("/boards/home.yaml", role: .caregiver)
        #expect(!text.contains("<textarea") && text.contains("board: home"))
        let refused = try await api.draw("/boards/home.yaml", form: [("text", "x")], role: .caregiver)
        #expect(refused.response.status == 403)
        #expect(await !api.asked.contains { $0.place.hasPrefix("PUT") })
    }

    @Test("Saving keeps the file's own ends of lines, and its spaces")
    func savingKeepsTheFilesOwnEndsOfLinesAnd() async throws {
        try await api.put("PUT files/home.yaml", file())
        let typed = "board: home\r\n  # ü  \r\n"
        let (response, _) = try await api.draw(
            "/boards/home.yaml", form: [("text", typed), ("version", "v1"), ("ends", "lf")])
        #expect(response.status == 303)
        #expect(
            try await api.sent("PUT files/home.yaml")
                == FileChange(text: "board: home\n  # ü  \n", version: "v1"))
        _ = try await api.draw(
            "/boards/home.yaml", form: [("text", typed), ("version", "v1"), ("ends", "crlf")])
        #expect(try await api.sent("PUT files/home.yaml") == FileChange(text: typed, version: "v1"))
        try await api.put("GET files/home.yaml", file("a: 1\r\nb: 2\r\n"))
        #expect(try await api.draw("/boards/home.yaml").text.contains(#"name="ends" value="crlf""#))
    }

    @Test("What has mistakes is not saved, and is still there with their lines")
    func whatHasMistakesIsNotSavedAndIsStill() async throws {
        let problem = CareProblem(
            .notAcceptable, "it has mistakes", field: "text", current: .findings([mistake]))
        try await api.put("PUT files/home.yaml", problem, status: 422)
        let (response, text) = try await api.draw(
            "/boards/home.yaml", form: [("text", "items: <mine>"), ("version", "v1"), ("ends", "lf")])
        #expect(response.status == 422)
        for part in [
            "Not saved", "items: &lt;mine&gt;</textarea>", "Line 6, column 5: Unknown key <code>labl</code>",
            "<mark>{</mark> labl: Water }",
            #"data-line="6""#, #"name="version" value="v1""#,
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test(
        "The line of a finding is shown with its place marked",
        arguments: [
            ("  - { labl: Water }", 7, "  - { <mark>labl</mark>: Water }"),
            ("a: <b>", 4, "a: <mark>&lt;</mark>b&gt;"), ("end", 4, "end<mark> </mark>"),
            ("far", 99, "far<mark> </mark>"), ("x", 0, "<mark>x</mark>"),
        ])
    func excerpt(line: String, column: Int, shown: String) async throws {
        var finding = mistake
        (finding.excerpt, finding.column) = (line, column)
        try await api.put("GET displays", ClientPage(clients: []))
        try await api.put("GET files/home.yaml", file(findings: [finding]))
        let text = try await api.draw("/boards/home.yaml").text
        #expect(text.contains("<code>\(shown)</code>"), "\(text)")
        #expect(text.contains("Unknown key <code>labl</code>: did you mean <code>label</code>?"))
    }

    @Test("Where somebody else was quicker both texts are shown, and saving again is on purpose")
    func whereSomebodyElseWasQuickerBothTextsAreShown()
        async throws
    {
        var theirs = file("board: theirs\n")
        theirs.version = "v2"
        try await api.put(
            "PUT files/home.yaml", CareProblem(.conflict, "changed", current: .file(theirs)), status: 409)
        let (response, text) = try await api.draw(
            "/boards/home.yaml", form: [("text", "board: mine"), ("version", "v1"), ("ends", "lf")])
        #expect(response.status == 409)
        #expect(text.contains("board: mine</textarea>") && text.contains("<code>board: theirs"))
        #expect(text.contains(#"name="version" value="v2""#))
    }

    @Test("A check saves nothing") func aCheckSavesNothing() async throws {
        try await api.put("POST files/home.yaml/checks", FileCheck(findings: [mistake], isGood: false))
        let (response, text) = try await api.draw(
            "/boards/home.yaml/check", form: [("text", "x: 1\r\n"), ("version", "v1"), ("ends", "lf")])
        #expect(response.status == 200 && text.contains("Nothing is saved") && text.contains("Line 6"))
        #expect(try await api.sent("POST files/home.yaml/checks") == FileDraft(text: "x: 1\n"))
        #expect(await !api.asked.contains { $0.place.hasPrefix("PUT") })
    }

    @Test(
        "What a card does is said in the reader's language",
        arguments: [
            (BoardDrawing.Item(number: "1", does: "x", action: "pace:slower"), "Scannt langsamer"),
            (.init(number: "1", does: "x", action: "group", count: 3), "Öffnet 3 Karten"),
            (.init(number: "1", does: "x", action: "say", words: "Ja."), "Sagt „Ja.“"),
            (
                .init(number: "1", does: "x", action: "request:urgent", confirm: true),
                "Ruft – dringend, nach der Frage „Sind Sie sicher?“"
            ), (.init(number: "1.1", does: "goes back", action: "back"), "Geht zurück"),
            (.init(number: "1", does: "of a later version", action: "dance"), "of a later version"),
        ])
    func does(item: BoardDrawing.Item, german: String) throws {
        let drawing = BoardDrawing(name: "B", language: "de", mode: "step", pattern: "linear", items: [item])
        let card = try #require(DrawnBoard(drawing).levels.first?.cards.first)
        #expect(try card.does.said(in: "de") == german)
    }

    @Test("The text that was good last is put into the editor, and the last change is undone")
    func theTextThatWasGoodLastIsPutInto()
        async throws
    {
        try await api.put(
            "GET files/home.yaml",
            file(
                "broken", findings: [mistake], usesLastGood: true, lastGood: "good: 1", previous: "before: 1")
        )
        try await api.put("PUT files/home.yaml", file())
        let shown = try await api.draw("/boards/home.yaml").text
        #expect(
            shown.contains("/boards/home.yaml?text=last-good")
                && shown.contains("(the last good version)"))
        #expect(
            try await api.draw("/boards/home.yaml", query: "text=last-good").text.contains(
                "good: 1</textarea>"))
        #expect(
            try await api.draw("/boards/home.yaml", query: "saved=v1").text.contains(
                "/boards/home.yaml/undo?version=v1"))
        // Two lines; what it means for each kiosk is folded.
        let saved = try await api.draw("/boards/home.yaml", query: "saved=v1").text
        #expect(saved.contains("Saved. Kiosks take it over in a moment."))
        #expect(
            saved.contains(
                /<details data-key="notice-more"><summary>[^<]*<\/summary><p>A kiosk on this machine/))
        #expect(
            try await api.draw("/boards/home.yaml/undo", query: "version=v1", form: []).response.status
                == 303)
        #expect(try await api.sent("PUT files/home.yaml") == FileChange(text: "before: 1", version: "v1"))
    }

    @Test("A change that somebody else has made since is not taken back")
    func aChangeThatSomebodyElseHasMadeSinceIs() async throws {
        try await api.put("GET files/home.yaml", file("board: theirs\n", previous: "board: mine\n"))
        let (response, text) = try await api.draw(
            "/boards/home.yaml/undo", query: "version=v0", form: [])
        #expect(response.status == 409 && text.contains("Not undone") && text.contains("board: theirs"))
        #expect(await !api.asked.contains { $0.place.hasPrefix("PUT") })
        #expect(try await !api.draw("/boards/home.yaml", query: "saved=v0").text.contains("/undo"))
    }

    @Test("The files that come with Beckon can be changed in the page")
    func theFilesThatComeWithBeckonCanBeChanged() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(
            contentsOf: folder.appending(path: "boards/suggestions.en.yaml"), encoding: .utf8)
        try await api.put("GET files/home.yaml", file(text))
        #expect(try await api.draw("/boards/home.yaml").text.contains("<textarea"))
    }

    @Test("A new board begins with something, under a name that a file can have")
    func aNewBoardBeginsWithSomethingUnderAName() async throws {
        try await api.put("GET files", HomeFilePage(files: []))
        let (response, text) = try await api.draw("/boards/new", query: "name=Outside")
        #expect(
            response.status == 200 && text.contains("board: outside") && !text.contains(#"name="version""#))
        for name in ["", "..%2Fx", "a+b", "x.y", "%3Cscript%3E"] {
            #expect(
                try await api.draw("/boards/new", query: "name=\(name)").response.status == 422, "\(name)")
        }
    }

    @Test("Stored script is shown as what was written") func storedScriptIsShownAsWhatWasWritten()
        async throws
    {
        var finding = mistake
        (finding.message, finding.excerpt) = (Self.bad, Self.bad)
        try await api.put(
            "GET files/home.yaml",
            file("</textarea>" + Self.bad, findings: [finding], lastGood: Self.bad, name: Self.bad))
        let (_, text) = try await api.draw("/boards/home.yaml")
        #expect(!text.contains(Self.bad) && text.contains("&lt;script&gt;"))
    }
}
