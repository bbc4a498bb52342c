public import Foundation

/// Where the service reads the time; tests put their own in.
public struct CareClock: Sendable {
    /// The wall clock: for what people are told and when things are due. It may jump.
    public var wall: @Sendable () -> Date
    /// Time since some fixed moment: for how long somebody has been away. It never jumps.
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
