import Care
import FoundationEssentials
import Wording

/// What somebody has typed of a way of calls, just as it was typed, and what is wrong with it.
struct CallPathForm {
    /// How many steps can be typed besides the last; more can be sent to the API.
    static let steps = 1...4

    struct Step {
        var after = ""
        var unit = "s"
        var who: Set<String> = []
    }

    var name = ""
    var priorities: Set<String> = []
    var place = ""
    var from = ""
    var until = ""
    var typed: [Step]
    /// When everybody is called.
    var last: Step
    var version = "0"
    /// By the ids of the fields; `form` for what belongs to none.
    var problems: [String: Text] = [:]

    /// A new one, as the shipped one is.
    init() {
        typed = Self.steps.map { _ in Step() }
        typed[0] = Step(after: "0", who: [CallTarget.Kind.assigned.rawValue])
        typed[1] = Step(after: "20", who: [CallTarget.Kind.onDuty.rawValue])
        last = Step(after: "1", unit: "min")
    }

    init(_ path: CallPath, version: Int) {
        name = path.name
        priorities = Set(path.priorities.map(\.rawValue))
        place = path.place ?? ""
        if let hours = path.hours { (from, until) = (Self.time(hours.from), Self.time(hours.until)) }
        typed = path.steps.dropLast().map(Self.step)
        while typed.count < Self.steps.count { typed.append(Step()) }
        last = path.steps.last.map(Self.step) ?? Step()
        self.version = String(version)
    }

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        name = fields["name"] ?? ""
        priorities = Set(fields.all("priority"))
        place = fields["place"] ?? ""
        from = fields["from"] ?? ""
        until = fields["until"] ?? ""
        let count = min(Int(fields["steps"] ?? "") ?? 0, CallPath.mostSteps)
        typed = (1...max(count, Self.steps.count)).map { number in
            Step(
                after: fields["after-\(number)"] ?? "", unit: fields["unit-\(number)"] ?? "s",
                who: Set(fields.all("who-\(number)")))
        }
        last = Step(after: fields["after-last"] ?? "", unit: fields["unit-last"] ?? "min")
        version = fields["version"] ?? "0"
    }

    private static func step(_ step: CallPathStep) -> Step {
        let isWhole = step.after > 0 && step.after % 60 == 0
        return Step(
            after: String(isWhole ? step.after / 60 : step.after), unit: isWhole ? "min" : "s",
            who: Set(step.who.map(value)))
    }

    /// How a form names it: `on_duty`, `person:anna`, `role:night watch`.
    static func value(_ target: CallTarget) -> String {
        switch target {
        case .assigned, .onDuty, .everybody: target.kind.rawValue
        case .role(let role): "role:" + role
        case .person(let id): "person:" + id
        }
    }

    static func target(_ value: String) -> CallTarget? {
        if value.hasPrefix("role:") { return .role(String(value.dropFirst(5))) }
        if value.hasPrefix("person:") { return .person(String(value.dropFirst(7))) }
        switch CallTarget.Kind(rawValue: value) {
        case .assigned: return .assigned
        case .onDuty: return .onDuty
        case .everybody, .role, .person, nil: return nil
        }
    }

    private static func time(_ minutes: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return two(minutes / 60) + ":" + two(minutes % 60)
    }

    /// Minutes after midnight; `nil` for what is no time.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]),
            (0...23).contains(hour), (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }

    /// As it is sent; `nil` where something is wrong, which `problems` then says.
    mutating func path(id: UUID) -> CallPath? {
        if name.isEmpty { problems["name"] = Text("calls.write_name") }
        var hours: QuietHours?
        if !from.isEmpty || !until.isEmpty {
            if let from = Self.minutes(from), let until = Self.minutes(until), from != until {
                hours = QuietHours(from: from, until: until)
            } else {
                problems["from"] = Text("calls.both_times")
            }
        }
        var steps: [CallPathStep] = []
        for (index, step) in typed.enumerated() where !step.after.isEmpty || !step.who.isEmpty {
            let who = step.who.sorted().compactMap(Self.target)
            if who.isEmpty { problems["step-\(index + 1)"] = Text("calls.say_who") }
            if let after = seconds(step, "after-\(index + 1)") {
                steps.append(CallPathStep(after: after, who: who))
            }
        }
        if let after = seconds(last, "after-last") {
            steps.append(CallPathStep(after: after, who: [.everybody]))
        }
        let times = steps.map(\.after)
        if zip(times, times.dropFirst()).contains(where: { $0 >= $1 }) {
            problems["after-last"] = Text("calls.in_order")
        }
        guard problems.isEmpty else { return nil }
        let path = CallPath(
            id: id, name: name, priorities: Priority.allCases.filter { priorities.contains($0.rawValue) },
            place: place.isEmpty ? nil : place, hours: hours, steps: steps)
        do throws(FieldProblem) { try path.check() } catch {
            problems["form"] = .sentence(.written(error.message))
            return nil
        }
        return path
    }

    private mutating func seconds(_ step: Step, _ field: String) -> Int? {
        let most = CallPath.longestWait
        guard let number = Int(step.after), (0...most).contains(number),
            case let seconds = step.unit == "min" ? number * 60 : number, seconds <= most
        else {
            problems[field] = Text("calls.write_time")
            return nil
        }
        return seconds
    }

    /// What the service says is wrong.
    mutating func mark(_ problem: CareProblem, version: Int) {
        guard problem.kind == .conflict else {
            problems["form"] = problem.sentence
            return
        }
        problems["form"] = Text("calls.changed_meanwhile")
        self.version = String(version)
    }
}

