public import FoundationEssentials
import Recurrence

extension RoutineOccurrence {
    /// How many days ago it is due: 0 today, 1 yesterday, -1 tomorrow.
    ///
    /// By its own zone's offset at the due time: only in the hour after the midnight that follows a clock
    /// change may this be a day off.
    public func days(before now: Date) -> Int {
        let offset = Double(local.seconds) - at.timeIntervalSince1970
        let today = ((now.timeIntervalSince1970 + offset) / 86_400).rounded(.down)
        return Int(max(-1e6, min(1e6, today - Double(local.day.number))))
    }

    /// Whether it is of a coming day, and not of its first hours: then its own client does not mark it. The next one of a chore stands where
    /// today's stood a moment ago, and points would be paid for what nobody has done.
    ///
    /// - Parameter now: The service's clock, or that of who shows it. By one that shows a year before Beckon's first nothing is: what is due
    ///   must be done even there.
    public func isOfComingDay(at now: Date) -> Bool {
        now >= Self.beginning && days(before: now) < 0 && at.timeIntervalSince(now) > Self.nightBefore
    }

    /// The year 2026, in UTC.
    static let beginning = Date(timeIntervalSince1970: 1_767_225_600)

    /// What is due soon after midnight can be done in the evening before. Seconds.
    static let nightBefore: TimeInterval = 6 * 3600
}
