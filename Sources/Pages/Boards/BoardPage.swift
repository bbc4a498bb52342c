import Care

/// One file: how it is scanned, what is wrong with it, and its text.
struct BoardPage {
    let heading: String
    let name: String
    let path: String
    let canWrite: Bool
    let isNew: Bool
    let isBoard: Bool
    /// Absent for a new file.
    let version: String?
    let ends: String
    let text: String
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

    /// As it is, or with what was typed in its place.
    init(_ file: HomeFile, _ viewer: Viewer, typed: String? = nil, isConflict: Bool = false) {
        heading = file.drawing?.name ?? file.name
        name = file.name
        path = "/boards/" + PageText.escaped(file.name)
        isNew = false
        isBoard = file.kind == .board
        version = file.version
        ends = Self.ends(of: file.text)
        text = typed ?? file.text
        isUnsaved = text != file.text
        found = FoundPart(file.findings, in: file.name)
        drawing = file.drawing.map(DrawnBoard.init)
        isLastGoodDrawn = file.usesLastGood && file.drawing != nil
        usesLastGood = file.usesLastGood
        hasLastGood = file.lastGood != nil
        hasPrevious = file.previous != nil
        theirs = isConflict ? file.text : nil
        isLong = Self.sentLength(of: file.text) > Self.longest
        canWrite = viewer.canWriteFiles && !isLong
    }

    /// What was typed, checked but not saved.
    init(checked: FileCheck, _ call: PageCall, _ viewer: Viewer, text: String) {
        name = call.parts[0]
        heading = checked.drawing?.name ?? name
        path = "/boards/" + PageText.escaped(name)
        canWrite = viewer.canWriteFiles
        version = call.form["version"]
        isNew = version == nil
        ends = call.form["ends"] ?? "lf"
        self.text = text
        isUnsaved = true
        found = FoundPart(checked.findings, in: name)
        drawing = checked.drawing.map(DrawnBoard.init)
        isBoard = drawing != nil
        (isLastGoodDrawn, usesLastGood, hasLastGood, hasPrevious, theirs, isLong) = (
            false, false, false, false, nil, false
        )
    }

    /// One that is not there yet, with something to begin with.
    init(newNamed name: String, id: String, _ viewer: Viewer) {
        heading = "New board"
        self.name = name
        path = "/boards/" + PageText.escaped(name)
        canWrite = viewer.canWriteFiles
        version = nil
        ends = "lf"
        text = """
            # yaml-language-server: $schema=board.schema.json
            board: \(id)
            name: \(id.prefix(1).uppercased() + id.dropFirst())
            language: en
            items:
              # Each item needs a label. `request` asks the caregivers; without it, it is only said.
              - { id: \(id)-first, label: Something, symbol: ⭐, request: normal }
              - { label: "Yes", say: "Yes." }

            """
        isUnsaved = false
        found = FoundPart([], in: name)
        (drawing, isBoard, isNew) = (nil, true, true)
        (isLastGoodDrawn, usesLastGood, hasLastGood, hasPrevious, theirs, isLong) = (
            false, false, false, false, nil, false
        )
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
        "text", "The text of the file",
        .source(rows: 18).with(
            #"class="source" spellcheck="false" autocapitalize="none" autocomplete="off" wrap="off""#))

    static let template = """
        <p class="quiet">{{name}}{{#isNew}} – it is not there yet: save it to make it{{/isNew}}</p>
        {{#usesLastGood}}<p class="notice problem">It has mistakes, so the kiosk uses the last good version.
        {{#hasLastGood}}{{#canWrite}}<a class="button" href="{{path}}?text=last-good">Restore the last good version</a>{{/canWrite}}{{/hasLastGood}}</p>{{/usesLastGood}}
        {{#theirs}}<details open class="theirs"><summary>Their version (saved)</summary><pre><code>{{.}}</code></pre></details>
        <p>If you save now, your version replaces theirs.</p>{{/theirs}}
        <section id="findings" aria-live="polite"><h2>What to look at</h2>{{#found}}{{> findings}}{{/found}}</section>
        {{#canWrite}}\(Form.post("{{path}}", attributes: #"id="editor"{{#isUnsaved}} data-unsaved{{/isUnsaved}}"#, sends: ["ends": "{{ends}}"]))
        {{#version}}\(Form.hidden("version", "{{.}}")){{/version}}
        \(source)
        <div class="row"><button class="main">Save</button>
        <button formaction="{{path}}/check">Check without saving</button>
        {{#hasPrevious}}<a class="button" href="{{path}}?text=previous">The version before the last change</a>{{/hasPrevious}}</div>
        </form>{{/canWrite}}
        <section id="drawing">{{#isBoard}}<h2>As it is scanned{{#isLastGoodDrawn}} (the last good version){{/isLastGoodDrawn}}</h2>
        {{^drawing}}<p class="quiet">It is drawn here when it has no mistakes.</p>{{/drawing}}{{/isBoard}}
        {{#drawing}}{{> drawing}}{{/drawing}}</section>
        {{^canWrite}}{{#isLong}}<p>This file is too long for a page: change it in the home’s folder.</p>{{/isLong}}
        <details><summary>The text of the file</summary><pre><code>{{text}}</code></pre></details>{{/canWrite}}
        """
}
