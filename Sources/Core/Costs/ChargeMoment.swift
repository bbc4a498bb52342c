public import Care
public import FoundationEssentials
public import Recurrence

/// When somebody is reminded of an amount that they are asked for (decision 0320).
///
/// | | |
/// |---|---|
/// | `before` | at 18:00 on the day before its day: time to pay it in the evening |
/// | `due` | at 09:00 on its day |
/// | `missed` | at 09:00 on the day after, and every seventh day from then on |
public struct ChargeMoment: Equatable, Sendable {
    public var kind: ReminderKind
    public var at: Date

    public init(kind: ReminderKind, at: Date) {
        self.kind = kind
        self.at = at
    }

    /// In the home, hours after midnight.
    private static let evening = 18
    private static let morning = 9
    /// From one reminder of what is overdue to the next, days.
    private static let interval = 7

    /// The first moment after an instant; `nil` at the end of the calendar.
    public static func next(of due: CalendarDay, after instant: Date, zone: ZoneRules) -> ChargeMoment? {
        around(instant, due, zone).first { $0.at > instant }
    }

    /// The last moment after an instant, until another one; `nil` where there is none between them.
    public static func last(
        of due: CalendarDay, after instant: Date, until now: Date, zone: ZoneRules
    ) -> ChargeMoment? {
        around(now, due, zone).last { $0.at > instant && $0.at <= now }
    }

    /// What somebody is told who is reminded on a day: as that day stands to its own.
    public static func kind(of due: CalendarDay, on today: CalendarDay) -> ReminderKind {
        today < due ? .before : today == due ? .due : .missed
    }

    /// In their order: the first two, and those of what is overdue near an instant.
    private static func around(_ instant: Date, _ due: CalendarDay, _ zone: ZoneRules) -> [ChargeMoment] {
        let day = zone.local(of: instant).day
        let weeks = max(0, (day.number - due.number) / interval - 1)
        let late = (0...2).map { more in due.adding(days: 1 + (weeks + more) * interval) }
        return [
            ChargeMoment(.before, due.adding(days: -1), evening, zone),
            ChargeMoment(.due, due, morning, zone),
        ] + late.map { ChargeMoment(.missed, $0, morning, zone) }
    }

    private init(_ kind: ReminderKind, _ day: CalendarDay, _ hour: Int, _ zone: ZoneRules) {
        self.init(
            kind: kind, at: zone.instant(of: WallTime(startOf: day).adding(seconds: Int64(hour) * 3600)))
    }
}
