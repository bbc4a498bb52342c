import Care

/// The form of a need as it is drawn.
struct NeedFormView {
    let action: String
    let csrf: String
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
        _ form: NeedForm, action: String, csrf: String, people: [Person], needs: [Need], off: String? = nil
    ) {
        self.action = action
        self.csrf = csrf
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
        {{> csrf}}
        <input type="hidden" name="replaces" value="{{values.replaces}}">
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
        <form method="post" action="{{action}}" class="routine" novalidate>
        {{> need-fields}}
        <p class="row"><button class="main">Save</button></p></form>
        {{#off}}<form method="post" action="{{.}}">{{> csrf}}
        <p class="row"><button class="danger">Remove from the boards</button></p></form>{{/off}}
        """
}
