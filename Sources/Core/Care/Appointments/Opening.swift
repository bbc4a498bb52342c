public import FoundationEssentials

/// Whether a client may begin what they were given to do: the same at their kiosk and on their phone.
public enum Opening: Sendable, Equatable {
    /// Its day is over.
    case past
    case open
    /// Its day has not come.
    case locked

    /// - Parameters:
    ///   - days: How many days ago its day was: 0 today, -1 tomorrow.
    ///   - daysAhead: How many days before its own it opens, 0–7: what `sessions.open_ahead_days` says.
    public init(daysAgo days: Int, daysAhead: Int) {
        self = days > 0 ? .past : days >= -daysAhead ? .open : .locked
    }
}

extension RoutineOccurrence {
    /// Whether its client may begin it, where it is still to do.
    ///
    /// - Parameter daysAhead: How many days before its own it opens, 0–7.
    public func opening(daysAhead: Int, at now: Date) -> Opening {
        Opening(daysAgo: days(before: now), daysAhead: daysAhead)
    }
}

extension Appointment {
    /// It counts as near from so long before its time until so long after its planned end. Seconds.
    private static let nearFor = (before: 15 * 60.0, after: 60 * 60.0)

    /// From when on it is near.
    public var firstNear: Date { content.at.addingTimeInterval(-Self.nearFor.before) }

    /// Until when it is near.
    public var lastNear: Date {
        content.at.addingTimeInterval(Double(content.minutes) * 60 + Self.nearFor.after)
    }

    public func isNear(at now: Date) -> Bool { firstNear <= now && now <= lastNear }

    /// Whether somebody is there, as long as it is not over.
    public var isBegun: Bool {
        standing.ending == nil && (standing.provider == .in || standing.isClientIn)
    }
}
