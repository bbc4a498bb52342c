public import Time

/// Quick presses one after another that mean help, wherever the scan stands (`help_presses`).
///
/// A press belongs to the burst while it comes less than `gap` after the one before it: who calls in fear hammers on,
/// and must not take the call back by that.
public struct PressBurst: Sendable {
    /// All presses of a call lie within this.
    public static let span: Duration = .seconds(3)
    /// A press that comes later after the last one is a new, calm one, and no part of a call.
    public static let gap: Duration = .seconds(1)

    private let needed: Int?
    private var began: [Instant] = []
    private var last: Instant?

    /// - Parameter needed: 3–9; `nil` is off.
    public init(needed: Int?) { self.needed = needed }

    /// What a press is for the burst.
    public enum Verdict: Hashable, Sendable {
        /// A press like any other.
        case single
        /// It completes the call, which began with the press at `since`.
        case call(since: Instant)
        /// It continues after the call.
        case hammering
    }

    /// Whether a press of any switch goes on after a call.
    public mutating func goesOn(at instant: Instant) -> Bool {
        guard let last, last.duration(to: instant) < Self.gap else {
            last = nil
            return false
        }
        self.last = instant
        return true
    }

    /// Takes the beginning of a press that was held for its acceptance time, whether or not it is ignored as a
    /// repeat.
    public mutating func press(at instant: Instant) -> Verdict {
        guard let needed else { return .single }
        if goesOn(at: instant) { return .hammering }
        // Calm presses, one after the other, are how one chooses.
        if let previous = began.last, previous.duration(to: instant) > Self.gap { began = [] }
        began.removeAll { $0.duration(to: instant) > Self.span }
        began.append(instant)
        guard began.count >= needed, let first = began.first else { return .single }
        began = []
        last = instant
        return .call(since: first)
    }
}