/// The form of a way of calls as it is drawn.
struct CallPathFormView {
    struct Step {
        let number: Int
        let after: String
        let units: [FormOption]
        let who: [FormOption]
        let timeFault: Text?
        let whoFault: Text?
    }

    let action: String
    /// Of a new one, so that a second press makes no second one.
    let id: String
    let version: String
    let name: String
    let priorities: [FormOption]
    let hasPlaces: Bool
    let places: [FormOption]
    let from: String
    let until: String
    let steps: [Step]
    let count: Int
    let last: String
    let lastUnits: [FormOption]
    let problems: [String: Text]
    let trouble: FormTrouble?

    init(_ form: CallPathForm, _ choices: CallPathChoices, of path: CallPath?) {
        action = CallPathPages.path + "/" + (path?.id.uuidString ?? "new")
        id = path?.id.uuidString ?? UUID().uuidString
        version = form.version
        name = form.name
        priorities = Priority.allCases.reversed().map { priority in
            FormOption(
                value: priority.rawValue, name: Text("calls.priority_\(priority.rawValue)"),
                isChosen: form.priorities.contains(priority.rawValue))
        }
        hasPlaces = !choices.places.isEmpty
        places =
            [FormOption(value: "", name: Text("calls.everywhere"), isChosen: form.place.isEmpty)]
            + choices.places.map {
                FormOption(value: $0.id, name: .verbatim($0.name), isChosen: $0.id == form.place)
            }
        (from, until) = (form.from, form.until)
        let targets: [CallTarget] =
            [.assigned, .onDuty] + choices.roles.map(CallTarget.role)
            + choices.people.map { .person($0.id) }
        steps = form.typed.enumerated().map { index, step in
            let known = Set(targets.map(CallPathForm.value))
            return Step(
                number: index + 1, after: step.after, units: Self.units(step.unit),
                who: targets.map { target in
                    let value = CallPathForm.value(target)
                    return FormOption(
                        value: value, name: choices.name(target), isChosen: step.who.contains(value))
                }
                    // Somebody who has left, or a role in which nobody is on duty any more, can still be unticked.
                    + step.who.subtracting(known).sorted().map {
                        FormOption(
                            value: $0, name: CallPathForm.target($0).map(choices.name) ?? .verbatim($0),
                            isChosen: true)
                    },
                timeFault: form.problems["after-\(index + 1)"], whoFault: form.problems["step-\(index + 1)"])
        }
        count = steps.count
        last = form.last.after
        lastUnits = Self.units(form.last.unit)
        problems = form.problems
        let labels: [(String, Text)] =
            [("name", Text("calls.name")), ("from", Text("calls.from"))]
            + form.typed.indices.flatMap { index in
                let step = Text("calls.step", ["number": .text(.verbatim(String(index + 1)))])
                return [("after-\(index + 1)", step), ("step-\(index + 1)", step)]
            } + [("after-last", Text("calls.last"))]
        var trouble = FormTrouble(
            labels.compactMap { id, label in
                form.problems[id].map { FormFault(id: id, label: label, words: $0) }
            })
        if let words = form.problems["form"] {
            trouble = trouble ?? FormTrouble(words)
            trouble?.ofNone = words
        }
        self.trouble = trouble
    }

    private static func units(_ chosen: String) -> [FormOption] {
        ["s", "min"].map {
            FormOption(value: $0, name: Text("calls.unit_\($0)"), isChosen: $0 == chosen)
        }
    }

    private static let step = """
        \(Form.field("after-{{number}}", "[[calls.after_how_long]]", .amount(unit: "unit-{{number}}", of: "units", label: "[[calls.after_how_long]]"), value: "{{after}}", fault: "timeFault"))
        \(Form.boxes("who-{{number}}", of: "who", label: "[[calls.whom]]"))
        """

    static let template = """
        \(Form.post("{{action}}", class: "card", attributes: "novalidate", sends: ["id": "{{id}}", "version": "{{version}}", "steps": "{{count}}"]))
        \(Form.troubles())
        \(Form.field("name", "[[calls.name]]", .line.most(100).required, fault: "problems.name"))
        \(Form.group("[[calls.which]]", """
            <p class="hint quiet">[[calls.none_is_all]]</p>
            \(Form.boxes("priority", of: "priorities", label: "[[calls.which]]"))
            """))
        {{#hasPlaces}}\(Form.field("place", "[[calls.where]]", .choice("places"), value: ""))
        {{/hasPlaces}}<div class="pair"><div>\(Form.field("from", "[[calls.from]]", .time, fault: "problems.from"))</div>
        <div>\(Form.field("until", "[[calls.until]]", .time))</div></div>
        <p class="quiet">[[calls.stations_always]]</p>
        {{#steps}}\(Form.group("[[calls.step]]", fault: ("whoFault", "step-{{number}}"), step)){{/steps}}
        \(Form.group("[[calls.last]]", Form.field("after-last", "[[calls.after_how_long]]", .amount(unit: "unit-last", of: "lastUnits", label: "[[calls.after_how_long]]"), value: "{{last}}", hint: .words("[[calls.last_hint]]"), fault: "problems.after-last")))
        <div class="row save"><button class="main">[[calls.save]]</button> <a class="button" href="\(CallPathPages.path)">[[forms.cancel]]</a></div></form>
        """
}
