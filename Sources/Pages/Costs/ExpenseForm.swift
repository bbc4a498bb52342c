import Care
import Costs
import FoundationEssentials
import Recurrence
import Wording

/// What somebody has typed of an expense, just as it was typed, and what is wrong with it.
struct ExpenseForm {
    /// One who can take part.
    struct Part {
        let id: String
        let name: Text
        let isChosen: Bool
        let part: String
        let partFault: Text?
    }

    enum Kind: String, CaseIterable { case equally, shares, exact }

    let action: String
    var values: [String: String]
    /// The ids of those for whom it is.
    var chosen: Set<String>
    var problems: [String: Text] = [:]
    var partProblems: [String: Text] = [:]

    /// What the template fills in.
    struct Content {
        let action: String
        let values: [String: String]
        let problems: [String: Text]
        let payers: [FormOption]
        let kinds: [FormOption]
        /// What is wrong with parts of it.
        let faults: [FormFault]
        let hasFaults: Bool
        let parts: [Part]
        /// Which clients can be named, in words: of costs they see what they owe, on a phone of their own. `nil` for none.
        let blind: Text?
        let isCorrection: Bool
        let back: String
    }

    static let names = [
        "id", "at", "replaces", "what", "amount", "currency", "paid_by", "on", "kind", "reason",
    ]

    /// A new one.
    init(_ call: PageCall, by me: Person, currency: String) {
        action = "/costs/new"
        values = CostSending.stamp(call).merging([
            "currency": currency, "paid_by": me.id, "on": CostSending.today(call),
            "kind": Kind.equally.rawValue,
        ]) { $1 }
        chosen = []
    }

    /// An expense as it is, to be corrected.
    init(_ call: PageCall, _ expense: ExpenseContent, replaces: Int64, action: String) {
        self.action = action
        values = CostSending.stamp(call).merging([
            "what": expense.what, "amount": Self.number(expense.amount, expense.currency),
            "currency": expense.currency, "paid_by": expense.paidBy, "on": "\(expense.on)",
            "replaces": "\(replaces)",
        ]) { $1 }
        chosen = Set(expense.split.people)
        switch expense.split {
        case .equally: values["kind"] = Kind.equally.rawValue
        case .shares(let counts):
            values["kind"] = Kind.shares.rawValue
            for one in counts { values[Self.field(one.person)] = "\(one.count)" }
        case .exact(let shares):
            values["kind"] = Kind.exact.rawValue
            for share in shares {
                values[Self.field(share.person)] = Self.number(share.amount, expense.currency)
            }
        }
    }

    /// As a browser has sent it.
    init(_ call: PageCall, action: String) {
        self.action = action
        values = [:]
        for name in Self.names { values[name] = call.form[name] ?? "" }
        for (name, _) in call.form.pairs where name.hasPrefix("part-") {
            values[name] = call.form[name] ?? ""
        }
        chosen = Set(call.form.all("for"))
        // Whoever was ticked when the form was drawn, and is not any more, was taken out with their number.
        for person in call.form.all("was") where !chosen.contains(person) {
            values[Self.field(person)] = nil
        }
    }

    static func field(_ person: String) -> String { "part-\(person)" }

    /// As a field holds it: digits with a point, whatever the language.
    static func number(_ amount: Int64, _ currency: String) -> String {
        Currency(currency).map { Money(amount, $0).number } ?? "\(amount)"
    }

    subscript(name: String) -> String { values[name] ?? "" }

    // MARK: - What it says

    /// The expense; `nil` where something is wrong, which `problems` then says.
    mutating func content() -> ExpenseContent? {
        if self["what"].isEmpty { problems["what"] = Text("costs.write_what") }
        let day = MoneyFields.day("on", values, &problems)
        guard let currency = MoneyFields.currency(values, &problems) else { return nil }
        let money = MoneyFields.amount(values, in: currency, &problems)
        let split = split(currency)
        guard let day, let money, let split, problems.isEmpty, partProblems.isEmpty else { return nil }
        let content = ExpenseContent(
            what: self["what"], amount: money, currency: currency.code, paidBy: self["paid_by"], on: day,
            split: split)
        do { try content.check() } catch {
            mark(error.field, .sentence(.written(error.message)))
            return nil
        }
        return content
    }

