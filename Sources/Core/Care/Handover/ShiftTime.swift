public import FoundationEssentials
public import Recurrence

/// When a shift began or ended, as people write it.
public enum ShiftTime {
    /// When shifts begin in a home that says nothing of it, in minutes since midnight: three a day, as in most homes with shifts.
    public static let usualBegins = [6 * 60, 14 * 60, 22 * 60]

    /// Reads a time of day, `6:00` or `22:30`: minutes since midnight, 0–1439; `nil` if it is none.
    public static func minutes(ofDay text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
            parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    /// Reads `8h`, `90min`, `2d` (so long ago), `22:00` (the latest one that is over), `2026-11-21T06:00` (by the clocks of
    /// `zone`) or an instant as in RFC 3339; `nil` if it is none of them, or more than ten years ago.
    ///
    /// - Parameter end: A time of day is the latest before this; now if it is not given.
    public static func moment(
        _ text: String, before now: Date, end: Date? = nil, in zone: ZoneRules
    ) -> Date? {
        let moment =
            ago(text, now) ?? timeOfDay(text, now, end, zone) ?? WallTime(text).map(zone.instant(of:))
            ?? CareJSON.date(from: text)
        return moment.flatMap { now.timeIntervalSince($0) <= 3660 * 86_400 ? $0 : nil }
    }

    /// From when to when a shift lasted.
    ///
    /// A time of day without its day is the latest one: of the end before now, of the beginning before the end. So from 22:00 until
    /// 6:00 is one night, also when it is told at eleven in the evening.
    ///
    /// - Parameter until: Now, if it is not given.
    public static func shift(
        since: String, until: String?, now: Date, in zone: ZoneRules
    ) throws(FieldProblem) -> Range<Date> {
        func read(_ text: String, _ field: String, end: Date?) throws(FieldProblem) -> Date {
            if let moment = moment(text, before: now, end: end, in: zone) { return moment }
            throw FieldProblem(field, "write \(forms)")
        }
        let end = if let until { try read(until, "until", end: nil) } else { now }
        let begin = try read(since, "since", end: end)
        guard begin < end else { throw FieldProblem("since", "the shift would begin after its end") }
        return begin..<end
    }

    /// What can be written, for messages: "write" goes before it.
    public static let forms =
        "how long ago (8h, 90min), a time of day (22:00), or a local time (2026-11-21T06:00)"

    private static func ago(_ text: String, _ now: Date) -> Date? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let count = Int(digits), count <= 1_000_000 else { return nil }
        switch text.dropFirst(digits.count).drop(while: \.isWhitespace) {
        case "min": return now.addingTimeInterval(-60 * Double(count))
        case "h": return now.addingTimeInterval(-3600 * Double(count))
        case "d": return now.addingTimeInterval(-86_400 * Double(count))
        default: return nil
        }
    }

    private static func timeOfDay(_ text: String, _ now: Date, _ end: Date?, _ zone: ZoneRules) -> Date? {
        let today = zone.local(of: end ?? now).day
        guard let minutes = minutes(ofDay: text) else { return nil }
        let local = WallTime(startOf: today).adding(seconds: Int64(minutes) * 60)
        let moment = zone.instant(of: local)
        // From eight to eight is a day, and not nothing.
        let isLatest = end.map { moment < $0 } ?? (moment <= now)
        return isLatest ? moment : zone.instant(of: local.adding(days: -1))
    }
}
