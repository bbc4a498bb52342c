import Care
import FoundationEssentials
import Wording

/// What somebody has typed of a sentence or tip, just as it was typed, and what is wrong with it.
struct EncouragementForm {
    private(set) var values: [String: String]
    /// Those that are ticked, by their names in files.
    private(set) var topics: [String]
    /// By the names of the fields; `form` for what belongs to none.
    private(set) var problems: [String: Text] = [:]
    /// What is there now, where somebody else has changed it meanwhile.
    private(set) var theirs: Theirs?

    /// How somebody else has left it.
    enum Theirs {
        case changed(StoredEncouragement)
        case removed
    }

    private static let names = [
        "text", "author", "categories", "source", "sound", "video", "version", "gone", "drawn",
    ]
    private static let shown: Set = ["text", "author", "categories", "source", "sound", "video"]

    /// A new one.
    init(version: String?) {
        values = ["version": version ?? ""]
        topics = []
    }

    init(_ item: StoredEncouragement, version: String) {
        values = ["text": item.text, "version": version, "drawn": Self.drawn(item)]
        values["author"] = item.author
        values["source"] = item.source
        values["sound"] = item.sound
        values["video"] = item.video
        topics = item.categories
    }

    /// As a browser has sent it. Topics that are typed may be called as the page calls them: `Ruhe` is `rest`.
    init(_ call: PageCall) {
        values = [:]
        for name in Self.names { values[name] = call.form[name] ?? "" }
        var seen: Set<String> = []
        let typed = (values["categories"] ?? "").split(separator: ",").map { Self.trimmed(String($0)) }
        topics = (call.form.all("topic") + typed.map { Self.topic($0, call) })
            .filter { !$0.isEmpty && seen.insert($0).inserted }
        values["categories"] = ""
    }

