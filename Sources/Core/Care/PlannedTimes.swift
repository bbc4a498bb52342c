public import FoundationEssentials
import Recurrence

/// Which times people may plan or write down: anything else is a slip, such as a year with a digit too many.
public enum PlannedTimes {
    /// The years of what people plan.
    public static let years = 2000...2200

    private static let first = Date(
        timeIntervalSince1970: Double(WallTime(startOf: day(years.lowerBound)).seconds))
    private static let end = Date(
        timeIntervalSince1970: Double(WallTime(startOf: day(years.upperBound + 1)).seconds))

    private static func day(_ year: Int) -> CalendarDay {
        CalendarDay(clamping: CalendarDay.number(year: year, month: 1, day: 1))
    }

    /// Whether an instant lies in `years`, by UTC.
    public static func contains(_ moment: Date) -> Bool { first <= moment && moment < end }

    public static func check(_ moment: Date, _ field: String) throws(FieldProblem) {
        guard contains(moment) else { throw FieldProblem(field, message) }
    }

    static func check(_ local: WallTime, _ field: String) throws(FieldProblem) {
        guard years.contains(local.day.year) else { throw FieldProblem(field, message) }
    }

    private static var message: String {
        "it must be in the years \(years.lowerBound) to \(years.upperBound)"
    }
}

extension RecurrenceSet {
    /// Whether all its times lie in `PlannedTimes.years`.
    func checkTimes() throws(FieldProblem) {
        try PlannedTimes.check(start, "start")
        if case .rules(let rules) = repetition {
            for (index, rule) in rules.enumerated() {
                guard let last = rule.end.day, !PlannedTimes.years.contains(last.year) else { continue }
                throw FieldProblem(
                    "repeat.rules[\(index)]",
                    "UNTIL must be in the years \(PlannedTimes.years.lowerBound) to \(PlannedTimes.years.upperBound); without it, the rule has no end"
                )
            }
        }
        for (index, time) in also.enumerated() { try PlannedTimes.check(time, "also[\(index)]") }
        for (index, key) in except.enumerated() { try PlannedTimes.check(key.local, "except[\(index)]") }
        for (index, change) in changes.enumerated() {
            try PlannedTimes.check(change.of.local, "changes[\(index)].of")
            if let to = change.to { try PlannedTimes.check(to, "changes[\(index)].to") }
        }
    }
}

extension RecurrenceRule.End {
    /// The day of its UNTIL.
    fileprivate var day: CalendarDay? {
        switch self {
        case .never, .count: nil
        case .day(let day): day
        case .local(let time), .utc(let time): time.day
        }
    }
}
