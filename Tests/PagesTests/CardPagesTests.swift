import Care
import Foundation
import Testing

@testable import Pages

@Suite("Boards by touch")
struct CardPagesTests {
    private static let drinks = CardAddress(path: "1", id: "drinks", label: "Drinks")
    private let api = FileAPI()

    private func board(_ version: String = "v1", recent: [BoardStep] = []) -> HomeBoard {
        HomeBoard(
            name: "home.yaml", title: "Home", language: "en", version: version,
            cards: [
                BoardCard(
                    path: "0", id: "tea", label: "Tea <b>",
                    fields: ["label": "Tea <b>", "symbol": "☕", "request": "soon", "confirm": "true"],
                    number: "2", steps: 2, presses: 2, seconds: 3.5),
                BoardCard(
                    path: "1", id: "drinks", label: "Drinks", fields: ["label": "Drinks"], isGroup: true),
                BoardCard(
                    path: "1.0", id: "water", label: "Water", fields: ["label": "Water", "symbol": "cup.png"]),
            ],
            findings: [
                FileFinding(
                    file: "home.yaml", line: 6, column: 3, severity: .warning, message: "this cue is long",
                    card: "1.0", key: "label")
            ],
            undo: BoardStep(
                kind: .set, label: "Tea", by: "Ben", at: Date(timeIntervalSince1970: 0), version: version),
            recent: recent, pictures: ["cup.png"],
            others: [BoardName(name: "feelings.yaml", title: "Feelings")])
    }

    private func open() async throws {
        try await api.put(
            "GET displays", ClientPage(clients: [.init(id: "maria", name: "Maria", isShown: true)]))
        try await api.put("GET boards/home.yaml", board())
        try await api.put("POST boards/home.yaml/changes", board("v2"))
    }

    private func form(_ more: [(String, String)] = [], version: String = "v1") -> [(String, String)] {
        [
            ("version", version), ("id", "tea"), ("known", "Tea <b>"), ("label", "Tea <b>"), ("symbol", "☕"),
            (PickedSymbol.before, "☕"),
            ("does", "request:soon"), ("say", ""), ("cue", ""), ("into", "top"), ("confirm", "yes"),
        ].filter { one in !more.contains { $0.0 == one.0 } } + more
    }

    private func sent() async throws -> BoardRevision? {
        try await api.sent("POST boards/home.yaml/changes")
    }

    @Test("Each card leads to its sheet, with its cost and its findings, and the last change can be undone")
    func cards() async throws {
        try await open()
        try await api.put(
            "GET files/home.yaml",
            HomeFile(name: "home.yaml", kind: .board, text: "board: home\n", version: "v1", findings: []))
        let (_, text) = try await api.draw("/boards/home.yaml")
        for part in [
            #"href="/boards/home.yaml/items/0""#, #"href="/boards/home.yaml/items/1.0""#, "Tea &lt;b&gt;",
            "2 steps, 3.5 s", "This cue is long.", "“Tea” changed, by Ben",
            #"action="/boards/home.yaml/steps?step=undo""#, "items/new?kind=item&amp;in=id%3Adrinks",
            "cup.png",
            "text=edit",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("Redo"))
        let reader = try await api.draw("/boards/home.yaml", role: .caregiver).text
        #expect(!reader.contains("/items/") && !reader.contains("steps?step"))
        for path in ["items/0", "items/new"] {
            #expect(try await api.draw("/boards/home.yaml/\(path)", role: .caregiver).response.status == 403)
        }
    }

