import Care
import Foundation
import Testing

@testable import Pages

@Suite("Boards by touch")
struct CardPagesTests {
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
            #"action="/boards/home.yaml/steps?step=undo""#, "items/new?kind=item&amp;in=1", "cup.png",
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

    @Test("A button besides saving keeps what was typed; a new card goes to the end of its group")
    func buttons() async throws {
        try await open()
        _ = try await api.draw("/boards/home.yaml/items/0", form: form([("cue", "A tea"), ("do", "down")]))
        #expect(try await sent()?.changes.map(\.kind) == [.set, .down])
        #expect(try await sent()?.changes.first?.fields == ["cue": "A tea"])
        _ = try await api.draw("/boards/home.yaml/items/0", form: form([("into", "1"), ("picked", "🍵")]))
        #expect(try await sent()?.changes.map(\.kind) == [.set, .move])
        #expect(try await sent()?.changes.last?.to?.group == CardAddress(path: "1"))
        #expect(try await sent()?.changes.first?.fields == ["symbol": "🍵"])
        _ = try await api.draw("/boards/home.yaml/items/0", form: form([("do", "remove")]))
        #expect(try await sent()?.changes.map(\.kind) == [.remove])
        _ = try await api.draw(
            "/boards/home.yaml/items/new",
            form: [("version", "v1"), ("label", "Juice"), ("does", "request:normal"), ("into", "1")])
        #expect(
            try await sent()?.changes == [
                CardChange(
                    .add, fields: ["label": "Juice", "request": "normal"],
                    to: CardPlace(group: CardAddress(path: "1")))
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
            SymbolPage(symbols: [.init(symbol: "🥤", name: "cup with straw")], hasNames: true))
        let (_, text) = try await api.draw(
            "/boards/home.yaml/items/0/symbols", form: form([("label", "Typed"), ("search", "cup")]))
        for part in ["🥤", "cup with straw", "cup.png", #"value="Typed""#] {
            #expect(text.contains(part), "\(part)")
        }
        try await api.put(
            "GET symbols?search=zebra&language=en", SymbolPage(symbols: [], hasNames: false))
        let none = try await api.draw(
            "/boards/home.yaml/items/0/symbols", form: form([("search", "zebra")])
        ).text
        #expect(none.contains("unicode-cldr-core") && !none.contains("cup.png"))
    }
}
