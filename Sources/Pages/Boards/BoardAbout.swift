import Care
import Wording

/// What is said of a board itself: its name, and how wide its grid is.
struct BoardAbout {
    /// Names differ from all names of the page: a missing value is looked up in the enclosing context.
    let aboutAction: String
    /// The version that its writer has seen.
    let aboutSeen: String
    let typedName: String
    let typedColumns: String
    /// Why it was not saved; what was typed is in the fields.
    let aboutTrouble: Text?
    let isAboutOpen: Bool

    init(_ board: HomeBoard, typed: PageFields? = nil, trouble: Text? = nil) {
        aboutAction = CardBoard.path(board.name) + "/about"
        aboutSeen = board.version
        typedName = typed.map { ($0["name"] ?? "").onOneLine } ?? board.title
        typedColumns = typed.map { $0["columns"] ?? "" } ?? board.columns.map(String.init) ?? ""
        aboutTrouble = trouble
        isAboutOpen = trouble != nil
    }

    static let route = PageRoute(.post, "/boards/{}/about", for: [.coordinator]) { call, viewer in
        let version = call.form["version"] ?? ""
        let fields = ["name": (call.form["name"] ?? "").onOneLine, "columns": call.form["columns"] ?? ""]
        do throws(CareProblem) {
            let saved: HomeBoard = try await call.api.send(
                "POST", CardPages.api(call.parts[0]) + "/changes",
                BoardRevision(
                    version: version,
                    changes: [CardChange(.board, fields: fields.mapValues { $0.isEmpty ? nil : $0 })]))
            return BoardPages.saved(saved, after: version)
        } catch {
            guard error.kind != .unauthorized, error.kind != .notFound else { throw error }
            var words = error.sentence
            if case .file = error.current { words = Text("cards.changed_meanwhile") }
            let board: HomeBoard = try await call.api.get(CardPages.api(call.parts[0]))
            return try await BoardPages.again(
                call, viewer, status: error.status,
                about: BoardAbout(board, typed: call.form, trouble: words))
        }
    }

    static let template = """
        <details class="plain"{{#isAboutOpen}} open{{/isAboutOpen}}><summary>[[cards.about]]</summary>
        \(Form.trouble("aboutTrouble"))
        \(Form.post("{{aboutAction}}", class: "narrow", sends: ["version": "{{aboutSeen}}"]))
        \(Form.field("name", "[[cards.board_name]]", .line.most(500).required.with(#"autocomplete="off""#), id: "about-name", value: "{{typedName}}"))
        \(Form.field("columns", "[[cards.columns]]", .number.most(2), id: "about-columns", value: "{{typedColumns}}", hint: .words("[[cards.columns_hint]]")))
        <p class="row"><button>[[cards.save]]</button></p></form></details>
        """
}
