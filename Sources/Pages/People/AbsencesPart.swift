import Care
import Wording
import FoundationEssentials
import Recurrence

/// When somebody is not there.
struct AbsencesPart {
    struct Row {
        let key: String
        let words: String
        let isNow: Bool
        let from: String
        let until: String?
    }

    let action: String
    let rows: [Row]
    let from: [FormField]
    let until: [FormField]
    let trouble: Text?

    /// Those that are over are not shown, but kept, because turns were worked out with them.
    init(_ person: Person, base: String, call: PageCall, attempt: PersonAttempt?) {
        let attempt = attempt.flatMap { $0.form == .absence ? $0 : nil }
        let now = call.request.now
        action = base + "/absences"
        rows = person.absences.filter { $0.until.map { now < $0 } ?? true }.sorted { $0.from < $1.from }
            .map { absence in
                Row(
                    key: "absence-" + Self.text(absence.from),
                    words: Self.words(absence, now: now, zone: call.request.zone), isNow: absence.from <= now,
                    from: Self.text(absence.from), until: absence.until.map(Self.text))
            }
        let typed = attempt?.fields
        let problem = attempt?.problem
        from = [
            FormField(
                "from_day", "First day away", value: typed?["from_day"], type: "date", problem: problem),
            FormField(
                "from_time", "from (time)", value: typed?["from_time"], type: "time", problem: problem,
                isRequired: false),
        ]
        until = [
            FormField(
                "until_day", "Back on", value: typed?["until_day"], type: "date", problem: problem,
                isRequired: false),
            FormField(
                "until_time", "at (time)", value: typed?["until_time"], type: "time", problem: problem,
                isRequired: false),
        ]
        trouble = FormField.trouble(problem, besides: from + until)
    }

    private static let absence = """
        \(Form.trouble())
        \(Form.pair("from"))
        \(Form.pair("until"))
        <p class="hint quiet">Without times, whole days count. Leave “Back on” empty while nobody knows.</p>
        <div class="row"><button>Add</button></div>
        """

    static let template = """
        {{^rows}}<p class="empty">No absences. Whoever is away is not reminded, and their turns go to the others.</p>{{/rows}}
        <ul class="cards">{{#rows}}<li class="card line" data-key="{{key}}"><span>{{#isNow}}<b>{{words}}</b>{{/isNow}}{{^isNow}}{{words}}{{/isNow}}</span>
        \(Form.post("{{action}}/removal", sends: ["from": "{{from}}"]))
        {{#.until}}\(Form.hidden("until", "{{.}}")){{/.until}}
        <button>Remove<span class="unseen">: {{words}}</span></button></form></li>{{/rows}}</ul>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.group("Add an absence", absence))
        </form>
        """

    /// `away until tomorrow 08:00`, `away from Monday 7 December to Friday 11 December`.
    static func words(_ absence: Absence, now: Date, zone: ZoneRules) -> String {
        let isNow = absence.from <= now
        let until = absence.until.map { moment($0, now: now, zone: zone) }
        if isNow { return until.map { "Away; back \($0)" } ?? "Away; nobody knows until when" }
        let from = moment(absence.from, now: now, zone: zone)
        return until.map { "Away from \(from), back \($0)" } ?? "Away from \(from), nobody knows until when"
    }

    /// Midnight is not said: whole days are meant.
    private static func moment(_ moment: Date, now: Date, zone: ZoneRules) -> String {
        let local = zone.local(of: moment)
        guard local.secondOfDay == 0 else { return PageText.dayAndTime(moment, now: now, zone: zone) }
        return PageText.day(local.day, today: zone.local(of: now).day)
    }

    /// What the form says; throws what is wrong with it.
    static func typed(_ form: PageFields, zone: ZoneRules) throws(CareProblem) -> Absence {
        guard let from = try moment(form, "from", zone) else {
            throw CareProblem(.notAcceptable, "on which day does it begin?", field: "from_day")
        }
        let until = try moment(form, "until", zone)
        if until == nil, form["until_time"] != nil {
            throw CareProblem(.notAcceptable, "on which day?", field: "until_day")
        }
        if let until, until <= from {
            throw CareProblem(
                .notAcceptable,
                "it must be after the beginning: it is the first day, or time, at which they are back",
                field: "until_day")
        }
        return Absence(from: from, until: until)
    }

    private static func moment(
        _ form: PageFields, _ name: String, _ zone: ZoneRules
    ) throws(CareProblem) -> Date? {
        guard let text = form[name + "_day"] else { return nil }
        guard let day = CalendarDay(text) else {
            throw CareProblem(
                .notAcceptable, "write a date such as 2026-12-24", field: name + "_day")
        }
        let time = form[name + "_time"] ?? "00:00"
        guard let local = WallTime("\(day)T\(time)") else {
            throw CareProblem(.notAcceptable, "write a time of day such as 14:30", field: name + "_time")
        }
        return zone.instant(of: local)
    }

    /// An instant in a form or an address: seconds since 1970.
    static func text(_ moment: Date) -> String { String(Int64(moment.timeIntervalSince1970)) }

    /// The absence that a form or an address names.
    static func named(_ fields: PageFields) -> Absence? {
        guard let from = fields["from"].flatMap({ Int64($0) }) else { return nil }
        let until = fields["until"].flatMap { Int64($0) }
        return Absence(from: date(from), until: until.map(date))
    }

    static func isSame(_ one: Absence, _ other: Absence) -> Bool {
        text(one.from) == text(other.from) && one.until.map(text) == other.until.map(text)
    }

    private static func date(_ seconds: Int64) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
}
