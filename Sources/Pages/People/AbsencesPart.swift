import Care
import Wording
import FoundationEssentials
import Recurrence

/// When somebody is not there.
struct AbsencesPart {
    struct Row {
        let key: String
        let words: Text
        let isNow: Bool
        let from: String
        let until: String?
    }

    let action: String
    let rows: [Row]
    let isEmpty: Bool
    let from: [FormField]
    let until: [FormField]
    let trouble: FormTrouble?

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
        isEmpty = rows.isEmpty
        let typed = attempt?.fields
        let problem = attempt?.problem
        from = [
            FormField(
                "from_day", Text("absences.first_day"), value: typed?["from_day"], type: "date",
                problem: problem),
            FormField(
                "from_time", Text("absences.from_time"), value: typed?["from_time"], type: "time",
                problem: problem,
                isRequired: false),
        ]
        until = [
            FormField(
                "until_day", Text("absences.back_on"), value: typed?["until_day"], type: "date",
                problem: problem,
                isRequired: false),
            FormField(
                "until_time", Text("absences.at_time"), value: typed?["until_time"], type: "time",
                problem: problem,
                isRequired: false),
        ]
        trouble = FormTrouble(problem, in: from + until)
    }

    private static let absence = """
        \(Form.troubles())
        \(Form.pair("from"))
        \(Form.pair("until"))
        <p class="hint quiet">[[absences.hint]]</p>
        <div class="row"><button>[[absences.add]]</button></div>
        """

    static let template = """
        \(Empty.place(
            .plan, "[[absences.none]]", .init(words: "[[absences.add_one]]", path: "#from_day"),
            where: "isEmpty"))
        <ul class="cards">{{#rows}}<li class="card line" data-key="{{key}}"><span>{{#isNow}}<b>{{words}}</b>{{/isNow}}{{^isNow}}{{words}}{{/isNow}}</span>
        \(Form.post("{{action}}/removal", sends: ["from": "{{from}}"]))
        {{#.until}}\(Form.hidden("until", "{{.}}")){{/.until}}
        <button>[[absences.remove]]<span class="unseen">[[absences.remove_which]]</span></button></form></li>{{/rows}}</ul>
        \(Form.post("{{action}}", class: "narrow"))
        \(Form.group("[[absences.add_one]]", absence))
        </form>
        """

    /// `Away; back tomorrow 08:00`, `Away from Monday 7 December, back Friday 11 December`.
    static func words(_ absence: Absence, now: Date, zone: ZoneRules) -> Text {
        let back = absence.until.map { Text.Value.text(moment($0, now: now, zone: zone)) }
        if absence.from <= now {
            return back.map { Text("absences.away", ["back": $0]) } ?? Text("absences.away_open")
        }
        let from = Text.Value.text(moment(absence.from, now: now, zone: zone))
        return back.map { Text("absences.later", ["from": from, "back": $0]) }
            ?? Text("absences.later_open", ["from": from])
    }

    /// Midnight is not said: whole days are meant.
    private static func moment(_ moment: Date, now: Date, zone: ZoneRules) -> Text {
        let local = zone.local(of: moment)
        guard local.secondOfDay == 0 else { return TimeText.dayAndTime(moment, now: now, zone: zone) }
        return TimeText.day(local.day, today: zone.local(of: now).day)
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
