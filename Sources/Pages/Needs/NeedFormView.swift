import Care
import Wording

/// The form of a need as it is drawn.
struct NeedFormView {
    let action: String
    let values: [String: String]
    let problems: [String: Text]
    let clients: [FormOption]
    let priorities: [FormOption]
    /// Those of the boards, and those that others stand in.
    let groups: [FormOption]
    /// Whose calls the sentence with its name is about.
    let client: Text
    let kinds: [FormChip]
    /// The home's own words for kinds, to be offered.
    let ownKinds: [String]
    let isAsked: Bool
    let isScheduled: Bool
    /// Whether it has no label yet: then that is where typing begins.
    let isEmpty: Bool
    /// Where it is taken off; `nil` for what is not there yet.
    let off: String?
    /// What is planned of it; `nil` for one of which nothing is.
    let plan: NeedPlan?

    init(
        _ form: NeedForm, action: String, people: [Person], needs: [Need], boards: BoardGroups,
        off: String? = nil,
        plan: NeedPlan? = nil
    ) {
        self.plan = plan
        isEmpty = form["label"].isEmpty
        self.action = action
        self.off = off
        values = form.values
        problems = form.problems
        let clients = people.filter { $0.role == .client && ($0.isActive || $0.id == form["client"]) }
        let asking = clients.first { $0.id == form["client"] } ?? (clients.count == 1 ? clients[0] : nil)
        client = asking.map { .verbatim($0.name) } ?? Text("now.the_client")
        self.clients = ([("", Text("needs.every_client"))] + clients.map { ($0.id, .nameOf($0)) }).map {
            FormOption(value: $0.0, name: $0.1, isChosen: $0.0 == form["client"])
        }
        priorities = ["normal", "soon", "urgent"].map {
            FormOption(value: $0, name: Text("needs.\($0)"), isChosen: $0 == form["priority"])
        }
        groups = boards.options(form["group"], needs: needs)
        let used = NeedKind.sorted(Set(needs.compactMap(\.kind)).subtracting(NeedKind.known))
        ownKinds = used.map(\.text)
        let chosen = form["kind"].isEmpty ? nil : NeedKind(form["kind"])
        var offered = NeedKind.known + used
        if let chosen, !offered.contains(chosen) { offered.append(chosen) }
        kinds =
            offered.map { FormChip(value: $0.text, name: $0.words, isChosen: $0 == chosen) } + [
                FormChip(value: "", name: Text("needs.no_kind"), isChosen: chosen == nil)
            ]
        isAsked = form.uses.contains(Need.Use.asked.rawValue)
        isScheduled = form.uses.contains(Need.Use.scheduled.rawValue)
    }

    private static let uses = """
        \(Form.tick("uses", "asked", "[[needs.for_asking]]", isOn: "isAsked"))
        \(Form.tick("uses", "scheduled", "[[needs.for_routines]]", isOn: "isScheduled"))
        """

    private static let kind = """
        \(Form.chip("kind", of: "kinds", label: "[[needs.which_kind]]"))
        \(Form.typed("ownKind", "[[needs.own_kind]]", .line.most(60).suggesting("ownKinds")))
        \(Form.suggestions("ownKinds"))
        """

    private static let priority = """
        <p class="hint quiet">[[needs.soon_means]]</p>
        \(Form.segments("priority", of: "priorities", label: "[[needs.how_soon]]"))
        """

    static let fields = Form.mended(
        """
        \(Form.typed("label", "[[needs.label]]", .line.most(500).with("autofocus", where: "isEmpty")))
        \(Form.typed("say", "[[needs.say]]", .line.most(2000)))
        \(Form.typed("called", "[[needs.called]]", .line.most(500)))
        \(Form.typed("symbol", "[[needs.symbol]]", .line.short))
        \(Form.typed("client", "[[needs.for_whom]]", .choice("clients")))
        \(Form.group("[[needs.what_for]]", fault: ("problems.uses", "f-uses"), uses))
        \(Form.group("[[needs.which_kind]]", kind))
        \(Form.group("[[needs.how_soon]]", fault: ("problems.priority", "f-priority"), priority))
        \(Form.typed("group", "[[needs.group]]", .choice("groups")))
        \(Form.typed("ownGroup", "[[needs.own_group]]", .line.most(500)))
        """)

    static let template = """
        \(NeedPlan.template)
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["replaces": "{{values.replaces}}"]))
        {{> need-fields}}
        <p class="row"><button class="main">[[needs.save]]</button></p></form>
        {{#off}}\(Form.post("{{.}}"))
        <p class="row"><button class="danger">[[needs.remove]]</button></p></form>{{/off}}
        """
}
