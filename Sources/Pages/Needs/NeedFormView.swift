import Care

/// The form of a need as it is drawn.
struct NeedFormView {
    let action: String
    let values: [String: String]
    let problems: [String: String]
    let clients: [FormOption]
    let priorities: [FormOption]
    let groups: [String]
    let isAsked: Bool
    let isScheduled: Bool
    /// Where it is taken off; `nil` for what is not there yet.
    let off: String?

    init(
        _ form: NeedForm, action: String, people: [Person], needs: [Need], off: String? = nil
    ) {
        self.action = action
        self.off = off
        values = form.values
        problems = form.problems
        let clients = people.filter { $0.role == .client && ($0.isActive || $0.id == form["client"]) }
        self.clients = ([("", "Every client")] + clients.map { ($0.id, $0.name) }).map {
            FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == form["client"])
        }
        priorities = [
            ("normal", "Normal"), ("soon", "Soon: louder, and told more often"),
            ("urgent", "Urgent: the alarm sound, until somebody answers"),
        ].map { FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == form["priority"]) }
        groups = Set(needs.compactMap(\.group)).sorted()
        isAsked = form.uses.contains(Need.Use.asked.rawValue)
        isScheduled = form.uses.contains(Need.Use.scheduled.rawValue)
    }

    private static let uses = """
        \(Form.tick("uses", "asked", "It can be asked for", isOn: "isAsked"))
        \(Form.tick("uses", "scheduled", "Routines can be made of it", isOn: "isScheduled"))
        """

    static let fields = """
        \(Form.trouble("problems.form"))
        \(Form.typed("label", "Label", .line.most(500)))
        \(Form.typed("say", "What is said aloud when it is chosen (empty: the same)", .line.most(2000)))
        \(Form.typed("called", "In a call: “Maria asks for …” (empty: the same)", .line.most(500)))
        \(Form.typed("symbol", "Symbol, such as 🚶 (optional)", .line.short))
        \(Form.typed("client", "For whom?", .choice("clients")))
        \(Form.group("What is it for?", fault: ("problems.uses", "f-uses"), uses))
        \(Form.typed("priority", "How soon must somebody answer?", .choice("priorities")))
        \(Form.typed("group", "In which group of the board? (empty: in the list itself)", .line.suggesting("groups")))
        \(Form.suggestions("groups"))
        """

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["replaces": "{{values.replaces}}"]))
        {{> need-fields}}
        <p class="row"><button class="main">Save</button></p></form>
        {{#off}}\(Form.post("{{.}}"))
        <p class="row"><button class="danger">Remove from the boards</button></p></form>{{/off}}
        """
}
