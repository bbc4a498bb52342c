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

    /// "at 9 o'clock", "yesterday at 9:05", "in 3 days at 9:05": a time as it is told on a day.
    public func time(_ local: WallTime, on today: CalendarDay) -> String {
        let clock = clock(local)
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
