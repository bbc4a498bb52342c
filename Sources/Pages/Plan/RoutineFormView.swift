import Care
import Recurrence
import Wording

/// The form of a routine as it is drawn.
struct RoutineFormView {
    struct Turn {
        let id: String
        let name: String
        let place: String
    }

    let action: String
    /// What is changed by it; `nil` for a new one.
    let lead: Text?
    let values: [String: String]
    let problems: [String: Text]
    /// Which of the choices that exclude each other are taken, by `field-value`.
    let chosen: [String: Bool]
    let tellsDue: Bool
    let tellsMissed: Bool
    let isOwn: Bool
    let clients: [FormOption]
    let people: [FormOption]
    let turns: [Turn]
    let days: [FormOption]
    let before: [FormOption]
    let priorities: [FormOption]
    let monthDays: [FormOption]
    let nths: [FormOption]
    let nthDays: [FormOption]
    let units: [FormOption]
    let preview: DueDatesPreview?
    /// What is written for all, or from one on, is previewed before it is saved: it cannot be undone as a whole.
    let canSave: Bool

    init(
        _ form: RoutineForm, action: String, lead: Text?, people: [Person],
        preview: DueDatesPreview?
    ) {
        self.action = action
        self.lead = lead
        self.preview = preview
        canSave = lead == nil || preview != nil
        values = form.values
        problems = form.problems
        var chosen: [String: Bool] = [:]
        for name in ["repeat", "who", "end"] { chosen["\(name)-\(form[name])"] = true }
        self.chosen = chosen
        tellsDue = form.ticks.contains("due")
        tellsMissed = form.ticks.contains("missed")
        isOwn = form.ticks.contains("own")
        func options(_ name: String, _ all: [(String, Text)]) -> [FormOption] {
            all.map { FormOption(value: $0.0, name: $0.1, isChosen: form[name] == $0.0) }
        }
        // Who has left is listed only where they are already named.
        let known = people.filter {
            $0.isActive || $0.id == form["person"] || $0.id == form["client"]
                || !(form.turns[$0.id] ?? "").isEmpty
        }
        let carers = known.filter { $0.role != .client } + known.filter { $0.role == .client }
        let clients = known.filter { $0.role == .client }
        self.clients =
            (clients.count == 1 ? [] : [FormOption(value: "", name: Text("plan.choose"), isChosen: false)])
            + options("client", clients.map { ($0.id, .verbatim($0.name)) })
        self.people = options(
            "person", [("", Text("plan.choose"))] + carers.map { ($0.id, .verbatim($0.name)) })
        turns = carers.map { Turn(id: $0.id, name: $0.name, place: form.turns[$0.id] ?? "") }
        days = Weekday.allCases.map {
            FormOption(value: $0.code, name: PlanText.weekday($0), isChosen: form.days.contains($0.code))
        }
        before = RoutineForm.usualBefore.map {
            FormOption(
                value: "\($0)", name: RepetitionWords.span(minutes: $0),
                isChosen: form.before.contains("\($0)"))
        }
        priorities = options(
            "priority",
            [
                ("normal", Text("plan.normal")), ("soon", Text("plan.soon_means")),
                ("urgent", Text("plan.urgent_means")),
            ])
        monthDays = options(
            "monthDay", (1...31).map { ("\($0)", .verbatim("\($0)")) } + [("-1", Text("plan.last_day"))])
        nths = options(
            "nth", (1...4).map { ("\($0)", Text("plan.nth_\($0)")) } + [("-1", Text("plan.nth_last"))])
        nthDays = options("nthDay", Weekday.allCases.map { ($0.code, PlanText.weekday($0)) })
        units = options(
            "elapsedUnit",
            (["hours", "minutes"] + (form["elapsedUnit"] == "seconds" ? ["seconds"] : []))
                .map { ($0, Text("plan.\($0)")) })
    }
}
