import Care
import Wording

/// Boards by touch: a sheet for each card, the search for symbols, and steps back.
enum CardPages {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/boards/{}/items/{}", for: [.coordinator]) { call, _ in try await show(call) },
        PageRoute(.post, "/boards/{}/items/{}", for: [.coordinator]) { call, _ in try await save(call) },
        PageRoute(.post, "/boards/{}/items/{}/symbols", for: [.coordinator]) { call, _ in
            try await search(call)
        },
        PageRoute(.post, "/boards/{}/steps", for: [.coordinator]) { call, _ in try await step(call) },
        PageRoute(.post, "/boards/new", for: [.coordinator]) { call, _ in try await begin(call) },
    ]

    static let templates = ["card-board": CardBoard.template, "card-sheet": CardSheet.template]

    static func api(_ name: String) -> String { "boards/" + PageText.escaped(name) }

    /// Where pictures on cards are; `nil` where nobody has a screen to show them.
    static func pictures(_ call: PageCall) async -> String? {
        let screens: ClientPage? = try? await call.api.get("displays")
        return (screens?.clients.first).map { "/api/v1/displays/\(PageText.escaped($0.id))/symbol?path=" }
    }

    private static func kind(_ call: PageCall) -> String { call.form["kind"] ?? call.query["kind"] ?? "item" }

    /// The card that the page is about; `nil` for a new one.
    private static func card(_ call: PageCall, in board: HomeBoard) throws(CareProblem) -> BoardCard? {
        guard call.parts[1] != "new" else { return nil }
        if let card = board.cards.first(where: { $0.path == call.parts[1] }) { return card }
        throw CareProblem(.notFound, "this card is not there any more")
    }

    private static func draw(
        _ call: PageCall, _ board: HomeBoard, _ sheet: CardSheet, status: Int = 200
    ) -> PageResponse {
        let title: Text =
            sheet.known.map { .verbatim($0.label) }
            ?? Text(
                sheet.isBoard ? "cards.new_board" : sheet.isGroup ? "cards.new_group" : "cards.new_item")
        return call.page(
            Page(
                title: title, template: "card-sheet", content: sheet, back: CardBoard.path(board.name),
                scripts: ["sheet.js"]), status: status)
    }

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        let card = try card(call, in: board)
        return draw(
            call, board,
            CardSheet(
                board, card, kind: kind(call), into: call.query["in"], pictures: await pictures(call)))
    }

    private static func search(_ call: PageCall) async throws -> PageResponse {
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        let found: SymbolPage
        if let text = call.form["search"] {
            found = try await call.api.get(
                "symbols",
                [("search", text), ("language", call.site.translation(for: call.request).language)])
        } else {
            found = SymbolPage(symbols: [], hasNames: true)
        }
        let typed = typed(call)
        return draw(
            call, board,
            CardSheet(
                board, try card(call, in: board), kind: kind(call), typed: typed, found: found,
                pictures: await pictures(call)))
    }

    /// The form, with the symbol that was picked in the place of the one typed before.
    private static func typed(_ call: PageCall, symbol: String? = nil) -> PageFields {
        var typed = call.form
        if let symbol = symbol ?? call.form["picked"] {
            typed.pairs.removeAll { $0.name == "symbol" }
            typed.pairs.append((name: "symbol", value: symbol))
        }
        return typed
    }

    private static func save(_ call: PageCall) async throws -> PageResponse {
        // The key Enter, after words to search for: nobody has pressed a button.
        if call.form["do"] == nil, call.form["search"] != nil, call.form["picked"] == nil {
            return try await search(call)
        }
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        var typed = typed(call)
        var current = board.cards.first { $0.path == call.parts[1] }
        if call.parts[1] != "new" {
            // Others may have moved it: it is still the one of that id.
            if current?.id != call.form["id"] { current = board.cards.first { $0.id == call.form["id"] } }
            guard current != nil else {
                throw CareProblem(.conflict, "this card is not there any more: somebody has removed it")
            }
        }
        func again(_ board: HomeBoard, _ change: (inout CardSheet) -> Void, _ status: Int) async
            -> PageResponse
        {
            var sheet = CardSheet(
                board, current, kind: kind(call), typed: typed, pictures: await pictures(call))
            change(&sheet)
            return draw(call, board, sheet, status: status)
        }
        do throws(CareProblem) {
            if let symbol = try await upload(call, board) { typed = Self.typed(call, symbol: symbol) }
            guard call.form["version"] == board.version else {
                return await again(board, { $0.showOthers(board, since: call.form["version"]) }, 409)
            }
            if current == nil, kind(call) == "board" { return try await add(call, board) }
            let saved: HomeBoard = try await call.api.send(
                "POST", api(board.name) + "/changes",
                BoardRevision(
                    version: board.version,
                    changes: CardEdit(board, current, typed, kind: kind(call)).changes(doing: call.form["do"])
                ))
            let anchor = saved.changed.map { "#" + CardBoard.anchor($0) } ?? ""
            return .seeOther(
                CardBoard.path(board.name) + "?saved=" + PageText.escaped(saved.version) + anchor)
        } catch {
            guard error.kind != .unauthorized else { throw error }
            if case .file = error.current {
                let now: HomeBoard = try await call.api.get(api(board.name))
                return await again(now, { $0.showOthers(now, since: board.version) }, error.status)
            }
            return await again(board, { $0.show(error, at: current?.path) }, error.status)
        }
    }

    private static func upload(_ call: PageCall, _ board: HomeBoard) async throws(CareProblem) -> String? {
        guard let file = call.request.file, file.field == "picture" else { return nil }
        guard let header = PictureHeader(file.bytes) else {
            throw CareProblem(
                .notAcceptable, "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                field: "picture")
        }
        let added: BoardPicture = try await call.api.post(
            api(board.name) + "/pictures", [("name", call.form["label"].map { String($0.prefix(100)) })],
            file.bytes, as: header.kind.rawValue)
        return added.symbol
    }

    /// A new board, and a card that opens it.
    private static func add(_ call: PageCall, _ board: HomeBoard) async throws(CareProblem) -> PageResponse {
        let made = try await make(call, call.form["label"] ?? "", language: board.language)
        let _: HomeBoard = try await call.api.send(
            "POST", api(board.name) + "/changes",
            BoardRevision(
                version: board.version,
                changes: [
                    CardChange(.add, fields: ["label": made.title, "open": made.name], to: CardPlace())
                ]))
        return .seeOther(CardBoard.path(made.name) + "?saved=" + PageText.escaped(made.version))
    }

    /// What is on a new board, in the language of whoever begins it.
    private static func make(
        _ call: PageCall, _ title: String, language: String?
    ) async throws(CareProblem) -> HomeBoard {
        let yes = call.say(Text("boards.starter_yes"))
        return try await call.api.send(
            "POST", "boards",
            NewBoard(
                title: title, language: language,
                cards: [
                    CardFields([
                        "label": call.say(Text("boards.starter_label")), "symbol": "⭐", "request": "normal",
                    ]), CardFields(["label": yes, "say": yes + "."]),
                ]))
    }

    private static func begin(_ call: PageCall) async throws -> PageResponse {
        let made = try await make(call, call.form["name"] ?? "", language: nil)
        return .seeOther(CardBoard.path(made.name) + "?saved=" + PageText.escaped(made.version))
    }

    private static func step(_ call: PageCall) async throws -> PageResponse {
        guard let step = call.query["step"].flatMap(BoardStepping.Direction.init),
            let version = call.form["version"]
        else { throw CareProblem(.badRequest, "this does not say which change is meant") }
        let board: HomeBoard = try await call.api.send(
            "POST", api(call.parts[0]) + "/steps", BoardStepping(step, version: version))
        return .seeOther(CardBoard.path(board.name))
    }
}

