public import Foundation
import Recurrence

extension CareJSON {
    /// The times that can be written and read back: 0001-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
    ///
    /// Both ends stand for all that lies beyond them, so that every `Date` can be written and whatever is written can be read.
    public static let times =
        Date(
            timeIntervalSince1970: Double(WallTime.first.seconds))...Date(
            timeIntervalSince1970: Double(WallTime.last.seconds * 1000 + 999) / 1000)

    /// Whether a time says when something was. One at or beyond the ends of `times` says nothing: no clock shows that.
    public static func isUsable(_ date: Date) -> Bool { times.lowerBound < date && date < times.upperBound }

    /// The time itself, or the end of `times` that it lies beyond; the first one for what is no number.
    public static func clamped(_ date: Date) -> Date {
        date.timeIntervalSince1970.isNaN
            ? times.lowerBound : min(max(date, times.lowerBound), times.upperBound)
    }

    /// Milliseconds since 1970, rounded, within `times`.
    public static func milliseconds(of date: Date) -> Int64 {
        Int64((clamped(date).timeIntervalSince1970 * 1000).rounded())
    }

    /// A time as `2026-03-28T02:30:00.000Z`, rounded to the millisecond; the nearest end of `times` where it lies beyond.
    public static func string(from date: Date) -> String {
        let milliseconds = milliseconds(of: date)
        let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        let (second, fraction) = rest < 0 ? (quotient - 1, rest + 1000) : (quotient, rest)
        return "\(WallTime(clamping: second)).\(String(1000 + fraction).dropFirst())Z"
    }

    /// Reads an RFC 3339 time; `nil` if it is none.
    ///
    /// Years of more than four digits and signs, as ISO 8601 has them and earlier versions wrote them, are read too. What
    /// lies beyond `times` is its end.
    public static func date(from text: String) -> Date? {
        var reader = TimeReader(text)
        guard let date = reader.date() else { return nil }
        return clamped(date)
    }
}

/// Reads one RFC 3339 time, from left to right.
private struct TimeReader {
    /// A year of more digits is no year.
    private static let mostYearDigits = 12

    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    mutating func date() -> Date? {
        guard let day = day(), take("T") || take("t"), let hour = number(2), hour <= 24, take(":"),
            let minute = number(2), minute < 60, take(":"), let second = number(2), second <= 60,
            let fraction = fraction(), let offset = offset(), rest.isEmpty
        else { return nil }
        let whole = day * 86_400 + Double(hour * 3600 + minute * 60 + second - offset)
        return Date(timeIntervalSince1970: whole + fraction)
    }

    /// Days since 1970; for a year that no calendar has, some day beyond it.
    private mutating func day() -> Double? {
        let isNegative = take("-")
        let isSigned = isNegative || take("+")
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isSigned ? digits.count >= 4 : digits.count == 4 || digits.count == 5,
            digits.count <= Self.mostYearDigits, let number = Int(String(Substring(digits)))
        else { return nil }
        rest = rest.dropFirst(digits.count)
        let year = isNegative ? -number : number
        guard take("-"), let month = self.number(2), (1...12).contains(month), take("-"),
            let day = self.number(2), day >= 1, day <= CalendarDay.daysInMonth(month, of: year)
        else { return nil }
        return Double(CalendarDay.number(year: year, month: month, day: day))
    }

    /// `.25`; 0 where there is none.
    private mutating func fraction() -> Double? {
        guard take(".") || take(",") else { return 0 }
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard !digits.isEmpty else { return nil }
        rest = rest.dropFirst(digits.count)
        return Double("0." + String(Substring(digits)))
    }

    /// Seconds east of Greenwich.
    private mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), hours < 24 else { return nil }
        guard take(":") || !rest.isEmpty else { return (isWest ? -1 : 1) * hours * 3600 }
        guard let minutes = number(2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character.asciiValue else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func number(_ count: Int) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        rest = rest.dropFirst(count)
        return Int(String(Substring(digits)))
    }
}
