import Foundation

/// A model of how one person presses: how soon after a word, how many of their presses fail, and how often the switch is pressed by
/// accident. Learnt from times alone.
public struct PressProfile: Sendable {
    /// How soon after the end of a cue they press what they mean.
    public private(set) var timing = PressTiming.unknown
    /// The part of meant presses that do not happen, 0–1.
    public private(set) var missed = 0.08
    /// Accidental presses a second, while something is scanned.
    public private(set) var accidents = 0.002
    /// The part of waking presses that were meant.
    public private(set) var meantWakes = 0.7
    /// The part of choices after which something else is wanted at once.
    public private(set) var wantsMore = 0.1

    /// The presses that are remembered, the newest last.
    private var samples: [PressSample] = []
    private var sinceFit = 0
    /// Presses that are known, forgotten ones included.
    public private(set) var count = 0

    private var exposure = Self.priorExposure
    private var accidental = Self.priorAccidents
    private var misses = 1.0
    private var offers = 12.0
    private var wakes = (meant: 3.5, all: 5.0)
    private var more = (meant: 0.6, all: 6.0)

    /// As if somebody had been watched so long, in seconds, with so many accidents.
    private static let (priorExposure, priorAccidents) = (300.0, 0.6)
    static let most = 240
    /// How much each press counts for less with every newer one.
    private static let fading = exp2(-1.0 / 120)
    /// How many presses are fitted together, after the first.
    private static let every = 8
    private static let leastDeviation = 0.04

    public init() {}

    /// Fewer presses than this are no ground to doubt one.
    public static let enough = 60
    public var isKnown: Bool { count >= Self.enough }

    // MARK: - Learning

    public mutating func learn(_ sample: PressSample) {
        count += 1
        for index in samples.indices { samples[index].weight *= Self.fading }
        samples.append(sample)
        if samples.count > Self.most { samples.removeFirst() }
        sinceFit += 1
        if sinceFit >= Self.every || count < 30 { fit() }
    }

    /// What a press chose was taken back: it was hardly meant.
    public mutating func tookBack(_ made: UInt64) {
        guard let index = samples.lastIndex(where: { $0.made == made }) else { return }
        for candidate in samples[index].candidates.indices { samples[index].candidates[candidate].wanted *= 0.1 }
    }

    /// Something was scanned and nobody pressed, for so many seconds.
    public mutating func learn(silence seconds: Double) {
        guard !samples.isEmpty else { return }
        samples[samples.count - 1].exposure += seconds
    }

    /// An offer of what was wanted has passed.
    ///
    /// - Parameter wanted: How likely it was that it was wanted, by what came later, 0–1.
    public mutating func learn(offer wanted: Double, missed: Double) {
        offers = offers * 0.995 + wanted
        misses = misses * 0.995 + missed
        self.missed = min(0.5, max(0.01, misses / max(offers, 1)))
    }

    public mutating func learn(wake meant: Double) {
        wakes = (wakes.meant * 0.98 + meant, wakes.all * 0.98 + 1)
        meantWakes = min(0.98, max(0.05, wakes.meant / wakes.all))
    }

    public mutating func learn(more meant: Double) {
        more = (more.meant * 0.98 + meant, more.all * 0.98 + 1)
        wantsMore = min(0.9, max(0.01, more.meant / more.all))
    }

    // MARK: - Fitting

    /// Expectation and maximisation: whose press was it, and then how do they press.
    mutating func fit() {
        sinceFit = 0
        guard samples.count >= 3 else { return }
        var habits = beginning
        var rate = accidents
        for _ in 0..<12 {
            (habits, rate) = better(habits, rate)
        }
        timing = PressTiming(habits: habits)
        accidents = rate
    }

    /// The habits to begin with: those that were known, and what the newest presses are like.
    private var beginning: [PressTiming.Habit] {
        let newest = samples.suffix(12).compactMap { sample in
            sample.candidates.max { $0.wanted * timing.density(at: $0.since) < $1.wanted * timing.density(at: $1.since) }?.since
        }.sorted()
        let middle = newest.isEmpty ? timing.mean : newest[newest.count / 2]
        var habits = Array(timing.habits.sorted { $0.share > $1.share }.prefix(2))
        while habits.count < 2 { habits.append(PressTiming.unknown.habits[habits.count]) }
        for index in habits.indices {
            habits[index].share = max(0.1, habits[index].share)
            habits[index].deviation = max(habits[index].deviation, 0.1)
        }
        habits.append(PressTiming.Habit(share: 0.3, mean: middle, deviation: 0.2))
        let sum = habits.reduce(0) { $0 + $1.share }
        for index in habits.indices { habits[index].share /= sum }
        return habits
    }

    private func better(_ habits: [PressTiming.Habit], _ rate: Double) -> ([PressTiming.Habit], Double) {
        var sums = habits.map { (share: 0.0, time: 0.0, square: 0.0, habit: $0) }
        var accidental = Self.priorAccidents
        var exposure = Self.priorExposure
        let even = PressTiming.unusual / (PressTiming.unusualSpan.upperBound - PressTiming.unusualSpan.lowerBound)
        for sample in samples {
            exposure += sample.weight * sample.exposure
            var parts: [(candidate: Int, habit: Int, weight: Double)] = []
            var all = rate
            for (index, candidate) in sample.candidates.enumerated() {
                let wanted = candidate.wanted * (1 - missed)
                for (number, habit) in habits.enumerated() {
                    let weight = wanted * (1 - PressTiming.unusual) * habit.share * habit.density(at: candidate.since)
                    parts.append((index, number, weight))
                    all += weight
                }
                all += wanted * even
            }
            guard all > 0 else { continue }
            accidental += sample.weight * rate / all
            for part in parts {
                let weight = sample.weight * part.weight / all
                let since = sample.candidates[part.candidate].since
                sums[part.habit].share += weight
                sums[part.habit].time += weight * since
                sums[part.habit].square += weight * since * since
            }
        }
        var found: [PressTiming.Habit] = []
        // As if two presses had been as is usual for people.
        let prior = 0.7
        for sum in sums {
            let weight = sum.share + prior
            let mean = (sum.time + prior * sum.habit.mean) / weight
            let spread = sum.share > 0 ? max(0, sum.square - 2 * mean * sum.time + mean * mean * sum.share) : 0
            let deviation = ((spread + prior * sum.habit.deviation * sum.habit.deviation) / weight).squareRoot()
            found.append(.init(share: sum.share + 0.1, mean: mean, deviation: max(Self.leastDeviation, deviation)))
        }
        let all = found.reduce(0) { $0 + $1.share }
        for index in found.indices { found[index].share /= all }
        return (found, max(1e-5, accidental / exposure))
    }
}
