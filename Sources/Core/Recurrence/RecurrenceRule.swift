/// A rule as RFC 5545, section 3.3.10 has it: `FREQ=WEEKLY;BYDAY=MO,WE`.
///
/// Only rules that keep that section's limits can be made; lists are sorted and name nothing twice.
public struct RecurrenceRule: Hashable, Sendable {
    public enum Frequency: Int, CaseIterable, Comparable, Sendable {
        case secondly, minutely, hourly, daily, weekly, monthly, yearly

        public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }

        /// As the rule writes it, `DAILY`.
        public var code: String {
            switch self {
            case .secondly: "SECONDLY"
            case .minutely: "MINUTELY"
            case .hourly: "HOURLY"
            case .daily: "DAILY"
            case .weekly: "WEEKLY"
            case .monthly: "MONTHLY"
            case .yearly: "YEARLY"
            }
        }
    }

    /// Where a rule ends.
    public enum End: Hashable, Sendable {
        case never
        /// After so many occurrences, counted from the start on. What EXDATE leaves out is counted.
        case count(Int)
        /// With that whole day.
        case day(CalendarDay)
        /// With that local time, which still counts.
        case local(WallTime)
        /// With that instant, which still counts: seconds since 1970 in UTC.
        case utc(WallTime)
    }

    /// One entry of BYDAY: `MO`, or with an ordinal `2MO`, `-1SU`.
    public struct Day: Hashable, Comparable, Sendable {
        public var weekday: Weekday
        /// Which one of the month or year, from the end if negative; `nil`: every one.
        public var ordinal: Int?

        public init(_ weekday: Weekday, ordinal: Int? = nil) {
            self.weekday = weekday
            self.ordinal = ordinal
        }

        public static func < (first: Self, second: Self) -> Bool {
            (first.ordinal ?? 0, first.weekday.rawValue) < (second.ordinal ?? 0, second.weekday.rawValue)
        }

        var text: String { (ordinal.map(String.init) ?? "") + weekday.code }
    }

    public internal(set) var frequency: Frequency
    /// Every so many periods, 1 to 2,147,483,647.
    public internal(set) var interval = 1
    public internal(set) var end = End.never
    /// 0 to 60. We know no leap seconds and take 60 as 59, as the RFC recommends.
    public internal(set) var seconds: [Int] = []
    public internal(set) var minutes: [Int] = []
    public internal(set) var hours: [Int] = []
    public internal(set) var days: [Day] = []
    /// 1 to 31, or from the month's end −1 to −31.
    public internal(set) var monthDays: [Int] = []
    /// 1 to 366, or from the year's end −1 to −366.
    public internal(set) var yearDays: [Int] = []
    /// 1 to 53, or from the year's end −1 to −53.
    public internal(set) var weekNumbers: [Int] = []
    /// 1 to 12.
    public internal(set) var months: [Int] = []
    /// Which of each period's times, 1 to 366 or from the end −1 to −366; empty: all.
    public internal(set) var positions: [Int] = []
    public internal(set) var weekStart = Weekday.monday

    init(_ frequency: Frequency) { self.frequency = frequency }

    /// Reads `FREQ=DAILY;COUNT=10`, with or without `RRULE:` in front, in capitals or not.
    public init(_ text: String) throws(RecurrenceRuleError) {
        self = try RecurrenceRuleParser.rule(text)
    }
}

extension RecurrenceRule: CustomStringConvertible, Codable {
    /// The same rule, always written the same way; without what goes without saying.
    public var description: String {
        var parts = ["FREQ=\(frequency.code)"]
        func add(_ name: String, _ values: [String]) {
            if !values.isEmpty { parts.append("\(name)=\(values.joined(separator: ","))") }
        }
        if interval != 1 { add("INTERVAL", [String(interval)]) }
        switch end {
        case .never: break
        case .count(let count): add("COUNT", [String(count)])
        case .day(let day): add("UNTIL", [Self.basic(day)])
        case .local(let time): add("UNTIL", [Self.basic(time)])
        case .utc(let time): add("UNTIL", [Self.basic(time) + "Z"])
        }
        add("BYMONTH", months.map(String.init))
        add("BYWEEKNO", weekNumbers.map(String.init))
        add("BYYEARDAY", yearDays.map(String.init))
        add("BYMONTHDAY", monthDays.map(String.init))
        add("BYDAY", days.map(\.text))
        add("BYHOUR", hours.map(String.init))
        add("BYMINUTE", minutes.map(String.init))
        add("BYSECOND", seconds.map(String.init))
        add("BYSETPOS", positions.map(String.init))
        if weekStart != .monday { add("WKST", [weekStart.code]) }
        return parts.joined(separator: ";")
    }

    private static func basic(_ day: CalendarDay) -> String { day.description.filter { $0 != "-" } }

    private static func basic(_ time: WallTime) -> String {
        time.description.filter { $0 != "-" && $0 != ":" }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = try RecurrenceRuleParser.rule(try container.decode(String.self))
        } catch let error as RecurrenceRuleError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
        }
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encodeText(description) }
}
