/// One press while something was scanned, as the model learns from it.
public struct PressSample: Hashable, Sendable {
    /// One explanation: it was meant for this offer.
    public struct Candidate: Hashable, Sendable {
        /// From the end of its cue to the press, in seconds; below 0 the cue was still heard.
        public var since: Double
        /// How likely it was, before the press, that the person wanted this and would still press for it: 0–1.
        public var wanted: Double

        public init(since: Double, wanted: Double) {
            self.since = since
            self.wanted = wanted
        }
    }

    public var candidates: [Candidate]
    /// How long something had been scanned since the press before, in seconds.
    public var exposure: Double
    /// The choice that it made.
    public var made: UInt64?
    /// How much it counts, 0–1: less with every newer press.
    var weight = 1.0

    public init(candidates: [Candidate], exposure: Double, made: UInt64? = nil) {
        self.candidates = candidates
        self.exposure = exposure
        self.made = made
    }
}
