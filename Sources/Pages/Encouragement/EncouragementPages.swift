import Care
import Wording

/// What encourages the clients of the home: file by file, and each sentence and tip.
enum EncouragementPages: PageTopic {
    static let base = "/encouragement"

    static let routes: [PageRoute] = [
        PageRoute(.get, "/encouragement", for: .staff) { call, viewer in try await list(call, viewer) },
        PageRoute(.get, "/encouragement/new", for: [.coordinator]) { call, viewer in
            try await begin(call, viewer)
        },
        PageRoute(.get, "/encouragement/{}", for: .staff) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, "/encouragement/{}/removal", for: [.coordinator]) { call, viewer in
            try await EncouragementEditing.removeFile(call, viewer)
        },
        PageRoute(.get, "/encouragement/{}/add", for: [.coordinator]) { call, _ in
            try await EncouragementEditing.begin(call)
        },
        PageRoute(.post, "/encouragement/{}/add", for: [.coordinator]) { call, _ in
            try await EncouragementEditing.add(call)
        },
        PageRoute(.get, "/encouragement/{}/items/{}", for: [.coordinator]) { call, _ in
            try await EncouragementEditing.edit(call)
        },
        PageRoute(.post, "/encouragement/{}/items/{}", for: [.coordinator]) { call, _ in
            try await EncouragementEditing.change(call)
        },
        PageRoute(.post, "/encouragement/{}/items/{}/off", for: [.coordinator]) { call, viewer in
            try await EncouragementEditing.remove(call, viewer)
        },
    ]

    static let templates = [
        "encouragement": EncouragementListPage.template,
        "encouragement.store": EncouragementStorePage.template,
        "encouragement.form": EncouragementFormView.template,
    ]

    static func path(_ store: String) -> String { "\(base)/\(PageText.escaped(store))" }

    /// All files.
    static func stores(_ call: PageCall) async throws(CareProblem) -> EncouragementStores {
        try await call.api.get("encouragement/stores")
    }

    private static func list(
        _ call: PageCall, _ viewer: Viewer, beginning name: String = "", problem: CareProblem? = nil
    ) async throws -> PageResponse {
        let all: EncouragementStores = try await call.api.get("encouragement/stores")
        return call.page(
            Page(
                title: Text("encouragement.title"), template: "encouragement",
                content: EncouragementListPage(
                    stores: all.stores.map(EncouragementListPage.Row.init), canWrite: viewer.canWriteFiles,
                    beginName: name, beginProblem: problem?.sentence), notice: said(call)),
            status: problem?.status ?? 200)
    }

    private static func begin(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let typed = (call.query["name"] ?? "").lowercased()
        let name = typed.hasSuffix(".yaml") ? typed : typed + ".yaml"
        let parts = name.split(separator: ".")
        guard parts.count == 3,
            EncouragementKind.allCases.contains(where: { parts[0].hasPrefix($0.rawValue) })
        else {
            return try await list(
                call, viewer, beginning: typed,
                problem: CareProblem(
                    .notAcceptable,
                    "a new file is called after its kind and language, such as `quotes.fr.yaml` or `tips-house.en.yaml`"
                ))
        }
        return .seeOther(path(name) + "/add")
    }

    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        guard let store = try await stores(call).stores.first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "there is no file \(call.parts[0]) in this home", field: "name")
        }
        return call.page(
            Page(
                title: .verbatim(store.id), template: "encouragement.store",
                content: EncouragementStorePage(store, viewer), notice: notice ?? said(call), back: base),
            status: status)
    }

    private static func said(_ call: PageCall) -> Notice? {
        switch call.query["did"] {
        case "saved": Notice(text: Text("encouragement.did_saved"))
        case "removed": Notice(text: Text("encouragement.did_removed"))
        case "file_removed": Notice(text: Text("encouragement.did_file_removed"))
        default: nil
        }
    }
}

/// All files.
struct EncouragementListPage {
    struct Row {
        let id: String
        let path: String
        let heading: Text
        let count: Text
        let isOwn: Bool
        let mistake: Text?

