import Care
import FoundationEssentials
import Recurrence
import Wording

/// The plan of a week, of a month, or of a day that has more than a week shows of it.
enum PlanView {
    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let clients = people.people.filter { $0.role == .client && $0.isActive }
        let client = call.query["client"].flatMap { id in
            id == RoutineForm.ofChores ? id : clients.first { $0.id == id }?.id
        }
        let today = call.request.zone.local(of: call.request.now).day
        let firstWeekday = call.site.firstWeekday(for: call.request)
        if let month = call.query["month"].flatMap({ CalendarDay($0 + "-01") }) {
            let first = month.startOfWeek(firstWeekday)
            let next = month.adding(days: 31).firstOfMonth
            let end = next.adding(days: -1).startOfWeek(firstWeekday).adding(days: 7)
            let found = try await occurrences(
                call, from: first, until: end, client, [("per_day", String(PlanMonth.most))])
            let bar = PlanBar(
                before: PlanText.month(month.adding(days: -1), client: client),
                after: PlanText.month(next, client: client), isWeek: false, day: month, month: month,
                clients: clients, client: client)
            return await page(
                call, PlanText.month(month), "plan-month",
                PlanMonth(
                    bar: bar, month: month, from: first, until: end, found: found, today: today, call: call,
                    client: client, firstWeekday: firstWeekday))
        }
        let only = call.query["day"].flatMap { CalendarDay($0) }
        let asked = only ?? call.query["week"].flatMap { CalendarDay($0) }
        let week = (asked ?? today).startOfWeek(firstWeekday)
        // The way to this week leads to today in it.
        func opening(_ days: Int) -> CalendarDay {
            let week = week.adding(days: days)
            return week == today.startOfWeek(firstWeekday) ? today : week
        }
        let bar = PlanBar(
            before: PlanText.week(opening(-7), client: client),
            after: PlanText.week(opening(7), client: client), isWeek: true, day: opening(0),
            // The day in the middle of a week decides in which month most of it lies.
            month: week.adding(days: 3), clients: clients, client: client)
        if let only {
            let found = try await occurrences(
                call, from: only, until: only.adding(days: 1), client,
                [("limit", "100"), ("after", call.query["after"])])
            return await page(
                call, PlanText.date(only, today: today), "plan-week",
                PlanWeek(bar: bar, day: only, found: found, today: today, call: call, client: client))
        }
        let found = try await occurrences(
            call, from: week, until: week.adding(days: 7), client, [("per_day", String(PlanWeek.most))])
        return await page(
            call, title(of: week), "plan-week",
            PlanWeek(
                bar: bar, week: week, found: found, today: today,
                opensAtToday: asked.map { $0 >= today } ?? true,
                call: call, client: client))
    }

    private static func page(
        _ call: PageCall, _ title: Text, _ template: String, _ content: Any
    ) async -> PageResponse {
        call.page(
            Page(
                title: title, template: template, content: content,
                live: ["routine_changed", "occurrence_changed"], notice: await PlanNotice.of(call)))
    }

    /// "23–29 November 2026", "30 November – 6 December 2026".
    ///
    /// - Parameter first: The week's first day.
    static func title(of first: CalendarDay) -> Text {
        let last = first.adding(days: 6)
        let days: [String: Text.Value] = [
            "first": .verbatim("\(first.day)"), "last": .verbatim("\(last.day)"),
        ]
        if first.month == last.month {
            return Text("plan.week_in_month", days.merging(["month": .month(last)]) { $1 })
        }
        let isYearSaidOnce = first.year == last.year
        let firstMonth: Text.Value =
            isYearSaidOnce ? .text(Text("format.month_\(first.month)")) : .month(first)
        return Text(
            "plan.week_in_months",
            days.merging(["first_month": firstMonth, "last_month": .month(last)]) { $1 })
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
                ("until", CareJSON.string(from: zone.start(of: until))),
                client == RoutineForm.ofChores ? ("only", "chores") : ("client", client),
            ] + bounds)
    }
}

/// The ways to other times, and to other clients.
struct PlanBar {
    struct Choice {
        let name: Text
        let path: String
        let isHere: Bool
    }

    /// Whose plan is looked at; empty for everybody's. What is planned from here is for them.
    let whose: String
    /// The same for the sentence above.
    let lookedAt: String?
    let before: String
    let beforeLabel: Text
    let after: String
    let afterLabel: Text
    let now: String
    let views: [Choice]
    let hasClients: Bool
    /// Empty where there is only one client.
    let clients: [Choice]

    /// - Parameters:
    ///   - day: To which the way to the week leads.
    ///   - month: A day of the month to which the way to the month leads.
    init(
        before: String, after: String, isWeek: Bool, day: CalendarDay, month: CalendarDay,
        clients: [Person], client: String?
    ) {
        self.before = before
        self.after = after
        let isOfChores = client == RoutineForm.ofChores
        lookedAt = isOfChores ? RoutineForm.ofHousehold : client
        whose = lookedAt ?? ""
        beforeLabel = Text(isWeek ? "plan.week_before" : "plan.month_before")
        afterLabel = Text(isWeek ? "plan.week_after" : "plan.month_after")
        let query = client.map { "client=\(PageText.escaped($0))" }
        now = "/plan" + (query.map { "?\($0)" } ?? "")
        views = [
            Choice(name: Text("plan.week"), path: PlanText.week(day, client: client), isHere: isWeek),
            Choice(
                name: Text("plan.month"), path: PlanText.month(month, client: client), isHere: !isWeek),
        ]
        func path(_ client: String?) -> String {
            isWeek ? PlanText.week(day, client: client) : PlanText.month(day, client: client)
        }
        hasClients = clients.count > 1 || isOfChores
        let each = clients.count > 1 ? clients : []
        self.clients =
            !hasClients
            ? []
            : [Choice(name: Text("plan.everybody"), path: path(nil), isHere: client == nil)]
                + each.map { Choice(name: .nameOf($0), path: path($0.id), isHere: $0.id == client) }
                + [
                    Choice(
                        name: Text("chores.title"), path: path(RoutineForm.ofChores), isHere: isOfChores)
                ]
    }

    static let template = """
        {{> plan-sentence}}
        <div class="plan-bar">
        <div class="row"><a class="button" href="/plan/new?client={{whose}}">\(Icon.add.html)[[plan.plan_something]]</a>
        <a class="button" href="/plan/routines">[[plan.all_routines]]</a></div>
        <div class="row" role="group" aria-label="[[plan.other_times]]">
        <a class="button" href="{{before}}" aria-label="{{beforeLabel}}">\(Icon.back.turning)</a>
        <a class="button" href="{{now}}">[[plan.to_today]]</a>
        <a class="button" href="{{after}}" aria-label="{{afterLabel}}">\(Icon.forward.turning)</a>
        <span class="views">{{#views}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}}</a>
        {{/views}}</span></div>
        {{#hasClients}}<div class="row" role="group" aria-label="[[plan.whose_plan]]">
        {{#clients}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}><bdi>{{name}}</bdi></a>
        {{/clients}}</div>{{/hasClients}}
        </div>
        """
}
