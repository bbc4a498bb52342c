import Care
import Recurrence
import Wording

/// The ways to other times, to other people's plans, and to other kinds.
struct PlanBar {
    struct Choice {
        let name: Text
        let path: String
        let isHere: Bool
    }

    /// Whose plan is looked at; empty for everybody's. What is planned from here is for them.
    let whose: String
    /// What the form then begins with; `nil` for nothing else than usual.
    let first: String?
    /// The same for the sentence above.
    let lookedAt: String?
    let before: String
    let beforeLabel: Text
    let after: String
    let afterLabel: Text
    let now: String
    let views: [Choice]
    /// What is chosen, in words.
    let filter: Text
    let isNarrow: Bool
    /// The same days with nothing left out.
    let everything: String
    /// Empty where there is nobody else.
    let people: [Choice]
    let kinds: [Choice]

    /// - Parameters:
    ///   - day: To which the way to the week leads.
    ///   - month: A day of the month to which the way to the month leads.
    ///   - people: Who can be chosen, by name.
    init(
        before: String, after: String, isWeek: Bool, day: CalendarDay, month: CalendarDay,
        people: [Person], _ choice: PlanChoice
    ) {
        self.before = before
        self.after = after
        let person = people.first { $0.id == choice.person }
        let isOfChores = choice.kind == .chores
        lookedAt =
            person.map { $0.role == .client ? $0.id : nil } ?? (isOfChores ? RoutineForm.ofHousehold : nil)
        whose = lookedAt ?? ""
        first = isOfChores ? RoutineForm.pointsFirst : nil
        beforeLabel = Text(isWeek ? "plan.week_before" : "plan.month_before")
        afterLabel = Text(isWeek ? "plan.week_after" : "plan.month_after")
        let address = choice.address.dropFirst()
        now = "/plan" + (address.isEmpty ? "" : "?\(address)")
        views = [
            Choice(name: Text("plan.week"), path: PlanText.week(day, choice), isHere: isWeek),
            Choice(name: Text("plan.month"), path: PlanText.month(month, choice), isHere: !isWeek),
        ]
        func path(_ choice: PlanChoice) -> String {
            isWeek ? PlanText.week(day, choice) : PlanText.month(month, choice)
        }
        func of(_ person: String?) -> PlanChoice { PlanChoice(person: person, kind: choice.kind) }
        func only(_ kind: PlanChoice.Kind?) -> PlanChoice { PlanChoice(person: choice.person, kind: kind) }
        self.people =
            people.count < 2
            ? []
            : [Choice(name: Text("plan.everybody"), path: path(of(nil)), isHere: person == nil)]
                + people.map {
                    Choice(name: .nameOf($0), path: path(of($0.id)), isHere: $0.id == choice.person)
                }
        kinds =
            [Choice(name: Text("plan.all_kinds"), path: path(only(nil)), isHere: choice.kind == nil)]
            + PlanChoice.Kind.allCases.map {
                Choice(name: $0.name, path: path(only($0)), isHere: $0 == choice.kind)
            }
        everything = path(.everything)
        isNarrow = choice != .everything
        let chosen = [person.map { Text.nameOf($0) }, choice.kind?.name].compactMap(\.self)
        filter =
            chosen.isEmpty
            ? Text("plan.filter") : Text("plan.filtered", ["what": .text(.joined(chosen, separator: ", "))])
    }

    /// One row of what can be chosen.
    ///
    /// - Parameter choices: The name of the list.
    private static func row(_ choices: String, _ label: String) -> String {
        """
        <p class="label" aria-hidden="true">\(label)</p><div class="row" role="group" aria-label="\(label)">
        {{#\(choices)}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}><bdi>{{name}}</bdi></a>
        {{/\(choices)}}</div>
        """
    }

    static let template = """
        {{> plan-sentence}}
        <div class="plan-bar">
        <div class="row"><a class="button" href="/plan/new?client={{whose}}{{#first}}&amp;first={{.}}{{/first}}">\(Icon.add.html)[[plan.plan_something]]</a>
        <a class="button" href="/plan/routines">[[plan.all_routines]]</a></div>
        <div class="row" role="group" aria-label="[[plan.other_times]]">
        <a class="button" href="{{before}}" aria-label="{{beforeLabel}}">\(Icon.back.turning)</a>
        <a class="button" href="{{now}}">[[plan.to_today]]</a>
        <a class="button" href="{{after}}" aria-label="{{afterLabel}}">\(Icon.forward.turning)</a>
        <span class="views">{{#views}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}}</a>
        {{/views}}</span></div>
        <details class="plain" data-key="filter"><summary>{{filter}}</summary>
        {{^empty(people)}}\(row("people", "[[plan.whose_plan]]")){{/empty(people)}}
        \(row("kinds", "[[plan.which_kinds]]"))</details>
        {{#isNarrow}}<p class="row"><a class="line" href="{{everything}}">[[plan.show_everything]]</a></p>{{/isNarrow}}
        </div>
        """
}
