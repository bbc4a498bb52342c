import Care
import Wording

/// One file: how it is scanned, what is wrong with it, and its text.
struct BoardPage {
    let heading: Text
    let name: String
    let path: String
    let canWrite: Bool
    let isNew: Bool
    let isBoard: Bool
    /// Whether it is an exercise, which can be removed.
    var isExercise: Bool { HomeFileKind(fileName: name) == .exercise }
    var isEncouragement: Bool { HomeFileKind(fileName: name) == .encouragement }
    /// Where it is removed; absent for what is not, and for what is not saved.
    var removal: String?
    /// Absent for a new file.
    let version: String?
    let ends: String
    let text: Text
    let found: FoundPart
    let drawing: DrawnBoard?
    /// Whether the drawing is of the text that was good last.
    let isLastGoodDrawn: Bool
    let usesLastGood: Bool
    let hasLastGood: Bool
    let hasPrevious: Bool
    /// What somebody else has written meanwhile.
    let theirs: String?
    let isLong: Bool
    /// Whether what is shown is only in this page: leaving it would lose it.
    let isUnsaved: Bool
    /// Where pictures on cards are; absent where nobody has a screen to show them.
    var pictures: String?
    /// How scanning is made to begin with it; absent where it does, and for whoever may not.
    var use: BoardUse?
    /// Its cards, to be changed one by one; absent where the text is edited.
    var editing: CardBoard?
    /// Its recordings, pictures and videos; absent for what has none, and for what is not saved.
    var media: MediaPart?
    /// Whether the text was asked for.
    var isTextOpen = false

    /// As it is, or with what was typed in its place.
    init(_ file: HomeFile, _ viewer: Viewer, typed: String? = nil, isConflict: Bool = false) {
        heading = .verbatim(file.drawing?.name ?? file.name)
        name = file.name
        path = "/boards/" + PageText.escaped(file.name)
        isNew = false
        isBoard = file.kind == .board
        version = file.version
        ends = Self.ends(of: file.text)
        text = .verbatim(typed ?? file.text)
        isUnsaved = typed.map { $0 != file.text } ?? false
        found = FoundPart(file.findings, in: file.name)
        drawing = file.drawing.map(DrawnBoard.init)
        isLastGoodDrawn = file.usesLastGood && file.drawing != nil
        usesLastGood = file.usesLastGood
        hasLastGood = file.lastGood != nil
        hasPrevious = file.previous != nil
        theirs = isConflict ? file.text : nil
        isLong = Self.sentLength(of: file.text) > Self.longest
        canWrite = viewer.canWriteFiles && !isLong
        removal =
            canWrite && isExercise && !isUnsaved
            ? "\(ExercisePages.base)/removal?name=\(PageText.escaped(name))" : nil
    }

    /// What was typed, checked but not saved.
    init(checked: FileCheck, _ call: PageCall, _ viewer: Viewer, text: String) {
        name = call.parts[0]
        heading = .verbatim(checked.drawing?.name ?? name)
        path = "/boards/" + PageText.escaped(name)
        canWrite = viewer.canWriteFiles
        version = call.form["version"]
        isNew = version == nil
        ends = call.form["ends"] ?? "lf"
        self.text = .verbatim(text)
        isUnsaved = true
        found = FoundPart(checked.findings, in: name)
        drawing = checked.drawing.map(DrawnBoard.init)
        isBoard = drawing != nil
        (isLastGoodDrawn, usesLastGood, hasLastGood, hasPrevious, theirs, isLong) = (
            false, false, false, false, nil, false
        )
    }

    /// One that is not there yet, with something to begin with.
    init(
        newNamed name: String, id: String, _ viewer: Viewer, heading: Text = Text("boards.new"),
        text: Text? = nil
    ) {
        self.heading = heading
        self.name = name
        path = "/boards/" + PageText.escaped(name)
        canWrite = viewer.canWriteFiles
        version = nil
        ends = "lf"
        self.text = text ?? Self.starter(id)
        isUnsaved = false
        found = FoundPart([], in: name)
        (drawing, isBoard, isNew) = (nil, text == nil, true)
        (isLastGoodDrawn, usesLastGood, hasLastGood, hasPrevious, theirs, isLong) = (
            false, false, false, false, nil, false
        )
    }

    /// An exercise that is not there yet, with something to begin with.
    init(newExercise name: String, id: String, _ viewer: Viewer) {
        self.init(
            newNamed: name, id: id, viewer, heading: Text("exercises.new"), text: ExercisePages.starter(id))
    }

