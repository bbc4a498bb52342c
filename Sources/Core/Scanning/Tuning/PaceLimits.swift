/// Within which scan times the client's own pace and the automatic fitting stay.
public struct PaceLimits: Hashable, Sendable {
    /// 0.3–10 s, shorter than `slowest`.
    public var fastest: Duration
    /// 0.3–10 s.
    public var slowest: Duration

    public init(fastest: Duration = .milliseconds(500), slowest: Duration = .seconds(6)) {
        self.fastest = fastest
        self.slowest = slowest
    }

    /// The nearest scan time within them. What staff have set themselves is always within.
    func held(_ scanTime: Duration, base: Duration) -> Duration {
        min(max(scanTime, min(fastest, base)), max(slowest, base))
    }
}
