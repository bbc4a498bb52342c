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

    static let fields = """
        \(RoutineFormView.problem("form"))
        \(RoutineFormView.input("label", "Label", "maxlength=\"500\""))
        \(RoutineFormView.input("say", "What is said aloud when it is chosen (empty: the same)", "maxlength=\"2000\""))
        \(RoutineFormView.input("called", "In a call: “Maria asks for …” (empty: the same)", "maxlength=\"500\""))
        \(RoutineFormView.input("symbol", "Symbol, such as 🚶 (optional)", "class=\"short\""))
        \(RoutineFormView.select("client", "For whom?", "clients"))
        <fieldset><legend>What is it for?</legend>\(RoutineFormView.problem("uses"))
        <label class="choice"><input type="checkbox" name="uses" value="asked"{{#isAsked}} checked{{/isAsked}}> It can be asked for</label>
        <label class="choice"><input type="checkbox" name="uses" value="scheduled"{{#isScheduled}} checked{{/isScheduled}}> \
        Routines can be made of it</label></fieldset>
        \(RoutineFormView.select("priority", "How soon must somebody answer?", "priorities"))
        \(RoutineFormView.input("group", "In which group of the board? (empty: in the list itself)", "list=\"groups\""))
        <datalist id="groups">{{#groups}}<option value="{{.}}"></option>{{/groups}}</datalist>
        """

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["replaces": "{{values.replaces}}"]))
        {{> need-fields}}
        <p class="row"><button class="main">Save</button></p></form>
        {{#off}}\(Form.post("{{.}}"))
        <p class="row"><button class="danger">Remove from the boards</button></p></form>{{/off}}
        """
}
