/// The published rules by which a scan time is fitted to a person's press times, and which of them is advised here.
///
/// Both are from Simpson, Koester and LoPresti 2006: the mean press time is about 0.65 of a scan time that fits, and for
/// many people the mean and two standard deviations come to about the same. The first asks for little data and is
/// advised; where a person's times are so uneven that more than one press in ten would come after it, the
/// second is, because it leaves room for the spread.
public struct ScanTimeRules: Hashable, Sendable {
    /// Mean ÷ 0.65, in seconds.
    public var byRatio: Double
    /// Mean + 2 standard deviations, in seconds.
    public var bySpread: Double
    /// Whether the second is advised.
    public var takesSpread: Bool

    static let ratio = 0.65
    /// More presses than this after the end of the gap are too many, 0–1.
    private static let tooLate = 0.1
    /// A tenth of a normal distribution lies more than so many standard deviations above its mean.
    private static let tenth = 1.2816

    public init(_ times: PressTimes) {
        byRatio = times.mean / Self.ratio
        bySpread = times.mean + 2 * times.deviation
        let isUneven =
            times.isCrowded
            // What the gap has cut off cannot be counted.
            ? byRatio < times.mean + Self.tenth * times.deviation : times.share(after: byRatio) > Self.tooLate
        takesSpread = isUneven && bySpread > byRatio
    }

    /// The advised scan time, in seconds, not rounded.
    public var advised: Double { takesSpread ? bySpread : byRatio }
}
