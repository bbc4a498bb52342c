import Calendars
import FoundationEssentials
import Recurrence

extension CalendarLine {
    /// Its value as a deadline, to the minute; a day ends a minute before midnight in the home. `nil` for what is no time, or in a zone
    /// that nobody knows.
    func due(home: ZoneRules, zones: (String) -> ZoneRules?) -> Date? {
        switch time {
        case nil: return nil
        case .day(let day):
            return WallTime(day, hour: 23, minute: 59).flatMap { PlannerTime.whole(home.instant(of: $0)) }
        case .utc(let time): return PlannerTime.whole(ZoneRules.utc.instant(of: time))
        case .local(let time):
            guard let zone = parameters["TZID"].map(zones) ?? home else { return nil }
            return PlannerTime.whole(zone.instant(of: time))
        }
    }
}
