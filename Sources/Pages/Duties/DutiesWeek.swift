import Care
import FoundationEssentials
import Recurrence
import Wording

/// A week of duties: zone by zone, and day by day in each.
struct DutiesWeek {
    struct Day {
        let id: String
        let name: Text
        let isToday: Bool
        let lines: [DutyLine]
    }

    struct Zone {
        let id: String
        let name: Text
        /// Who is there always.
        let always: [DutyLine]
        let days: [Day]
        let isEmpty: Bool
    }

    let now: Text?
    let gap: Text?
    let title: Text
    let before: String
    let after: String
    let isEmpty: Bool
    let isCut: Bool
    let zones: [Zone]
    let mayChange: Bool

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let zone = call.request.zone
        let today = zone.local(of: call.request.now).day
        let week = (call.query["week"].flatMap { CalendarDay($0) } ?? today).startOfWeek(
            call.site.firstWeekday(for: call.request))
        let (from, until) = (zone.start(of: week), zone.start(of: week.adding(days: 7)))
        let names = try await DutyNames(call.api)
        let found: DutyTimePage = try await call.api.get(
            "duties/times",
            [("from", CareJSON.string(from: from)), ("until", CareJSON.string(from: until))])
        let standing: DutyStanding = try await call.api.get("duties/now")
        let content = Self(found, standing, names, week: week, today: today, call, viewer)
        return call.page(
            Page(
                title: Text("duties.title"), template: "duties", content: content,
                live: ["occurrence_changed", "fault"], notice: DutyNotice.of(call)))
    }

    private init(
        _ found: DutyTimePage, _ standing: DutyStanding, _ names: DutyNames, week: CalendarDay,
        today: CalendarDay, _ call: PageCall, _ viewer: Viewer
    ) {
        now = standing.line.map { Text("duties.on_duty_now", ["people": .text($0)]) }
        gap = standing.gaps.first.map { Self.words($0, names, call) }
        title = PlanView.title(of: week)
        before = "/duties?week=\(week.adding(days: -7))"
        after = "/duties?week=\(week.adding(days: 7))"
        isCut = !found.isComplete
        mayChange = viewer.person.role == .coordinator
        func group(
            _ id: String, _ name: Text, _ times: [DutyTime], _ gaps: [DutyGap]
        ) -> Zone {
            Self.zone(id, name, times, gaps, names, week: week, today: today, call)
        }
        let home = found.times.filter { $0.client == nil }
        var zones = names.zones.map { zone in
            group(
                "zone-\(zone.id)", .verbatim(zone.name), home.filter { $0.zone == zone.id },
                found.gaps.filter { $0.zone == zone.id })
        }.filter { zone in
            !zone.isEmpty || names.zones.contains { "zone-\($0.id)" == zone.id && $0.needsDuty }
        }
        let everywhere = home.filter { time in
            time.zone.map { id in !names.zones.contains { $0.id == id } } ?? true
        }
        if !everywhere.isEmpty {
            zones.append(group("home", Text("duties.whole_home_title"), everywhere, []))
        }
        let clients = Dictionary(grouping: found.times.filter { $0.client != nil }) { $0.client ?? "" }
        for (client, times) in clients.sorted(by: { names.person($0.key) < names.person($1.key) }) {
            zones.append(
                group(
                    "client-\(client)",
                    .capitalized(names.whereabouts(zone: nil, client: client)), times, []))
        }
        self.zones = zones
        isEmpty = zones.isEmpty
    }

    /// "Nobody is on duty in East from tomorrow 22:00 until …".
    private static func words(_ gap: DutyGap, _ names: DutyNames, _ call: PageCall) -> Text {
        let (now, zone) = (call.request.now, call.request.zone)
        var values: [String: Text.Value] = ["zone": .verbatim(names.place(gap.zone))]
        guard let from = gap.from, from > now else {
            guard let until = gap.until else { return Text("duties.gap_now", values) }
            values["until"] = .text(TimeText.dayAndTime(until, now: now, zone: zone))
            return Text("duties.gap_now_until", values)
        }
        values["from"] = .text(TimeText.dayAndTime(from, now: now, zone: zone))
        return Text("duties.gap_from", values)
    }

    private static func zone(
        _ id: String, _ name: Text, _ times: [DutyTime], _ gaps: [DutyGap], _ names: DutyNames,
        week: CalendarDay, today: CalendarDay, _ call: PageCall
    ) -> Zone {
        let zone = call.request.zone
        func day(_ moment: Date?) -> CalendarDay {
            moment.map { max(week, zone.local(of: $0).day) } ?? week
        }
        let timed = Dictionary(grouping: times.filter { $0.key != nil }) { day($0.from) }
        let holes = Dictionary(grouping: gaps) { day($0.from) }
        let days = (0..<7).map { week.adding(days: $0) }.compactMap { one -> Day? in
            let lines =
                (holes[one] ?? []).map { (at: $0.from ?? .distantPast, line: DutyLine($0, day: one, call)) }
                + (timed[one] ?? []).map { time in
                    // Of what began before the week only the end is in it.
                    let isEarlier = zone.local(of: time.from).day < week
                    let span = isEarlier ? DutyWords.end(time.until, after: one, call) : nil
                    return (at: time.from, line: DutyLine(time, names, call, span: span))
                }
            guard !lines.isEmpty else { return nil }
            return Day(
                id: "\(id)-\(one)", name: PlanText.date(one), isToday: one == today,
                lines: lines.sorted { $0.at < $1.at }.map(\.line))
        }
        let always = times.filter { $0.key == nil }.map { DutyLine($0, names, call) }
        return Zone(id: id, name: name, always: always, days: days, isEmpty: always.isEmpty && days.isEmpty)
    }

    static let template = """
        {{#now}}<p data-key="now"><b>{{.}}</b></p>{{/now}}
        {{#gap}}<p class="notice problem" data-key="gap">{{.}}</p>{{/gap}}
        <div class="row" data-key="do">{{#mayChange}}{{^isEmpty}}<a class="button main" href="/duties/new">\(Icon.add.html)[[duties.add]]</a>{{/isEmpty}}{{/mayChange}}
        <a class="button" href="/places">[[duties.to_places]]</a></div>
        <h2 data-key="week">{{title}}</h2>
        <div class="row" data-key="other" role="group" aria-label="[[duties.other_weeks]]">
        <a class="button" href="{{before}}" aria-label="[[plan.week_before]]">\(Icon.back.turning)</a>
        <a class="button" href="/duties">[[duties.this_week]]</a>
        <a class="button" href="{{after}}" aria-label="[[plan.week_after]]">\(Icon.forward.turning)</a></div>
        {{#isCut}}<p class="problem">[[duties.not_all]]</p>{{/isCut}}
        \(Empty.place(
            .people, "[[duties.none]]",
            .init(
                words: "[[duties.add]]", path: "/duties/new", may: "mayChange",
                otherwise: "[[duties.who_plans]]"), where: "isEmpty"))
        {{#zones}}<section data-key="{{id}}" aria-labelledby="{{id}}"><h2 id="{{id}}">{{name}}</h2>
        {{#isEmpty}}<p class="quiet">[[duties.nothing_this_week]]</p>{{/isEmpty}}
        <ul class="cards close">{{#always}}{{> duties.line}}{{/always}}</ul>
        {{#days}}<h3>{{name}}{{#isToday}} <span class="word">[[plan.is_today]]</span>{{/isToday}}</h3>
        <ul class="cards close" data-key="{{id}}">{{#lines}}{{> duties.line}}{{/lines}}</ul>
        {{/days}}</section>
        {{/zones}}
        """
}
