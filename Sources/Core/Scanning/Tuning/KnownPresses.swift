/// What is known of how somebody presses, for a report: the model that `press_evidence` weighs presses by, in figures.
public struct KnownPresses: Equatable, Sendable {
    /// What became of the last presses that were weighed.
    public struct Verdicts: Equatable, Sendable {
        /// So many count at most.
        public static let most = 100

        public private(set) var chosen = 0
        public private(set) var asked = 0
        public private(set) var passed = 0
        public var all: Int { chosen + asked + passed }

        /// - Parameter records: Oldest first.
        public init(_ records: some Sequence<PressRecord>) {
            let verdicts = records.compactMap {
                if case .weighed(let press) = $0 { press.verdict } else { nil }
            }
            for verdict in verdicts.suffix(Self.most) {
                switch verdict {
                case .chose: chosen += 1
                case .asked: asked += 1
                case .passed: passed += 1
                }
            }
        }
    }

    /// How many presses come at which time, from the end of the word on.
    public struct Curve: Equatable, Sendable {
        /// From one value to the next, in seconds.
        public static let step = 0.02
        /// Presses a second, of somebody who presses once; the first at 0 s.
        public let values: [Double]

        public init(values: [Double]) { self.values = values }

        /// As a line in a picture that ends at `end` seconds.
        func points(to end: Double) -> [(seconds: Double, density: Double)] {
            values.enumerated().map { (seconds: Double($0) * Self.step, density: $1) }.filter {
                $0.seconds <= end
            }
        }
    }

    /// How many presses it is learnt from, and from how many on presses are weighed.
    public var count: Int
    public var needed: Int
    /// From the end of the word, in seconds.
    public var mean: Double
    /// 99 of 100 come in this span: likewise; below 0 the word was still heard.
    public var span: ClosedRange<Double>
    /// The part of meant presses that do not come, 0–1.
    public var missed: Double
    /// Accidental presses an hour, while something is offered.
    public var accidents: Double
    public var curve: Curve
    public var verdicts: Verdicts

    public init(
        count: Int, needed: Int, mean: Double, span: ClosedRange<Double>, missed: Double, accidents: Double,
        curve: Curve, verdicts: Verdicts
    ) {
        self.count = count
        self.needed = needed
        self.mean = mean
        self.span = span
        self.missed = missed
        self.accidents = accidents
        self.curve = curve
        self.verdicts = verdicts
    }

    public var isEnough: Bool { count >= needed }
}
