import Recurrence

/// The days of a rule, without its times and its end.
struct PlanDayRule: Hashable {
    var frequency: RecurrenceRule.Frequency
    var interval = 1
    var days: [RecurrenceRule.Day] = []
    var monthDays: [Int] = []
    var months: [Int] = []

    /// RFC 5545, with the times if several minutes of the day are due and with the end.
    ///
    /// - Parameters:
    ///   - times: At least one, sorted.
    ///   - startMinute: The one that all times of the schedule have, if they have the same.
    func texts(times: [PlanTime], startMinute: Int?, needsTimes: Bool, end: String) -> [String] {
        var text = "FREQ=\(frequency.code)"
        if interval != 1 { text += ";INTERVAL=\(interval)" }
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { text += ";\(name)=" + values.joined(separator: ",") }
        }
        add("BYMONTH", months.map(String.init))
        add("BYMONTHDAY", monthDays.map(String.init))
        add("BYDAY", days.map { ($0.ordinal.map(String.init) ?? "") + $0.weekday.code })
        text += end
        guard needsTimes else { return [text] }
        let minutes = Set(times.map(\.minute))
        if minutes.count == 1, let minute = minutes.first {
            // The minute of the start goes without saying.
            let hours = text + ";BYHOUR=" + times.map { String($0.hour) }.joined(separator: ",")
            return [minute == startMinute ? hours : hours + ";BYMINUTE=\(minute)"]
        }
        return times.map { text + ";BYHOUR=\($0.hour);BYMINUTE=\($0.minute)" }
    }

    /// What it lacks is the start's: the weekday of "weekly", the day of "monthly".
    func filled(from start: CalendarDay) -> PlanDayRule {
        var rule = self
        switch frequency {
        case .weekly where days.isEmpty: rule.days = [RecurrenceRule.Day(start.weekday)]
        case .monthly where days.isEmpty && monthDays.isEmpty: rule.monthDays = [start.day]
        case .yearly where monthDays.isEmpty && days.isEmpty:
            (rule.months, rule.monthDays) = ([start.month], [start.day])
        default: break
        }
        return rule
    }

    var lacksDay: Bool {
        switch frequency {
        case .weekly: days.isEmpty
        case .monthly, .yearly: days.isEmpty && monthDays.isEmpty
        case .daily, .hourly, .minutely, .secondly: false
        }
    }
}
