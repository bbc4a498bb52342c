public import Recurrence

extension Phrases {
    /// "9 o'clock", "9:30": a time of day as the phrases' language says it.
    public func clock(_ local: WallTime) -> String {
        let minute = local.minute < 10 ? "0\(local.minute)" : "\(local.minute)"
        let hours: [Placeholder: String] = [
            .hour: String(local.hour), .hour12: String((local.hour + 11) % 12 + 1), .minute: minute,
        ]
        return self[local.minute == 0 ? .clockHour : .clockTime, hours]
    }

    /// "9 o'clock in the morning", "noon": the same where nothing beside it says which half of the day is meant. Phrases that count the
    /// hours to 24 need no more words.
    ///
    /// Morning begins at one, afternoon at noon, evening at six and night at nine, as people say it and not as CLDR does: its English
    /// has "3:13 at night".
    public func clockOfDay(_ local: WallTime) -> String {
        let clock = clock(local)
        let entry = PhraseEntry(local.minute == 0 ? .clockHour : .clockTime)
        guard forms(of: entry)?.other.placeholders.contains(.hour12) == true else { return clock }
        switch (local.hour, local.minute) {
        case (0, 0): return self[.clockMidnight]
        case (12, 0): return self[.clockNoon]
        case (1..<12, _): return self[.clockMorning, [.time: clock]]
        case (12..<18, _): return self[.clockAfternoon, [.time: clock]]
        case (18..<21, _): return self[.clockEvening, [.time: clock]]
        default: return self[.clockNight, [.time: clock]]
        }
    }

    /// "9 o'clock", "11:45 at night": the same, said short from six in the morning to six in the evening, when people are up. What is
    /// meant is certain all the same: no other time of day is said so.
    public func shortClock(_ local: WallTime) -> String {
        (6..<18).contains(local.hour) ? clock(local) : clockOfDay(local)
    }

    /// "at 9 o'clock in the morning", "yesterday at noon", "in 3 days at 9:05 in the evening": a time as it is told on a day.
    public func time(_ local: WallTime, on today: CalendarDay) -> String {
        let clock = clockOfDay(local)
        let days = local.day.number - today.number
        switch days {
        case 0: return self[.timeToday, [.time: clock]]
        case -1: return self[.timeYesterday, [.time: clock]]
        case 1: return self[.timeTomorrow, [.time: clock]]
        case ..<0: return self[.timeDaysAgo, [.time: clock, .count: "\(-days)"]]
        default: return self[.timeInDays, [.time: clock, .count: "\(days)"]]
        }
    }
}
