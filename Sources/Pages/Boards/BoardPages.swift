import Care
import FoundationEssentials
import Wording

/// The files that staff write: how each is scanned, what is wrong with it, and an editor for it.
enum BoardPages: PageTopic {
    static let routes: [PageRoute] =
        // They go first: `new` is the name of no board.
        CardPages.routes + [
            PageRoute(.get, "/boards", for: .staff) { call, viewer in try await list(call, viewer) },
            PageRoute(.get, "/boards/new", for: [.coordinator]) { call, viewer in
                try await newBoard(call, viewer)
            },
            PageRoute(.get, "/boards/{}", for: .staff) { call, viewer in
                try await show(call, viewer)
            },
            PageRoute(.post, "/boards/{}", for: [.coordinator]) { call, viewer in
                try await save(call, viewer)
            },
            MediaPart.route,
            PageRoute(.post, "/boards/{}/check", for: [.coordinator]) { call, viewer in
                try await check(call, viewer)
            },
            PageRoute(.post, "/boards/{}/undo", for: [.coordinator]) { call, viewer in
                try await undo(call, viewer)
            },
        ]

    static let templates = [
        "boards": BoardList.template, "board": BoardPage.template, "drawing": DrawnBoard.template,
        "findings": FoundPart.template,
    ].merging(CardPages.templates) { own, _ in own }

    static func path(_ name: String) -> String { "/boards/" + PageText.escaped(name) }
    private static func api(_ name: String) -> String { "files/" + PageText.escaped(name) }

    /// All files.
    ///
    /// - Parameters:
    ///   - name: Of a board that was to be begun.
    ///   - problem: Why it was not.
    static func list(
        _ call: PageCall, _ viewer: Viewer, beginning name: String = "", problem: CareProblem? = nil
    ) async throws -> PageResponse {
        let page: HomeFilePage = try await call.api.get("files")
        let options: HomeOptions? = viewer.canWriteFiles ? try? await call.api.get("settings") : nil
        var list = BoardList(
            page, language: call.request.homeLanguage, canWrite: viewer.canWriteFiles, options: options)
        (list.beginName, list.beginProblem) = (name, problem?.sentence)
        if viewer.canWriteFiles, let start = page.files.first(where: { $0.isStart }) {
            list.editing = CardPages.editing(
                try? await call.api.get(CardPages.api(start.name)), pictures: await CardPages.pictures(call))
        }
        return call.page(
            Page(
                title: Text("boards.title"), template: "boards", content: list,
                scripts: list.editing == nil ? [] : CardPages.scripts), status: problem?.status ?? 200)
    }

