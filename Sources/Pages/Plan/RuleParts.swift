import Recurrence

/// A rule taken apart, as far as the form and the words know such rules.
struct RuleParts: Equatable {
    var frequency: RecurrenceRule.Frequency
    var interval = 1
    var days: [RecurrenceRule.Day] = []
    var monthDays: [Int] = []
    var hours: [Int] = []
    var minutes: [Int] = []
    var end = RecurrenceRule.End.never

    /// `nil` for a rule that says more.
    init?(_ rule: RecurrenceRule) {
        guard
            rule.seconds.isEmpty, rule.yearDays.isEmpty, rule.weekNumbers.isEmpty, rule.months.isEmpty,
            rule.positions.isEmpty, rule.weekStart == .monday
        else { return nil }
        frequency = rule.frequency
        interval = rule.interval
        days = rule.days
        monthDays = rule.monthDays
        hours = rule.hours
        minutes = rule.minutes
        end = rule.end
    }

    /// What repeats, without at what times of the day.
    var daysOnly: RuleParts {
        var parts = self
        (parts.hours, parts.minutes) = ([], [])
        return parts
    }
}

extension RecurrenceSet {
    /// At what times of the day its rules are due, in order, and what they have in common; `nil` where they have not.
    var dayRule: (parts: RuleParts, times: [WallTime])? {
        guard case .rules(let rules) = repetition, let first = rules.first.flatMap(RuleParts.init) else {
            return nil
        }
        switch first.frequency {
        case .secondly, .minutely, .hourly: return nil
        case .daily, .weekly, .monthly, .yearly: break
        }
        var times: Set<WallTime> = []
        for rule in rules {
            guard let parts = RuleParts(rule), parts.daysOnly == first.daysOnly else { return nil }
            for hour in parts.hours.isEmpty ? [start.hour] : parts.hours {
                for minute in parts.minutes.isEmpty ? [start.minute] : parts.minutes {
                    let second = Int64(hour * 3600 + minute * 60 + start.second)
                    times.insert(WallTime(startOf: start.day).adding(seconds: second))
                }
            }
        }
        return (first.daysOnly, times.sorted())
    }
}
