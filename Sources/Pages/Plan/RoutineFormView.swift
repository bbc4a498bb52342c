import Care
import Recurrence

/// The form of a routine as it is drawn.
struct RoutineFormView {
    struct Turn {
        let id: String
        let name: String
        let place: String
    }

    let action: String
    /// What is changed by it; `nil` for a new one.
    let lead: String?
    let values: [String: String]
    let problems: [String: String]
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
        _ form: RoutineForm, action: String, lead: String?, people: [Person],
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
        func options(_ name: String, _ all: [(String, String)]) -> [FormOption] {
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
            (clients.count == 1 ? [] : [FormOption(value: "", name: "Choose…", isChosen: false)])
            + options("client", clients.map { ($0.id, $0.name) })
        self.people = options("person", [("", "Choose…")] + carers.map { ($0.id, $0.name) })
        turns = carers.map { Turn(id: $0.id, name: $0.name, place: form.turns[$0.id] ?? "") }
        days = Weekday.allCases.map {
            FormOption(value: $0.code, name: $0.name, isChosen: form.days.contains($0.code))
        }
        before = RoutineForm.usualBefore.map {
            FormOption(
                value: "\($0)", name: RepetitionWords.span(minutes: $0),
                isChosen: form.before.contains("\($0)"))
        }
        priorities = options(
            "priority",
            [
                ("normal", "Normal"), ("soon", "Soon: louder, and told more often"),
                ("urgent", "Urgent: also in quiet hours"),
            ])
        monthDays = options(
            "monthDay", (1...31).map { ("\($0)", "\($0)") } + [("-1", "the last day")])
        nths = options(
            "nth", [("1", "first"), ("2", "second"), ("3", "third"), ("4", "fourth"), ("-1", "last")])
        nthDays = options("nthDay", Weekday.allCases.map { ($0.code, $0.name) })
        units = options(
            "elapsedUnit",
            [("hours", "hours"), ("minutes", "minutes")]
                + (form["elapsedUnit"] == "seconds" ? [("seconds", "seconds")] : []))
    }
}