        init(_ store: EncouragementStores.Store) {
            id = store.id
            path = EncouragementPages.path(store.id)
            let language: [String: Text.Value] = ["language": .verbatim(store.language ?? "")]
            heading =
                switch store.kind {
                case .quotes: Text("encouragement.store_quotes", language)
                case .tips: Text("encouragement.store_tips", language)
                case nil: .verbatim(store.id)
                }
            count = Text("encouragement.count", count: store.items.count)
            isOwn = store.isOwn
            mistake = store.mistake.map { .written($0) }
        }
    }

    let stores: [Row]
    let canWrite: Bool
    let beginName: String
    let beginProblem: Text?

    private static let newStore = Form.search(
        "name", "[[encouragement.begin_new]]",
        .line.required.most(60).with(#"placeholder="quotes.fr.yaml""#), value: "{{beginName}}",
        fault: "beginProblem", button: "<button>[[boards.begin]]</button>")

    static let template = """
        <p>[[encouragement.about]]</p>
        <h2 class="unseen">[[encouragement.title]]</h2>
        <ul class="cards">{{#stores}}<li class="card" data-key="{{id}}"><h3><a href="{{path}}">{{heading}}</a></h3>
        <p>{{count}} <span class="quiet">· {{id}} · {{#isOwn}}[[encouragement.own]]{{/isOwn}}{{^isOwn}}[[encouragement.shipped]]{{/isOwn}}</span></p>
        {{#mistake}}<p class="word urgent">{{.}}</p>{{/mistake}}</li>{{/stores}}</ul>
        {{#canWrite}}\(Form.get("/encouragement/new"))\(newStore)</form>{{/canWrite}}
        """
}

/// One file.
struct EncouragementStorePage {
    struct Row {
        let id: String
        let path: String
        let text: String
        let author: String?
        let topics: Text
    }

    let id: String
    let items: [Row]
    let language: String
    let canWrite: Bool
    let add: String
    let isShipped: Bool
    let mistake: Text?
    /// Where it is edited as a text; absent for one that ships, and for whoever may not.
    let asText: String?
    /// Where the whole file is removed; absent for one that ships, and for whoever may not.
    let removal: String?
    let version: String

    init(_ store: EncouragementStores.Store, _ viewer: Viewer) {
        id = store.id
        let path = EncouragementPages.path(store.id)
        items = store.items.map { item in
            Row(
                id: item.id, path: "\(path)/items/\(PageText.escaped(item.id))", text: item.text,
                author: item.author,
                topics: .joined(item.categories.map(EncouragementWords.category), separator: ", "))
        }
        language = store.language ?? "en"
        canWrite = viewer.canWriteFiles && store.mistake == nil
        add = path + "/add"
        isShipped = !store.isOwn
        mistake = store.mistake.map { .written($0) }
        asText =
            store.isOwn
            ? "/boards/" + PageText.escaped(HomeFileKind.encouragementFolder + store.id) : nil
        removal = store.isOwn && viewer.canWriteFiles ? path + "/removal" : nil
        version = store.version
    }

    static let template = """
        {{#isShipped}}<p class="quiet">[[encouragement.becomes_own]]</p>{{/isShipped}}
        {{#mistake}}<p class="problem" role="alert">{{.}}</p>{{/mistake}}
        <p class="row">{{#canWrite}}<a class="button main" href="{{add}}">[[encouragement.add]]</a> {{/canWrite}}{{#asText}}<a class="button" href="{{.}}">[[encouragement.as_text]]</a>{{/asText}}</p>
        <ul class="cards">{{#items}}<li class="card" data-key="{{id}}"><p lang="{{language}}">{{text}}</p>
        <p class="quiet">{{#author}}{{.}} · {{/author}}{{topics}}</p>
        {{#canWrite}}<p class="row"><a class="button" href="{{path}}">[[encouragement.change]]</a></p>{{/canWrite}}</li>{{/items}}</ul>
        {{#removal}}<details class="plain" data-key="remove"><summary>[[encouragement.remove_file]]</summary><p>[[encouragement.remove_file_means]]</p>
        \(Form.post("{{.}}", class: "row", sends: ["version": "{{version}}"]))<button class="danger">[[encouragement.remove_file]]</button></form></details>{{/removal}}
        """
}
