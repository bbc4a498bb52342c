extension RoutineFormView {
    private static let preview = """
        {{#preview}}<section class="card preview" id="preview"><h2>{{#symbol}}<span class="symbol" aria-hidden="true">{{.}}</span>{{/symbol}}<span>{{title}}</span></h2>
        <p class="word">{{words}}</p>
        {{#plannedAlready}}<p class="word soon" data-key="planned-already">{{.}}</p>{{/plannedAlready}}
        <p class="people">{{people}}</p>
        {{#points}}<p class="points">{{.}}</p>{{/points}}
        <p class="reminded">{{reminded}}</p>
        {{#zone}}<p>[[plan.zone]]</p>{{/zone}}
        <p class="row"><button class="main" name="do" value="save">[[plan.save]]</button></p>
        <h3>[[plan.due_dates]]</h3>
        <ul>{{#times}}<li>{{text}}{{#note}}<br><span class="word soon">{{.}}</span>{{/note}}</li>
        {{/times}}</ul>
        {{#rest}}<p>{{.}}</p>{{/rest}}</section>{{/preview}}
        """

    private static let title =
        Form.typed(
            "title", "[[plan.what_is_it]]", .line.most(500).with("autofocus", where: "isEmpty"),
            note: note("title"))
        + unclear("title")
    private static let whose =
        Form.typed("client", "[[plan.for_whom]]", .choice("clients"), note: note("client"))
        + unclear("client")
    private static let date =
        Form.typed("date", "[[plan.which_day]]", .date.short, note: note("date")) + unclear("date")
    private static let time =
        Form.typed("time", "[[plan.what_time]]", .time.short, note: note("time")) + unclear("time")

    /// What of the sentence was not understood, beside the field where it would stand.
    private static func unclear(_ field: String) -> String {
        #"{{#unclear.\#(field)}}<p class="word soon unclear" id="unclear-\#(field)" data-key="unclear-\#(field)">{{.}}</p>{{/unclear.\#(field)}}"#
    }

    /// The same, as the field is tied to it.
    private static func note(_ field: String) -> Note {
        Note(name: "unclear.\(field)", id: "unclear-\(field)")
    }

    private static let often = Form.group(
        "[[sentence.how_often]]", fault: ("problems.often", "f-often"),
        Form.chip("often", of: "oftens", label: "[[sentence.how_often]]"))

    private static let sharing = Form.group(
        "{{severalQuestion}}", fault: ("problems.several", "f-several"),
        Form.chip("several", of: "sharings", label: "{{severalQuestion}}"))

    /// A day may be left out where it does not matter.
    private static let askedDate =
        Form.typed(
            "date", "[[sentence.from_which_day]]", .date.short,
            hint: .below("[[sentence.day_may_be_missing]]"),
            note: note("date"))
        + unclear("date")

    /// What a sentence has left open: instead of a whole form in red.
    private static let asked = """
        {{#isAsked}}<section class="card asked" id="asked" aria-labelledby="asked-title"><h2 id="asked-title">[[plan.still_open]]</h2>
        {{#when}}<p class="word">{{.}}</p>{{/when}}
        {{#asksTitle}}\(title){{/asksTitle}}
        {{#asksOften}}\(often)
        \(askedDate){{/asksOften}}
        {{#asksTime}}\(time){{/asksTime}}
        {{#asksSeveral}}\(sharing){{/asksSeveral}}
        {{#asksDoer}}\(Form.typed("person", "{{doerQuestion}}", .choice("people"))){{/asksDoer}}
        {{#asksClient}}\(whose){{/asksClient}}
        <p class="row"><button class="main" name="do" value="look">[[sentence.read]]</button></p></section>{{/isAsked}}
        """

    private static let what = """
        {{^asksTitle}}\(title){{/asksTitle}}
        {{#hasNeeds}}\(Form.group(
            "[[plan.from_needs]]", fault: ("problems.need", "f-need"),
            Form.chip(
                "need", of: "needs", label: "[[plan.from_needs]]",
                attributes: #"data-title="{{title}}" data-symbol="{{symbol}}" data-client="{{client}}""#))){{/hasNeeds}}
        {{^asksClient}}\(whose){{/asksClient}}
        \(folded("hasMore", "[[plan.more_about_it]]", more))
        """

    private static let more = """
        \(Form.typed("details", "[[plan.details]]", .area(rows: 2).most(2000), note: note("details")))\(unclear("details"))
        \(Form.typed("symbol", "[[plan.symbol]]", .line.most(200).short))
        \(Form.pictures)
        """

    /// What is rarely changed.
    ///
    /// - Parameter isOpen: The name of whether something in it is not as usual, or wrong.
    private static func folded(_ isOpen: String, _ summary: String, _ content: String) -> String {
        """
        <details class="way others"{{#\(isOpen)}} open{{/\(isOpen)}}><summary>\(summary)</summary>
        \(content)
        </details>
        """
    }

    private static let turns = """
        <p id="turn-help">[[plan.turns_help]]</p>
        {{#turns}}<div class="turn">\(Form.field(
            "turn-{{id}}", "{{name}}", .number.with(#"aria-describedby="turn-help""#), id: "t-{{id}}", value: "{{place}}"))</div>
        {{/turns}}
        """

    private static let by = Form.group(
        "[[plan.by_whom]]", note: note("person"),
        unclear("person")
            + Form.way(
                "who", "always", "[[plan.same_person]]",
                "{{^asksDoer}}" + Form.typed("person", "[[plan.who]]", .choice("people")) + "{{/asksDoer}}")
            + "\n"
            + Form.way(
                "who", "turn", "[[plan.take_turns]]",
                Form.hidden("daysBack", "{{values.daysBack}}")
                    + Form.typed("per", "[[chores.how_turns_go]]", .choice("spans"))
                    + Form.group("[[plan.turn_order]]", fault: ("problems.turn", "f-turn"), turns))
            + "\n{{^empty(each)}}"
            + Form.way(
                "who", "each", "[[plan.each_of_several]]",
                Form.group(
                    "[[plan.who_each]]", fault: ("problems.each", "f-each"),
                    Form.chips("each", of: "each", label: "[[plan.who_each]]"))
                    + #"<p class="hint quiet">[[plan.each_hint]]</p>"#)
            + "{{/empty(each)}}\n"
            + Form.way(
                "who", "claim", "[[chores.whoever_claims]]",
                #"<p class="label" aria-hidden="true">[[chores.who_may_claim]]</p>"#
                    + Form.chips("claimers", of: "claimers", label: "[[chores.who_may_claim]]")
                    + #"{{#everybodyMeans}}<p class="hint quiet">{{.}}</p>{{/everybodyMeans}}"#))

    private static let weekly = Form.chips("days", of: "days", label: "[[plan.days_of_week]]")

    private static let rule = Form.typed(
        "rule", "[[plan.rule]]", .lines(rows: 2))

    /// A field for every how many `days`, `weeks` or `months`.
    private static func every(_ name: String, _ units: String) -> String {
        Form.typed(name, "[[plan.every_\(units)]]", .number)
    }

    private static let ways = [
        Form.way("repeat", "once", "[[plan.only_once]]"),
        Form.way("repeat", "weekly", "[[plan.weekly]]", weekly + every("weeklyEvery", "weeks")),
        Form.way("repeat", "daily", "[[plan.daily]]", every("dailyEvery", "days")),
        Form.way("repeat", "workdays", "[[plan.workdays]]"),
        Form.way(
            "repeat", "monthDay", "[[plan.month_day]]",
            Form.typed("monthDay", "[[plan.which_month_day]]", .choice("monthDays"))
                + every("monthDayEvery", "months")),
        Form.way(
            "repeat", "monthWeekday", "[[plan.month_weekday]]",
            Form.typed("nth", "[[plan.which_nth]]", .choice("nths"))
                + Form.typed("nthDay", "[[plan.which_weekday]]", .choice("nthDays"))
                + every("monthWeekdayEvery", "months")),
    ].joined(separator: "\n")

    /// What only few need.
    private static let others = [
        Form.way(
            "repeat", "elapsed", "[[plan.elapsed]]",
            Form.typed("elapsedEvery", "[[plan.how_long]]", .number)
                + Form.segments("elapsedUnit", of: "units", label: "[[plan.hours_or_minutes]]")),
        Form.way(
            "repeat", "afterDone", "[[plan.after_done]]",
            Form.typed("after", "[[plan.how_many_days]]", .number)),
        Form.way("repeat", "rule", "[[plan.by_rule]]", rule),
    ].joined(separator: "\n")

    private static let other = "\n" + folded("isOther", "[[plan.other_ways]]", others)

    private static let ends = [
        Form.way("end", "never", "[[plan.no_end]]"),
        Form.way(
            "end", "until", "[[plan.until_day]]", Form.typed("until", "[[plan.the_last_day]]", .date.short)),
        Form.way(
            "end", "count", "[[plan.number_of_times]]",
            Form.typed("count", "[[plan.how_many_times]]", .number)),
    ].joined(separator: "\n")

    /// Beside the time, because it is said with it: "at eight, ten minutes before".
    private static let reminded = """
        <p class="label" aria-hidden="true">[[plan.remind_before]]</p>
        \(Form.chips("before", of: "before", label: "[[plan.remind_before]]", note: note("before")))\(unclear("before"))
        """

    private static let when = """
        <div class="moment">{{^asksOften}}<div>\(date)</div>{{/asksOften}}
        {{^asksTime}}<div>\(time)</div>{{/asksTime}}</div>
        \(reminded)
        \(Form.group("[[plan.does_it_repeat]]", fault: ("problems.repeat", "f-repeat"), note: note("repeat"), unclear("repeat") + ways + other))
        <div class="by-days">
        \(Form.typed("more", "[[plan.more_times]]"))
        \(Form.group("[[plan.until_when]]", ends))</div>
        """

    private static let then = """
        \(Form.tick("ticks", "due", "[[plan.tell_due]]", isOn: "tellsDue"))
        \(Form.tick("ticks", "missed", "[[plan.tell_missed]]", isOn: "tellsMissed"))
        \(Form.tick("ticks", "own", "[[plan.clients_own]]", isOn: "isOwn"))
        """

    private static let priority = """
        <p class="hint quiet">[[plan.importance_means]]</p>
        \(Form.segments("priority", of: "priorities", label: "[[plan.how_important]]"))
        """

    /// What belongs to chores alone.
    private static let work = folded("isWork", "[[chores.as_chore]]", workFields)

    private static let workFields = """
        \(Form.typed("points", "[[chores.how_many_points]]", .number))
        \(Form.typed("minutes", "[[chores.how_long]]", .number))
        \(Form.typed("parts", "[[chores.how_many_parts]]", .number))
        \(Form.tick("ticks", "chore", "[[chores.listed]]", isOn: "isListed", describedBy: "listed-hint"))
        <p class="hint quiet" id="listed-hint">[[chores.listed_hint]]</p>
        \(Form.tick("ticks", "approval", "[[chores.needs_approval]]", isOn: "isApproved"))
        \(Form.tick("ticks", "photo", "[[chores.needs_photo]]", isOn: "isPhotographed"))
        """

    private static let told =
        Form.group("[[plan.and_then]]", then)
        + folded(
            "isTold", "[[plan.more_told]]",
            """
            \(Form.typed("beforeOther", "[[plan.other_minutes]]"))
            \(Form.typed("untilDone", "[[chores.until_done]]"))
            \(Form.typed("grace", "[[plan.grace]]", .number))
            \(Form.group("[[plan.how_important]]", fault: ("problems.priority", "f-priority"), priority))
            """)

    /// What is filled in together: by itself where a script can show one after the other.
    private static func step(_ number: Int, _ name: String, _ content: String) -> String {
        """
        <section class="step" id="step-\(number)" aria-labelledby="step-\(number)-name">
        <h2 id="step-\(number)-name"><span class="nr" aria-hidden="true">\(number)</span><span>\(name)</span></h2>
        \(content)
        </section>
        """
    }

    private static let steps = """
        \(step(1, "[[plan.what]]", what))
        \(step(2, "[[plan.when]]", when))
        \(step(3, "[[plan.who_is_told]]", "{{#isChore}}\(work){{/isChore}}" + by + "{{^isChore}}\(work){{/isChore}}" + told))
        """

    static let template = """
        {{#hasSentence}}{{> plan-sentence}}\(PlanReading.template){{/hasSentence}}
        \(Form.post("{{action}}", class: "routine steps", attributes: "novalidate", sends: ["id": "{{values.id}}", "continuation": "{{values.continuation}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}", "usual": "{{values.usual}}", "usualFor": "{{values.usualFor}}", "listedFor": "{{values.listedFor}}", "first": "{{values.first}}", "then": "{{values.then}}", "named": "{{values.named}}", "open": "{{values.open}}", "hand": "{{values.hand}}", "lookedAt": "{{values.lookedAt}}", PickedSymbol.before: "{{values.symbol}}"]))
        <button class="skip" name="do" value="look" tabindex="-1" aria-hidden="true">[[plan.preview]]</button>
        {{#lead}}<p>{{.}}</p>{{/lead}}
        \(PlanReading.following)
        \(Form.mended(preview + "\n" + asked + "\n" + steps))
        <p class="row last"><button {{#isLookMain}}class="main" {{/isLookMain}}name="do" value="look">[[plan.preview]]</button>
        {{#canSave}}<button class="main" name="do" value="save">[[plan.save]]</button>{{/canSave}}</p>
        {{#isLookMain}}<p class="quiet last">[[plan.preview_first]]</p>{{/isLookMain}}
        </form>
        """
}
