public import FoundationEssentials
public import Recurrence

/// One due time as the plan has it, whatever becomes of it.
public struct PlannedTime: Hashable, Sendable {
    public var key: OccurrenceKey
    /// What the wall's clock is meant to show; a time that the clocks skip stays as it was written.
    public var local: WallTime
    /// When it is due.
    public var at: Date
    /// From then on it counts as missed.
    public var missedAt: Date

    public init(key: OccurrenceKey, local: WallTime, at: Date, missedAt: Date) {
        self.key = key
        self.local = local
        self.at = at
        self.missedAt = missedAt
    }
}

/// A moment at which something about one due time has to happen.
public struct RoutineMoment: Hashable, Sendable {
    public enum What: Hashable, Sendable {
        /// So many minutes before it is due.
        case before(minutes: Int)
        case due
        case missed
    }

    public var at: Date
    public var what: What
    public var time: PlannedTime
    /// Whether people are reminded. Due and missed are moments also where nobody is: the state changes.
    public var isTold: Bool
    /// Whether somebody else reminds of it now, and no plan does.
    public var isAskedFor: Bool

    public init(at: Date, what: What, time: PlannedTime, isTold: Bool, isAskedFor: Bool = false) {
        self.at = at
        self.what = what
        self.time = time
        self.isTold = isTold
        self.isAskedFor = isAskedFor
    }
}
