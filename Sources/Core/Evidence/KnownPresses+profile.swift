public import Scanning

extension KnownPresses {
    /// What a report shows of a profile; `nil` where no press is known.
    ///
    /// - Parameter records: Those it is learnt from, oldest first.
    public init?(_ profile: PressProfile, _ records: some Sequence<PressRecord>) {
        guard profile.count > 0 else { return nil }
        let timing = profile.timing
        // A picture reaches a little beyond the scan time, of which the longest is 10 s.
        let values = (0...Int(11 / Curve.step)).map { timing.density(at: Double($0) * Curve.step) }
        self.init(
            count: profile.count, needed: PressProfile.enough, mean: timing.mean, span: timing.usualSpan,
            missed: profile.missed, accidents: profile.accidents * 3600, curve: Curve(values: values),
            verdicts: Verdicts(records))
    }
}

extension PressTiming {
    /// In which 99 of 100 of the presses come, in seconds from the end of the word.
    public var usualSpan: ClosedRange<Double> {
        let (first, last) = (time(of: 0.005), time(of: 0.995))
        return first...max(first, last)
    }
}
