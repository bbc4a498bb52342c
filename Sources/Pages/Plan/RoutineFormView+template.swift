extension RoutineFormView {
    /// What is wrong with a field, in front of it.
    static func problem(_ name: String) -> String {
        "{{#problems.\(name)}}<p class=\"problem\" id=\"p-\(name)\">{{.}}</p>{{/problems.\(name)}}"
    }

    /// Ties a field to its problem for whoever does not see it.
    static func marks(_ name: String) -> String {
        "{{#problems.\(name)}} aria-invalid=\"true\" aria-describedby=\"p-\(name)\"{{/problems.\(name)}}"
    }

    static func input(_ name: String, _ label: String, _ more: String = "") -> String {
        """
        <label for="f-\(name)">\(label)</label>\(problem(name))
        <input id="f-\(name)" name="\(name)" value="{{values.\(name)}}"\(more.isEmpty ? "" : " \(more)")\(marks(name))>
        """
    }

    static func select(_ name: String, _ label: String, _ list: String) -> String {
        """
        <label for="f-\(name)">\(label)</label>\(problem(name))
        <select id="f-\(name)" name="\(name)"\(marks(name))>{{#\(list)}}<option value="{{value}}"\
        {{#isChosen}} selected{{/isChosen}}>{{name}}</option>{{/\(list)}}</select>
        """
    }

    /// One of several ways, with what belongs to it alone; where the browser can, that is shown only with it.
    static func way(_ name: String, _ value: String, _ label: String, _ more: String = "") -> String {
        """
        <div class="way"><label class="choice"><input type="radio" name="\(name)" value="\(value)"\
        {{#chosen.\(name)-\(value)}} checked{{/chosen.\(name)-\(value)}}> \(label)</label>
        \(more.isEmpty ? "" : "<div class=\"more\">\(more)</div>")</div>
        """
    }

    static func tick(_ value: String, _ flag: String, _ label: String) -> String {
        """
        <label class="choice"><input type="checkbox" name="ticks" value="\(value)"\
        {{#\(flag)}} checked{{/\(flag)}}> \(label)</label>
        """
    }

    private static let number = "inputmode=\"numeric\" class=\"short\""

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
        \(input("title", "What is it? It is spoken like this", "maxlength=\"500\""))
        <label for="f-details">Details (optional)</label>\(problem("details"))
        <textarea id="f-details" name="details" rows="2" maxlength="2000"\(marks("details"))>{{values.details}}</textarea>
        \(input("symbol", "Symbol, such as 💊 (optional)", "class=\"short\""))
        \(select("client", "For whom?", "clients"))
        """

    private static let turns = """
        \(problem("turn"))<p id="turn-help">1 begins, then 2, and so on. People without a number take no turns; \
        who is away is passed over.</p>
        {{#turns}}<div class="turn"><label for="t-{{id}}">{{name}}</label>
        <input id="t-{{id}}" name="turn-{{id}}" value="{{place}}" aria-describedby="turn-help" \(number)></div>
        {{/turns}}
        """

    private static let by = """
        <fieldset><legend>By whom?</legend>
        \(way("who", "always", "Always the same person", select("person", "Who?", "people")))
        \(way("who", "turn", "In turn", turns))
        </fieldset>
        """

    private static let weekly = """
        <div role="group" aria-label="Days of the week" class="boxes">{{#days}}<label class="choice">\
        <input type="checkbox" name="days" value="{{value}}"{{#isChosen}} checked{{/isChosen}}> {{name}}</label>
        {{/days}}</div>
        """

    private static let rule = """
        <label for="f-rule">Rule, one to a line, such as FREQ=WEEKLY;BYDAY=MO,TH</label>\(problem("rule"))
        <textarea id="f-rule" name="rule" rows="2" spellcheck="false"\(marks("rule"))>{{values.rule}}</textarea>
        """

    /// A field for every how many days, weeks or months.
    private static func every(_ name: String, _ unit: String) -> String {
        input(name, "Every how many \(unit)s? 1 is every \(unit)", number)
    }

    private static let ways = [
        way("repeat", "once", "No, only once"),
        way("repeat", "daily", "Every day, or every few days", every("dailyEvery", "day")),
        way("repeat", "workdays", "Every workday, Monday to Friday"),
        way("repeat", "weekly", "On certain days of the week", weekly + every("weeklyEvery", "week")),
        way(
            "repeat", "monthDay", "On a certain day of the month",
            select("monthDay", "Which day? Months without it are skipped", "monthDays")
                + every("monthDayEvery", "month")),
        way(
            "repeat", "monthWeekday", "On a certain weekday of the month, such as the first Saturday",
            select("nth", "Which one?", "nths") + select("nthDay", "Of which weekday?", "nthDays")
                + every("monthWeekdayEvery", "month")),
        way(
            "repeat", "elapsed", "Every so many hours, also at night, whatever the clocks do",
            input("elapsedEvery", "After how long?", number)
                + select("elapsedUnit", "Hours or minutes?", "units")),
        way(
            "repeat", "afterDone", "So many days after it was last done",
            input("after", "After how many days?", number)),
        way("repeat", "rule", "By a rule, for those who know iCalendar’s RRULE", rule),
    ].joined(separator: "\n")

    private static let when = """
        <h2>When</h2>
        \(input("date", "On which day, or from which day on?", "type=\"date\" class=\"short\""))
        \(input("time", "At what time?", "type=\"time\" class=\"short\""))
        <fieldset><legend>Does it repeat?</legend>\(problem("repeat"))
        \(ways)
        </fieldset>
        <div class="by-days">
        \(input("more", "More times on the same day, such as 12:00, 18:00 (optional)"))
        <fieldset><legend>Until when?</legend>
        \(way("end", "never", "No end"))
        \(way("end", "until", "Until a day", input("until", "The last day", "type=\"date\" class=\"short\"")))
        \(way("end", "count", "A number of times", input("count", "How many times?", number)))
        </fieldset></div>
        """

    private static let told = """
        <h2>Who is told</h2>
        <fieldset><legend>How long before?</legend>
        <div class="boxes">{{#before}}<label class="choice"><input type="checkbox" name="before" value="{{value}}"\
        {{#isChosen}} checked{{/isChosen}}> {{name}}</label>
        {{/before}}</div>
        \(input("beforeOther", "Other minutes before, such as 45, 120 (optional)"))
        </fieldset>
        <fieldset><legend>And then?</legend>
        \(tick("due", "tellsDue", "When it is due"))
        \(tick("missed", "tellsMissed", "When it was missed"))
        \(input("grace", "After how many minutes does it count as missed? 60 is an hour", number))
        \(tick("own", "isOwn", "It is the client’s own: they are told too, and may mark it done"))
        </fieldset>
        \(select("priority", "How important is it?", "priorities"))
        """

    static let template = """
        \(Form.post("{{action}}", class: "routine", attributes: "novalidate", sends: ["id": "{{values.id}}", "continuation": "{{values.continuation}}", "at": "{{values.at}}", "replaces": "{{values.replaces}}"]))
        <button class="skip" name="do" value="look" tabindex="-1" aria-hidden="true">Preview dates</button>
        {{#lead}}<p>{{.}}</p>{{/lead}}
        \(problem("form"))
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