extension CardSheet {
    /// What the service has found wrong, at its field; all else above the form.
    fileprivate mutating func show(_ problem: CareProblem, at path: String?) {
        if problem.field == "picture" {
            problems["picture"] = problem.sentence
            return
        }
        guard case .findings(let findings) = problem.current else {
            trouble = problem.sentence
            return
        }
        var rest: [Text] = []
        for finding in findings where finding.severity == .error {
            let sentence = Text.sentence(.written(finding.message))
            if let key = finding.key, finding.card == path, values[key] != nil, problems[key] == nil {
                problems[key] = sentence
            } else {
                rest.append(sentence)
            }
        }
        if !rest.isEmpty { trouble = .joined(rest, separator: " ") }
    }

    /// Says what others have done since a version; saving once more is then on purpose.
    fileprivate mutating func showOthers(_ board: HomeBoard, since version: String?) {
        let seen = board.recent.lastIndex { $0.version == version }
        others =
            [Text("cards.changed_meanwhile")]
            + board.recent.dropFirst(seen.map { $0 + 1 } ?? 0).map(CardWords.step)
        for (key, value) in values {
            let theirs = known?.fields[key] ?? ""
            if known != nil, Self.textKeys.contains(key), theirs != value {
                problems[key] = Text("cards.theirs", ["theirs": .verbatim(theirs)])
            }
        }
    }
}
