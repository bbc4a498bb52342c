/// A day of the Gregorian calendar, from 0001-01-01 to 9999-12-31, in no particular zone.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// Days since 1970-01-01.
    public let number: Int

    static let firstNumber = -719_162
    static let lastNumber = 2_932_896
    public static let first = CalendarDay(clamping: firstNumber)
    public static let last = CalendarDay(clamping: lastNumber)

    /// The day so many days after 1970-01-01; beyond the calendar's ends, the first or last day.
    public init(clamping number: Int) {
        self.number = min(max(number, Self.firstNumber), Self.lastNumber)
    }

    /// `nil` if there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.daysInMonth(month, of: year)
        else { return nil }
        number = Self.number(year: year, month: month, day: day)
    }

    public static func < (first: Self, second: Self) -> Bool { first.number < second.number }

    /// Monday is the first.
    public var weekday: Weekday { Weekday(dayNumber: number) }

    public var year: Int { parts.year }
    /// 1 to 12.
    public var month: Int { parts.month }
    /// 1 to 31.
    public var day: Int { parts.day }

    /// Year, month and day, computed once for all three.
    ///
    /// Counted in years that begin in March, so that the day that some years lack comes last; 400 such years always
    /// have 146,097 days.
    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }

    /// The day so many days later; stays within the calendar.
    public func adding(days: Int) -> CalendarDay {
        let (sum, overflow) = number.addingReportingOverflow(days)
        return CalendarDay(clamping: overflow ? (days > 0 ? .max : .min) : sum)
    }

    static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    /// The month is from 1 to 12.
    public static func daysInMonth(_ month: Int, of year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days since 1970-01-01; a year of any size that does not overflow, a month from 1 to 12.
    public static func number(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension CalendarDay: LosslessStringConvertible, Codable {
    /// `2026-03-28`.
    public var description: String {
        let (year, month, day) = parts
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// Reads `2026-03-28` or `20260328`; `nil` for anything else and for days that do not exist.
    public init?(_ text: String) {
        var digits = DigitReader(text)
        guard let year = digits.number(4) else { return nil }
        let isExtended = digits.skip("-")
        guard let month = digits.number(2), !isExtended || digits.skip("-"), let day = digits.number(2),
            digits.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a day such as 2026-03-28")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encodeText(description) }
}

/// A day of the week, in the order in which RFC 5545 starts weeks unless told otherwise.
public enum Weekday: Int, CaseIterable, Codable, Sendable {
    case monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// 1970-01-01 was a Thursday.
    init(dayNumber: Int) {
        self = Self.allCases[((dayNumber + 3) % 7 + 7) % 7]
    }

    /// RFC 5545's two letters, `MO`.
    public var code: String {
        switch self {
        case .monday: "MO"
        case .tuesday: "TU"
        case .wednesday: "WE"
        case .thursday: "TH"
        case .friday: "FR"
        case .saturday: "SA"
        case .sunday: "SU"
        }
    }

    /// In English, `Monday`.
    public var name: String {
        switch self {
        case .monday: "Monday"
        case .tuesday: "Tuesday"
        case .wednesday: "Wednesday"
        case .thursday: "Thursday"
        case .friday: "Friday"
        case .saturday: "Saturday"
        case .sunday: "Sunday"
        }
    }
}
