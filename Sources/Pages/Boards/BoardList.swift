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
    /// Boards that ship in languages other than the home's.
    let foreign: [Row]
    let others: [Row]
    let hasBoards: Bool
    let canWrite: Bool
    /// What a board that was not begun should be called, and why it was not.
    var beginName = ""
    var beginProblem: Text?
    /// The board that scanning begins with, to be changed card by card; absent for whoever may not.
    var editing: CardBoard?

    /// - Parameter language: The home's, BCP 47; `nil` where nobody knows it: then no board is of another.
    init(_ page: HomeFilePage, language: String?, canWrite: Bool) {
        let all = page.files.filter { $0.kind == .board }
        func isForeign(_ file: HomeFileSummary) -> Bool {
            language.map { Self.isForeign(file, in: $0, among: all.map(\.name)) } ?? false
        }
        boards = all.filter { !isForeign($0) }.map { Self.row($0, canWrite) }
        foreign = all.filter(isForeign).map { Self.row($0, canWrite) }
        others = page.files.filter { $0.kind != .board && $0.kind.folder == nil }.map {
            Self.row($0, canWrite)
        }
        hasBoards = !all.isEmpty
        self.canWrite = canWrite
    }

    /// Whether a board is the same in a language that the home does not need: `home.de.yaml`, or `home.yaml` beside the home's own
    /// `home.fr.yaml`. What it says of its language counts, so that `zoe.no.yaml` may be Zoe's board of what she does not want. One that
    /// somebody uses, or that has mistakes, is never folded away.
    private static func isForeign(
        _ file: HomeFileSummary, in home: String, among names: [String]
    ) -> Bool {
        func base(_ tag: some StringProtocol) -> String { String(tag.lowercased().prefix { $0 != "-" }) }
        guard !file.isStart, !file.isInUse, file.errors == 0, !file.usesLastGood,
            let language = file.language.map(base), language != base(home)
        else { return false }
        let parts = file.name.split(separator: ".")
        switch parts.count {
        case 3: return base(parts[1]) == language
        case 2: return names.contains("\(parts[0]).\(base(home)).\(parts[1])")
        default: return false
        }
    }

    static func row(_ file: HomeFileSummary, _ canWrite: Bool) -> Row {
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
            case .board, .exercise, .encouragement: Text.verbatim(file.title ?? file.name)
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

    static let rowTemplate = """
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
        <ul class="cards">{{#boards}}\(rowTemplate){{/boards}}</ul>
        {{^empty(foreign)}}<details class="plain" data-key="foreign"><summary>[[boards.other_languages]]</summary>
        <ul class="cards">{{#foreign}}\(rowTemplate){{/foreign}}</ul></details>{{/empty(foreign)}}
        {{#canWrite}}\(Form.post("/boards/new"))\(newBoard)</form>{{/canWrite}}
        <details class="plain" data-key="files"><summary>[[boards.other_files]]</summary>
        <ul class="cards">{{#others}}\(rowTemplate){{/others}}</ul>
        <p class="quiet">[[boards.in_folder]]</p></details>
        """
}