    @Test("The sheet has what the file has, and only what was changed is sent")
    func sheet() async throws {
        try await open()
        let (_, text) = try await api.draw("/boards/home.yaml/items/0")
        for part in [
            #"value="Tea &lt;b&gt;""#, #"value="☕""#, #"<option value="request:soon" selected>"#,
            #"<option value="open:feelings.yaml">"#, #"name="confirm" value="yes" checked"#, "cup.png",
            #"data-say-from="sheet-say sheet-label" data-language="en""#, "listen.js",
        ] { #expect(text.contains(part), "\(part)") }
        let (response, _) = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("label", "Black tea"), ("does", ""), ("symbol", "")]))
        #expect(response.status == 303)
        #expect(
            try await sent()
                == BoardRevision(
                    version: "v1",
                    changes: [
                        CardChange(
                            .set, card: CardAddress(path: "0", id: "tea", label: "Tea <b>"),
                            fields: ["label": "Black tea", "symbol": nil, "request": nil])
                    ]))
    }

    @Test("The kind of a need is chosen, or typed in the reader's words; those of the board are offered")
    func kinds() async throws {
        try await open()
        var home = board()
        home.cards[2].fields["kind"] = "Faith"
        try await api.put("GET boards/home.yaml", home)
        let (_, text) = try await api.draw("/boards/home.yaml/items/1.0")
        for part in [
            #"<option value="physical">Physical</option>"#, #"<option value="Faith" selected>Faith</option>"#,
            #"name="own_kind""#,
        ] { #expect(text.contains(part), "\(part)") }
        home.cards[2].fields["kind"] = "Social"
        try await api.put("GET boards/home.yaml", home)
        let capital = try await api.draw("/boards/home.yaml/items/1.0").text
        #expect(capital.contains(#"<option value="Social" selected>Social</option>"#))
        for (typed, kind) in [("Emotional", "emotional"), (" Garden  work", "Garden work"), ("", "social")] {
            _ = try await api.draw(
                "/boards/home.yaml/items/0", form: form([("kind", "social"), ("own_kind", typed)]))
            #expect(try await sent()?.changes.first?.fields?["kind"] == kind)
        }
    }

    @Test("A button besides saving keeps what was typed; a new card goes to the end of its group")
    func buttons() async throws {
        try await open()
        _ = try await api.draw("/boards/home.yaml/items/0", form: form([("cue", "A tea"), ("do", "down")]))
        #expect(try await sent()?.changes.map(\.kind) == [.set, .down])
        #expect(try await sent()?.changes.first?.fields == ["cue": "A tea"])
        _ = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("into", "id:drinks"), ("picked", "🍵")]))
        #expect(try await sent()?.changes.map(\.kind) == [.set, .move])
        #expect(try await sent()?.changes.last?.to?.group == Self.drinks)
        #expect(try await sent()?.changes.first?.fields == ["symbol": "🍵"])
        _ = try await api.draw("/boards/home.yaml/items/0", form: form([("do", "remove")]))
        #expect(try await sent()?.changes.map(\.kind) == [.remove])
        _ = try await api.draw(
            "/boards/home.yaml/items/new",
            form: [("version", "v1"), ("label", "Juice"), ("does", "request:normal"), ("into", "id:drinks")])
        #expect(
            try await sent()?.changes == [
                CardChange(
                    .add, fields: ["label": "Juice", "request": "normal"],
                    to: CardPlace(group: Self.drinks))
            ])
    }

    @Test("A mistake stands at its field, and what was typed stays")
    func mistakes() async throws {
        try await open()
        let finding = FileFinding(
            file: "home.yaml", line: 5, column: 3, severity: .error, message: "this sounds like line 4",
            card: "0", key: "label")
        try await api.put(
            "POST boards/home.yaml/changes",
            CareProblem(.notAcceptable, "it has mistakes", current: .findings([finding])), status: 422)
        let (response, text) = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("label", "Water"), ("cue", "<mine>")]))
        #expect(response.status == 422)
        for part in [
            #"id="sheet-label-fault">This sounds like line 4."#, #"value="Water""#, "&lt;mine&gt;",
            #"aria-invalid="true""#,
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("Who was overtaken is told what others did, keeps what was typed, and can save on purpose")
    func overtaken() async throws {
        try await open()
        let steps = ["v0", "v1", "v2"].map {
            BoardStep(
                kind: .move, label: "Card of \($0)", by: "Ben", at: Date(timeIntervalSince1970: 0),
                version: $0)
        }
        try await api.put("GET boards/home.yaml", board("v2", recent: steps))
        let (response, text) = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("label", "Mine")], version: "v1"))
        #expect(response.status == 409)
        #expect(try await sent() == nil)
        for part in [
            "somebody else has changed this board", "“Card of v2” moved, by Ben", #"value="Mine""#,
            "Saved now: “Tea &lt;b&gt;”", #"name="version" value="v2""#,
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("Card of v1"))
        let again = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("label", "Mine")], version: "v2"))
        #expect(again.response.status == 303)
    }

    @Test("A search shows emoji and pictures, and keeps the rest of the form")
    func search() async throws {
        try await open()
        try await api.put(
            "GET symbols?search=cup&language=en",
            SymbolPage(
                symbols: [.init(symbol: "🥤", name: "cup with straw")], pictures: ["cup.png"], hasNames: true))
        let (_, text) = try await api.draw(
            "/boards/home.yaml/items/0/symbols", form: form([("label", "Typed"), ("search", "cup")]))
        for part in ["🥤", "cup with straw", #"value="cup.png""#, #"value="Typed""#] {
            #expect(text.contains(part), "\(part)")
        }
        try await api.put(
            "GET symbols?search=zebra&language=en", SymbolPage(symbols: [], hasNames: false))
        let none = try await api.draw(
            "/boards/home.yaml/items/0/symbols", form: form([("search", "zebra")])
        ).text
        #expect(none.contains("unicode-cldr-core") && !none.contains("cup.png"))
    }

    @Test(
        "A search or a refused picture keeps the version that was seen, and the card, wherever it is by now")
    func searchIsNoWayRoundTheVersion() async throws {
        try await open()
        // Somebody has put another card before it.
        var now = board("v2")
        now.cards = now.cards.map { card in
            var card = card
            if let first = card.path.first.flatMap({ Int(String($0)) }) {
                card.path = "\(first + 1)" + card.path.dropFirst()
            }
            return card
        }
        now.cards.insert(BoardCard(path: "0", id: "new", label: "New", fields: ["label": "New"]), at: 0)
        try await api.put("GET boards/home.yaml", now)
        try await api.put("GET symbols?search=cup&language=en", SymbolPage(symbols: [], hasNames: true))
        for path in ["items/0/symbols"] {
            let (_, text) = try await api.draw("/boards/home.yaml/\(path)", form: form([("search", "cup")]))
            for part in [
                #"name="version" value="v1""#, #"name="id" value="tea""#,
                #"action="/boards/home.yaml/items/1""#,
            ] { #expect(text.contains(part), "\(part)") }
        }
        let (response, text) = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("label", "Mine")], version: "v2"))
        #expect(response.status == 303 && text.isEmpty)
        #expect(try await sent()?.changes.first?.card == CardAddress(path: "1", id: "tea", label: "Tea <b>"))
    }

    @Test("A picture is called what people call it; with its path where two have the same name")
    func namesOfPictures() {
        let paths = ["garden-chair.png", "tea.png", "photos/tea.jpg", "_.png"]
        let shown = FoundSymbols(nil, pictures: paths, at: "/symbol?path=").symbols
        #expect(shown.map(\.called) == ["garden chair", "tea.png", "photos/tea.jpg", "_.png"])
        #expect(shown.map(\.symbol) == paths)
    }

    @Test("While somebody types, symbols are found without a board")
    func lightSearch() async throws {
        try await open()
        try await api.put(
            "GET symbols?search=cup&language=en",
            SymbolPage(symbols: [.init(symbol: "🥤", name: "cup")], pictures: ["cup.png"], hasNames: true))
        let (_, text) = try await api.draw("/boards/home.yaml/symbols", query: "search=cup")
        #expect(text.contains("data-symbols") && text.contains("🥤") && text.contains("symbol?path=cup.png"))
        #expect(await !api.asked.contains { $0.place.hasPrefix("GET boards/") })
    }

    @Test("Lines that a browser has sent are one; the key Enter saves")
    func lines() async throws {
        try await open()
        _ = try await api.draw(
            "/boards/home.yaml/items/0",
            form: form([("say", " A tea,\r\nplease.\r\n"), ("search", "cup"), ("do", "save")]))
        #expect(try await sent()?.changes.first?.fields == ["say": "A tea, please."])
        let (_, text) = try await api.draw("/boards/home.yaml/items/0")
        let form = try #require(text.range(of: "card-form"))
        let first = try #require(text[form.upperBound...].range(of: "<button"))
        #expect(text[first.lowerBound...].hasPrefix(#"<button name="do" value="save" hidden>"#))
    }

    @Test("After a conflict the group is still the one that was chosen, and all that differs is told")
    func conflictKeepsTheGroup() async throws {
        try await open()
        var now = board("v2")
        now.cards = [
            BoardCard(
                path: "0", id: "tea", label: "Tea <b>",
                fields: ["label": "Tea <b>", "list": "calls", "pinned": "true"]),
            BoardCard(path: "1", id: "food", label: "Food", fields: ["label": "Food"], isGroup: true),
            BoardCard(path: "1.0", id: "bread", label: "Bread", fields: ["label": "Bread"]),
            BoardCard(path: "2", id: "drinks", label: "Drinks", fields: ["label": "Drinks"], isGroup: true),
            BoardCard(path: "2.0", id: "water", label: "Water", fields: ["label": "Water"]),
        ]
        try await api.put("GET boards/home.yaml", now)
        let typed = form([("into", "id:drinks")])
        let (response, text) = try await api.draw("/boards/home.yaml/items/0", form: typed)
        #expect(response.status == 409)
        for part in [
            #"<option value="id:drinks" selected>"#, #"id="sheet-does-fault">Saved now: “Lists the calls"#,
            #"id="sheet-into-fault">Saved now: “None: on the board itself”"#,
            #"id="sheet-pinned-fault">Saved now: “ticked”"#,
            #"id="sheet-confirm-fault">Saved now: “not ticked”"#,
            #"<details class="plain" open>"#,
        ] { #expect(text.contains(part), "\(part)") }
        let again = form([("into", "id:drinks")], version: "v2")
        _ = try await api.draw("/boards/home.yaml/items/0", form: again)
        #expect(
            try await sent()?.changes.last?.to?.group
                == CardAddress(path: "2", id: "drinks", label: "Drinks"))
        now.cards.removeLast(2)
        try await api.put("GET boards/home.yaml", now)
        let gone = try await api.draw("/boards/home.yaml/items/0", form: typed)
        #expect(gone.text.contains("This group is not there any more"))
        #expect(gone.text.contains(#"<option value="top" selected>"#))
    }

    @Test("What was typed for a card that is gone stays, and can be saved as a new one")
    func goneCard() async throws {
        try await open()
        let (response, text) = try await api.draw(
            "/boards/home.yaml/items/0", form: form([("id", "coffee"), ("label", "Mine")], version: "v1"))
        #expect(response.status == 409)
        for part in [
            "removed this card meanwhile, or renamed it", #"value="Mine""#,
            #"action="/boards/home.yaml/items/new""#,
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains(#"name="known""#))
        #expect(try await sent() == nil)
    }

    @Test("A card without letters in its label is found by its place and label")
    func cardWithoutID() async throws {
        try await open()
        var now = board()
        now.cards = [
            BoardCard(path: "0", id: "", label: "👪", fields: ["label": "👪"]),
            BoardCard(path: "1", id: "", label: "🐈", fields: ["label": "🐈"]),
        ]
        try await api.put("GET boards/home.yaml", now)
        _ = try await api.draw(
            "/boards/home.yaml/items/1", form: form([("id", ""), ("known", "🐈"), ("label", "Cat")]))
        #expect(try await sent()?.changes.first?.card == CardAddress(path: "1", id: "", label: "🐈"))
    }

    @Test("A group that would be empty goes only after somebody has said so")
    func emptiedGroup() async throws {
        try await open()
        try await api.put(
            "POST boards/home.yaml/changes",
            CareProblem(
                .conflict,
                "this is the last card in “Drinks”, and a group cannot be empty: remove the group too, or put something else into it first",
                field: "removes_emptied"), status: 409)
        let water = [
            ("version", "v1"), ("id", "water"), ("known", "Water"), ("label", "Water"), ("do", "remove"),
        ]
        let (response, text) = try await api.draw("/boards/home.yaml/items/1.0", form: water)
        #expect(response.status == 409)
        #expect(try await sent()?.changes.first?.removesEmptied == nil)
        for part in [
            #"name="removes_emptied""#, "Remove the group “Drinks” too", #"<details class="act" open>"#,
        ] { #expect(text.contains(part), "\(part)") }
        let (_, again) = try await api.draw(
            "/boards/home.yaml/items/1.0", form: water + [("removes_emptied", "yes")])
        #expect(again.contains(#"name="removes_emptied" value="yes" checked"#))
        #expect(try await sent()?.changes.first?.removesEmptied == true)
        #expect(try await !api.draw("/boards/home.yaml/items/1.0").text.contains("removes_emptied"))
    }

    @Test("A new board and the card that opens it are asked for at once")
    func newBoard() async throws {
        try await open()
        let form = [("version", "v1"), ("kind", "board"), ("label", "Garden")]
        try await api.put(
            "POST boards", CareProblem(.conflict, "a home has at most 100 boards", field: "title"),
            status: 409)
        let (refused, text) = try await api.draw("/boards/home.yaml/items/new", form: form)
        #expect(refused.status == 409)
        #expect(text.contains(#"id="sheet-label-fault">A home has at most 100 boards."#))
        #expect(text.contains(#"value="Garden""#))
        let sent: NewBoard? = try await api.sent("POST boards")
        #expect(sent?.openedFrom == "home.yaml" && sent?.version == "v1" && sent?.title == "Garden")
        #expect(sent?.cards.count == 2)
        try await api.put("POST boards", board("v9"))
        let (made, _) = try await api.draw("/boards/home.yaml/items/new", form: form)
        #expect(made.headers.first { $0.name == "location" }?.value == "/boards/home.yaml?saved=v9")
    }

    @Test("A board is begun from the list, and its name stays where that does not work")
    func begin() async throws {
        try await open()
        try await api.put("GET files", HomeFilePage(files: []))
        try await api.put("POST boards", board("v9"))
        let (made, _) = try await api.draw("/boards/new", form: [("name", "Garden")])
        #expect(made.status == 303)
        #expect(try await api.sent("POST boards", as: NewBoard.self)?.title == "Garden")
        try await api.put(
            "POST boards", CareProblem(.notAcceptable, "it is empty", field: "title"), status: 422)
        let (refused, text) = try await api.draw("/boards/new", form: [("name", "<Garden>")])
        #expect(refused.status == 422)
        for part in [#"id="name-fault""#, #"value="&lt;Garden&gt;""#, #"aria-invalid="true""#] {
            #expect(text.contains(part), "\(part)")
        }
        let (asText, page) = try await api.draw("/boards/new", query: "name=a%20b")
        #expect(asText.status == 422 && page.contains(#"value="a b""#) && page.contains("such as outside"))
    }

    @Test("A board whose cards cannot be read is not offered to be changed by touch")
    func unreadable() async throws {
        try await open()
        var empty = board()
        empty.cards = []
        try await api.put("GET boards/home.yaml", empty)
        try await api.put(
            "GET files",
            HomeFilePage(files: [
                HomeFileSummary(
                    name: "home.yaml", kind: .board, title: "Home", version: "v1", errors: 1, warnings: 0,
                    isStart: true, usesLastGood: false)
            ]))
        let (_, text) = try await api.draw("/boards")
        #expect(!text.contains("items/new") && text.contains("home.yaml"))
    }

    @Test("The notice takes back one step; who was overtaken is told so on the board's page")
    func undo() async throws {
        try await open()
        let file = HomeFile(
            name: "home.yaml", kind: .board, text: "board: home\n", version: "v1", findings: [])
        try await api.put("GET files/home.yaml", file)
        let (_, saved) = try await api.draw("/boards/home.yaml", query: "saved=v1")
        let undo = "/boards/home.yaml/steps?step=undo&amp;version=v1"
        #expect(saved.contains(undo))
        #expect(try await !api.draw("/boards/home.yaml", query: "saved=v0").text.contains("&amp;version="))
        let unkept = try await api.draw("/boards/home.yaml", query: "saved=v1&kept=no").text
        #expect(unkept.contains("cannot be undone later") && !unkept.contains(undo))
        try await api.put("POST boards/home.yaml/steps", board("v0"))
        let (done, _) = try await api.draw(
            "/boards/home.yaml/steps", query: "step=undo&version=v1", form: [])
        #expect(done.status == 303)
        #expect(
            try await api.sent("POST boards/home.yaml/steps") == BoardStepping(.undo, version: "v1"))
        try await api.put(
            "POST boards/home.yaml/steps",
            CareProblem(.conflict, "home.yaml was changed by somebody else meanwhile", current: .file(file)),
            status: 409)
        let (late, text) = try await api.draw(
            "/boards/home.yaml/steps", query: "step=undo", form: [("version", "v0")])
        #expect(late.status == 409)
        #expect(text.contains("Not undone: somebody else") && text.contains("/items/0"))
    }

    @Test("A change whose history could not be kept is said to be saved, and not to be undone")
    func unkept() async throws {
        try await open()
        var kept = board("v2")
        kept.undo = nil
        try await api.put("POST boards/home.yaml/changes", kept)
        let (response, _) = try await api.draw("/boards/home.yaml/items/0", form: form([("cue", "A tea")]))
        #expect(
            response.headers.first { $0.name == "location" }?.value == "/boards/home.yaml?saved=v2&kept=no")
    }

    @Test(
        "The board's own name and columns are changed on its page, and stay in the fields if that is refused")
    func about() async throws {
        try await open()
        try await api.put(
            "GET files/home.yaml",
            HomeFile(name: "home.yaml", kind: .board, text: "board: home\n", version: "v1", findings: []))
        let form = [("version", "v1"), ("name", "At home"), ("columns", "")]
        let (response, _) = try await api.draw("/boards/home.yaml/about", form: form)
        #expect(response.status == 303)
        #expect(
            try await sent()
                == BoardRevision(
                    version: "v1", changes: [CardChange(.board, fields: ["name": "At home", "columns": nil])])
        )
        try await api.put(
            "POST boards/home.yaml/changes",
            CareProblem(.notAcceptable, "`columns` is a whole number", field: "changes"), status: 422)
        let (refused, text) = try await api.draw(
            "/boards/home.yaml/about", form: [("version", "v1"), ("name", "<At home>"), ("columns", "x")])
        #expect(refused.status == 422)
        for part in [#"value="&lt;At home&gt;""#, #"value="x""#, #"<details class="plain" open>"#] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(try await !api.draw("/boards/home.yaml").text.contains(#"<details class="plain" open>"#))
    }
}
