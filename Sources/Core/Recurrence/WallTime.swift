/// A date and time as a wall clock shows it, to the second, without a zone.
///
/// From 0001-01-01T00:00:00 to 9999-12-31T23:59:59. Sorted as the wall's clock would run if nobody ever changed it.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00 on the same clock.
    public let seconds: Int64

    static let firstSecond = Int64(CalendarDay.firstNumber) * 86_400
    static let lastSecond = Int64(CalendarDay.lastNumber) * 86_400 + 86_399
    public static let first = WallTime(clamping: firstSecond)
    public static let last = WallTime(clamping: lastSecond)

    /// So many seconds after 1970-01-01T00:00:00; beyond the calendar's ends, the first or last second.
    public init(clamping seconds: Int64) {
        self.seconds = min(max(seconds, Self.firstSecond), Self.lastSecond)
    }

    /// `nil` unless hour, minute and second are on a clock.
    public init?(_ day: CalendarDay, hour: Int, minute: Int, second: Int = 0) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
            return nil
        }
        seconds = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Midnight at the beginning of a day.
    public init(startOf day: CalendarDay) { seconds = Int64(day.number) * 86_400 }

    public static func < (first: Self, second: Self) -> Bool { first.seconds < second.seconds }

    public var day: CalendarDay { CalendarDay(clamping: dayNumber) }
    /// 0 to 86,399.
    public var secondOfDay: Int { Int(seconds - Int64(dayNumber) * 86_400) }
    public var hour: Int { secondOfDay / 3600 }
    public var minute: Int { secondOfDay / 60 % 60 }
    public var second: Int { secondOfDay % 60 }

    /// `02:30`.
    public var hourAndMinute: String { "\(padded(hour, 2)):\(padded(minute, 2))" }

    private var dayNumber: Int { Int(seconds.dividedDown(by: 86_400)) }

    /// The same time of day, so many days later; stays within the calendar.
    public func adding(days: Int) -> WallTime {
        WallTime(clamping: Int64(day.adding(days: days).number) * 86_400 + Int64(secondOfDay))
    }

    /// So many seconds later on a clock that nobody changes; stays within the calendar.
    public func adding(seconds more: Int64) -> WallTime {
        let (sum, overflow) = seconds.addingReportingOverflow(more)
        return WallTime(clamping: overflow ? (more > 0 ? .max : .min) : sum)
    }
}

extension WallTime: LosslessStringConvertible, Codable {
    /// `2026-03-28T02:30:00`.
    public var description: String {
        "\(day)T\(hourAndMinute):\(padded(second, 2))"
    }

    /// Reads `2026-03-28T02:30:00`, `2026-03-28T02:30` or, as in iCalendar, `20260328T023000`; `nil` for anything else
    /// and for times that are on no clock.
    public init?(_ text: String) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, let day = CalendarDay(String(parts[0])) else { return nil }
        var digits = DigitReader(String(parts[1]))
        guard let hour = digits.number(2) else { return nil }
        let isExtended = digits.skip(":")
        guard let minute = digits.number(2) else { return nil }
        var second = 0
        if !digits.isAtEnd {
            guard !isExtended || digits.skip(":"), let number = digits.number(2), digits.isAtEnd else {
                return nil
            }
            second = number
        }
        self.init(day, hour: hour, minute: minute, second: second)
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.decodeText("a local time such as 2026-03-28T02:30:00")
    }

    public func encode(to encoder: any Encoder) throws { try encoder.encodeText(description) }
}
