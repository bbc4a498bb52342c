import Care
import Wording

/// The fields of what is taken over of a calendar's events, and how.
struct TakingFields {
    static let ticks = "take"
    private static let (alarms, due, own) = ("alarms", "due", "own")

    let takesAlarms: Bool
    let tellsDue: Bool
    let isClientsOwn: Bool
    /// Whether there is a client whose own it can be.
    let hasClient: Bool
    let doers: [FormOption]
    /// As it stands in the field: `08:00`.
    let allDayAt: String

    /// - Parameter hasClient: `false` where what is read is planned for the household.
    init(_ taking: CalendarLink.Taking, hasClient: Bool, _ people: [Person]) {
        self.init(
            takesAlarms: taking.takesAlarms, tellsDue: taking.tellsDue, isClientsOwn: taking.isClientsOwn,
            person: taking.person, allDayAt: RoutineForm.time(taking.allDayAt), hasClient: hasClient, people)
    }

    /// As it was sent.
    init(_ form: PageFields, hasClient: Bool, _ people: [Person]) {
        let ticked = Set(form.all(Self.ticks))
        self.init(
            takesAlarms: ticked.contains(Self.alarms), tellsDue: ticked.contains(Self.due),
            isClientsOwn: ticked.contains(Self.own), person: form["person"], allDayAt: form["allDayAt"] ?? "",
            hasClient: hasClient, people)
    }

    private init(
        takesAlarms: Bool, tellsDue: Bool, isClientsOwn: Bool, person: String?, allDayAt: String,
        hasClient: Bool, _ people: [Person]
    ) {
        self.takesAlarms = takesAlarms
        self.tellsDue = tellsDue
        self.isClientsOwn = isClientsOwn
        self.allDayAt = allDayAt
        self.hasClient = hasClient
        // Who has left is listed only where they are already named.
        let doers = people.filter { $0.isActive || $0.id == person }.byName()
            .map { FormOption(value: $0.id, name: .nameOf($0), isChosen: $0.id == person) }
        let unseen = person.flatMap { id in
            people.contains { $0.id == id }
                ? nil
                : FormOption(value: id, name: .capitalized(Text("plan.somebody_else")), isChosen: true)
        }
        self.doers = doers + [unseen].compactMap(\.self)
    }

    /// What was sent; `nil` where something is wrong, which `problems` then says by the names of the fields.
    ///
    /// - Parameter client: Whose plan it is; `nil` for the household's, of which nothing is a client's own.
    static func taking(
        _ form: PageFields, of client: String?, _ problems: inout [String: Text]
    ) -> CalendarLink.Taking? {
        let typed = form["allDayAt"] ?? ""
        guard let time = RoutineForm.time(typed) else {
            problems["allDayAt"] = Text("plan.not_a_time", ["text": .verbatim(String(typed.prefix(40)))])
            return nil
        }
        let ticked = Set(form.all(ticks))
        return CalendarLink.Taking(
            takesAlarms: ticked.contains(alarms), tellsDue: ticked.contains(due),
            isClientsOwn: client != nil && ticked.contains(own), person: form["person"], allDayAt: time / 60)
    }

    /// The field of the form that a field of the API's message stands in; `nil` where it is none of these.
    static func place(of field: String) -> String? {
        switch field.split(separator: ".").last {
        case "person": "person"
        case "all_day_at": "allDayAt"
        default: nil
        }
    }

    /// Of content that has these fields as `taking`, and what is wrong in `problems`.
    static let template = """
        {{#taking}}\(Form.tick(ticks, alarms, "[[calendars.take_alarms]]", isOn: "takesAlarms"))
        \(Form.tick(ticks, due, "[[calendars.take_due]]", isOn: "tellsDue"))
        {{#hasClient}}\(Form.tick(ticks, own, "[[calendars.take_own]]", isOn: "isClientsOwn")){{/hasClient}}
        \(Form.field("person", "[[calendars.who]]", .choice("doers", none: "[[calendars.whoever]]"), id: "f-person", value: "", fault: "problems.person"))
        \(Form.field("allDayAt", "[[calendars.all_day_at]]", .time.short, id: "f-allDayAt", value: "{{allDayAt}}", hint: .words("[[calendars.all_day_hint]]"), fault: "problems.allDayAt")){{/taking}}
        """
}
