import Care
import Recurrence

extension RoutineForm {
    /// Fills in when it is due. What the form does not offer is shown as a rule.
    mutating func show(_ schedule: RecurrenceSet) {
        values["date"] = "\(schedule.start.day)"
        values["time"] = Self.text(schedule.start)
        switch schedule.repetition {
        case .once: values["repeat"] = Kind.once.rawValue
        case .elapsed(let seconds):
            values["repeat"] = Kind.elapsed.rawValue
            let (size, unit) =
                seconds.isMultiple(of: 3600)
                ? (3600, "hours") : seconds.isMultiple(of: 60) ? (60, "minutes") : (1, "seconds")
            values["elapsedEvery"] = "\(seconds / size)"
            values["elapsedUnit"] = unit
        case .afterDone(let days):
            values["repeat"] = Kind.afterDone.rawValue
            values["after"] = "\(days)"
        case .rules(let rules):
            if let (parts, times) = schedule.dayRule, times.first == schedule.start, showEnd(parts.end),
                show(parts, start: schedule.start.day)
            {
                values["more"] = times.dropFirst().map(Self.text).joined(separator: ", ")
            } else {
                values["end"] = "never"
                values["repeat"] = Kind.rule.rawValue
                values["rule"] = rules.map(\.description).joined(separator: "\n")
            }
        }
    }

    /// `08:00`; with seconds only where there are some.
    static func text(_ time: WallTime) -> String {
        time.second == 0 ? PageText.time(time) : String(time.description.suffix(8))
    }

    /// `18:00`, of minutes after midnight.
    static func time(_ minutes: Int) -> String {
        text(WallTime(startOf: .first).adding(seconds: Int64(minutes) * 60))
    }

    private mutating func showEnd(_ end: RecurrenceRule.End) -> Bool {
        switch end {
        case .never: values["end"] = "never"
        case .count(let count):
            values["end"] = "count"
            values["count"] = "\(count)"
        case .day(let day):
            values["end"] = "until"
            values["until"] = "\(day)"
        case .local, .utc: return false
        }
        return true
    }

    private mutating func show(_ parts: RuleParts, start: CalendarDay) -> Bool {
        let every = "\(parts.interval)"
        switch parts.frequency {
        case .daily:
            guard parts.days.isEmpty, parts.monthDays.isEmpty else { return false }
            values["repeat"] = Kind.daily.rawValue
            values["dailyEvery"] = every
        case .weekly:
            guard parts.days.allSatisfy({ $0.ordinal == nil }) else { return false }
            let weekdays = parts.days.isEmpty ? [start.weekday] : parts.days.map(\.weekday)
            let isWorkdays = parts.interval == 1 && Set(weekdays) == Set(Weekday.allCases.prefix(5))
            values["repeat"] = isWorkdays ? Kind.workdays.rawValue : Kind.weekly.rawValue
            values["weeklyEvery"] = every
            days = Set(weekdays.map(\.code))
        case .monthly:
            if let day = parts.days.first, let ordinal = day.ordinal {
                guard parts.days.count == 1, parts.monthDays.isEmpty, (-1...4).contains(ordinal) else {
                    return false
                }
                values["repeat"] = Kind.monthWeekday.rawValue
                values["monthWeekdayEvery"] = every
                values["nth"] = "\(ordinal)"
                values["nthDay"] = day.weekday.code
            } else {
                let day = parts.monthDays.first ?? start.day
                guard parts.days.isEmpty, parts.monthDays.count < 2, day >= -1 else { return false }
                values["repeat"] = Kind.monthDay.rawValue
                values["monthDayEvery"] = every
                values["monthDay"] = "\(day)"
            }
        case .secondly, .minutely, .hourly, .yearly: return false
        }
        return true
    }
}
