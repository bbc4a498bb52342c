public import FoundationEssentials

/// How far the wall clock is ahead of a clock that never jumps, and so whether it was set between two moments.
public struct ClockOffset: Hashable, Sendable {
    /// Smaller differences are the wall clock's being slowed or hurried, not set.
    public static let smallestStep: Duration = .seconds(2)

    /// The wall clock since 1970 minus the steady one.
    public var difference: Duration

    public init(_ difference: Duration) { self.difference = difference }

    /// - Parameters:
    ///   - wall: what the wall clock shows; within ±292 years of 1970.
    ///   - now: the steady clock at the same moment.
    public init(wall: Date, at now: Instant) {
        difference = .seconds(wall.timeIntervalSince1970) - .nanoseconds(now.nanoseconds)
    }

    /// By how much the wall clock was set since `earlier`, forwards or, below zero, back; `nil` where it was not.
    public func step(since earlier: ClockOffset) -> Duration? {
        let step = difference - earlier.difference
        return step.magnitude >= Self.smallestStep ? step : nil
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
