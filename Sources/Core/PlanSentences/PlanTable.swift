import Recurrence

/// A table of words, each of which stands for a number.
public enum PlanTable: String, CaseIterable, Hashable, Sendable {
    case numbers, one, ordinals, folds, units
    /// 0 is Monday, as in `Weekday`.
    case weekdays
    /// "Mon": counted as a weekday only where something beside it says so.
    case weekdaysShort = "weekdays_short"
    /// "Mondays".
    case weekdaysEvery = "weekdays_every"
    case months
    case monthsShort = "months_short"
    case parts
    case partsAdverb = "parts_adverb"
    case partsEvery = "parts_every"
    /// Days from today on.
    case relative
    /// Minutes: "half an hour" is 30.
    case durations
    /// "school", "dinner": of a home's day, see `PlanEvent`.
    case events

    /// The names that a file uses, and the numbers for which they stand.
    public var keys: [(name: String, value: Int)] {
        switch self {
        case .numbers: Self.numbers(0...999)
        case .one: [("1", 1)]
        case .ordinals: [("last", -1)] + Self.numbers(1...31)
        case .folds: Self.numbers(1...20)
        case .units: PlanUnit.allCases.enumerated().map { ($1.rawValue, $0) }
        case .weekdays, .weekdaysShort, .weekdaysEvery:
            Weekday.allCases.map { ($0.name.lowercased(), $0.rawValue) }
        case .months, .monthsShort: Self.numbers(1...12)
        case .parts, .partsAdverb, .partsEvery:
            PlanDayPart.allCases.enumerated().map { ($1.rawValue, $0) }
        case .relative: Self.numbers(0...7)
        case .durations: Self.numbers(1...1440)
        case .events: PlanEvent.allCases.enumerated().map { ($1.rawValue, $0) }
        }
    }

    private static func numbers(_ range: ClosedRange<Int>) -> [(name: String, value: Int)] {
        range.map { (String($0), $0) }
    }
}
