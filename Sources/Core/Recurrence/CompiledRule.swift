/// A rule with its start, laid out so that any window of time can be answered without walking there from the start.
///
/// Days are decided a month at a time, as 31 bits: each BY-part is a pattern of bits, and a month's days are what is left
/// when all are laid over each other. Times of day are a list that is the same every day, except for frequencies below a
/// day whose interval does not divide one; those go from unit to unit and leap over what cannot match.
struct CompiledRule: Sendable, Hashable {
    typealias Frequency = RecurrenceRule.Frequency

    let frequency: Frequency
    let interval: Int
    /// The start, in local seconds; nothing comes before it.
    let first: Int64
    /// Nothing comes after it, in local seconds.
    var last = WallTime.lastSecond
    /// UNTIL in UTC: an occurrence's instant may not be after it.
    var lastInstant: Int64?

    /// Bit 0 is January; zero: every month.
    let months: UInt16
    /// Bit 0 is the first of the month.
    let monthDays: UInt32
    /// As written, −1 the month's last day.
    let monthDaysFromEnd: [Int]
    let hasMonthDays: Bool
    /// By the weekday of a month's first day, all days of that month whose weekday is wanted.
    let weekdayPatterns: [UInt32]
    let ordinalDays: [OrdinalDay]
    let hasWeekdays: Bool
    /// Whether `2MO` means the month's second Monday, not the year's.
    let ordinalsInMonth: Bool
    let yearDays: [Int]
    let weekNumbers: [Int]
    /// 0 is Monday.
    let weekStart: Int

    let clock: RuleClock
    let positions: [Int]

    struct OrdinalDay: Hashable {
        /// 0 is Monday.
        var weekday: Int
        var ordinal: Int
    }

    // The start's place among the periods.
    let startDay: Int
    /// Months since the year 0.
    let startMonth: Int
    /// The first day of the start's week.
    let startWeek: Int

    init(_ rule: RecurrenceRule, start: WallTime) {
        frequency = rule.frequency
        interval = rule.interval
        first = start.seconds
        let (year, month, day) = start.day.parts
        startDay = start.day.number
        startMonth = year * 12 + month - 1
        weekStart = rule.weekStart.rawValue
        startWeek = startDay - (startDay + 3 - weekStart).remainderDown(by: 7)

        // What a rule does not say, its start says.
        var months = rule.months
        var monthDays = rule.monthDays
        var days = rule.days
        if rule.yearDays.isEmpty, monthDays.isEmpty, days.isEmpty {
            switch rule.frequency {
            case .yearly:
                if !rule.weekNumbers.isEmpty {
                    days = [.init(start.day.weekday)]
                } else {
                    if months.isEmpty { months = [month] }
                    monthDays = [day]
                }
            case .monthly: monthDays = [day]
            case .weekly: days = [.init(start.day.weekday)]
            case .daily, .hourly, .minutely, .secondly: break
            }
        }
        self.months = months.reduce(0) { $0 | 1 << UInt16($1 - 1) }
        self.monthDays = monthDays.reduce(0) { $1 > 0 ? $0 | 1 << UInt32($1 - 1) : $0 }
        monthDaysFromEnd = monthDays.filter { $0 < 0 }
        hasMonthDays = !monthDays.isEmpty
        hasWeekdays = !days.isEmpty
        weekdayPatterns = Self.patterns(days.filter { $0.ordinal == nil }.map(\.weekday.rawValue))
        ordinalDays = days.compactMap { day in
            day.ordinal.map { OrdinalDay(weekday: day.weekday.rawValue, ordinal: $0) }
        }
        ordinalsInMonth = rule.frequency == .monthly || !rule.months.isEmpty
        yearDays = rule.yearDays
        weekNumbers = rule.weekNumbers
        clock = RuleClock(rule, start: start)
        // Within a day or less every period has the same times: the clock has chosen among them.
        positions = rule.frequency >= .weekly ? rule.positions : []
    }

    /// Every seventh bit, from each of the wanted weekdays on.
    private static func patterns(_ weekdays: [Int]) -> [UInt32] {
        (0..<7).map { first in
            weekdays.reduce(0) { $0 | 0b1_0000001_0000001_0000001_0000001 << UInt32(($1 - first + 7) % 7) }
        }
    }

    /// Whether every day matches.
    var takesEveryDay: Bool {
        months == 0 && !hasMonthDays && !hasWeekdays && yearDays.isEmpty && frequency <= .daily
            && (frequency < .daily || interval == 1)
    }
}
