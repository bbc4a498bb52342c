extension RoutineFormView {
    private static let preview = """
        {{#preview}}<section class="card preview" id="preview"><h2>[[plan.due_dates]]</h2>
        <p class="word">{{words}}</p>
        {{#zone}}<p>[[plan.zone]]</p>{{/zone}}
        <ul>{{#times}}<li>{{text}}{{#note}}<br><span class="word soon">{{.}}</span>{{/note}}</li>
        {{/times}}</ul>
        {{#rest}}<p>{{.}}</p>{{/rest}}
        <p class="row"><button class="main" name="do" value="save">[[plan.save]]</button></p></section>{{/preview}}
        """

    private static let what = """
        <h2>[[plan.what]]</h2>
        \(Form.typed("title", "[[plan.what_is_it]]", .line.most(500)))
        \(Form.typed("details", "[[plan.details]]", .area(rows: 2).most(2000)))
        \(Form.typed("symbol", "[[plan.symbol]]", .line.short))
        \(Form.typed("client", "[[plan.for_whom]]", .choice("clients")))
        """

    private static let turns = """
        \(Form.problem("problems.turn", "f-turn"))<p id="turn-help">[[plan.turns_help]]</p>
        {{#turns}}<div class="turn">\(Form.field(
            "turn-{{id}}", "{{name}}", .number.with(#"aria-describedby="turn-help""#), id: "t-{{id}}", value: "{{place}}"))</div>
        {{/turns}}
        """

    private static let by = Form.group(
        "[[plan.by_whom]]",
        Form.way(
            "who", "always", "[[plan.same_person]]", Form.typed("person", "[[plan.who]]", .choice("people")))
            + "\n" + Form.way("who", "turn", "[[plan.take_turns]]", turns))

    private static let weekly = Form.boxes("days", of: "days", label: "[[plan.days_of_week]]")

    private static let rule = Form.typed(
        "rule", "[[plan.rule]]", .lines(rows: 2))

    /// A field for every how many `days`, `weeks` or `months`.
    private static func every(_ name: String, _ units: String) -> String {
        Form.typed(name, "[[plan.every_\(units)]]", .number)
    }

    private static let ways = [
        Form.way("repeat", "once", "[[plan.only_once]]"),
        Form.way("repeat", "daily", "[[plan.daily]]", every("dailyEvery", "days")),
        Form.way("repeat", "workdays", "[[plan.workdays]]"),
        Form.way("repeat", "weekly", "[[plan.weekly]]", weekly + every("weeklyEvery", "weeks")),
        Form.way(
            "repeat", "monthDay", "[[plan.month_day]]",
            Form.typed("monthDay", "[[plan.which_month_day]]", .choice("monthDays"))
                + every("monthDayEvery", "months")),
        Form.way(
            "repeat", "monthWeekday", "[[plan.month_weekday]]",
            Form.typed("nth", "[[plan.which_nth]]", .choice("nths"))
                + Form.typed("nthDay", "[[plan.which_weekday]]", .choice("nthDays"))
                + every("monthWeekdayEvery", "months")),
        Form.way(
            "repeat", "elapsed", "[[plan.elapsed]]",
            Form.typed("elapsedEvery", "[[plan.how_long]]", .number)
                + Form.typed("elapsedUnit", "[[plan.hours_or_minutes]]", .choice("units"))),
        Form.way(
            "repeat", "afterDone", "[[plan.after_done]]",
            Form.typed("after", "[[plan.how_many_days]]", .number)),
        Form.way("repeat", "rule", "[[plan.by_rule]]", rule),
    ].joined(separator: "\n")

    private static let ends = [
        Form.way("end", "never", "[[plan.no_end]]"),
        Form.way(
            "end", "until", "[[plan.until_day]]", Form.typed("until", "[[plan.the_last_day]]", .date.short)),
        Form.way(
            "end", "count", "[[plan.number_of_times]]",
            Form.typed("count", "[[plan.how_many_times]]", .number)),
    ].joined(separator: "\n")

    private static let when = """
        <h2>[[plan.when]]</h2>
        \(Form.typed("date", "[[plan.which_day]]", .date.short))
        \(Form.typed("time", "[[plan.what_time]]", .time.short))
        \(Form.group("[[plan.does_it_repeat]]", fault: ("problems.repeat", "f-repeat"), ways))
        <div class="by-days">
        \(Form.typed("more", "[[plan.more_times]]"))
        \(Form.group("[[plan.until_when]]", ends))</div>
        """

    private static let before = """
        \(Form.boxes("before", of: "before"))
        \(Form.typed("beforeOther", "[[plan.other_minutes]]"))
        """

    private static let then = """
        \(Form.tick("ticks", "due", "[[plan.tell_due]]", isOn: "tellsDue"))
        \(Form.tick("ticks", "missed", "[[plan.tell_missed]]", isOn: "tellsMissed"))
        \(Form.typed("grace", "[[plan.grace]]", .number))
        \(Form.tick("ticks", "own", "[[plan.clients_own]]", isOn: "isOwn"))
        """

    private static let told = """
        <h2>[[plan.who_is_told]]</h2>
        \(Form.group("[[plan.how_long_before]]", before))
        \(Form.group("[[plan.and_then]]", then))
        \(Form.typed("priority", "[[plan.how_important]]", .choice("priorities")))
        """

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "continuation": "{{values.continuation}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        <button class="skip" name="do" value="look" tabindex="-1" aria-hidden="true">[[plan.preview]]</button>
        {{#lead}}<p>{{.}}</p>{{/lead}}
        \(Form.trouble("problems.form"))
        \(preview)
        \(what)
        \(by)
        \(when)
        \(told)
        <p class="row"><button {{^canSave}}class="main" {{/canSave}}name="do" value="look">[[plan.preview]]</button>
        {{#canSave}}<button class="main" name="do" value="save">[[plan.save]]</button>{{/canSave}}</p>
        {{^canSave}}<p class="quiet">[[plan.preview_first]]</p>{{/canSave}}
        </form>
        """
}
