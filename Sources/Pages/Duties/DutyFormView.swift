import Care
import FoundationEssentials
import Recurrence
import Wording

/// The form of a duty as it is drawn.
struct DutyFormView {
    let action: String
    let back: String
    let values: [String: String]
    let problems: [String: Text]
    /// Which of the choices that exclude each other are taken, by `field-value`.
    let chosen: [String: Bool]
    let people: [FormOption]
    let places: [FormOption]
    let roles: [String]
    let days: [FormChip]
    /// Whether what only few need is open.
    let isOther: Bool
    let isLong: Bool

    init(
        _ form: DutyForm, action: String, back: String, names: DutyNames, roles: [String],
        firstWeekday: Weekday
    ) {
        self.action = action
        self.back = back
        values = form.values
        problems = form.problems
        chosen = ["repeat-\(form["repeat"])": true]
        self.roles = roles
        func option(_ value: String, _ name: Text, in field: String) -> FormOption {
            FormOption(value: value, name: name, isChosen: form[field] == value)
        }
        // Who has left is listed only where they have it already.
        let others = names.people.filter { $0.id == form["person"] && !$0.canBeCalled }
        people =
            [option("", Text("plan.choose"), in: "person")]
            + (names.carers + others).map { option($0.id, .verbatim($0.name), in: "person") }
        places =
            [option("", Text("duties.whole_home_title"), in: "where")]
            + names.zones.map { option("zone:\($0.id)", .verbatim($0.name), in: "where") }
            + names.people.filter { $0.role == .client && $0.isActive }.map {
                option(
                    "client:\($0.id)",
                    .capitalized(Text("duties.assigned_to", ["client": .text(.nameOf($0))])), in: "where")
            }
        days = firstWeekday.week.map {
            FormChip(
                value: $0.code, name: PlanText.weekday($0), short: PlanText.shortWeekday($0),
                isChosen: form.days.contains($0.code))
        }
        isOther = form.kind == .rule
        isLong = !["", "0"].contains(form["more"])
    }

    private static let weekly =
        Form.group(
            "[[duties.on_days]]", fault: ("problems.days", "f-days"),
            Form.chips("days", of: "days", label: "[[duties.on_days]]"))
        + Form.typed("weeklyEvery", "[[plan.every_weeks]]", .number)
        + Form.typed("last", "[[duties.last_day]]", .date)

    private static let ways = [
        Form.way("repeat", "weekly", "[[plan.weekly]]", weekly),
        Form.way("repeat", "once", "[[plan.only_once]]"),
        Form.way("repeat", "always", "[[duties.always_way]]"),
        """
        <details{{#isOther}} open{{/isOther}}><summary>[[duties.other_ways]]</summary>
        \(Form.way("repeat", "rule", "[[plan.by_rule]]", Form.typed("rule", "[[plan.rule]]", .lines(rows: 2))))</details>
        """,
    ].joined(separator: "\n")

    private static let times = """
        <div class="pair"><div>\(Form.typed("from", "[[duties.begins_at]]", .time))</div>
        <div>\(Form.typed("until", "[[duties.ends_at]]", .time))</div></div>
        <p class="hint quiet">[[duties.over_midnight]]</p>
        \(Form.typed("date", "[[duties.from_day]]", .date))
        <details{{#isLong}} open{{/isLong}}><summary>[[duties.longer]]</summary>
        \(Form.typed("more", "[[duties.more_days]]", .number))</details>
        """

    private static let fields = Form.mended(
        """
        \(Form.typed("person", "[[plan.who]]", .choice("people")))
        \(Form.typed("where", "[[duties.for_what]]", .choice("places")))
        \(Form.typed("role", "[[duties.as_what]]", .line.most(100).suggesting("roles")))
        \(Form.suggestions("roles"))
        \(Form.group("[[duties.how_often]]", fault: ("problems.repeat", "f-repeat"), ways))
        \(Form.group("[[duties.when]]", times))
        """)

    static let template = """
        \(Form.post("{{action}}", class: "narrow", sends: ["id": "{{values.id}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        \(fields)
        <div class="row"><button class="main">[[duties.save]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div>
        </form>
        """
}

/// Making a duty, and changing it: the same form.
struct DutyEditing {
    private let call: PageCall
    private let viewer: Viewer
    private let names: DutyNames
    /// What is changed; `nil` for a new one.
    private let duty: Duty?
    private let roles: [String]

    private init(_ call: PageCall, _ viewer: Viewer, _ duty: Duty?) async throws(CareProblem) {
        self.call = call
        self.viewer = viewer
        self.duty = duty
        names = try await DutyNames(call.api)
        let known: DutyPage = try await call.api.get("duties", [("state", "active"), ("limit", "200")])
        roles = Set(known.duties.compactMap(\.content.role)).sorted()
    }

    static func new(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let editing = try await Self(call, viewer, nil)
        return call.request.method == .get ? editing.empty() : try await editing.send()
    }

    static func change(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let editing = try await Self(call, viewer, try await DutiesPages.duty(call))
        return call.request.method == .get ? editing.empty() : try await editing.send()
    }

    private func empty() -> PageResponse {
        let today = call.request.zone.local(of: call.request.now).day
        var form = duty.map { DutyForm($0.content, today: today) } ?? DutyForm(day: today)
        if duty == nil {
            form.values["person"] = call.query["person"]
            form.values["where"] = call.query["zone"].map { "zone:\($0)" }
        }
        form.values["id"] = UUIDs.new()
        form.values["at"] = CareJSON.string(from: call.request.now)
        form.values["replaces"] = duty.map { "\($0.sequence)" }
        return draw(form)
    }

    private func send() async throws -> PageResponse {
        var form = DutyForm(call.form)
        guard let content = form.content(over: duty?.content, zone: call.request.zone) else {
            return draw(form, status: 422)
        }
        let id = UUIDs.draft(call.form)
        do throws(CareProblem) {
            if let duty {
                try await call.api.send(
                    "POST", "duties/\(duty.id.uuidString.lowercased())/changes",
                    DutyChange(
                        id: id, content: content,
                        replaces: form.values["replaces"].flatMap { Int64($0) } ?? duty.sequence,
                        by: viewer.person.name, at: PlanSending.at(call)))
            } else {
                try await call.api.send(
                    "POST", "duties",
                    NewDuty(id: id, content: content, by: viewer.person.name, at: PlanSending.at(call)))
            }
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            if case .duty(let now)? = error.current {
                form.problems["form"] =
                    now.changedBy.map { Text("duties.changed_by", ["who": .verbatim($0)]) }
                    ?? Text("duties.changed_meanwhile")
                form.values["replaces"] = "\(now.sequence)"
                form.values["id"] = UUIDs.new()
            } else {
                form.mark(error.field, error.detail)
            }
            return draw(form, status: error.status)
        }
        return .seeOther(
            "\(DutiesPages.path(duty?.id ?? id))?did=\(duty == nil ? DutyNotice.made : .changed)")
    }

    private func draw(_ form: DutyForm, status: Int = 200) -> PageResponse {
        let path = duty.map { DutiesPages.path($0.id) }
        return call.page(
            Page(
                title: Text(duty == nil ? "duties.add" : "duties.change"), template: "duties.form",
                content: DutyFormView(
                    form, action: path.map { $0 + "/edit" } ?? "/duties/new", back: path ?? "/duties",
                    names: names, roles: roles, firstWeekday: call.site.firstWeekday(for: call.request)),
                back: path ?? "/duties"), status: status)
    }
}
