import Foundation

/// Which day and month it is at home, by the rule of the European Union alone: summer time lasts from the last Sunday of March until the
/// last of October, each time from one o'clock in UTC. What the engine says of zones is not asked.
enum WallClock {
    case utc, berlin

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "UTC") ?? calendar.timeZone
        return calendar
    }()

    /// Seconds east of Greenwich.
    func offset(at moment: Date) -> Double {
        switch self {
        case .utc: 0
        case .berlin: Self.isSummer(moment) ? 7200 : 3600
        }
    }

    /// Days since 1970.
    func day(of moment: Date) -> Int {
        Int(((moment.timeIntervalSince1970 + offset(at: moment)) / 86_400).rounded(.down))
    }

    /// Weeks, which begin on Monday; 1 January 1970 was a Thursday.
    func week(of moment: Date) -> Int { (day(of: moment) + 3) / 7 }

    func month(of moment: Date) -> Int {
        let shown = moment.addingTimeInterval(offset(at: moment))
        let parts = Self.calendar.dateComponents([.year, .month], from: shown)
        return (parts.year ?? 0) * 12 + (parts.month ?? 0)
    }

    private static func isSummer(_ moment: Date) -> Bool {
        let year = calendar.component(.year, from: moment)
        return lastSunday(of: 3, year) <= moment && moment < lastSunday(of: 10, year)
    }

    /// One o'clock in UTC on the last Sunday of a month that has 31 days.
    private static func lastSunday(of month: Int, _ year: Int) -> Date {
        let last = calendar.date(from: DateComponents(year: year, month: month, day: 31)) ?? .distantPast
        let day = Int((last.timeIntervalSince1970 / 86_400).rounded(.down))
        // 4 January 1970 was a Sunday.
        return Date(timeIntervalSince1970: Double(day - (day + 4) % 7) * 86_400 + 3600)
    }
}
