public import Wording

/// What one option might be set to, and why. Nothing happens by it: a caregiver approves it.
public struct TuningProposal: Hashable, Sendable {
    public enum Verdict: String, Hashable, Sendable, Codable {
        /// `proposed` is another value than `present`, and would be better.
        case change
        /// The present value fits.
        case keep
        /// There is too little to go by.
        case tooFew = "too_few"
        /// The option does nothing in the mode that is set.
        case notUsed = "not_used"
    }

    public var option: TunedOption
    public var verdict: Verdict
    public var present: Duration
    /// Within the option's range, rounded as staff write it; the same as `present` unless the verdict is `change`.
    public var proposed: Duration
    /// One sentence with the figures, or two.
    public var reason: Text
    /// How many seconds longer (or shorter, below zero) a need takes with it; 0 unless the verdict is `change`.
    public var secondsPerNeed: Double
    public var before: ErrorRates
    public var after: ErrorRates

    /// The option stays as it is.
    init(
        _ option: TunedOption, stays verdict: Verdict, at present: Duration, rates: ErrorRates,
        because reason: Text
    ) {
        self.option = option
        self.verdict = verdict
        self.present = present
        proposed = present
        self.reason = reason
        secondsPerNeed = 0
        before = rates
        after = rates
    }

    /// The option changes.
    init(
        _ option: TunedOption, from present: Duration, to proposed: Duration, secondsPerNeed: Double,
        before: ErrorRates, after: ErrorRates, because reason: Text
    ) {
        self.option = option
        verdict = .change
        self.present = present
        self.proposed = proposed
        self.reason = reason
        self.secondsPerNeed = secondsPerNeed
        self.before = before
        self.after = after
    }
}
