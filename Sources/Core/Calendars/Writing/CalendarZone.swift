import FoundationEssentials
import Recurrence

/// A zone's clocks as a VTIMEZONE (RFC 5545, 3.6.5), with rules for the changes that come every year.
///
/// iCalendar knows winter time (STANDARD) and summer time (DAYLIGHT) only as names: here it is DAYLIGHT where clocks go forward by three
/// hours at most and back within a year.
struct CalendarZone {
    let zone: ZoneRules
    /// Whatever is said about the zone is from this local time on, or later.
    let first: WallTime

    /// So many years of changes that follow no rule that could be written are listed one by one.
    private static let listedYears: Int64 = 50
    private static let year: Int64 = 31_556_952
    /// No clocks were changed before.
    private static let firstSecond = WallTime.first.seconds

    /// The same change, once or often.
    private struct Kind: Hashable {
        var before: Int
        var after: Int
        var isSummer = false
    }

    private func kind(_ change: ZoneChange) -> Kind {
        var kind = Kind(before: change.before, after: change.after)
        if (1...3 * 3600).contains(change.after - change.before) {
            let next = zone.changes(from: change.second + 1, until: change.second + Self.year).first
            kind.isSummer = next.map { $0.after < $0.before } ?? false
        }
        return kind
    }

    /// Its lines, unfolded.
    var lines: [String] {
        let start = zone.second(of: first) - Self.year
        // After 400 years all comes again.
        let end = zone.yearlyFrom.map { max($0, start) + 400 * Self.year } ?? .max
        let changes = zone.changes(from: Self.firstSecond, until: end)
        var lines = ["BEGIN:VTIMEZONE", "TZID:\(zone.id)"]
        let before = changes.last { $0.second <= start }
        let offset = zone.offset(atSecond: start)
        lines += component(
            before.map(kind) ?? Kind(before: offset, after: offset),
            from: before?.local ?? WallTime(clamping: min(0, start)))
        var groups: [(kind: Kind, changes: [ZoneChange])] = []
        for change in changes where change.second > start {
            let kind = kind(change)
            if let index = groups.firstIndex(where: { $0.kind == kind }) {
                groups[index].changes.append(change)
            } else {
                groups.append((kind, [change]))
            }
        }
        for group in groups { lines += observances(group.kind, group.changes, start: start) }
        return lines + ["END:VTIMEZONE"]
    }

    /// The same change at its times: those that one rule gives to the end of all years, and the others listed.
    private func observances(_ kind: Kind, _ changes: [ZoneChange], start: Int64) -> [String] {
        let yearly = zone.yearlyFrom.map { first in changes.filter { $0.second >= first } } ?? []
        guard yearly.count > 1, let rule = YearlyChange(yearly.map(\.local)) else {
            let listed = changes.filter { $0.second < start + Self.listedYears * Self.year || yearly.isEmpty }
            return listed.isEmpty
                ? [] : component(kind, from: listed[0].local, also: listed.dropFirst().map(\.local))
        }
        // The rule may be older than the first year of which the zone's file says it.
        var index = changes.count - yearly.count
        while index > 0, rule.gives(changes[index - 1].local),
            changes[index - 1].local.day.year == changes[index].local.day.year - 1
        {
            index -= 1
        }
        let listed = changes[..<index].map(\.local)
        var lines = listed.isEmpty ? [] : component(kind, from: listed[0], also: Array(listed.dropFirst()))
        for month in rule.months {
            if let first = changes[index...].first(where: { $0.local.day.month == month.number }) {
                lines += component(kind, from: first.local, rule: rule.text(of: month))
            }
        }
        return lines
    }

    private func component(
        _ kind: Kind, from first: WallTime, also: [WallTime] = [], rule: String? = nil
    ) -> [String] {
        let name = kind.isSummer ? "DAYLIGHT" : "STANDARD"
        return [
            "BEGIN:\(name)", "DTSTART:\(CalendarText.time(first))",
            "TZOFFSETFROM:\(CalendarText.offset(kind.before))",
            "TZOFFSETTO:\(CalendarText.offset(kind.after))",
        ] + (rule.map { ["RRULE:\($0)"] } ?? []) + also.map { "RDATE:\(CalendarText.time($0))" }
            + ["END:\(name)"]
    }
}

/// A time on a certain date of each year, or on a certain weekday in a certain week, as RFC 5545 can say it.
struct YearlyChange {
    /// A month, and in which of its days it may be.
    struct Month {
        var number: Int
        var days: ClosedRange<Int>
    }

    /// Two where its week lies in two, such as the day after the last Thursday of October.
    let months: [Month]
    /// `nil`: the date is always the same.
    let weekday: Weekday?
    let secondOfDay: Int

    /// What these times have in common, one of each year of many; `nil` if it cannot be said.
    init?(_ times: [WallTime]) {
        guard let first = times.first else { return nil }
        secondOfDay = first.secondOfDay
        // Days of a year without 29 February, on which no clocks are changed.
        let dates = times.compactMap { time in
            CalendarDay(year: 2025, month: time.day.month, day: time.day.day)?.number
        }
        guard let low = dates.min(), let high = dates.max(), high - low <= 6 else { return nil }
        weekday = low == high ? nil : first.day.weekday
        months = Dictionary(grouping: (low...high).map(CalendarDay.init(clamping:)), by: \.month).map {
            Month(number: $0, days: ($1.map(\.day).min() ?? 1)...($1.map(\.day).max() ?? 1))
        }.sorted { $0.number < $1.number }
        guard zip(times, times.dropFirst()).allSatisfy({ $1.day.year == $0.day.year + 1 }),
            times.allSatisfy(gives)
        else { return nil }
    }

    func gives(_ time: WallTime) -> Bool {
        time.secondOfDay == secondOfDay
            && months.contains { $0.number == time.day.month && $0.days.contains(time.day.day) }
            && weekday.map { $0 == time.day.weekday } ?? true
    }

    /// The rule for one of its months.
    func text(of month: Month) -> String {
        let start = "FREQ=YEARLY;BYMONTH=\(month.number)"
        let days = month.days
        guard let weekday else { return "\(start);BYMONTHDAY=\(days.lowerBound)" }
        let length = CalendarDay.daysInMonth(month.number, of: 2025)
        if days.count == 7, days.upperBound == length, month.number != 2 {
            return "\(start);BYDAY=-1\(weekday.code)"
        }
        if days.count == 7, days.lowerBound % 7 == 1 {
            return "\(start);BYDAY=\(days.lowerBound / 7 + 1)\(weekday.code)"
        }
        // Such as the Friday after the fourth Thursday.
        return "\(start);BYMONTHDAY=\(days.map(String.init).joined(separator: ","));BYDAY=\(weekday.code)"
    }
}
