public import FoundationEssentials

/// Notices that the wall clock was set, by comparing it with the monotonic clock, which never is.
///
/// | the clocks' difference | an event comes | outcome |
/// |---|---|---|
/// | not known | | known |
/// | known | with one that is less than 2 s another | known anew: the wall's clock is slowed or hurried |
/// | known | with one that is 2 s or more another | known anew, and the step is told |
public struct ClockSteps: Sendable {
    /// What the wall's clock shows at the event being handled.
    public private(set) var wall = Date(timeIntervalSince1970: 0)
    /// The wall's clock minus the monotonic one, seconds.
    private var difference: TimeInterval?

    public init() {}

    /// An event is being handled, at the same moment by both clocks; each later than the one before by the monotonic one.
    ///
    /// - Returns: By how many seconds the wall's clock was set since the last event, above 0 where it was set forward; `nil` if it
    ///   was not.
    public mutating func advance(to wall: Date, at now: Instant) -> TimeInterval? {
        self.wall = wall
        let before = difference
        let present = wall.timeIntervalSince1970 - Double(now.nanoseconds) / 1e9
        difference = present
        guard let before, abs(present - before) >= ClockOffset.smallestStep / .seconds(1) else { return nil }
        return present - before
    }
}