    private static func topic(_ typed: String, _ call: PageCall) -> String {
        EncouragementTopic.allCases.first {
            call.say(EncouragementWords.category($0.rawValue)).lowercased() == typed.lowercased()
        }?.rawValue ?? typed
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// Whether it was removed by somebody else, and is added anew when it is saved.
    var isGone: Bool { self["gone"] == "yes" }

    /// Whether this is what the form was drawn with: what was changed in the file is something else then.
    func isDrawn(with item: StoredEncouragement) -> Bool { self["drawn"] == Self.drawn(item) }

    /// The same for the same item alone.
    private static func drawn(_ item: StoredEncouragement) -> String {
        (try? CareJSON.encoder().encode(item)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func item(id: String) -> StoredEncouragement {
        func line(_ name: String) -> String { Self.trimmed(self[name]) }
        func optional(_ name: String) -> String? { line(name).isEmpty ? nil : line(name) }
        return StoredEncouragement(
            id: id, text: line("text"), author: optional("author"), source: optional("source"),
            categories: topics, sound: optional("sound"), video: optional("video"))
    }

    /// Without spaces at both ends, and with single ones inside: what is said has no lines.
    private static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    mutating func mark(_ problem: CareProblem) {
        let field = problem.field ?? "form"
        problems[Self.shown.contains(field) ? field : "form"] = problem.sentence
    }

    /// The file is another one by now: saving once more goes over what is there.
    mutating func meets(_ theirs: Theirs, version: String) {
        self.theirs = theirs
        values["version"] = version
        switch theirs {
        case .changed(let item): (values["gone"], values["drawn"]) = ("", Self.drawn(item))
        case .removed: (values["gone"], values["drawn"]) = ("yes", "")
        }
    }

    /// The same where it goes over nothing of somebody else's.
    ///
    /// - Parameter version: Empty where there is no such file any more.
    mutating func adopt(version: String) { values["version"] = version }
}

/// The form as it is drawn.
struct EncouragementFormView {
    let action: String
    let back: String
    let values: [String: String]
    let problems: [String: Text]
    let topics: [FormOption]
    /// What lies beside the files.
    let sounds: [String]
    let videos: [String]
    let conflict: ConflictPart?
    let isGone: Bool
    /// Where it is removed; absent for a new one.
    let off: String?

    /// More topics of the home's own are not offered: they can be typed.
    private static let mostOwn = 30

    /// - Parameter stores: All files: what they are about, and what lies beside them, can be chosen.
    init(_ form: EncouragementForm, _ stores: EncouragementStores, _ call: PageCall) {
        let path = EncouragementPages.path(call.parts[0])
        back = Self.back(form, call)
        values = form.values
        problems = form.problems
        (sounds, videos) = (stores.sounds, stores.videos)
        let known = EncouragementTopic.allCases.map(\.rawValue)
        let own = Set(stores.stores.flatMap(\.items).flatMap(\.categories)).subtracting(known).sorted()
        var seen: Set<String> = []
        topics = (known + own.prefix(Self.mostOwn) + form.topics).filter { seen.insert($0).inserted }.map {
            FormOption(
                value: $0, name: EncouragementWords.category($0), isChosen: form.topics.contains($0))
        }
        let isNew = call.parts.count < 2
        let item = isNew ? nil : "\(path)/items/\(PageText.escaped(call.parts[1]))"
        action = item ?? path + "/add"
        switch form.theirs {
        case .changed(let theirs):
            let lines = Self.differences(theirs, form.item(id: theirs.id))
            (conflict, isGone) = (ConflictPart(lines: lines, keep: item ?? path), false)
        case .removed: (conflict, isGone) = (nil, true)
        case nil: (conflict, isGone) = (nil, false)
        }
        off = isGone ? nil : item.map { $0 + "/off" }
    }

    /// What is there, field by field, where it is not what was typed.
    private static func differences(_ theirs: StoredEncouragement, _ own: StoredEncouragement) -> [Text] {
        func line(_ label: Text, _ theirs: Text) -> Text { .joined([label, theirs], separator: ": ") }
        func words(_ text: String?) -> Text {
            text.map { Text.verbatim($0) } ?? Text("encouragement.nothing")
        }
        var lines: [Text] = []
        if theirs.text != own.text { lines.append(line(Text("encouragement.text"), words(theirs.text))) }
        if theirs.author != own.author {
            lines.append(line(Text("encouragement.author"), words(theirs.author)))
        }
        if theirs.categories != own.categories {
            lines.append(
                line(
                    Text("encouragement.topics"),
                    .joined(theirs.categories.map(EncouragementWords.category), separator: ", ")))
        }
        if theirs.source != own.source {
            lines.append(line(Text("encouragement.source_field"), words(theirs.source)))
        }
        if theirs.sound != own.sound { lines.append(line(Text("encouragement.sound"), words(theirs.sound))) }
        if theirs.video != own.video { lines.append(line(Text("encouragement.video"), words(theirs.video))) }
        return lines
    }

    /// The file, or the list of all where there is none yet.
    static func back(_ form: EncouragementForm, _ call: PageCall) -> String {
        form["version"].isEmpty ? EncouragementPages.base : EncouragementPages.path(call.parts[0])
    }

    private static let fields = Form.mended(
        """
        \(Form.typed("text", "[[encouragement.text]]", .area(rows: 3).most(StoredEncouragement.longestText)))
        \(Form.typed("author", "[[encouragement.author]]", .line.most(StoredEncouragement.longestAuthor)))
        \(Form.group("[[encouragement.topics]]", fault: ("problems.categories", "f-categories"),
            Form.boxes("topic", of: "topics") + "\n"
            + Form.field(
                "categories", "[[encouragement.other_topics]]", .line.most(160), id: "f-other",
                value: "{{values.categories}}")))
        \(Form.typed("source", "[[encouragement.source_field]]", .line.most(StoredEncouragement.longestSource)))
        \(Form.typed("sound", "[[encouragement.sound]]", .line.most(200).suggesting("sounds")))\(Form.suggestions("sounds"))
        \(Form.typed("video", "[[encouragement.video]]", .line.most(200).suggesting("videos")))\(Form.suggestions("videos"))
        """)

    static let template = """
        <p class="quiet">[[encouragement.form_about]]</p>
        {{#conflict}}{{> people.conflict}}{{/conflict}}
        {{#isGone}}<div class="notice conflict" role="alert"><p>[[encouragement.gone]]</p></div>{{/isGone}}
        \(Form.post(
            "{{action}}", class: "routine", attributes: "novalidate",
            sends: [
                "version": "{{values.version}}", "gone": "{{values.gone}}", "drawn": "{{values.drawn}}",
            ]))
        \(fields)
        <div class="row"><button class="main">[[encouragement.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        {{#off}}\(Form.post("{{.}}", class: "row", sends: ["version": "{{values.version}}"]))<button class="danger">[[encouragement.remove]]</button></form>{{/off}}
        """
}
