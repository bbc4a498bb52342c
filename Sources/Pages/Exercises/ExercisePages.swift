import Care
import Wording

/// The exercises of the home: which there are, and a new one. Each is edited as boards are edited as texts, by `BoardPages`.
struct ExercisePages: PageTopic {
    static let base = "/exercises"

    static let routes = [
        PageRoute(.get, "/exercises", for: .staff) { call, viewer in try await list(call, viewer) },
        PageRoute(.get, "/exercises/new", for: [.coordinator]) { call, viewer in try await new(call, viewer)
        },
        PageRoute(.post, "/exercises/removal", for: [.coordinator]) { call, viewer in
            try await remove(call, viewer)
        },
    ]

    static let templates = ["exercises": template]

    let exercises: [BoardList.Row]
    let isEmpty: Bool
    let canWrite: Bool
    let beginName: String
    let beginProblem: Text?

    private static func list(
        _ call: PageCall, _ viewer: Viewer, beginning name: String = "", problem: CareProblem? = nil,
        notice: Notice? = nil
    ) async throws -> PageResponse {
        let page: HomeFilePage = try await call.api.get("files")
        let all = page.files.filter { $0.kind == .exercise }
        // The home's own language first.
        let own = call.request.homeLanguage.map(base)
        let rows = all.filter { $0.language.map(base) == own } + all.filter { $0.language.map(base) != own }
        return call.page(
            Page(
                title: Text("exercises.title"), template: "exercises",
                content: ExercisePages(
                    exercises: rows.map { BoardList.row($0, viewer.canWriteFiles) }, isEmpty: all.isEmpty,
                    canWrite: viewer.canWriteFiles, beginName: name, beginProblem: problem?.sentence),
                notice: notice ?? removed(call)), status: problem?.status ?? 200)
    }

    private static func base(_ tag: String) -> String { String(tag.lowercased().prefix { $0 != "-" }) }

    private static func removed(_ call: PageCall) -> Notice? {
        call.query["did"] == "removed" ? Notice(text: Text("exercises.did_removed")) : nil
    }

    private static func new(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let typed = (call.query["name"] ?? "").lowercased()
        let name = typed.hasSuffix(".yaml") ? String(typed.dropLast(".yaml".count)) : typed
        guard !name.isEmpty, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else {
            return try await list(
                call, viewer, beginning: typed,
                problem: CareProblem(
                    .notAcceptable, "write a name of letters from a to z, digits and -, such as evening"))
        }
        let file = HomeFileKind.exercisesFolder + name + ".yaml"
        return call.page(
            Page(
                title: Text("exercises.new"), template: "board",
                content: BoardPage(newExercise: file, id: name, viewer), back: base, scripts: ["boards.js"]))
    }

    /// What a new one has in it, in the language of whoever begins it.
    static func starter(_ id: String) -> Text {
        .joined(
            [
                .verbatim(
                    """
                    # yaml-language-server: $schema=exercise.schema.json
                    exercise: \(id)
                    name: \(id.prefix(1).uppercased() + id.dropFirst())
                    language:\u{20}
                    """), Text("boards.starter_language"), .verbatim("\ninstructions: \""),
                Text("exercises.starter_instructions"), .verbatim("\"\nsteps:\n  - say: \""),
                Text("exercises.starter_say"),
                .verbatim("\"\n  - breathe:\n      - in: 4 s\n      - out: 6 s\n    rounds: 10\n"),
            ], separator: "")
    }

    private static func remove(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let name = call.query["name"] ?? ""
        let version = call.form["version"] ?? ""
        do throws(CareProblem) {
            try await call.api.send(
                "DELETE", "files/\(PageText.escaped(name))?version=\(PageText.escaped(version))", Ignored())
        } catch {
            guard error.kind != .unauthorized else { throw error }
            return try await list(
                call, viewer, problem: nil, notice: Notice(text: error.sentence, isProblem: true))
        }
        return .seeOther("\(base)?did=removed")
    }

    private static let newExercise = Form.search(
        "name", "[[exercises.begin_new]]",
        .line.required.most(60).with(#"placeholder="[[exercises.name_such_as]]""#), value: "{{beginName}}",
        fault: "beginProblem", button: "<button>[[boards.begin]]</button>")

    static let template = """
        <p>[[exercises.about]]</p>
        {{#isEmpty}}<p data-key="none">[[exercises.none]]</p>{{/isEmpty}}
        <h2 class="unseen">[[exercises.title]]</h2>
        <ul class="cards">{{#exercises}}\(BoardList.rowTemplate){{/exercises}}</ul>
        {{#canWrite}}\(Form.get("/exercises/new"))\(newExercise)</form>{{/canWrite}}
        """
}
