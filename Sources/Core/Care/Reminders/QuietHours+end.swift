public import FoundationEssentials
public import Recurrence

extension QuietHours {
    /// Until when it is quiet at a moment; `nil`: it is not.
    ///
    /// A night lasts from the instant that the one time has on one day to that of the other, as due times have theirs: if the
    /// clocks skip `until`, it is taken at the offset before, and of two such times the first is meant. So what is due
    /// at the very end of the quiet hours is due when they end, on every day of the year.
    public func end(at moment: Date, zone: ZoneRules) -> Date? {
        guard from != until else { return nil }
        let today = zone.local(of: moment).day
        var end: Int64?
        for days in -2...2 {
            let day = today.adding(days: days)
            let first = zone.second(of: Self.time(from, on: day))
            let last = zone.second(of: Self.time(until, on: until > from ? day : day.adding(days: 1)))
            // A night that begins before the one before has ended, as a gap can bring about, prolongs it.
            let reached = end.map(Double.init) ?? moment.timeIntervalSince1970
            if Double(first) <= reached, reached < Double(last) { end = last }
        }
        return end.map { Date(timeIntervalSince1970: Double($0)) }
    }

    private static func time(_ minutes: Int, on day: CalendarDay) -> WallTime {
        WallTime(clamping: Int64(day.number) * 86_400 + Int64(min(max(minutes, 0), 1439) * 60))
    }
}
