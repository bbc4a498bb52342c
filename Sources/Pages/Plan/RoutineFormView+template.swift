extension RoutineFormView {
    private static let preview = """
        {{#preview}}<section class="card preview" id="preview"><h2>This is when it is due</h2>
        <p class="word">{{words}}</p>
        {{#zone}}<p>Times are those of {{.}}.</p>{{/zone}}
        <ul>{{#times}}<li>{{text}}{{#who}}, by {{.}}{{/who}}{{#note}}<br><span class="word soon">{{.}}</span>{{/note}}</li>
        {{/times}}</ul>
        {{#rest}}<p>{{.}}</p>{{/rest}}
        <p class="row"><button class="main" name="do" value="save">Save</button></p></section>{{/preview}}
        """

    private static let what = """
        <h2>What</h2>
        \(Form.typed("title", "What is it? It is spoken like this", .line.most(500)))
        \(Form.typed("details", "Details (optional)", .area(rows: 2).most(2000)))
        \(Form.typed("symbol", "Symbol, such as 💊 (optional)", .line.short))
        \(Form.typed("client", "For whom?", .choice("clients")))
        """

    private static let turns = """
        \(Form.problem("problems.turn", "f-turn"))<p id="turn-help">1 begins, then 2, and so on. People without a number take no turns; \
        who is away is passed over.</p>
        {{#turns}}<div class="turn">\(Form.field(
            "turn-{{id}}", "{{name}}", .number.with(#"aria-describedby="turn-help""#), id: "t-{{id}}", value: "{{place}}"))</div>
        {{/turns}}
        """

    private static let by = Form.group(
        "By whom?",
        Form.way("who", "always", "Always the same person", Form.typed("person", "Who?", .choice("people")))
            + "\n" + Form.way("who", "turn", "In turn", turns))

    private static let weekly = Form.boxes("days", of: "days", label: "Days of the week")

    private static let rule = Form.typed(
        "rule", "Rule, one to a line, such as FREQ=WEEKLY;BYDAY=MO,TH", .lines(rows: 2))

    /// A field for every how many days, weeks or months.
    private static func every(_ name: String, _ unit: String) -> String {
        Form.typed(name, "Every how many \(unit)s? 1 is every \(unit)", .number)
    }

    private static let ways = [
        Form.way("repeat", "once", "No, only once"),
        Form.way("repeat", "daily", "Every day, or every few days", every("dailyEvery", "day")),
        Form.way("repeat", "workdays", "Every workday, Monday to Friday"),
        Form.way("repeat", "weekly", "On certain days of the week", weekly + every("weeklyEvery", "week")),
        Form.way(
            "repeat", "monthDay", "On a certain day of the month",
            Form.typed("monthDay", "Which day? Months without it are skipped", .choice("monthDays"))
                + every("monthDayEvery", "month")),
        Form.way(
            "repeat", "monthWeekday", "On a certain weekday of the month, such as the first Saturday",
            Form.typed("nth", "Which one?", .choice("nths"))
                + Form.typed("nthDay", "Of which weekday?", .choice("nthDays"))
                + every("monthWeekdayEvery", "month")),
        Form.way(
            "repeat", "elapsed", "Every so many hours, also at night, whatever the clocks do",
            Form.typed("elapsedEvery", "After how long?", .number)
                + Form.typed("elapsedUnit", "Hours or minutes?", .choice("units"))),
        Form.way(
            "repeat", "afterDone", "So many days after it was last done",
            Form.typed("after", "After how many days?", .number)),
        Form.way("repeat", "rule", "By a rule, for those who know iCalendar’s RRULE", rule),
    ].joined(separator: "\n")

    private static let ends = [
        Form.way("end", "never", "No end"),
        Form.way("end", "until", "Until a day", Form.typed("until", "The last day", .date.short)),
        Form.way("end", "count", "A number of times", Form.typed("count", "How many times?", .number)),
    ].joined(separator: "\n")

    private static let when = """
        <h2>When</h2>
        \(Form.typed("date", "On which day, or from which day on?", .date.short))
        \(Form.typed("time", "At what time?", .time.short))
        \(Form.group("Does it repeat?", fault: ("problems.repeat", "f-repeat"), ways))
        <div class="by-days">
        \(Form.typed("more", "More times on the same day, such as 12:00, 18:00 (optional)"))
        \(Form.group("Until when?", ends))</div>
        """

    private static let before = """
        \(Form.boxes("before", of: "before"))
        \(Form.typed("beforeOther", "Other minutes before, such as 45, 120 (optional)"))
        """

    private static let then = """
        \(Form.tick("ticks", "due", "When it is due", isOn: "tellsDue"))
        \(Form.tick("ticks", "missed", "When it was missed", isOn: "tellsMissed"))
        \(Form.typed("grace", "After how many minutes does it count as missed? 60 is an hour", .number))
        \(Form.tick("ticks", "own", "It is the client’s own: they are told too, and may mark it done", isOn: "isOwn"))
        """

    private static let told = """
        <h2>Who is told</h2>
        \(Form.group("How long before?", before))
        \(Form.group("And then?", then))
        \(Form.typed("priority", "How important is it?", .choice("priorities")))
        """

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "continuation": "{{values.continuation}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        <button class="skip" name="do" value="look" tabindex="-1" aria-hidden="true">Preview dates</button>
        {{#lead}}<p>{{.}}</p>{{/lead}}
        \(Form.trouble("problems.form"))
        \(preview)
        \(what)
        \(by)
        \(when)
        \(told)
        <p class="row"><button {{^canSave}}class="main" {{/canSave}}name="do" value="look">Preview dates</button>
        {{#canSave}}<button class="main" name="do" value="save">Save</button>{{/canSave}}</p>
        {{^canSave}}<p class="quiet">Preview first; then you can save it.</p>{{/canSave}}
        </form>
        """
}
