import Recurrence

/// How a routine comes again, as one says it: `Every Monday and Thursday at 08:00`.
///
/// A rule that has no short words is shown as it is written: showing nothing would be worse, and showing half of it
/// wrong.
enum RepetitionWords {
    static func text(_ schedule: RecurrenceSet) -> String {
        let time = PageText.time(schedule.start)
        var words: String
        switch schedule.repetition {
        case .once:
            words = "Once, on \(day(schedule.start.day)) at \(time)"
        case .elapsed(let seconds):
            words =
                "Every \(span(minutes: seconds / 60, each: true)) by the clock, counted from \(day(schedule.start.day)) \(time)"
        case .afterDone(let days):
            words = "\(days == 1 ? "A day" : "\(days) days") after it was last done, at \(time)"
        case .rules(let rules):
            // The same days at times with different minutes are a rule each, and are said as one.
            if rules.count > 1, let times = schedule.dayRule?.times,
                let days = days(rules[0], from: schedule.start)
            {
                words = "\(days) at \(joined(times.map(PageText.time)))\(end(rules[0]))"
                break
            }
            words = joined(rules.map { rule in text(rule, from: schedule.start) }, by: "and")
        }
        if let first = words.first { words = first.uppercased() + words.dropFirst() }
        let also = schedule.also.count
        if also > 0 { words += "; and \(also == 1 ? "one more time" : "\(also) more times")" }
        let except = schedule.except.count + schedule.changes.count { $0.to == nil }
        if except > 0 { words += "; skipped \(except == 1 ? "once" : "\(except) times")" }
        let moved = schedule.changes.count { $0.to != nil }
        if moved > 0 { words += "; moved \(moved == 1 ? "once" : "\(moved) times")" }
        return words + "."
    }

    private static func text(_ rule: RecurrenceRule, from start: WallTime) -> String {
        guard rule.seconds.isEmpty, rule.yearDays.isEmpty, rule.weekNumbers.isEmpty, rule.positions.isEmpty,
            let days = days(rule, from: start)
        else { return "by the rule \(rule)" }
        return days + times(rule, from: start) + end(rule)
    }

    private static func days(_ rule: RecurrenceRule, from start: WallTime) -> String? {
        func every(_ unit: String) -> String {
            rule.interval == 1 ? "every \(unit)" : "every \(rule.interval) \(unit)s"
        }
        let isPlain = rule.days.allSatisfy { $0.ordinal == nil }
        let named = joined(rule.days.map(\.weekday.name), by: "and")
        let inMonths =
            rule.months.isEmpty ? "" : " in \(joined(rule.months.map { PageText.months[$0 - 1] }, by: "and"))"
        switch rule.frequency {
        case .secondly, .minutely, .hourly: return nil
        case .daily:
            guard isPlain, rule.monthDays.isEmpty else { return nil }
            guard !rule.days.isEmpty else { return every("day") + inMonths }
            return rule.interval == 1 ? "every \(named)\(inMonths)" : nil
        case .weekly:
            guard isPlain, rule.monthDays.isEmpty else { return nil }
            let isWorkdays =
                rule.interval == 1 && rule.days.map(\.weekday) == Array(Weekday.allCases.prefix(5))
            if isWorkdays { return "every workday" + inMonths }
            let on = rule.days.isEmpty ? start.day.weekday.name : named
            return (rule.interval == 1 ? "every \(on)" : "every \(rule.interval) weeks on \(on)") + inMonths
        case .monthly:
            guard let on = monthly(rule, from: start) else { return nil }
            return (rule.months.isEmpty ? every("month") : rule.interval == 1 ? "each year\(inMonths)" : "")
                + on
        case .yearly:
            guard rule.days.isEmpty, rule.months.count <= 1, rule.monthDays.count <= 1 else { return nil }
            let number = rule.monthDays.first ?? start.day.day
            guard number > 0 else { return nil }
            return
                "\(every("year")) on \(number) \(PageText.months[(rule.months.first ?? start.day.month) - 1])"
        }
    }

    private static func monthly(_ rule: RecurrenceRule, from start: WallTime) -> String? {
        guard rule.months.isEmpty || rule.interval == 1 else { return nil }
        if rule.days.isEmpty {
            let numbers = rule.monthDays.isEmpty ? [start.day.day] : rule.monthDays
            let words = numbers.map {
                $0 == -1 ? "last day" : $0 > 0 ? ordinal($0) : "\(ordinal(-$0)) day from the end"
            }
            return " on the " + joined(words, by: "and")
        }
        guard rule.monthDays.isEmpty, rule.days.allSatisfy({ $0.ordinal != nil }) else { return nil }
        let words = rule.days.map { day in
            let number = day.ordinal ?? 1
            let place = number == -1 ? "last" : number > 0 ? ordinal(number) : "\(ordinal(-number)) last"
            return "\(place) \(day.weekday.name)"
        }
        return " on the " + joined(words, by: "and")
    }

    private static func times(_ rule: RecurrenceRule, from start: WallTime) -> String {
        let hours = rule.hours.isEmpty ? [start.hour] : rule.hours
        let minutes = rule.minutes.isEmpty ? [start.minute] : rule.minutes
        let all = hours.flatMap { hour in minutes.map { minute in "\(two(hour)):\(two(minute))" } }
        return " at " + joined(all, by: "and")
    }

    private static func end(_ rule: RecurrenceRule) -> String {
        switch rule.end {
        case .never: ""
        case .count(let count): count == 1 ? ", once" : ", \(count) times in all"
        case .day(let last): ", until \(day(last))"
        case .local(let last), .utc(let last): ", until \(day(last.day))"
        }
    }

    /// `10 minutes`, `2 hours`, `a day`.
    static func span(minutes: Int, each: Bool = false) -> String {
        func words(_ number: Int, _ unit: String) -> String {
            number == 1 ? (each ? unit : "\(unit == "hour" ? "an" : "a") \(unit)") : "\(number) \(unit)s"
        }
        if minutes >= 1440, minutes % 1440 == 0 { return words(minutes / 1440, "day") }
        if minutes >= 60, minutes % 60 == 0 { return words(minutes / 60, "hour") }
        return words(max(1, minutes), "minute")
    }

    static func joined(_ parts: [String], by word: String = "and") -> String {
        guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
        return parts.dropLast().joined(separator: ", ") + " \(word) " + last
    }

    private static func day(_ day: CalendarDay) -> String {
        "\(day.weekday.name) \(day.day) \(PageText.months[day.month - 1]) \(day.year)"
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

    /// `1st`, `2nd`, `11th`.
    private static func ordinal(_ number: Int) -> String {
        let ending =
            switch (number % 10, number % 100) {
            case (_, 11...13): "th"
            case (1, _): "st"
            case (2, _): "nd"
            case (3, _): "rd"
            default: "th"
            }
        return "\(number)\(ending)"
    }
}
