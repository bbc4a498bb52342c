import Care

/// Which files there are, and how they are.
struct BoardList {
    struct Row {
        let path: String
        let name: String
        let file: String
        /// Whether its reader may see its text.
        let isReadable: Bool
        let isStart: Bool
        let usesLastGood: Bool
        let word: String
        let style: String
    }

    let boards: [Row]
    let others: [Row]
    let hasBoards: Bool
    let canWrite: Bool

    init(_ page: HomeFilePage, canWrite: Bool) {
        boards = page.files.filter { $0.kind == .board }.map { Self.row($0, canWrite) }
        others = page.files.filter { $0.kind != .board }.map { Self.row($0, canWrite) }
        hasBoards = !boards.isEmpty
        self.canWrite = canWrite
    }

    private static func row(_ file: HomeFileSummary, _ canWrite: Bool) -> Row {
        let (word, style): (String, String) =
            if file.errors > 0 {
                ("\(file.errors) mistake\(file.errors == 1 ? "" : "s")", "urgent")
            } else if file.warnings > 0 {
                ("good, \(file.warnings) thing\(file.warnings == 1 ? "" : "s") to look at", "soon")
            } else {
                ("good", "good")
            }
        let language = file.name.split(separator: ".").dropFirst().first.map(String.init) ?? ""
        let name =
            switch file.kind {
            case .board: file.title ?? file.name
            case .settings: "Settings"
            case .phrases: "What Beckon says (\(language))"
            case .suggestions: "What can be proposed (\(language))"
            case .letters: "Letters for spelling (\(language))"
            case .words: "Words while spelling (\(language))"
            }
        return Row(
            path: "/boards/" + PageText.escaped(file.name), name: name, file: file.name,
            isReadable: canWrite || file.kind != .settings, isStart: file.isStart,
            usesLastGood: file.usesLastGood, word: word, style: style)
    }

    private static let row = """
        <li class="card" data-key="{{file}}"><h3>{{#isReadable}}<a href="{{path}}">{{name}}</a>{{/isReadable}}{{^isReadable}}{{name}}{{/isReadable}}</h3>
        <p><span class="word {{style}}">{{word}}</span> <span class="quiet">· {{file}}</span></p>
        {{#isStart}}<p>Scanning begins here.</p>{{/isStart}}
        {{#usesLastGood}}<p class="word soon">The kiosk uses the last good version.</p>{{/usesLastGood}}
        {{^isReadable}}<p class="quiet">Only a coordinator sees its text: it may contain passwords.</p>{{/isReadable}}</li>
        """

    private static let newBoard = Form.search(
        "name", "Begin a new board",
        .line.required.most(60).with(
            #"pattern="[A-Za-z0-9\-]+(\.yaml)?" autocapitalize="none" placeholder="outside""#),
        value: "", button: "<button>Begin</button>")

    static let template = """
        {{^hasBoards}}<p class="empty">There are no boards yet. Begin a new one below, or start Beckon once: it copies
        the boards that ship.</p>{{/hasBoards}}
        <h2>The client’s boards</h2>
        <ul class="cards">{{#boards}}\(row){{/boards}}</ul>
        {{#canWrite}}\(Form.get("/boards/new"))\(newBoard)</form>{{/canWrite}}
        <h2>Other files</h2>
        <ul class="cards">{{#others}}\(row){{/others}}</ul>
        <p class="quiet">These are the files in the home’s folder. You can also change them there with a text editor.</p>
        """
}
