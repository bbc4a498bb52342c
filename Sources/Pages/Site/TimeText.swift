public import FoundationEssentials
public import Recurrence
public import Wording

/// Times as people say them, in the home's local time.
public enum TimeText {
    /// "just now", "5 minutes ago", "1 h 59 min ago", "in 7 hours", "yesterday 18:05", "Tuesday 3 March 18:05".
    ///
    /// Minutes count below six hours. What is past is rounded down, what comes is rounded up: nobody is told a time too soon.
    /// A second over a full minute is not: what was made for an hour while its page was drawn ends "in 1 hour".
    public static func ago(_ moment: Date, now: Date, zone: ZoneRules) -> Text {
        let seconds = now.timeIntervalSince(moment)
        let isPast = seconds >= 0
        let minutes = Int(isPast ? (seconds / 60).rounded(.down) : ((-seconds - 1) / 60).rounded(.up))
        if abs(seconds) < 60 { return Text(isPast ? "time.just_now" : "time.in_a_moment") }
        if minutes < 60 { return Text(isPast ? "time.minutes_ago" : "time.in_minutes", count: minutes) }
        guard zone.local(of: moment).day == zone.local(of: now).day else {
            return dayAndTime(moment, now: now, zone: zone)
        }
        let hours = minutes / 60
        if hours < 6, minutes % 60 != 0 {
            return Text(
                isPast ? "time.hours_and_minutes_ago" : "time.in_hours_and_minutes",
                ["hours": .number(hours), "minutes": .number(minutes % 60)])
        }
        return isPast
            ? Text("time.hours_ago", count: hours) : Text("time.in_hours", count: (minutes + 59) / 60)
    }

    /// "today 18:05", "yesterday 18:05", "tomorrow 08:00", "Tuesday 3 March 18:05", with the year where it is another one.
    public static func dayAndTime(_ moment: Date, now: Date, zone: ZoneRules) -> Text {
        let local = zone.local(of: moment)
        return Text(
            "time.day_and_time",
            ["day": .text(day(local.day, today: zone.local(of: now).day)), "time": .time(local)])
    }

    /// "today", "yesterday", "tomorrow", "Tuesday 3 March", with the year where it is another one.
    static func day(_ day: CalendarDay, today: CalendarDay) -> Text {
        switch day.number - today.number {
        case 0: Text("time.today")
        case -1: Text("time.yesterday")
        case 1: Text("time.tomorrow")
        default: Text("time.day", ["day": .day(day, today: today)])
        }
    }

    /// "Tuesday 3 March 2026", with the year in every year.
    static func dayOfYear(_ day: CalendarDay) -> Text {
        let another = CalendarDay(clamping: day.number < 0 ? 0 : -1)
        return Text("time.day", ["day": .day(day, today: another)])
    }

    /// "18:05".
    static func time(_ local: WallTime) -> Text { Text("time.time", ["time": .time(local)]) }
}
