import Recurrence

/// The calendar of 2026 in Berlin, worked out here from the two changes of its clocks alone: what the engine says of zones
/// and rules is not asked.
enum Berlin {
    static let id = "Europe/Berlin"
    static let firstDay = 20_454  // 2026-01-01, days since 1970-01-01
    static let days = 365
    /// 2026-03-29 and 2026-10-25, on which the clocks are changed, as days of the year.
    static let springDay = 87
    static let autumnDay = 297
    /// Local 2026-03-29T03:00 and 2026-10-25T03:00: from the one until the other it is summer time. 02:30 on the first of
    /// these days does not exist and is taken an hour later; 02:30 on the second comes twice, and the first is meant.
    private static let summer =
        Int64(firstDay + springDay) * 86_400 + 10_800..<Int64(firstDay + autumnDay) * 86_400 + 10_800
    /// Minutes after midnight that do not exist, or come twice, on those days.
    static let changedHour = 120..<180

    /// Seconds since 1970, of a local time.
    static func second(day: Int, minute: Int) -> Int64 { second(ofLocal: local(day: day, minute: minute)) }

    /// Local seconds since 1970.
    static func local(day: Int, minute: Int) -> Int64 { Int64(firstDay + day) * 86_400 + Int64(minute) * 60 }

    static func second(ofLocal local: Int64) -> Int64 { local - (summer.contains(local) ? 7200 : 3600) }

    /// The day of the year that the clock on the wall shows.
    static func day(ofSecond second: Int64) -> Int { Int(local(ofSecond: second) / 86_400) - firstDay }

    /// What the clock on the wall shows.
    static func local(ofSecond second: Int64) -> Int64 {
        let begins = summer.lowerBound - 7200
        let ends = summer.upperBound - 7200
        return second + (begins <= second && second < ends ? 7200 : 3600)
    }

    static func wall(day: Int, minute: Int) -> WallTime {
        WallTime(clamping: local(day: day, minute: minute))
    }

    /// 0 is Monday; 1970-01-01 was a Thursday.
    static func weekday(_ day: Int) -> Int { (firstDay + day + 3) % 7 }

    private static let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    /// The months, 1 to 12, and days of the month of the year's days.
    static let months: [(month: Int, day: Int)] = lengths.enumerated().flatMap { month, length in
        (1...length).map { (month + 1, $0) }
    }
}
