import Care
import FoundationEssentials
import Recurrence

/// The plan of a week, of a month, or of a day that has more than a week shows of it.
enum PlanView {
    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let clients = people.people.filter { $0.role == .client && $0.isActive }
        let client = call.query["client"].flatMap { id in clients.first { $0.id == id }?.id }
        let today = call.request.zone.local(of: call.request.now).day
        if let month = call.query["month"].flatMap({ CalendarDay($0 + "-01") }) {
            let first = month.monday
            let next = month.adding(days: 31).firstOfMonth
            let end = next.adding(days: -1).monday.adding(days: 7)
            let found = try await occurrences(
                call, from: first, until: end, client, [("per_day", String(PlanMonth.most))])
            let bar = PlanBar(
                before: PlanText.month(month.adding(days: -1), client: client),
                after: PlanText.month(next, client: client), unit: "month", day: month, clients: clients,
                client: client)
            return await page(
                call, "\(PageText.months[month.month - 1]) \(month.year)", "plan-month",
                PlanMonth(
                    bar: bar, month: month, from: first, until: end, found: found, today: today, call: call,
                    client: client))
        }
        let only = call.query["day"].flatMap { CalendarDay($0) }
        let week = (only ?? call.query["week"].flatMap { CalendarDay($0) } ?? today).monday
        let bar = PlanBar(
            before: PlanText.week(week.adding(days: -7), client: client),
            after: PlanText.week(week.adding(days: 7), client: client), unit: "week", day: week,
            clients: clients, client: client)
        if let only {
            let found = try await occurrences(
                call, from: only, until: only.adding(days: 1), client,
                [("limit", "200"), ("after", call.query["after"])])
            return await page(
                call, PlanText.day(only, today: today), "plan-week",
                PlanWeek(bar: bar, day: only, found: found, today: today, call: call, client: client))
        }
        let found = try await occurrences(
            call, from: week, until: week.adding(days: 7), client, [("per_day", String(PlanWeek.most))])
        return await page(
            call, title(of: week), "plan-week",
            PlanWeek(bar: bar, week: week, found: found, today: today, call: call, client: client))
    }

    private static func page(
        _ call: PageCall, _ title: String, _ template: String, _ content: Any
    ) async -> PageResponse {
        call.page(
            Page(
                title: title, template: template, content: content,
                live: ["routine_changed", "occurrence_changed"], notice: await PlanNotice.of(call)))
    }

    /// `23–29 November 2026`, `30 November – 6 December 2026`.
    static func title(of monday: CalendarDay) -> String {
        let (first, last) = (monday.parts, monday.adding(days: 6).parts)
        func month(_ parts: (year: Int, month: Int, day: Int)) -> String { PageText.months[parts.month - 1] }
        if first.month == last.month { return "\(first.day)–\(last.day) \(month(last)) \(last.year)" }
        let year = first.year == last.year ? "" : " \(first.year)"
        return "\(first.day) \(month(first))\(year) – \(last.day) \(month(last)) \(last.year)"
    }

    private static func occurrences(
        _ call: PageCall, from: CalendarDay, until: CalendarDay, _ client: String?,
        _ bounds: [(String, String?)]
    ) async throws -> OccurrencePage {
        let zone = call.request.zone
        return try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: zone.start(of: from))),
                ("until", CareJSON.string(from: zone.start(of: until))), ("client", client),
            ] + bounds)
    }
}

/// The ways to other times, and to other clients.
struct PlanBar {
    struct Choice {
        let name: String
        let path: String
        let isHere: Bool
    }

    let before: String
    let after: String
    let unit: String
    let now: String
    let views: [Choice]
    let hasClients: Bool
    /// Empty where there is only one client.
    let clients: [Choice]

    init(
        before: String, after: String, unit: String, day: CalendarDay, clients: [Person], client: String?
    ) {
        self.before = before
        self.after = after
        self.unit = unit
        let isWeek = unit == "week"
        let query = client.map { "client=\(PageText.escaped($0))" }
        now = "/plan" + (query.map { "?\($0)" } ?? "")
        views = [
            Choice(name: "Week", path: PlanText.week(day, client: client), isHere: isWeek),
            // The week's Thursday decides in which month most of it lies.
            Choice(
                name: "Month", path: PlanText.month(isWeek ? day.adding(days: 3) : day, client: client),
                isHere: !isWeek),
        ]
        func path(_ client: String?) -> String {
            isWeek ? PlanText.week(day, client: client) : PlanText.month(day, client: client)
        }
        hasClients = clients.count > 1
        self.clients =
            clients.count < 2
            ? []
            : [Choice(name: "Everybody", path: path(nil), isHere: client == nil)]
                + clients.map { Choice(name: $0.name, path: path($0.id), isHere: $0.id == client) }
    }

    static let template = """
        <div class="plan-bar">
        <div class="row"><a class="button main" href="/plan/new">Plan something</a>
        <a class="button" href="/plan/routines">All routines</a></div>
        <div class="row" role="group" aria-label="Other times">
        <a class="button" href="{{before}}" aria-label="The {{unit}} before"><span aria-hidden="true">‹</span></a>
        <a class="button" href="{{now}}">Today</a>
        <a class="button" href="{{after}}" aria-label="The {{unit}} after"><span aria-hidden="true">›</span></a>
        {{#views}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}}</a>
        {{/views}}</div>
        {{#hasClients}}<div class="row" role="group" aria-label="Whose plan">
        {{#clients}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}}</a>
        {{/clients}}</div>{{/hasClients}}
        </div>
        """
}
