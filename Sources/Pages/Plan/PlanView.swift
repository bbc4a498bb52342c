import Care
import FoundationEssentials
import Recurrence
import Wording

/// The plan of a week, of a month, or of a day that has more than a week shows of it.
enum PlanView {
    static func show(_ call: PageCall) async throws -> PageResponse {
        let people: PeoplePage = try await call.api.get("people")
        let choosable = people.people.filter { $0.isActive && $0.role != .provider }.byName()
        let choice = PlanChoice(call, people: choosable)
        let today = call.request.zone.local(of: call.request.now).day
        let firstWeekday = call.site.firstWeekday(for: call.request)
        if let month = call.query["month"].flatMap({ CalendarDay($0 + "-01") }) {
            let first = month.startOfWeek(firstWeekday)
            let next = month.adding(days: 31).firstOfMonth
            let end = next.adding(days: -1).startOfWeek(firstWeekday).adding(days: 7)
            let found = try await occurrences(
                call, from: first, until: end, choice, [("per_day", String(PlanMonth.most))])
            let bar = PlanBar(
                before: PlanText.month(month.adding(days: -1), choice),
                after: PlanText.month(next, choice), isWeek: false, day: month, month: month,
                people: choosable, choice)
            return await page(
                call, PlanText.month(month), "plan-month",
                PlanMonth(
                    bar: bar, month: month, from: first, until: end, found: found, today: today, call: call,
                    choice, firstWeekday: firstWeekday))
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
            before: PlanText.week(opening(-7), choice),
            after: PlanText.week(opening(7), choice), isWeek: true, day: opening(0),
            // The day in the middle of a week decides in which month most of it lies.
            month: week.adding(days: 3), people: choosable, choice)
        if let only {
            let found = try await occurrences(
                call, from: only, until: only.adding(days: 1), choice,
                [("limit", "100"), ("after", call.query["after"])])
            return await page(
                call, PlanText.date(only, today: today), "plan-week",
                PlanWeek(bar: bar, day: only, found: found, today: today, call: call, choice))
        }
        let found = try await occurrences(
            call, from: week, until: week.adding(days: 7), choice, [("per_day", String(PlanWeek.most))])
        return await page(
            call, title(of: week), "plan-week",
            PlanWeek(
                bar: bar, week: week, found: found, today: today,
                opensAtToday: asked.map { $0 >= today } ?? true,
                call: call, choice))
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
        _ call: PageCall, from: CalendarDay, until: CalendarDay, _ choice: PlanChoice,
        _ bounds: [(String, String?)]
    ) async throws -> OccurrencePage {
        let zone = call.request.zone
        return try await call.api.get(
            "occurrences",
            [
                ("from", CareJSON.string(from: zone.start(of: from))),
                ("until", CareJSON.string(from: zone.start(of: until))),
            ] + choice.query + bounds)
    }
}
