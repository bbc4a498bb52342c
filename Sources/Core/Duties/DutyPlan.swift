public import Care
import FoundationEssentials
public import Recurrence

/// One duty with its times, computed once from its schedule, which can then be asked for any span of time.
public struct DutyPlan: Sendable {
    public let duty: Duty
    private let times: Times

    private enum Times: Sendable {
        case always
        case scheduled(Recurrence, minutes: Int, ZoneRules)
    }

    /// One date: its key, and from when until when.
    struct Span {
        var key: OccurrenceKey?
        var from: Date
        var until: Date
    }

    /// How many dates of one duty overlap at most: one that begins once an hour and lasts a week.
    private static let mostAtOnce = 24 * 8
    /// By how much clocks that are set back can make a time longer, in seconds: more than any zone ever did.
    private static let longestSetBack = 2 * 86_400.0

    /// - Parameter zones: The clocks of a zone by its IANA name; without them, a duty with a schedule has no times.
    public init(_ duty: Duty, zones: (String) -> ZoneRules?) throws(RecurrenceError) {
        self.duty = duty
        guard let schedule = duty.content.schedule, let minutes = duty.content.minutes else {
            times = .always
            return
        }
        guard let zone = zones(schedule.zone) else {
            throw .wrongZone(set: schedule.zone, given: "no zone that this machine knows")
        }
        times = .scheduled(try Recurrence(schedule, zone: zone), minutes: minutes, zone)
    }

    /// The clocks by which its times were worked out; `nil` for what is always.
    public var zone: ZoneRules? {
        switch times {
        case .always: nil
        case .scheduled(_, _, let zone): zone
        }
    }

    /// Whether one of its dates is known by this key; what is always has none.
    public func has(_ key: OccurrenceKey) throws(RecurrenceError) -> Bool {
        guard case .scheduled(let recurrence, _, _) = times else { return false }
        return try recurrence.occurrence(key) != nil
    }

    /// Its dates that are not over before one moment and begin before another, in their order; what is always lasts from one to the
    /// other.
    ///
    /// - Parameter limit: How many at most, besides those that had begun before.
    func spans(
        from start: Date, until end: Date, limit: Int = Recurrence.usualLimit
    ) throws(RecurrenceError) -> [Span] {
        guard start < end else { return [] }
        guard case .scheduled(let recurrence, let minutes, let zone) = times else {
            return [Span(key: nil, from: start, until: end)]
        }
        let longest = Double(minutes) * 60 + Self.longestSetBack
        let found = try recurrence.occurrences(
            from: start.addingTimeInterval(-longest), to: end,
            limit: min(limit, Recurrence.usualLimit) + Self.mostAtOnce * 2)
        return found.compactMap { occurrence in
            let over = Self.end(of: occurrence, after: minutes, recurrence.set, zone)
            guard occurrence.instant < over, start < over else { return nil }
            return Span(key: recurrence.key(of: occurrence), from: occurrence.instant, until: over)
        }
    }

    /// When a date is over: when the wall's clock shows it, so that one time ends where the next begins, whatever the clocks do.
    ///
    /// Of a time that the clocks show twice the first is meant, and one that they skip is taken at the offset before, as for beginnings
    /// (`ZoneRules.instant`). A time that lies in the skipped hour as a whole is over before it begins: nobody can be there then.
    private static func end(
        of occurrence: Occurrence, after minutes: Int, _ set: RecurrenceSet, _ zone: ZoneRules
    ) -> Date {
        switch set.repetition {
        case .elapsed: occurrence.instant.addingTimeInterval(Double(minutes) * 60)
        case .once, .rules, .afterDone:
            zone.instant(of: occurrence.local.adding(seconds: Int64(minutes) * 60))
        }
    }
}
