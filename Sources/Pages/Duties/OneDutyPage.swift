import Care
import FoundationEssentials
import Recurrence
import Wording

/// One duty: who, where and when, and its next dates.
struct OneDutyPage {
    let person: String
    let personPath: String
    let role: String?
    let place: Text
    let times: Text
    let hasEnded: Bool
    let dates: [DutyLine]
    let hasDates: Bool
    let hasSchedule: Bool
    let mayChange: Bool
    let path: String

    /// How many days of dates are shown.
    private static let ahead = 28

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let duty = try await DutiesPages.duty(call)
        let names = try await DutyNames(call.api)
        let (zone, now) = (call.request.zone, call.request.now)
        let day = zone.local(of: now).day
        let found: DutyTimePage = try await call.api.get(
            "duties/times",
            [
                ("from", CareJSON.string(from: now)),
                ("until", CareJSON.string(from: zone.start(of: day.adding(days: ahead)))),
            ])
        let dates = found.times.filter { $0.duty == duty.id && $0.key != nil }.map { time in
            DutyLine(
                time, names, call,
                span: Text(
                    "duties.day_and_span",
                    [
                        "day": .text(TimeText.day(zone.local(of: time.from).day, today: day)),
                        "span": .text(DutyWords.span(time.from, time.until, call)),
                    ]))
        }
        let content = duty.content
        return call.page(
            Page(
                title: Text("duties.duty_of", ["name": .verbatim(names.person(content.person))]),
                template: "duties.duty",
                content: OneDutyPage(
                    person: names.person(content.person), personPath: PersonPage.path(content.person),
                    role: content.role,
                    place: .capitalized(names.whereabouts(zone: content.zone, client: content.client)),
                    times: .capitalized(DutyWords.times(content)), hasEnded: !duty.isActive, dates: dates,
                    hasDates: !dates.isEmpty, hasSchedule: content.schedule != nil && duty.isActive,
                    mayChange: viewer.person.role == .coordinator && duty.isActive,
                    path: DutiesPages.path(duty.id)),
                live: ["occurrence_changed"], notice: DutyNotice.of(call), back: "/duties"))
    }

    static let template = """
        <p><a class="line" href="{{personPath}}"><bdi>{{person}}</bdi></a>{{#.role}} · {{.}}{{/.role}}</p>
        <p><b>{{place}}</b></p>
        <p>{{times}}</p>
        {{#hasEnded}}<p class="word soon">[[duties.has_ended]]</p>{{/hasEnded}}
        {{#mayChange}}<div class="row"><a class="button main" href="{{path}}/edit">\(Icon.edit.html)[[duties.change]]</a>
        <a class="button" href="{{path}}/end">[[duties.end]]</a></div>{{/mayChange}}
        {{#hasSchedule}}<h2>[[duties.next_dates]]</h2>
        {{^hasDates}}<p class="quiet">[[duties.no_dates]]</p>{{/hasDates}}
        {{#hasDates}}<p class="quiet">[[duties.dates_hint]]</p>{{/hasDates}}
        <ul class="cards close">{{#dates}}{{> duties.line}}{{/dates}}</ul>{{/hasSchedule}}
        """
}
