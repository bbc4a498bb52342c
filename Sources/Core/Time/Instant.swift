/// A point of the machine's monotonic clock (`CLOCK_MONOTONIC`), in nanoseconds since it started.
///
/// Switch edges carry the kernel's own reading of this clock; the engine only ever compares and adds.
public struct Instant: InstantProtocol, Hashable, Sendable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Later than any time that a clock shows.
    public static let distantFuture = Instant(nanoseconds: .max)

    public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds + duration.nanoseconds)
    }

    public func duration(to other: Instant) -> Duration { .nanoseconds(other.nanoseconds - nanoseconds) }

    /// `12.50`: seconds since the machine started, to hundredths; for instants that are not before that.
    public var secondsText: String {
        let hundredths = (nanoseconds + 5_000_000) / 10_000_000
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }
}
