import Care
import Wording

/// Which exercises suit a client: providers and coordinators say so, and to allow more than before only on purpose.
struct BreathingPage {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/clients/{}/breathing", for: .sessionPlanners) { call, _ in
            let client = try await MoodPages.client(call)
            let list = try await read(client, call)
            return draw(client, chosen: list.breathing, call)
        },
        PageRoute(.post, "/clients/{}/breathing", for: .sessionPlanners) { call, _ in try await save(call) },
    ]

    static func path(_ client: String) -> String { "\(ClientCourse.path(client))/breathing" }

    private static let words = ["any", "no_holds", "none"]

    let action: String
    let back: String
    let choices: [FormOption]
    let isOnPurpose: Bool
    let problems: [String: Text]

    private static func read(_ client: Person, _ call: PageCall) async throws(CareProblem) -> ExerciseList {
        try await call.api.get("exercises", [("client", client.id)])
    }

    private static func save(_ call: PageCall) async throws -> PageResponse {
        let client = try await MoodPages.client(call)
        guard let wanted = call.form["breathing"], words.contains(wanted) else {
            return draw(
                client, chosen: try await read(client, call).breathing, call,
                problems: ["breathing": Text("breathing.choose")], status: 422)
        }
        let change = BreathingChange(breathing: wanted, isOnPurpose: call.form["on_purpose"] != nil)
        do throws(CareProblem) {
            try await call.api.send("PUT", "people/\(PageText.escaped(client.id))/breathing", change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            let place = error.field == "breathing" ? change.isOnPurpose ? "breathing" : "purpose" : "form"
            return draw(
                client, chosen: wanted, call, isOnPurpose: change.isOnPurpose,
                problems: [place: error.sentence], status: error.status)
        }
        return .seeOther("\(ClientCourse.path(client.id))?did=breathing")
    }

    private static func draw(
        _ client: Person, chosen: String, _ call: PageCall, isOnPurpose: Bool = false,
        problems: [String: Text] = [:], status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text("question.care", ["client": .text(.nameOf(client))]), template: "breathing",
                content: BreathingPage(
                    action: path(client.id), back: ClientCourse.path(client.id),
                    choices: words.map {
                        FormOption(
                            value: $0, name: Text("breathing.word_\($0)"),
                            meaning: Text("breathing.means_\($0)"),
                            isChosen: $0 == chosen)
                    }, isOnPurpose: isOnPurpose, problems: problems), back: ClientCourse.path(client.id)),
            status: status)
    }

    private static let fields = Form.mended(
        """
        \(Form.group("[[breathing.title]]", fault: ("problems.breathing", "f-breathing"), Form.radios("breathing", of: "choices")))
        \(Form.tick("on_purpose", "yes", "[[breathing.on_purpose]]", isOn: "isOnPurpose", id: "f-purpose", fault: "problems.purpose"))
        <p class="hint quiet">[[breathing.purpose_meaning]]</p>
        """)

    static let template = """
        \(Form.post("{{action}}", class: "narrow", attributes: "novalidate"))
        \(fields)
        <div class="row"><button class="main">[[moods.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        """
}
