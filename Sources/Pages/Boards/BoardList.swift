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
        /// Whom a board is for that ships.
        let meaning: Text?
        /// How scanning is made to begin with it.
        var use: BoardUse?

        var fields: [Field] {
            [
                ("path", path), ("name", name), ("file", file), ("isReadable", isReadable),
                ("isStart", isStart), ("usesLastGood", usesLastGood), ("word", word), ("style", style),
                ("meaning", meaning), ("use", use),
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

    /// - Parameters:
    ///   - language: The home's, BCP 47; `nil` where nobody knows it: then no board is of another.
    ///   - options: For whoever may choose with which board scanning begins.
    init(_ page: HomeFilePage, language: String?, canWrite: Bool, options: HomeOptions? = nil) {
        let all = page.files.filter { $0.kind == .board }
        func isForeign(_ file: HomeFileSummary) -> Bool {
            language.map { Self.isForeign(file, in: $0, among: all.map(\.name)) } ?? false
        }
        func row(_ file: HomeFileSummary) -> Row {
            var row = Self.row(file, canWrite)
            // What a card opens is no board to begin with, and one with mistakes would be refused.
            if file.errors == 0, StarterBoard(file)?.isFirst ?? true {
                row.use = options.flatMap { BoardUse(file.name, called: row.name, $0) }
            }
            return row
        }
        // Those that ship go first.
        let own = all.filter { !isForeign($0) }
        let shipped = StarterBoard.allCases.flatMap { board in own.filter { StarterBoard($0) == board } }
        boards = (shipped + own.filter { StarterBoard($0) == nil }).map(row)
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
            usesLastGood: file.usesLastGood, word: word, style: style, meaning: StarterBoard(file)?.meaning)
    }

    static let rowTemplate = """
        <li class="card" data-key="{{file}}"><h3>{{#isReadable}}<a href="{{path}}">{{name}}</a>{{/isReadable}}{{^isReadable}}{{name}}{{/isReadable}}</h3>
        {{#meaning}}<p>{{.}}</p>{{/meaning}}
        <p><span class="word {{style}}">{{word}}</span> <span class="quiet">· {{file}}</span></p>
        {{#isStart}}<p>[[boards.scanning_begins]]</p>{{/isStart}}
        {{#usesLastGood}}<p class="word soon">[[boards.uses_last_good]]</p>{{/usesLastGood}}
        {{^isReadable}}<p class="quiet">[[boards.may_hold_passwords]]</p>{{/isReadable}}
        {{#use}}\(BoardUse.template){{/use}}</li>
        """

    private static let newBoard = Form.search(
        "name", "[[boards.begin_new]]",
        .line.required.most(60).with(
            #"placeholder="[[boards.name_such_as]]""#),
        value: "{{beginName}}", fault: "beginProblem",
        button: "<button>[[boards.begin]]</button>"
            + #"<button formaction="/boards/new" formmethod="get">[[cards.begin_as_text]]</button>"#)

    static let template = """
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
        {{#editing}}{{> card-board}}{{/editing}}
        <details class="plain" data-key="files"><summary>[[boards.other_files]]</summary>
        <ul class="cards">{{#others}}\(rowTemplate){{/others}}</ul>
        <p class="quiet">[[boards.in_folder]]</p></details>
        """
}
