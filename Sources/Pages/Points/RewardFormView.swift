import Care
import Wording

/// The form of a reward as it is drawn.
struct RewardFormView {
    let action: String
    let values: [String: String]
    let problems: [String: Text]
    let chosen: [String: Bool]
    let people: [FormOption]
    /// Pictures to choose from.
    let pictures: FoundSymbols
    let isAgain: Bool
    let needsYes: Bool
    /// Whether it has no title yet: then that is where typing begins.
    let isEmpty: Bool
    /// Where it is taken away; `nil` for what is not there.
    let off: String?
    /// Where it is put back; `nil` for what is there.
    let on: String?

    /// - Parameter reward: `nil` for a new one.
    init(_ form: RewardForm, _ reward: Reward?, people: [Person], pictures: FoundSymbols) {
        self.pictures = pictures
        let path = reward.map { RewardEditing.path($0.id) }
        action = path ?? RewardEditing.new
        values = form.values
        problems = form.problems
        chosen = ["who-\(form["who"])": true, "way-\(form["way"])": true]
        self.people = people.filter { $0.isActive && $0.role != .provider || form.people.contains($0.id) }
            .byName().map {
                FormOption(value: $0.id, name: .nameOf($0), isChosen: form.people.contains($0.id))
            }
        isAgain = form.isAgain
        needsYes = form.needsYes
        isEmpty = form["title"].isEmpty
        off = reward.flatMap { $0.isActive ? path.map { "\($0)/off" } : nil }
        on = reward.flatMap { $0.isActive ? nil : path.map { "\($0)/on" } }
    }

    private static let who =
        Form.way("who", RewardForm.Who.all.rawValue, "[[rewards.all]]")
        + Form.way("who", RewardForm.Who.some.rawValue, "[[rewards.some]]", Form.ticks("for", of: "people"))

    private static let way =
        Form.way(
            "way", RewardForm.Way.reached.rawValue, "[[rewards.by_itself]]",
            Form.typed("at", "[[rewards.at]]", .number)
                + Form.tick("again", "true", "[[rewards.again]]", isOn: "isAgain"))
        + Form.way(
            "way", RewardForm.Way.redeemed.rawValue, "[[rewards.asked_for]]",
            Form.typed("cost", "[[rewards.cost]]", .number)
                + Form.tick("approval", "true", "[[rewards.approval]]", isOn: "needsYes"))

    private static let fields = Form.mended(
        """
        \(Form.typed("title", "[[rewards.what]]", .line.most(120).with("autofocus", where: "isEmpty")))
        \(Form.typed("details", "[[rewards.details]]", .area(rows: 2).most(FieldChecks.longText)))
        \(Form.typed("symbol", "[[rewards.symbol]]", .line.most(200).short))
        \(Form.pictures)
        \(Form.group("[[rewards.for_whom]]", fault: ("problems.people", "f-people"), who))
        \(Form.group("[[rewards.how]]", way))
        """)

    static let template = """
        <p class="quiet">[[rewards.never]]</p>
        \(Form.post(
            "{{action}}", class: "routine", attributes: "novalidate",
            sends: [
                "id": "{{values.id}}", "replaces": "{{values.replaces}}", "active": "{{values.active}}",
                PickedSymbol.before: "{{values.symbol}}",
            ]))
        <button hidden>[[rewards.save]]</button>
        \(fields)
        <div class="row"><button class="main">[[rewards.save]]</button> <a class="button" href="/rewards">[[forms.cancel]]</a></div></form>
        {{#off}}<p class="quiet">[[rewards.off_means]]</p>
        \(Form.post("{{.}}", class: "row"))<button class="danger">[[rewards.take_away]]</button></form>{{/off}}
        {{#on}}\(Form.post("{{.}}", class: "row"))<button>[[rewards.put_back]]</button></form>{{/on}}
        """
}
