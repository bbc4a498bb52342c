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
        PageRoute(.get, "/boards/{}/symbols", for: [.coordinator]) { call, _ in try await symbols(call) },
        PageRoute(.post, "/boards/{}/steps", for: [.coordinator]) { call, viewer in
            try await step(call, viewer)
        },
        PageRoute(.post, "/boards/new", for: [.coordinator]) { call, viewer in
            try await begin(call, viewer)
        },
        BoardAbout.route,
    ]

    static let templates = [
        "card-board": CardBoard.template, "card-sheet": CardSheet.template,
        "card-symbols": FoundSymbols.alone,
    ]

    /// Of each page that opens sheets, or is one.
    static let scripts = ["sheet.js", Form.listenScript, Form.recordingScript]

    static func api(_ name: String) -> String { "boards/" + PageText.escaped(name) }

    /// Where pictures on cards are; `nil` where nobody has a screen to show them.
    static func pictures(_ call: PageCall) async -> String? {
        let screens: ClientPage? = try? await call.api.get("displays")
        return (screens?.clients.first).map { "/api/v1/displays/\(PageText.escaped($0.id))/symbol?path=" }
    }

    /// The cards of a board, to be changed one by one; `nil` where its file cannot be read as far as those.
    static func editing(_ board: HomeBoard?, pictures: String?) -> CardBoard? {
        board.flatMap { $0.cards.isEmpty ? nil : CardBoard($0, pictures: pictures) }
    }

    private static func kind(_ call: PageCall) -> String { call.form["kind"] ?? call.query["kind"] ?? "item" }

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
                scripts: scripts), status: status)
    }

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        var card: BoardCard?
        if call.parts[1] != "new" {
            card = board.cards.first { $0.path == call.parts[1] }
            guard card != nil else { throw CareProblem(.notFound, "this card is not there any more") }
        }
        return draw(
            call, board,
            CardSheet(
                board, card, kind: kind(call), into: call.query["in"], pictures: await pictures(call)))
    }

    // MARK: - A form that was sent

    /// The card that a form is about, wherever others have put it meanwhile: it is the one of its id. `nil` where there is none.
    private static func card(_ call: PageCall, in board: HomeBoard) -> BoardCard? {
        guard call.parts[1] != "new", let id = call.form.exactly("id") else { return nil }
        let fitting = board.cards.filter { $0.id == id }
        // Ids may be missing or twice in a file that is being mended.
        if fitting.count == 1, !id.isEmpty { return fitting[0] }
        let named = fitting.filter { $0.label == call.form["known"] }
        return named.first { $0.path == call.parts[1] } ?? (named.count == 1 ? named[0] : nil)
    }

    /// The sheet with what was typed. It stays the form of the board that was seen, so that saving it later overwrites nothing unseen.
    private static func sheet(
        _ call: PageCall, _ board: HomeBoard, _ typed: PageFields, found: SymbolPage? = nil
    ) async -> CardSheet {
        let card = card(call, in: board)
        var typed = typed
        if call.form["version"] != board.version, let into = typed["into"], CardGroups.isByPath(into) {
            typed.pairs.removeAll { $0.name == "into" }
        }
        var sheet = CardSheet(
            board, card, kind: kind(call), typed: typed, found: found, pictures: await pictures(call))
        sheet.version = call.form["version"] ?? board.version
        if card == nil, call.parts[1] != "new" { sheet.others = [Text("cards.gone")] }
        return sheet
    }

    private static func search(_ call: PageCall) async throws -> PageResponse {
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        var found: SymbolPage?
        if let words = call.form["search"] { found = try await FoundSymbols.found(call, words) }
        return draw(call, board, await sheet(call, board, typed(call), found: found))
    }

    /// What is found, alone: no board is read for it.
    private static func symbols(_ call: PageCall) async throws -> PageResponse {
        let words = call.query["search"]
        let found = try await FoundSymbols.found(call, words)
        var symbols = FoundSymbols(
            found, at: await pictures(call), showing: FoundSymbols.most(call.query))
        symbols.searched = words != nil
        return call.page(
            Page(
                title: Text("cards.found"), template: "card-symbols", content: symbols,
                back: CardBoard.path(call.parts[0])))
    }

    /// The form, with what was sent or picked in the place of what was typed before.
    ///
    /// - Parameter sent: Names of files, by the fields that take them.
    private static func typed(_ call: PageCall, sent: [String: String] = [:]) -> PageFields {
        var (typed, sent) = (call.form, sent)
        if sent["symbol"] == nil, call.form["picked"] != nil {
            sent["symbol"] = PickedSymbol(call.form).value
        }
        if let own = call.form[CardSheet.ownKind]?.onOneLine, !own.isEmpty {
            sent["kind"] = NeedKind.typed(own, call).text
        }
        for (name, value) in sent {
            typed.pairs.removeAll { $0.name == name }
            typed.pairs.append((name: name, value: value))
        }
        return typed
    }

    private static func save(_ call: PageCall) async throws -> PageResponse {
        let board: HomeBoard = try await call.api.get(api(call.parts[0]))
        var typed = typed(call)
        let card = card(call, in: board)
        func overtaken(_ board: HomeBoard) async -> PageResponse {
            var sheet = await sheet(call, board, typed)
            sheet.showOthers(board, since: call.form["version"], typed)
            return draw(call, board, sheet, status: 409)
        }
        do throws(CareProblem) {
            if call.form["do"] != "remove" { typed = Self.typed(call, sent: try await upload(call, board)) }
            guard call.form["version"] == board.version, card != nil || call.parts[1] == "new" else {
                return await overtaken(board)
            }
            if call.form["do"] != "remove", call.request.file("picture") == nil,
                PickedSymbol(call.form).isTwice
            {
                throw PickedSymbol.twice
            }
            guard call.form["do"] == "remove" || typed["label"] != nil else {
                throw CareProblem(.notAcceptable, "An item needs a label.", field: "label")
            }
            if card == nil, kind(call) == "board" { return try await add(call, board) }
            let edit = CardEdit(board, card, typed, kind: kind(call))
            let saved: HomeBoard = try await call.api.send(
                "POST", api(board.name) + "/changes",
                BoardRevision(version: board.version, changes: edit.changes(doing: call.form["do"])))
            return BoardPages.saved(saved, after: board.version, isRenamed: edit.changesLabelAlone)
        } catch {
            guard error.kind != .unauthorized else { throw error }
            if case .file = error.current {
                return await overtaken(try await call.api.get(api(board.name)))
            }
            var sheet = await sheet(call, board, typed)
            let into = CardEdit(board, card, typed, kind: kind(call)).into ?? ""
            sheet.show(error, at: card?.path ?? CardGroups(board).end(of: into))
            if error.field == "removes_emptied" || sheet.removesEmptied {
                sheet.isRemoving = call.form["do"] == "remove"
                let group = CardGroups.group(of: card?.path ?? "")
                sheet.emptied = board.cards.first { $0.path == group }?.label
            }
            return draw(call, board, sheet, status: error.status)
        }
    }

    /// Puts the files of a form beside the boards; their names there, by the fields that take them.
    private static func upload(
        _ call: PageCall, _ board: HomeBoard
    ) async throws(CareProblem) -> [String: String] {
        var sent: [String: String] = [:]
        let named = [("name", call.form["label"].map { String($0.prefix(100)) })]
        if let file = call.request.file("picture") {
            sent["symbol"] = try await upload(picture: file, call, board, named)
        }
        for key in CardSheet.recordingKeys {
            guard let file = call.request.file(Form.newRecording(key)) else { continue }
            do throws(CareProblem) {
                let added: BoardSound = try await call.api.post(
                    api(board.name) + "/sounds", named, file.bytes, as: BoardSound.mediaType(of: file.bytes))
                sent[key] = added.sound
            } catch {
                guard error.kind != .unauthorized else { throw error }
                var problem = error
                problem.field = file.field
                throw problem
            }
        }
        return sent
    }

    private static func upload(
        picture file: PageFile, _ call: PageCall, _ board: HomeBoard, _ named: [(String, String?)]
    ) async throws(CareProblem) -> String {
        guard let header = PictureHeader(file.bytes) else {
            throw CareProblem(
                .notAcceptable, "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                field: "picture")
        }
        let added: BoardPicture = try await call.api.post(
            api(board.name) + "/pictures", named, file.bytes, as: header.kind.rawValue)
        return added.symbol
    }

    // MARK: - New boards

    /// A new board, and a card that opens it.
    private static func add(_ call: PageCall, _ board: HomeBoard) async throws(CareProblem) -> PageResponse {
        BoardPages.saved(
            try await make(
                call,
                NewBoard(
                    title: (call.form["label"] ?? "").onOneLine, language: board.language, cards: [],
                    openedFrom: board.name, version: board.version)))
    }

    /// What is on a new board, in the language of whoever begins it.
    private static func make(_ call: PageCall, _ board: NewBoard) async throws(CareProblem) -> HomeBoard {
        let yes = call.say(Text("boards.starter_yes"))
        var board = board
        board.cards = [
            CardFields([
                "label": call.say(Text("boards.starter_label")), "symbol": "⭐", "request": "normal",
            ]), CardFields(["label": yes, "say": yes + "."]),
        ]
        return try await call.api.send("POST", "boards", board)
    }

    private static func begin(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let name = (call.form["name"] ?? "").onOneLine
        do throws(CareProblem) {
            return BoardPages.saved(try await make(call, NewBoard(title: name, cards: [])))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            return try await BoardPages.list(call, viewer, beginning: name, problem: error)
        }
    }

    // MARK: - Steps

    private static func step(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let step = call.query["step"].flatMap(BoardStepping.Direction.init),
            let version = call.form["version"] ?? call.query["version"]
        else { throw CareProblem(.badRequest, "this does not say which change is meant") }
        do throws(CareProblem) {
            let board: HomeBoard = try await call.api.send(
                "POST", api(call.parts[0]) + "/steps", BoardStepping(step, version: version))
            return .seeOther(CardBoard.path(board.name))
        } catch {
            guard error.kind != .unauthorized, error.kind != .notFound else { throw error }
            var words = error.sentence
            if case .file = error.current { words = Text("cards.not_undone") }
            return try await BoardPages.again(
                call, viewer, notice: Notice(text: words, isProblem: true), status: error.status)
        }
    }

    /// Where the change that saved this version is taken back; only that one, not later ones of others.
    static func undoPath(_ name: String, saved version: String) -> String {
        CardBoard.path(name) + "/steps?step=undo&version=" + PageText.escaped(version)
    }
}
