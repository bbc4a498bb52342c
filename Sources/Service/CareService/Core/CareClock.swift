public import Foundation

/// The service's clocks; tests inject their own.
public struct CareClock: Sendable {
    /// The wall clock, for due times and times shown to people. It may jump.
    public var wall: @Sendable () -> Date
    /// Time since some fixed moment, for measuring durations. It never jumps.
    public var uptime: @Sendable () -> Duration

    public init(wall: @escaping @Sendable () -> Date, uptime: @escaping @Sendable () -> Duration) {
        self.wall = wall
        self.uptime = uptime
    }

    /// The machine's clocks.
    public static let system: CareClock = {
        let start = ContinuousClock.now
        return CareClock(wall: { Date() }, uptime: { ContinuousClock.now - start })
    }()
}
