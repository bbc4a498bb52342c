import Recurrence
import Wording

/// How a routine comes again, as one says it: `Every Monday and Thursday at 08:00`.
///
/// A rule that has no short words is shown as it is written: showing nothing would be worse, and showing half of it
/// wrong.
enum RepetitionWords {
    static func text(_ schedule: RecurrenceSet) -> Text {
        var words = rule(schedule)
        func add(_ name: String, _ count: Int) {
            if count > 0 { words = Text(name, count: count, ["rule": .text(words)]) }
        }
        add("today.rule_also", schedule.also.count)
        add("today.rule_skipped", schedule.except.count + schedule.changes.count { $0.to == nil })
        add("today.rule_moved", schedule.changes.count { $0.to != nil })
        return .capitalized(Text("today.rule", ["rule": .text(words)]))
    }

    private static func rule(_ schedule: RecurrenceSet) -> Text {
        let start = schedule.start
        let day = Text.Value.text(TimeText.dayOfYear(start.day))
        switch schedule.repetition {
        case .once: return Text("today.once", ["day": day, "time": .time(start)])
        case .elapsed(let seconds):
            let (count, unit) = units(minutes: seconds / 60)
            let name =
                switch unit {
                case .days: "today.every_days_by_clock"
                case .hours: "today.every_hours_by_clock"
                case .minutes: "today.every_minutes_by_clock"
                }
            return Text(name, count: count, ["day": day, "time": .time(start)])
        case .afterDone(let days): return Text("today.after_done", count: days, ["time": .time(start)])
        case .rules(let rules):
            // The same days at times with different minutes are a rule each, and are said as one.
            if rules.count > 1, let times = schedule.dayRule?.times, let days = days(rules[0], from: start) {
                return end(rules[0], of: at(times, days))
            }
            return .list(rules.map { text($0, from: start) })
        }
    }

    private static func text(_ rule: RecurrenceRule, from start: WallTime) -> Text {
        guard rule.seconds.isEmpty, rule.yearDays.isEmpty, rule.weekNumbers.isEmpty, rule.positions.isEmpty,
            let days = days(rule, from: start)
        else { return Text("today.by_rule", ["rule": .verbatim("\(rule)")]) }
        let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
        let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
        let times = hours.flatMap { hour in
            minutes.compactMap { WallTime(start.day, hour: hour, minute: $0) }
        }
        return end(rule, of: at(times, days))
    }

    private static func days(_ rule: RecurrenceRule, from start: WallTime) -> Text? {
        let isPlain = rule.days.allSatisfy { $0.ordinal == nil }
        func inMonths(_ days: Text) -> Text {
            rule.months.isEmpty
                ? days : Text("today.in_months", ["days": .text(days), "months": months(rule.months)])
        }
        switch rule.frequency {
        case .secondly, .minutely, .hourly: return nil
        case .daily:
            guard isPlain, rule.monthDays.isEmpty else { return nil }
            guard !rule.days.isEmpty else { return inMonths(Text("today.every_day", count: rule.interval)) }
            return rule.interval == 1
                ? inMonths(Text("today.every_weekday", ["days": weekdays(rule.days)])) : nil
        case .weekly:
            guard isPlain, rule.monthDays.isEmpty else { return nil }
            let isWorkdays =
                rule.interval == 1 && rule.days.map(\.weekday) == Array(Weekday.allCases.prefix(5))
            if isWorkdays { return inMonths(Text("today.every_workday")) }
            let on: Text.Value = rule.days.isEmpty ? .weekday(start.day.weekday) : weekdays(rule.days)
            return inMonths(
                rule.interval == 1
                    ? Text("today.every_weekday", ["days": on])
                    : Text("today.every_week_on", count: rule.interval, ["days": on]))
        case .monthly:
            guard let places = places(rule, from: start) else { return nil }
            let months =
                rule.months.isEmpty
                ? Text("today.every_month", count: rule.interval)
                : Text("today.each_year_in", ["months": months(rule.months)])
            return Text("today.on_the", ["months": .text(months), "days": .text(.list(places))])
        case .yearly:
            guard rule.days.isEmpty, rule.months.count <= 1, rule.monthDays.count <= 1 else { return nil }
            let number = rule.monthDays.first ?? start.day.day
            guard number > 0 else { return nil }
            return Text(
                number == 1 ? "today.on_first_of" : "today.on_date",
                [
                    "years": .text(Text("today.every_year", count: rule.interval)), "day": .number(number),
                    "month": .text(month(rule.months.first ?? start.day.month)),
                ])
        }
    }

