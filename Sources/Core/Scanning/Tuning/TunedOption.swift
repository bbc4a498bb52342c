/// The options of `scanning` that can be read from how somebody presses.
public enum TunedOption: String, CaseIterable, Hashable, Sendable, Codable {
    case scanTime = "scan_time"
    case latePressWindow = "late_press_window"
    case acceptanceTime = "acceptance_time"
    case ignoreRepeat = "ignore_repeat"

    private var place: WritableKeyPath<ScanParameters, Duration> {
        switch self {
        case .scanTime: \.scanTime
        case .latePressWindow: \.latePressWindow
        case .acceptanceTime: \.acceptanceTime
        case .ignoreRepeat: \.ignoreRepeat
        }
    }

    /// Its value.
    public func value(in parameters: ScanParameters) -> Duration { parameters[keyPath: place] }

    /// Puts a value there.
    public func set(_ value: Duration, in parameters: inout ScanParameters) {
        parameters[keyPath: place] = value
    }

    /// The allowed values.
    public var range: ClosedRange<Duration> { ScanOption.range(of: place) }

    /// Nearest value that staff would write: in steps of 50 ms, from two seconds on of 100 ms; within the range.
    public func rounded(_ seconds: Double) -> Duration { rounded(seconds, .toNearestOrAwayFromZero) }

    /// The next such value that is not shorter.
    public func roundedUp(_ seconds: Double) -> Duration { rounded(seconds, .up) }

    /// The next such value that is not longer.
    public func roundedDown(_ seconds: Double) -> Duration { rounded(seconds, .down) }

    private func rounded(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> Duration {
        let step = seconds < 2 ? 50.0 : 100.0
        // Bounded first: what is damaged or absurd must not overflow.
        let bounded = min(max(seconds, 0), 100) * 1000
        // A millionth of a step off is the same value: 0.15 / 0.05 is not quite 3.
        let steps = (bounded / step * 1_000_000).rounded() / 1_000_000
        let value = Duration.milliseconds(Int(steps.rounded(rule) * step))
        return min(max(value, range.lowerBound), range.upperBound)
    }
}
