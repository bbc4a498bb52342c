import Care
import Wording

/// Which files there are, and how they are.
struct BoardList {
    struct Row: TemplateRow {
        let path: String
        let name: Text
        let file: String
        /// Whether its reader may see its text.
        let isReadable: Bool
        let isStart: Bool
        let usesLastGood: Bool
        let word: Text
        let style: String

        var fields: [Field] {
            [
                ("path", path), ("name", name), ("file", file), ("isReadable", isReadable),
                ("isStart", isStart), ("usesLastGood", usesLastGood), ("word", word), ("style", style),
            ]
        }
    }

    let boards: [Row]
    let others: [Row]
    let hasBoards: Bool
    let canWrite: Bool
    /// What a board that was not begun should be called, and why it was not.
    var beginName = ""
    var beginProblem: Text?
    /// The board that scanning begins with, to be changed card by card; absent for whoever may not.
    var editing: CardBoard?

    init(_ page: HomeFilePage, canWrite: Bool) {
        boards = page.files.filter { $0.kind == .board }.map { Self.row($0, canWrite) }
        others = page.files.filter { $0.kind != .board }.map { Self.row($0, canWrite) }
        hasBoards = !boards.isEmpty
        self.canWrite = canWrite
    }

    private static func row(_ file: HomeFileSummary, _ canWrite: Bool) -> Row {
        let (word, style): (Text, String) =
            if file.errors > 0 {
                (Text("boards.mistakes", count: file.errors), "urgent")
            } else if file.warnings > 0 {
                (Text("boards.good_but", count: file.warnings), "soon")
            } else {
                (Text("boards.good"), "good")
            }
        let language = file.name.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        func inLanguage(_ name: String) -> Text { Text(name, ["language": .verbatim(language)]) }
        let name =
            switch file.kind {
            case .board: Text.verbatim(file.title ?? file.name)
            case .settings: Text("boards.file_settings")
            case .phrases: inLanguage("boards.file_phrases")
            case .suggestions: inLanguage("boards.file_suggestions")
            case .letters: inLanguage("boards.file_letters")
            case .words: inLanguage("boards.file_words")
            }
        return Row(
            path: "/boards/" + PageText.escaped(file.name), name: name, file: file.name,
            isReadable: canWrite || file.kind != .settings, isStart: file.isStart,
            usesLastGood: file.usesLastGood, word: word, style: style)
    }

    private static let row = """
        <li class="card" data-key="{{file}}"><h3>{{#isReadable}}<a href="{{path}}">{{name}}</a>{{/isReadable}}{{^isReadable}}{{name}}{{/isReadable}}</h3>
        <p><span class="word {{style}}">{{word}}</span> <span class="quiet">· {{file}}</span></p>
        {{#isStart}}<p>[[boards.scanning_begins]]</p>{{/isStart}}
        {{#usesLastGood}}<p class="word soon">[[boards.uses_last_good]]</p>{{/usesLastGood}}
        {{^isReadable}}<p class="quiet">[[boards.may_hold_passwords]]</p>{{/isReadable}}</li>
        """

    private static let newBoard = Form.search(
        "name", "[[boards.begin_new]]",
        .line.required.most(60).with(
            #"placeholder="[[boards.name_such_as]]""#),
        value: "{{beginName}}", fault: "beginProblem",
        button: "<button>[[boards.begin]]</button>"
            + #"<button formaction="/boards/new" formmethod="get">[[cards.begin_as_text]]</button>"#)

    static let template = """
        {{#editing}}{{> card-board}}{{/editing}}
        <h2>[[boards.of_client]]</h2>
        {{^hasBoards}}\(Empty.place(
            .boards, "[[boards.none]]",
            .init(
                words: "[[boards.begin_new]]", path: "#name", may: "canWrite",
                otherwise: "[[boards.who_begins]]")))\
        {{/hasBoards}}
        <ul class="cards">{{#boards}}\(row){{/boards}}</ul>
        {{#canWrite}}\(Form.post("/boards/new"))\(newBoard)</form>{{/canWrite}}
        <h2>[[boards.other_files]]</h2>
        <ul class="cards">{{#others}}\(row){{/others}}</ul>
        <p class="quiet">[[boards.in_folder]]</p>
        """
}