    /// Which days of a month.
    private static func places(_ rule: RecurrenceRule, from start: WallTime) -> [Text]? {
        guard rule.months.isEmpty || rule.interval == 1 else { return nil }
        if rule.days.isEmpty {
            let numbers = rule.monthDays.isEmpty ? [start.day.day] : rule.monthDays
            return numbers.map { number in
                number == -1
                    ? Text("today.last_day")
                    : number > 0
                        ? Text(dateName(number), ["number": .number(number)])
                        : Text("today.day_from_end", ["nth": .text(nth(-number))])
            }
        }
        guard rule.monthDays.isEmpty, rule.days.allSatisfy({ $0.ordinal != nil }) else { return nil }
        return rule.days.map { day in
            let (number, weekday) = (day.ordinal ?? 1, Text.Value.weekday(day.weekday))
            if number == -1 { return Text("today.last_weekday", ["weekday": weekday]) }
            return Text(
                number > 0 ? "today.nth_weekday" : "today.weekday_from_end",
                ["nth": .text(nth(abs(number))), "weekday": weekday])
        }
    }

    private static func at(_ times: [WallTime], _ days: Text) -> Text {
        Text("today.at_times", ["days": .text(days), "times": .text(.list(times.map(TimeText.time)))])
    }

    private static func end(_ rule: RecurrenceRule, of words: Text) -> Text {
        func until(_ last: CalendarDay) -> Text {
            Text("today.until", ["rule": .text(words), "day": .text(TimeText.dayOfYear(last))])
        }
        return switch rule.end {
        case .never: words
        case .count(let count): Text("today.so_many_times", count: count, ["rule": .text(words)])
        case .day(let last): until(last)
        case .local(let last), .utc(let last): until(last.day)
        }
    }

    // MARK: - Parts

    /// `10 minutes`, `2 hours`, `a day`.
    static func span(minutes: Int) -> Text {
        let (count, unit) = units(minutes: minutes)
        return switch unit {
        case .days: Text("today.span_days", count: count)
        case .hours: Text("today.span_hours", count: count)
        case .minutes: Text("today.span_minutes", count: count)
        }
    }

    private enum Unit {
        case days, hours, minutes
    }

    /// In the largest that divides it.
    private static func units(minutes: Int) -> (count: Int, unit: Unit) {
        if minutes >= 1440, minutes % 1440 == 0 { return (minutes / 1440, .days) }
        if minutes >= 60, minutes % 60 == 0 { return (minutes / 60, .hours) }
        return (max(1, minutes), .minutes)
    }

    private static func weekdays(_ days: [RecurrenceRule.Day]) -> Text.Value {
        .text(.list(days.map { Text("format.weekday_\($0.weekday.rawValue + 1)") }))
    }

    private static func months(_ months: [Int]) -> Text.Value { .text(.list(months.map(month))) }

    private static func month(_ number: Int) -> Text { Text("format.month_\(number)") }

    // English has four endings, and French another word for the first one alone: languages may write the others alike.

    /// A day of a month: `1st`, `22nd`.
    private static func dateName(_ number: Int) -> String {
        switch ending(number) {
        case .one: number == 1 ? "today.date_1" : "today.date_21"
        case .two: "today.date_2"
        case .three: "today.date_3"
        case .other: "today.date_4"
        }
    }

    /// One in a row: `1st`, `2nd`, `11th`.
    private static func nth(_ number: Int) -> Text {
        let name =
            switch ending(number) {
            case .one: number == 1 ? "today.nth_1" : "today.nth_21"
            case .two: "today.nth_2"
            case .three: "today.nth_3"
            case .other: "today.nth_4"
            }
        return Text(name, ["number": .number(number)])
    }

    private enum Ending {
        case one, two, three, other
    }

    private static func ending(_ number: Int) -> Ending {
        switch (number % 10, number % 100) {
        case (_, 11...13): .other
        case (1, _): .one
        case (2, _): .two
        case (3, _): .three
        default: .other
        }
    }
}