    /// What a new board has in it, in the language of whoever begins it.
    private static func starter(_ id: String) -> Text {
        let yes = Text("boards.starter_yes")
        return .joined(
            [
                .verbatim(
                    """
                    # yaml-language-server: $schema=board.schema.json
                    board: \(id)
                    name: \(id.prefix(1).uppercased() + id.dropFirst())
                    language:\u{20}
                    """), Text("boards.starter_language"), .verbatim("\nitems:\n  # "),
                Text("boards.starter_comment"), .verbatim("\n  - { id: \(id)-first, label: "),
                Text("boards.starter_label"), .verbatim(", symbol: ⭐, request: normal }\n  - { label: \""),
                yes, .verbatim("\", say: \""), yes, .verbatim(".\" }\n"),
            ], separator: "")
    }

    /// Part of the form's length is reserved for the text.
    private static let longest = PageRequest.longestFileForm - 64 * 1024

    /// How many bytes a form has that sends it: what is no letter is escaped, and a line ends with two of them.
    private static func sentLength(of text: String) -> Int {
        text.utf8.reduce(0) { length, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "*"):
                length + 1
            case UInt8(ascii: "\n"): length + 6
            default: length + 3
            }
        }
    }

    /// `crlf` only where every line ends so: browsers send nothing else, and the file shall stay as it is.
    private static func ends(of text: String) -> String {
        let bytes = Array(text.utf8)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        let isWindows = !ends.isEmpty && ends.allSatisfy { $0 > 0 && bytes[$0 - 1] == UInt8(ascii: "\r") }
        return isWindows ? "crlf" : "lf"
    }

    private static let source = Form.field(
        "text", "[[boards.text_of_file]]",
        .source(rows: 18).with(
            #"class="source" spellcheck="false" autocapitalize="none" autocomplete="off" wrap="off""#))

    static let template = """
        <p class="quiet">{{#isNew}}[[boards.not_there_yet]]{{/isNew}}{{^isNew}}{{name}}{{/isNew}}</p>
        {{#usesLastGood}}<p class="notice problem">[[boards.has_mistakes]]
        {{#hasLastGood}}{{#canWrite}}<a class="button" href="{{path}}?text=last-good">[[boards.restore]]</a>{{/canWrite}}{{/hasLastGood}}</p>{{/usesLastGood}}
        {{#theirs}}<details open class="theirs"><summary>[[boards.theirs]]</summary><pre tabindex="0"><code>{{.}}</code></pre></details>
        <p>[[boards.replaces_theirs]]</p>{{/theirs}}
        {{#use}}\(BoardUse.template){{/use}}
        {{#editing}}{{> card-board}}{{/editing}}
        <section id="findings" aria-live="polite"><h2>[[boards.to_look_at]]</h2>{{#found}}{{> findings}}{{/found}}</section>
        {{#editing}}<p><a class="button" href="{{path}}?text=edit">[[cards.edit_as_text]]</a></p>{{/editing}}
        {{#canWrite}}{{^editing}}\(Form.post("{{path}}", attributes: #"id="editor"{{#isUnsaved}} data-unsaved{{/isUnsaved}}"#, sends: ["ends": "{{ends}}"]))
        {{#version}}\(Form.hidden("version", "{{.}}")){{/version}}
        \(source)
        <div class="row"><button class="main">[[boards.save]]</button>
        <button formaction="{{path}}/check">[[boards.check]]</button>
        {{#hasPrevious}}<a class="button" href="{{path}}?text=previous">[[boards.previous]]</a>{{/hasPrevious}}</div>
        </form>{{/editing}}{{/canWrite}}
        {{^editing}}<section id="drawing">{{#isBoard}}<h2>{{#isLastGoodDrawn}}[[boards.last_good_as_scanned]]{{/isLastGoodDrawn}}{{^isLastGoodDrawn}}[[boards.as_scanned]]{{/isLastGoodDrawn}}</h2>
        {{^drawing}}<p class="quiet">[[boards.drawn_when_good]]</p>{{/drawing}}{{/isBoard}}
        {{#drawing}}{{> drawing}}{{/drawing}}</section>{{/editing}}
        {{#media}}\(MediaPart.template){{/media}}
        {{#removal}}<details class="plain" data-key="remove"><summary>[[exercises.remove]]</summary><p>[[exercises.remove_means]]</p>
        \(Form.post("{{.}}", class: "row", sends: ["version": "{{version}}"]))<button class="danger">[[exercises.remove]]</button></form></details>{{/removal}}
        {{^canWrite}}{{#isLong}}<p>[[boards.too_long]]</p>{{/isLong}}
        <details><summary>[[boards.text_of_file]]</summary><pre tabindex="0"><code>{{text}}</code></pre></details>{{/canWrite}}
        """
}