    private mutating func split(_ currency: Currency) -> CostSplit? {
        let typed = values.filter { $0.key.hasPrefix("part-") && !$0.value.isEmpty }.keys.map {
            String($0.dropFirst("part-".count))
        }
        let kind = Kind(rawValue: self["kind"]) ?? .equally
        let people = chosen.sorted()
        if kind != .equally {
            for person in typed where !chosen.contains(person) {
                partProblems[person] = Text("costs.tick_too")
            }
        }
        guard !people.isEmpty else {
            if !partProblems.isEmpty { return nil }
            problems["people"] = Text("costs.choose_people")
            return nil
        }
        switch kind {
        case .equally: return .equally(people)
        case .shares:
            // Whoever is ticked without a number has one part.
            return .shares(
                people.compactMap { person in
                    let text = self[Self.field(person)]
                    guard let count = text.isEmpty ? 1 : Int(text), CostSplit.counts.contains(count) else {
                        partProblems[person] = Text("costs.write_parts")
                        return nil
                    }
                    return CostCount(person: person, count: count)
                })
        case .exact:
            return .exact(
                people.compactMap { person in
                    var wrong: [String: Text] = [:]
                    let field = Self.field(person)
                    let part = MoneyFields.amount(values, of: field, in: currency, &wrong)
                    if let wrong = wrong[field] { partProblems[person] = wrong }
                    return part.map { CostShare(person: person, amount: $0) }
                })
        }
    }

    /// What is wrong, as the service names fields.
    mutating func mark(_ field: String?, _ words: Text) {
        var name = PlanSending.field(field)
        if name.hasPrefix("split") { name = "people" }
        let known = ["what", "amount", "currency", "paid_by", "on", "people", "reason"]
        problems[known.contains(name) ? name : "form"] = words
    }

    // MARK: - How it is drawn

    func drawn(_ people: CostPeople, back: String) -> Content {
        let offered = people.offered(besides: chosen)
        let faults = offered.compactMap { person in
            partProblems[person.id].map {
                FormFault(id: Self.field(person.id), label: .nameOf(person), words: $0)
            }
        }
        return Content(
            action: action, values: values, problems: problems,
            payers: people.options(chosen: self["paid_by"]),
            kinds: Kind.allCases.map {
                FormOption(
                    value: $0.rawValue, name: Text("costs.split_\($0.rawValue)"),
                    isChosen: $0.rawValue == self["kind"])
            },
            faults: faults, hasFaults: !faults.isEmpty,
            parts: offered.map { person in
                Part(
                    id: person.id, name: .nameOf(person), isChosen: chosen.contains(person.id),
                    part: self[Self.field(person.id)], partFault: partProblems[person.id])
            }, blind: Self.blind(offered), isCorrection: !self["replaces"].isEmpty, back: back)
    }

    private static func blind(_ offered: [Person]) -> Text? {
        let clients = offered.filter { $0.role == .client }
        return clients.isEmpty
            ? nil : Text("costs.unseen_by", ["people": .text(.list(clients.map { .nameOf($0) }))])
    }

    /// One person of the form.
    static let part = """
        <div class="part">\(Form.tick("for", "{{id}}", "{{name}}", isOn: "isChosen"))\
        {{#isChosen}}\(Form.hidden("was", "{{id}}")){{/isChosen}}
        <span class="parts">\(Form.problem(".partFault", "part-{{id}}"))\
        \(Form.bare(
            "part-{{id}}", label: "[[costs.part_of]]", .line.short.with(#"inputmode="decimal" autocomplete="off""#),
            value: "{{part}}", fault: ".partFault"))</span></div>
        """

    private static let fields = """
        \(Form.typed("what", "[[costs.what]]", .line.most(200)))
        \(MoneyFields.template)
        \(Form.typed("paid_by", "[[costs.paid_by]]", .choice("payers")))
        \(Form.typed("on", "[[costs.when]]", .date.short))
        \(Form.group("[[costs.how]]", Form.segments("kind", of: "kinds", label: "[[costs.how]]")))
        \(Form.group(
            "[[costs.for_whom]]", fault: ("problems.people", "f-people"),
            #"<div><p class="hint quiet parts">[[costs.parts_hint]]</p>{{#parts}}{{> costs.part}}{{/parts}}{{#blind}}<p class="hint quiet" data-key="unseen-by">{{.}}</p>{{/blind}}</div>"#))
        {{#isCorrection}}\(Form.typed("reason", "[[costs.reason]]", .line.most(500))){{/isCorrection}}
        """

    static let template = """
        \(Form.post(
            "{{action}}", class: "narrow costs", attributes: "novalidate",
            sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        \(Form.faults())
        \(Form.mended(fields))
        <div class="row"><button class="main">[[costs.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div>
        </form>
        <p class="quiet">[[costs.rest]]</p>
        """
}
