import Care

/// Seven days: one after the other on a phone, side by side where there is room.
struct PlanWeek {
    struct Day {
        let id: String
        let name: String
        let isToday: Bool
        /// On the two days of the year on which the clocks change.
        let clocks: String?
        let isEmpty: Bool
        let items: [PlanItem]
    }

    let bar: PlanBar
    let isEmpty: Bool
    let days: [Day]

    init(bar: PlanBar, week: CalendarDay, found: [RoutineOccurrence], today: CalendarDay, call: PageCall) {
        self.bar = bar
        isEmpty = found.isEmpty
        let zone = call.request.zone
        let byDay = Dictionary(grouping: found) { zone.local(of: $0.at).day }
        days = (0..<7).map { number in
            let day = week.adding(days: number)
            let items = (byDay[day] ?? []).map { PlanItem($0, zone: zone) }
            return Day(
                id: "day-\(day)", name: PlanText.day(day), isToday: day == today,
                clocks: zone.change(on: day), isEmpty: items.isEmpty, items: items)
        }
    }

    static let template = """
        {{#bar}}{{> plan-bar}}{{/bar}}
        {{#isEmpty}}<p class="empty">Nothing is planned in this week. <a href="/plan/new">Plan something</a>, \
        such as a medicine, a walk or a chore.</p>{{/isEmpty}}
        <div class="week">
        {{#days}}<section class="day{{#isToday}} today{{/isToday}}" id="{{id}}" data-key="{{id}}">
        <h2>{{name}}{{#isToday}} <span class="word">today</span>{{/isToday}}</h2>
        {{#clocks}}<p class="word soon">{{.}}</p>{{/clocks}}
        {{#isEmpty}}<p class="quiet">Nothing planned.</p>{{/isEmpty}}
        <ul class="cards">
        {{#items}}<li data-key="{{key}}"><a class="planned {{look}}" href="{{path}}">
        <span class="when">{{time}}</span>
        <span class="what">{{#symbol}}<span aria-hidden="true">{{.}}</span> {{/symbol}}{{title}}</span>
        <span class="quiet">for {{client}}{{#who}}, by {{.}}{{/who}}</span>
        {{#word}}<span class="word {{look}}">{{.}}</span>{{/word}}</a></li>
        {{/items}}</ul>
        </section>
        {{/days}}</div>
        """
}