    private static func draw(
        _ call: PageCall, _ page: BoardPage, _ board: HomeBoard? = nil, notice: Notice? = nil,
        status: Int = 200, about: BoardAbout? = nil
    ) async -> PageResponse {
        var page = page
        page.pictures = await CardPages.pictures(call)
        if page.isBoard, page.canWrite, !page.isNew, !page.isUnsaved {
            page.use = (try? await call.api.get("settings", as: HomeOptions.self))
                .flatMap { BoardUse(page.name, called: page.heading, $0) }
        }
        // What was typed and is not saved is drawn as it would be scanned.
        if page.isBoard, page.canWrite, !page.isNew, !page.isUnsaved, !page.isTextOpen {
            var board = board
            if board == nil { board = try? await call.api.get(CardPages.api(page.name)) }
            page.editing = CardPages.editing(board, pictures: page.pictures)
            if let about { page.editing?.about = about }
        }
        if page.isExercise || page.isEncouragement, !page.isNew, !page.isUnsaved {
            // Without it the text can be read and changed all the same.
            page.media = (try? await call.api.get(api(page.name) + "/media", as: FileMedia.self)).map {
                MediaPart($0, of: page.name, maySend: page.canWrite, sent: call.form)
            }
        }
        var scripts = page.editing != nil ? CardPages.scripts : page.canWrite ? ["boards.js"] : []
        if page.media != nil { scripts += [Form.listenScript, Form.recordingScript] }
        return call.page(
            Page(
                title: page.heading, template: "board", content: page,
                notice: notice ?? MediaPart.notice(call),
                back: page.isExercise
                    ? ExercisePages.base : page.isEncouragement ? EncouragementPages.base : "/boards",
                scripts: scripts), status: status)
    }

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let file: HomeFile = try await call.api.get(api(call.parts[0]))
        var board: HomeBoard?
        var typed: String?
        var notice: Notice?
        switch call.query["text"] {
        case "last-good":
            typed = file.lastGood
            notice = Notice(text: Text("boards.is_last_good"))
        case "previous":
            typed = file.previous
            notice = Notice(text: Text("boards.is_previous"))
        default:
            if let saved = call.query["saved"] {
                if file.kind == .board, viewer.canWriteFiles {
                    board = try? await call.api.get(CardPages.api(file.name))
                }
                notice = savedNotice(call, file, board, saved, viewer)
            } else if let effect = call.query["used"].flatMap(HomeOptions.Effect.init) {
                let options: HomeOptions? = try? await call.api.get("settings")
                notice = options.map { Notice(text: SettingsSaving.notice(effect, client: $0.client)) }
            }
        }
        var page = BoardPage(file, viewer, typed: typed)
        page.isTextOpen = call.query["text"] != nil
        return await draw(call, page, board, notice: notice)
    }

    /// - Parameter board: The same file with the steps that were made in it; `nil` for what has none.
    private static func savedNotice(
        _ call: PageCall, _ file: HomeFile, _ board: HomeBoard?, _ saved: String, _ viewer: Viewer
    ) -> Notice {
        var notice = SavedWords.notice(ofFile: file.name)
        if call.query["kept"] != nil {
            notice = Notice(text: Text("boards.saved_not_kept"))
        } else if let board {
            if board.undo?.version == saved { notice.undo = CardPages.undoPath(file.name, saved: saved) }
            if let left = call.query["renamed"].flatMap({ CardEdit.wordsBesideLabel(at: $0, in: board) }) {
                notice.text = .joined([notice.text, left], separator: " ")
            }
        } else if file.previous != nil, file.version == saved, viewer.canWriteFiles {
            notice.undo = undoPath(file.name, saved: saved)
        }
        return notice
    }

    /// After a board was saved: to its page, and to the card that was changed.
    ///
    /// - Parameters:
    ///   - version: Of its file before; `nil` for a new one.
    ///   - isRenamed: Whether the card has another label and all its other words are as before: perhaps they should not be.
    static func saved(
        _ board: HomeBoard, after version: String? = nil, isRenamed: Bool = false
    ) -> PageResponse {
        let isUnkept = version != nil && version != board.version && board.undo == nil
        let renamed = (isRenamed ? board.changed : nil).map { "&renamed=" + PageText.escaped($0) } ?? ""
        let anchor = board.changed.map { "#" + CardBoard.anchor($0) } ?? ""
        return .seeOther(
            path(board.name) + "?saved=" + PageText.escaped(board.version) + (isUnkept ? "&kept=no" : "")
                + renamed + anchor)
    }

    /// The page of a file as it is now, with what did not work.
    ///
    /// - Parameter about: What was typed of the board itself, where that did not.
    static func again(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int, about: BoardAbout? = nil
    ) async throws -> PageResponse {
        let file: HomeFile = try await call.api.get(api(call.parts[0]))
        return await draw(call, BoardPage(file, viewer), notice: notice, status: status, about: about)
    }

    private static func newBoard(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let wanted = (call.query["name"] ?? "").lowercased()
        let name = wanted.hasSuffix(".yaml") ? wanted : wanted + ".yaml"
        let letters = name.dropLast(".yaml".count)
        guard !letters.isEmpty,
            letters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else {
            return try await list(
                call, viewer, beginning: call.query["name"] ?? "",
                problem: CareProblem(
                    .notAcceptable, "write a name of letters from a to z, digits and -, such as outside"))
        }
        return await draw(call, BoardPage(newNamed: name, id: String(letters), viewer))
    }

    /// What was typed, with the ends of lines that the file has: browsers send their own.
    private static func typed(_ call: PageCall) -> String {
        let text = call.form.exactly("text") ?? ""
        return call.form["ends"] == "crlf" ? text : text.replacing("\r\n", with: "\n")
    }

    private static func check(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let text = typed(call)
        let found: FileCheck = try await call.api.send(
            "POST", api(call.parts[0]) + "/checks", FileDraft(text: text))
        let page = BoardPage(checked: found, call, viewer, text: text)
        return await draw(
            call, page,
            notice: Notice(
                text: Text(found.isGood ? "boards.can_be_saved" : "boards.cannot_be_saved"),
                isProblem: !found.isGood))
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let text = typed(call)
        do throws(CareProblem) {
            let saved: HomeFile = try await call.api.send(
                "PUT", api(call.parts[0]), FileChange(text: text, version: call.form["version"]))
            return .seeOther(path(call.parts[0]) + "?saved=" + PageText.escaped(saved.version))
        } catch {
            switch error.current {
            case .findings(let findings):
                let page = BoardPage(
                    checked: FileCheck(findings: findings, isGood: false), call, viewer, text: text)
                return await draw(
                    call, page,
                    notice: Notice(text: Text("boards.not_saved_mistakes"), isProblem: true),
                    status: error.status)
            case .file(let file):
                let page = BoardPage(file, viewer, typed: text, isConflict: true)
                return await draw(
                    call, page,
                    notice: Notice(text: Text("boards.not_saved_changed"), isProblem: true),
                    status: error.status)
            case .request, .person, .need, .proposal, .routine, .occurrence, .reminder, .place, .duty,
                .reward, .grant, nil:
                guard error.kind != .unauthorized else { throw error }
                let page = BoardPage(
                    checked: FileCheck(findings: [], isGood: false), call, viewer, text: text)
                return await draw(
                    call, page,
                    notice: Notice(
                        text: Text("boards.not_saved", ["detail": .text(error.words)]), isProblem: true),
                    status: error.status)
            }
        }
    }

    /// Where the change that saved this version is undone; only that one, not later ones of others.
    static func undoPath(_ name: String, saved version: String) -> String {
        path(name) + "/undo?version=" + PageText.escaped(version)
    }

    private static func undo(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let version = call.query["version"] else {
            throw CareProblem(.badRequest, "this does not say which change is meant")
        }
        let file: HomeFile = try await call.api.get(api(call.parts[0]))
        guard file.version == version else { return await overtaken(call, file, viewer) }
        guard let previous = file.previous else {
            throw CareProblem(.conflict, "there is no earlier version of \(file.name)")
        }
        do throws(CareProblem) {
            let saved: HomeFile = try await call.api.send(
                "PUT", api(file.name), FileChange(text: previous, version: version))
            return .seeOther(path(file.name) + "?saved=" + PageText.escaped(saved.version))
        } catch {
            guard case .file(let file) = error.current else { throw error }
            return await overtaken(call, file, viewer)
        }
    }

    private static func overtaken(_ call: PageCall, _ file: HomeFile, _ viewer: Viewer) async -> PageResponse
    {
        await draw(
            call, BoardPage(file, viewer),
            notice: Notice(text: Text("boards.not_undone"), isProblem: true), status: 409)
    }
}

extension Viewer {
    /// The API decides; pages do not offer what it would refuse.
    var canWriteFiles: Bool { person.role == .coordinator }
}
