/// Breaths that are paced: what one breath is made of, how many there are, and how they become slow.
public struct Breathing: Equatable, Sendable {
    /// A part of a breath.
    public struct Phase: Equatable, Sendable {
        public enum Kind: String, CaseIterable, Sendable {
            case `in`
            case hold
            case out
        }

        public var kind: Kind
        public var length: Duration

        public init(_ kind: Kind, _ length: Duration) {
            self.kind = kind
            self.length = length
        }
    }

    public enum Amount: Equatable, Sendable {
        /// Breaths.
        case rounds(Int)
        /// At least so long: a breath that has begun is ended.
        case time(Duration)
    }

    /// What paces it besides the screen.
    public enum Pace: String, CaseIterable, Sendable {
        /// It rises, and falls.
        case tone
        /// One soft pulse in, two out: heard, or felt where a vibration motor is at the loudspeaker's place.
        case pulses
    }

    /// One breath; it has at least one `in` and one `out`.
    public var breath: [Phase]
    public var amount: Amount
    /// How long breaths take to become as long as `breath`, beginning with the person's own; zero if they are so at once.
    public var ramp: Duration
    /// Whether words go with some of the breaths.
    public var isSpoken: Bool
    /// Empty where the screen alone paces it.
    public var pace: Set<Pace>
    /// The breaths a minute of the person who does it, with which a ramp begins. What is out of ``rates`` is taken as its nearest bound.
    public var ownRate = usualRate

    public init(
        breath: [Phase], amount: Amount, ramp: Duration = .zero, isSpoken: Bool = true,
        pace: Set<Pace> = [.tone]
    ) {
        self.breath = breath
        self.amount = amount
        self.ramp = ramp
        self.isSpoken = isSpoken
        self.pace = pace
    }

    /// One breath of the plan, once it is as slow as it becomes.
    public var breathLength: Duration { breath.reduce(.zero) { $0 + $1.length } }

    /// How long it takes without a ramp: a ramp's shorter breaths make rounds a little shorter.
    public var length: Duration {
        switch amount {
        case .rounds(let count): breathLength * count
        case .time(let time): time
        }
    }

    public var holds: Bool { breath.contains { $0.kind == .hold } }

    /// The longest breath in or out or hold of what is breathed one after the other. Two breaths in without a breath out between them are
    /// one, be it within a breath, from one to the next, or from one step of an exercise to its next.
    public static func longestPhase(of steps: [Breathing]) -> Duration {
        var (longest, current, kind): (Duration, Duration, Phase.Kind?) = (.zero, .zero, nil)
        // Twice each: the end of one breath and the beginning of the next are seen so.
        for phase in steps.flatMap({ $0.breath + $0.breath }) {
            current = phase.kind == kind ? current + phase.length : phase.length
            kind = phase.kind
            longest = max(longest, current)
        }
        return longest
    }

    // MARK: - The plan

    /// The rate of a person of whom none is known: 14 breaths a minute, in the middle of the 12 to 20 of an adult at rest
    /// (Royal College of Physicians, National Early Warning Score 2).
    public static let usualRate = 14.0
    /// The rates that are believed, breaths a minute: the slowest exercises, and far above the 25 at which NEWS 2 asks for urgent help.
    public static let rates = 4.0...40.0

    /// A phase at its time.
    public struct PlannedPhase: Equatable, Sendable {
        public var kind: Phase.Kind
        /// Counted from 0.
        public var round: Int
        /// From the beginning of the breathing, whole milliseconds.
        public var start: Duration
        public var length: Duration

        public var end: Duration { start + length }
    }

    /// All phases one after the other, without a gap.
    public func plan() -> [PlannedPhase] {
        let target = breathLength.wholeMilliseconds
        guard target > 0 else { return [] }
        let believed = min(max(ownRate, Self.rates.lowerBound), Self.rates.upperBound)
        // A ramp only slows down: somebody who breathes more slowly than the exercise begins with its own breaths.
        let own = min(60_000 / believed, Double(target))
        let ramp = Double(self.ramp.wholeMilliseconds)
        var phases: [PlannedPhase] = []
        var (start, round) = (Int64(0), 0)
        func isEnough() -> Bool {
            switch amount {
            case .rounds(let count): round >= count
            case .time(let time): start >= time.wholeMilliseconds
            }
        }
        while !isEnough() {
            let share = ramp > 0 ? min(1, Double(start) / ramp) : 1
            let scale = (own + (Double(target) - own) * share) / Double(target)
            for phase in breath {
                let length = max(1, Int64((Double(phase.length.wholeMilliseconds) * scale).rounded()))
                phases.append(
                    PlannedPhase(
                        kind: phase.kind, round: round, start: .milliseconds(start),
                        length: .milliseconds(length)))
                start += length
            }
            round += 1
        }
        return phases
    }
}

extension Duration {
    /// Rounded down.
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
