public import Recurrence

/// A time as calendars write it (RFC 5545, 3.3.4 and 3.3.5), to the second.
public enum CalendarTime: Sendable, Equatable {
    /// `20260401`.
    case day(CalendarDay)
    /// `20260401T120000`: in the zone that its line names, or in no particular one.
    case local(WallTime)
    /// `20260401T120000Z`.
    case utc(WallTime)

    /// `nil` for what is no time. A leap second is the one before it.
    public init?(_ text: some StringProtocol) {
        let trimmed = Substring(text.filter { $0 != " " })
        let isUTC = trimmed.hasSuffix("Z")
        let digits = isUTC ? trimmed.dropLast() : trimmed
        let parts = digits.split(separator: "T", omittingEmptySubsequences: false)
        guard let date = parts.first, let ymd = Self.numbers(date, [4, 2, 2]),
            let day = CalendarDay(year: ymd[0], month: ymd[1], day: ymd[2])
        else { return nil }
        guard parts.count == 2 else {
            guard parts.count == 1, !isUTC else { return nil }
            self = .day(day)
            return
        }
        guard let clock = Self.numbers(parts[1], [2, 2, 2]), clock[2] <= 60,
            let time = WallTime(day, hour: clock[0], minute: clock[1], second: min(clock[2], 59))
        else { return nil }
        self = isUTC ? .utc(time) : .local(time)
    }

    /// The day as it is written.
    public var day: CalendarDay {
        switch self {
        case .day(let day): day
        case .local(let time), .utc(let time): time.day
        }
    }

    /// Numbers of so many digits each, and nothing else.
    private static func numbers(_ text: Substring, _ lengths: [Int]) -> [Int]? {
        guard text.utf8.count == lengths.reduce(0, +), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        var rest = text
        return lengths.compactMap { length in
            defer { rest = rest.dropFirst(length) }
            return Int(rest.prefix(length))
        }
    }
}
