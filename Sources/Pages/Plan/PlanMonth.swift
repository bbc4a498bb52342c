import Care
import Recurrence
import Wording

/// A month as a table; on a phone each day says only how much there is.
struct PlanMonth {
    /// One occurrence, as short as a cell has room for.
    struct Item: TemplateRow {
        let key: String
        let look: String
        let path: String
        let time: Text
        let title: String
        /// Who does it, and what it is worth; `nil` where nothing is to be said of either.
        let whose: Text?

        var fields: [Field] {
            [
                ("key", key), ("look", look), ("path", path), ("time", time), ("title", title),
                ("whose", whose),
            ]
        }
    }

    struct Day: TemplateRow {
        let key: String
        let number: Int
        let path: String
        /// For whoever does not see the table.
        let label: Text
        let isOther: Bool
        let isToday: Bool
        let count: Int
        let hasAny: Bool
        let items: [Item]
        /// How many more there are; `nil` where none.
        let more: Text?

        var fields: [Field] {
            [
                ("key", key), ("number", number), ("path", path), ("label", label), ("isOther", isOther),
                ("isToday", isToday), ("count", count), ("hasAny", hasAny), ("items", items), ("more", more),
            ]
        }
    }

    struct DayHeading {
        let name: Text
        /// As narrow as a phone's columns.
        let short: Text
    }

    struct Week {
        let key: String
        let days: [Day]
    }

    /// As many as a cell lists.
    static let most = 3

    let bar: PlanBar
    let name: Text
    let weekdays: [DayHeading]
    let weeks: [Week]
    /// Not everything could be counted.
    let isCut: Bool

    init(
        bar: PlanBar, month: CalendarDay, from: CalendarDay, until: CalendarDay, found: OccurrencePage,
        today: CalendarDay, call: PageCall, _ choice: PlanChoice, firstWeekday: Weekday
    ) {
        self.bar = bar
        name = PlanText.month(month)
        weekdays = firstWeekday.week.map {
            DayHeading(name: PlanText.weekday($0), short: PlanText.shortWeekday($0))
        }
        let zone = call.request.zone
        isCut = found.isComplete == false
        let byDay = Dictionary(grouping: found.occurrences) { zone.local(of: $0.at).day }
        weeks = stride(from: from.number, to: until.number, by: 7).map { start in
            let first = CalendarDay(clamping: start)
            let days = (0..<7).map { number in
                let day = first.adding(days: number)
                let all = byDay[day] ?? []
                let count = found.count(on: day, known: all.count)
                return Day(
                    key: "day-\(day)", number: day.day,
                    path: PlanText.week(day, choice) + "#day-\(day)",
                    label: all.isEmpty
                        ? Text("plan.day_empty", ["day": .text(PlanText.date(day))])
                        : Text(
                            "plan.day_with", count: count,
                            ["day": .text(PlanText.date(day)), "number": .verbatim("\(count)")]),
                    isOther: day.month != month.month, isToday: day == today, count: count,
                    hasAny: !all.isEmpty, items: all.prefix(Self.most).map { Self.item($0, zone) },
                    more: count > Self.most
                        ? PlanText.more("plan.and_more_in_month", count - Self.most) : nil)
            }
            return Week(key: "week-\(first)", days: days)
        }
    }

    private static func item(_ occurrence: RoutineOccurrence, _ zone: ZoneRules) -> Item {
        let who = occurrence.assignment.name.map { Text.verbatim($0) } ?? PlanItem.free(occurrence)
        let more = [who, occurrence.chore?.points.map(PointWords.points)].compactMap(\.self)
        return Item(
            key: occurrence.id, look: PlanItem.word(of: occurrence).look,
            path: PlanText.path(occurrence.routine, occurrence.key),
            time: TimeText.time(zone.local(of: occurrence.at)), title: occurrence.title,
            whose: more.isEmpty ? nil : .joined(more, separator: " · "))
    }

    static let template = """
        {{#bar}}{{> plan-bar}}{{/bar}}
        {{#isCut}}<p class="problem">[[plan.cannot_count]]</p>{{/isCut}}
        <table class="month"><caption class="skip">{{name}}</caption>
        <thead><tr>{{#weekdays}}<th scope="col"><span class="long">{{name}}</span><abbr title="{{name}}">{{short}}</abbr></th>{{/weekdays}}</tr></thead>
        <tbody>
        {{#weeks}}<tr data-key="{{key}}">
        {{#days}}<td data-key="{{key}}" class="{{#isOther}}other{{/isOther}}{{#isToday}} today{{/isToday}}">\
        <a class="number" href="{{path}}" aria-label="{{label}}"{{#isToday}} aria-current="date"{{/isToday}}>{{number}}\
        {{#hasAny}} <span class="count">{{count}}</span>{{/hasAny}}</a>
        <ul>{{#items}}<li data-key="{{key}}"><a class="{{look}}" href="{{path}}">{{time}} {{title}}{{#whose}} <small>{{.}}</small>{{/whose}}</a></li>
        {{/items}}{{#more}}<li>{{.}}</li>{{/more}}</ul></td>
        {{/days}}</tr>
        {{/weeks}}</tbody></table>
        """
}
