/// How long a person takes to press, from the end of the cue: mean and spread, without what would lead astray.
///
/// - **Anticipations** (pressed before the cue had ended) are left out: they say that no time was needed once, and
///   nothing of how much is needed otherwise.
/// - **Outliers** are left out: further from the median than 3.5 robust standard deviations (1.4826 × the median
///   of the distances; Iglewicz and Hoaglin 1993), upwards counted in ratios, because press times are skewed. More than one
///   in ten are none: then that is how the person presses, and all of them count.
/// - **Presses that came too late** to be seen: where the times crowd against the end of the gap, each missed offer
///   is counted as a press that is slower than all others, and the mean is taken from the middle of the order.
public struct PressTimes: Hashable, Sendable {
    /// Seconds, in ascending order; those that were counted.
    public private(set) var times: [Double] = []
    /// All choices, whether their times count or not.
    public let choices: Int
    public private(set) var anticipations = 0
    public private(set) var outliers = 0
    /// Missed offers that were counted as too slow; 0 unless `isCrowded`.
    public private(set) var tooSlow = 0
    /// Whether the times crowd against the end of the gap, so that slower presses were cut off.
    public private(set) var isCrowded = false
    /// Seconds.
    public private(set) var mean = 0.0
    /// Standard deviation, in seconds.
    public private(set) var deviation = 0.0

    /// Fewer choices than this are no ground for a proposal.
    public static let enough = 50
    /// How many of them must have a time that counts.
    static let enoughMeasured = 30
    /// How many robust standard deviations away a time is an outlier.
    private static let fence = 3.5 * 1.4826
    /// More than this part of the presses are no outliers but another way of pressing.
    private static let mostOutliers = 0.1
    /// No spread below 20 ms is believed: the clock of the person is not finer.
    private static let leastDistance = 0.02
    /// More than one press in ten comes when nine tenths of the gap are over.
    private static let crowdedShare = 0.1

    /// - Parameter choices: those of modes that move on by themselves.
    public init(_ choices: [PressHistory.Choice]) {
        let measured = choices.filter { !$0.isAnticipation && !$0.isUndone }
        self.choices = choices.count
        anticipations = choices.count { $0.isAnticipation }
        let raw = measured.compactMap { $0.choice.sinceCueEnded.map { $0 / .seconds(1) } }.sorted()
        times = Self.withoutOutliers(raw)
        outliers = raw.count - times.count
        guard !times.isEmpty else { return }
        mean = times.reduce(0, +) / Double(times.count)
        if times.count > 1 {
            let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            deviation = (squares / Double(times.count - 1)).squareRoot()
        }
        let misses = choices.reduce(0) { $0 + min($1.misses, 1) }
        let lastTenth = measured.count { choice in
            guard let since = choice.choice.sinceCueEnded else { return false }
            return since / choice.gap > 0.9
        }
        let share = Double(lastTenth) / Double(max(measured.count, 1))
        isCrowded = share > Self.crowdedShare && misses > 0
        if isCrowded { restoreSlow(misses) }
    }

    /// Whether there are enough for a proposal.
    public var isEnough: Bool { choices >= Self.enough && times.count >= Self.enoughMeasured }

    /// The middle of the times that were counted, in seconds.
    public var median: Double { Self.quantile(0.5, of: times) }

    /// The part of the counted presses that would come later than `seconds` after the cue, 0–1.
    public func share(after seconds: Double) -> Double {
        times.isEmpty ? 0 : Double(times.count { $0 > seconds }) / Double(times.count)
    }

    /// Mean and spread from the lower part of the order, which the gap has not cut: the median, and how far below it
    /// the sixth part lies that is one standard deviation away where times are normal.
    private mutating func restoreSlow(_ misses: Int) {
        tooSlow = misses
        let all = times + Array(repeating: Double.infinity, count: misses)
        let middle = Self.quantile(0.5, of: all)
        guard middle.isFinite else { return }
        mean = max(mean, middle)
        deviation = max(deviation, middle - Self.quantile(0.1587, of: all))
    }

    private static func withoutOutliers(_ sorted: [Double]) -> [Double] {
        guard sorted.count >= 5 else { return sorted }
        let middle = quantile(0.5, of: sorted)
        let distance = max(quantile(0.5, of: sorted.map { abs($0 - middle) }.sorted()), leastDistance)
        let lowest = middle - fence * distance
        var highest = middle + fence * distance
        if middle > 0 {
            let ratios = sorted.map { $0 > middle ? $0 / middle : middle / max($0, 0.001) }.sorted()
            let ratio = quantile(0.5, of: ratios)
            // The fifth power is 5 of the 5.19 median distances of the fence, in ratios.
            highest = max(highest, middle * ratio * ratio * ratio * ratio * ratio)
        }
        let kept = sorted.filter { $0 >= lowest && $0 <= highest }
        return Double(sorted.count - kept.count) > Double(sorted.count) * mostOutliers ? sorted : kept
    }

    /// Between the two nearest in the order.
    static func quantile(_ part: Double, of sorted: [Double]) -> Double {
        guard let last = sorted.indices.last else { return 0 }
        let place = part * Double(last)
        let below = Int(place)
        let rest = place - Double(below)
        if rest == 0 || below == last { return sorted[below] }
        return sorted[below] * (1 - rest) + sorted[below + 1] * rest
    }
}
