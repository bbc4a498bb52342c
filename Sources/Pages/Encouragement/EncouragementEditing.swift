import Care
import Wording

/// Adding, changing and removing one sentence or tip.
enum EncouragementEditing {
    static func add(_ call: PageCall) async throws -> PageResponse {
        var form = EncouragementForm(call.form)
        let known = try await EncouragementPages.store(call)
        let id = NeedForm.id(
            for: form["text"].split(separator: " ").prefix(4).joined(separator: " "),
            taken: Set(known?.items.map(\.id) ?? []))
        return try await send(form.item(id: id), replaces: nil, &form, call)
    }

    static func edit(_ call: PageCall) async throws -> PageResponse {
        let (store, item) = try await item(call)
        return try await draw(EncouragementForm(item, version: store.version), call)
    }

    static func change(_ call: PageCall) async throws -> PageResponse {
        var form = EncouragementForm(call.form)
        return try await send(form.item(id: call.parts[1]), replaces: call.parts[1], &form, call)
    }

    static func remove(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            try await call.api.send(
                "PUT", api(call),
                EncouragementChange(version: call.form["version"], replaces: call.parts[1]))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await EncouragementPages.show(
                call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
        }
        return .seeOther(EncouragementPages.path(call.parts[0]) + "?did=removed")
    }

    static func draw(
        _ form: EncouragementForm, _ call: PageCall, status: Int = 200
    ) async throws -> PageResponse {
        let isNew = call.parts.count < 2
        return call.page(
            Page(
                title: isNew ? Text("encouragement.add") : Text("encouragement.change"),
                template: "encouragement.form", content: EncouragementFormView(form, call),
                back: EncouragementFormView.back(form, call)), status: status)
    }

    private static func send(
        _ item: StoredEncouragement, replaces: String?, _ form: inout EncouragementForm, _ call: PageCall
    ) async throws -> PageResponse {
        let version = form["version"]
        let change = EncouragementChange(
            version: version.isEmpty ? nil : version, replaces: replaces, item: item)
        do throws(CareProblem) {
            try await call.api.send("PUT", api(call), change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            form.mark(error)
            return try await draw(form, call, status: error.status)
        }
        return .seeOther(EncouragementPages.path(call.parts[0]) + "?did=saved")
    }

    private static func api(_ call: PageCall) -> String {
        "encouragement/stores/\(PageText.escaped(call.parts[0]))"
    }

    private static func item(
        _ call: PageCall
    ) async throws(CareProblem) -> (EncouragementStores.Store, StoredEncouragement) {
        guard let store = try await EncouragementPages.store(call),
            let item = store.items.first(where: { $0.id == call.parts[1] })
        else {
            throw CareProblem(.notFound, "there is no sentence or tip with this id any more", field: "id")
        }
        return (store, item)
    }
}

/// What somebody has typed of a sentence or tip, just as it was typed, and what is wrong with it.
struct EncouragementForm {
    private(set) var values: [String: String]
    /// By the names of the fields; `form` for what belongs to none.
    private(set) var problems: [String: Text] = [:]

    private static let names = ["text", "author", "categories", "source", "sound", "video", "version"]
    private static let shown: Set = ["text", "author", "categories", "source", "sound"]

    /// A new one.
    init(version: String?) { values = ["version": version ?? ""] }

    init(_ item: StoredEncouragement, version: String) {
        values = ["text": item.text, "version": version]
        values["author"] = item.author
        values["categories"] = item.categories.joined(separator: ", ")
        values["source"] = item.source
        values["sound"] = item.sound
        values["video"] = item.video
    }

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        values = [:]
        for name in Self.names { values[name] = fields[name] ?? "" }
    }

    subscript(name: String) -> String { values[name] ?? "" }

    func item(id: String) -> StoredEncouragement {
        func line(_ name: String) -> String { Self.trimmed(self[name]) }
        func optional(_ name: String) -> String? { line(name).isEmpty ? nil : line(name) }
        return StoredEncouragement(
            id: id, text: line("text"), author: optional("author"), source: optional("source"),
            categories: self["categories"].split(separator: ",").map { Self.trimmed(String($0)) }
                .filter { !$0.isEmpty },
            sound: optional("sound"), video: optional("video"))
    }

    /// Without spaces at both ends, and with single ones inside: what is said has no lines.
    private static func trimmed(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    mutating func mark(_ problem: CareProblem) {
        let field = problem.field ?? "form"
        problems[Self.shown.contains(field) ? field : "form"] = problem.sentence
    }
}

/// The form as it is drawn.
struct EncouragementFormView {
    let action: String
    let back: String
    let values: [String: String]
    let problems: [String: Text]
    /// Where it is removed; absent for a new one.
    let off: String?

    init(_ form: EncouragementForm, _ call: PageCall) {
        let path = EncouragementPages.path(call.parts[0])
        back = Self.back(form, call)
        values = form.values
        problems = form.problems
        if call.parts.count > 1 {
            action = "\(path)/items/\(PageText.escaped(call.parts[1]))"
            off = action + "/off"
        } else {
            action = path + "/add"
            off = nil
        }
    }

    /// The file, or the list of all where there is none yet.
    static func back(_ form: EncouragementForm, _ call: PageCall) -> String {
        form["version"].isEmpty ? EncouragementPages.base : EncouragementPages.path(call.parts[0])
    }

    private static let fields = Form.mended(
        """
        \(Form.typed("text", "[[encouragement.text]]", .area(rows: 3).most(StoredEncouragement.longestText)))
        \(Form.typed("author", "[[encouragement.author]]", .line.most(StoredEncouragement.longestAuthor)))
        \(Form.typed("categories", "[[encouragement.topics]]", .line.most(160)))
        \(Form.typed("source", "[[encouragement.source_field]]", .line.most(StoredEncouragement.longestSource)))
        \(Form.typed("sound", "[[encouragement.sound]]", .line.most(200)))
        """)

    static let template = """
        <p class="quiet">[[encouragement.form_about]]</p>
        \(Form.post(
            "{{action}}", class: "routine", attributes: "novalidate",
            sends: ["version": "{{values.version}}", "video": "{{values.video}}"]))
        \(fields)
        <div class="row"><button class="main">[[encouragement.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        {{#off}}\(Form.post("{{.}}", class: "row", sends: ["version": "{{values.version}}"]))<button class="danger">[[encouragement.remove]]</button></form>{{/off}}
        """
}
