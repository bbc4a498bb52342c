import Care
import Recurrence
import Wording

/// Some days of the plan, a week or one alone: one after the other on a phone, side by side where there is room.
struct PlanWeek {
    struct Day {
        let id: String
        let name: Text
        let isToday: Bool
        /// Before today, in a week that opens at today.
        let isOver: Bool
        /// On the two days of the year on which the clocks change.
        let clocks: Text?
        let isEmpty: Bool
        let items: [PlanItem]
        /// How many more there are, and where.
        let more: Text?
        let morePath: String
    }

    /// As many of each day as a week shows; the page of that day has the others.
    static let most = 12

    let bar: PlanBar
    let isEmpty: Bool
    /// Whether days before today are folded, where they would stand above it.
    let hasOver: Bool
    let days: [Day]
    /// Not everything could be counted.
    let isCut: Bool

    init(
        bar: PlanBar, week: CalendarDay, found: OccurrencePage, today: CalendarDay,
        opensAtToday: Bool, call: PageCall, _ choice: PlanChoice
    ) {
        self.bar = bar
        hasOver = opensAtToday && week < today
        isEmpty = found.occurrences.isEmpty
        isCut = found.isComplete == false
        let zone = call.request.zone
        let byDay = Dictionary(grouping: found.occurrences) { zone.local(of: $0.at).day }
        days = (0..<7).map { number in
            let day = week.adding(days: number)
            let items = byDay[day] ?? []
            let missing = found.count(on: day, known: items.count) - items.count
            return Day(
                day, items, more: missing > 0 ? PlanText.more("plan.and_more", missing) : nil,
                morePath: PlanText.day(day, choice), today: today,
                isOver: opensAtToday && day < today, zone: zone)
        }
    }

    /// One day alone, by pages.
    init(
        bar: PlanBar, day: CalendarDay, found: OccurrencePage, today: CalendarDay, call: PageCall,
        _ choice: PlanChoice
    ) {
        self.bar = bar
        isEmpty = false
        hasOver = false
        isCut = false
        let next = found.next.map { PlanText.day(day, choice) + "&after=\(PageText.escaped($0))" }
        days = [
            Day(
                day, found.occurrences, more: next.map { _ in Text("plan.next_ones") }, morePath: next ?? "",
                today: today, zone: call.request.zone)
        ]
    }

    static let template = """
        {{#bar}}{{> plan-bar}}{{/bar}}
        \(Empty.place(
            .plan, "[[plan.empty_week]]",
            .init(words: "[[plan.plan_something]]", path: "/plan/new{{#bar}}?client={{whose}}{{#first}}&amp;first={{.}}{{/first}}{{/bar}}"),
            where: "isEmpty"))
        {{#isCut}}<p class="problem">[[plan.cannot_count]]</p>{{/isCut}}
        <div class="week">
        {{#hasOver}}<p class="row" id="earlier" data-key="earlier"><a class="button" href="#earlier">[[plan.earlier]]</a></p>{{/hasOver}}
        {{#days}}<section class="day{{#isToday}} today{{/isToday}}{{#isOver}} over{{/isOver}}" id="{{id}}" data-key="{{id}}">
        <h2>{{name}}{{#isToday}} <span class="word">[[plan.is_today]]</span>{{/isToday}}</h2>
        {{#clocks}}<p class="word soon">{{.}}</p>{{/clocks}}
        {{#isEmpty}}<p class="quiet">[[plan.empty_day]]</p>{{/isEmpty}}
        <ul class="cards">
        {{#items}}<li data-key="{{key}}"><a class="planned {{look}}" href="{{path}}">
        <span class="when">{{time}}</span>
        <span class="what">{{#symbol}}<span class="emoji" aria-hidden="true">{{.}}</span> {{/symbol}}{{title}}</span>
        <span class="quiet">{{people}}</span>
        {{#points}}<span class="quiet points">{{.}}</span>{{/points}}
        {{#word}}<span class="word {{look}}">{{.}}</span>{{/word}}</a></li>
        {{/items}}</ul>
        {{#more}}<p class="row" data-key="more-{{id}}"><a class="button" href="{{morePath}}">{{.}}</a></p>{{/more}}
        </section>
        {{/days}}</div>
        """
}

extension PlanWeek.Day {
    init(
        _ day: CalendarDay, _ found: [RoutineOccurrence], more: Text?, morePath: String,
        today: CalendarDay, isOver: Bool = false, zone: ZoneRules
    ) {
        id = "day-\(day)"
        name = PlanText.date(day)
        isToday = day == today
        self.isOver = isOver
        clocks = zone.change(on: day)
        isEmpty = found.isEmpty
        items = found.map { PlanItem($0, zone: zone) }
        self.more = more
        self.morePath = morePath
    }
}

extension OccurrencePage {
    /// How much there is on a day, of which so many are known.
    func count(on day: CalendarDay, known: Int) -> Int {
        days?.first { $0.day == day }?.count ?? known
    }
}
