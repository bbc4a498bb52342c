import Foundation
public import Scanning

/// A model of how one person presses: how soon after a word, how many of their presses fail, how often the switch is pressed by accident,
/// and how often anything is wanted. Learnt from times alone, as `PressRecord` keeps them.
///
/// What is new counts more than what is old: each press counts for half after `halfLife` newer ones, and after `halfLifeDays` days.
public struct PressProfile: Sendable {
    /// How soon after the end of a cue they press what they mean.
    public private(set) var timing = PressTiming.unknown
    /// Accidental presses a second, while something is offered.
    public private(set) var accidents = Self.priorAccidents / Self.priorExposure
    /// How many presses it is learnt from, forgotten ones included.
    public private(set) var count = 0

    /// A press, with the offers that it may have been meant for.
    struct Sample: Sendable {
        struct Offer: Sendable {
            /// From the end of its cue, in seconds.
            var since: Double
            /// How likely it was that the person would press for it, 0–1.
            var wanted: Double
        }

        var offers: [Offer]
        /// For how long items had been offered, in seconds.
        var exposure: Double
        var choice: PressRecord.ID?
        /// How much it counts, 0–1.
        var weight = 1.0
    }

    /// A part of all, counted with what was known before anything was.
    private struct Part: Sendable {
        var part: Double
        var all: Double
        var value: Double { all > 0 ? part / all : 0 }

        /// - Parameter fading: What everything before counts for beside this.
        mutating func count(_ part: Double, of all: Double, fading: Double) {
            self.part = self.part * fading + part
            self.all = self.all * fading + all
        }
    }

    /// The newest last.
    private var samples: [Sample] = []
    private var newSinceFit = 0
    private var missing = Part(part: 1, all: 12)
    private var waking = Part(part: 3.5, all: 5)
    private var going = Part(part: 0.6, all: 6)

    /// As if somebody had been watched so long, in seconds, with so many accidents: one in eight minutes.
    private static let (priorExposure, priorAccidents) = (300.0, 0.6)
    private static let mostSamples = 240
    private static let halfLife = 120.0
    private static let halfLifeDays = 14.0
    /// Presses are fitted together: the first ones soon, later ones by so many.
    private static let (few, together) = (30, 8)
    private static let rounds = 12
    /// A habit of fewer of the presses than this is none.
    private static let leastShare = 0.06
    /// Nobody is steadier than this, in seconds; a hundredth of a second is less than a voice is exact to.
    private static let leastDeviation = 0.04

    public init() {}

    /// What was kept of somebody, oldest first.
    ///
    /// Choices of before presses were weighed count as well, with the one offer that is known of each.
    public init(_ records: some Sequence<PressRecord>) {
        let records = Array(records)
        let weighed = Self.weighed(records)
        for record in records { take(record, weighed) }
        fit()
    }

    /// What was kept of somebody, oldest first, each with its day.
    ///
    /// - Parameters:
    ///   - records: Their days never go back.
    ///   - today: No day before those.
    public init(_ records: [(record: PressRecord, day: Int)], today: Int) {
        self.init()
        var day = records.first?.day ?? today
        let weighed = Self.weighed(records.lazy.map(\.record))
        for (record, recorded) in records {
            if recorded > day {
                forget(days: recorded - day)
                day = recorded
            }
            take(record, weighed)
        }
        forget(days: today - day)
        fit()
    }

    /// Choices whose presses were weighed.
    private static func weighed(_ records: some Sequence<PressRecord>) -> Set<PressRecord.ID> {
        Set(records.compactMap { if case .weighed(let press) = $0 { press.choice } else { nil } })
    }

    private mutating func take(_ record: PressRecord, _ weighed: Set<PressRecord.ID>) {
        switch record {
        case .choice(let choice) where !weighed.contains(choice.id): learn(choice)
        default: learn(record)
        }
    }

    /// Fewer presses than this are no ground to doubt one.
    public static let enough = 60
    public var isEnough: Bool { count >= Self.enough }
    /// The part of meant presses that do not happen, 0–1.
    public var missed: Double { min(0.5, max(0.01, missing.value)) }
    /// The part of waking presses after which something was wanted, 0–1.
    public var meantWakes: Double { min(0.98, max(0.05, waking.value)) }
    /// The part of choices after which something else was wanted at once, 0–1.
    public var wantsMore: Double { min(0.9, max(0.01, going.value)) }

    // MARK: - Learning

    /// Takes a record of a press that was weighed, of a visit, or of a choice that was taken back; others say nothing new.
    public mutating func learn(_ record: PressRecord) {
        switch record {
        case .weighed(let press):
            add(
                Sample(
                    offers: press.offers.map { .init(since: $0.since / .seconds(1), wanted: $0.wanted) },
                    exposure: press.watched / .seconds(1), choice: press.choice))
        case .visit(let visit):
            if let last = samples.indices.last { samples[last].exposure += visit.silence / .seconds(1) }
            missing.count(visit.missed, of: visit.offers, fading: 0.99)
            switch visit.beginning {
            case .woken: waking.count(visit.wanted, of: 1, fading: 0.98)
            case .continued: going.count(visit.wanted, of: 1, fading: 0.98)
            case .opened, .wentUp: break
            }
        case .undone(let id, _):
            guard let index = samples.lastIndex(where: { $0.choice == id }) else { return }
            // It was hardly meant.
            for offer in samples[index].offers.indices { samples[index].offers[offer].wanted *= 0.1 }
        case .choice, .press, .ignored, .touch, .gaveUp: break
        }
    }

    /// A choice of which nobody has weighed what else it may have been: as likely wanted as one item among some.
    private mutating func learn(_ choice: PressRecord.Choice) {
        guard choice.mode == .automatic,
            let since = choice.sinceCueEnded ?? choice.sinceCueBegan.map({ $0 - Self.usualCue })
        else { return }
        let step = choice.scanTime + Self.usualCue
        add(
            Sample(
                offers: [.init(since: since / .seconds(1), wanted: 0.2)],
                exposure: (step * choice.steps + max(.zero, since)) / .seconds(1), choice: choice.id))
        guard !choice.isContinued else { return }
        missing.count(Double(choice.passes), of: Double(choice.passes + 1), fading: 0.99)
    }

    /// A word of a board, as long as it usually is.
    static let usualCue = Duration.milliseconds(800)

    private mutating func add(_ sample: Sample) {
        guard !sample.offers.isEmpty else { return }
        count += 1
        let fading = exp2(-1 / Self.halfLife)
        for index in samples.indices { samples[index].weight *= fading }
        samples.append(sample)
        if samples.count > Self.mostSamples { samples.removeFirst() }
        newSinceFit += 1
    }

    /// Days have gone by.
    public mutating func forget(days: Int) {
        guard days > 0 else { return }
        let fading = exp2(-Double(days) / Self.halfLifeDays)
        for index in samples.indices { samples[index].weight *= fading }
    }

    // MARK: - Fitting

    /// Brings timing and accidents up to date where there is enough that is new. It takes about a millisecond: not on the way from a press to
    /// its sound.
    public mutating func refresh() {
        guard newSinceFit >= Self.together || newSinceFit > 0 && count < Self.few else { return }
        fit()
    }

    /// Expectation and maximisation, in turns: whose was each press, and how does the person press then?
    private mutating func fit() {
        newSinceFit = 0
        guard samples.count >= 3 else { return }
        var (habits, rate) = (beginning, accidents)
        for _ in 0..<Self.rounds { (habits, rate) = better(habits, rate) }
        // What explains hardly any press is no habit: accidents would pass for it.
        let lasting = habits.filter { $0.share >= Self.leastShare }
        if lasting.count < habits.count, !lasting.isEmpty {
            let all = lasting.reduce(0) { $0 + $1.share }
            habits = lasting.map { .init(share: $0.share / all, mean: $0.mean, deviation: $0.deviation) }
            for _ in 0..<Self.rounds / 2 { (habits, rate) = better(habits, rate) }
        }
        timing = PressTiming(habits: habits)
        accidents = rate
    }

    /// What is known, and a habit like the newest presses: who is another person since yesterday is known again within some presses.
    private var beginning: [PressTiming.Habit] {
        let newest = samples.suffix(12).compactMap { sample in
            sample.offers.max {
                $0.wanted * timing.density(at: $0.since) < $1.wanted * timing.density(at: $1.since)
            }?.since
        }.sorted()
        var habits = Array(timing.habits.sorted { $0.share > $1.share }.prefix(2))
        for index in habits.indices {
            habits[index].share = max(0.1, habits[index].share)
            habits[index].deviation = max(0.1, habits[index].deviation)
        }
        habits.append(.init(share: 0.3, mean: newest[newest.count / 2], deviation: 0.1))
        let all = habits.reduce(0) { $0 + $1.share }
        return habits.map { .init(share: $0.share / all, mean: $0.mean, deviation: $0.deviation) }
    }

    private func better(
        _ habits: [PressTiming.Habit], _ rate: Double
    ) -> (habits: [PressTiming.Habit], rate: Double) {
        var sums = habits.map { (weight: 0.0, time: 0.0, square: 0.0, habit: $0) }
        var (accidental, exposure) = (Self.priorAccidents, Self.priorExposure)
        var parts: [(offer: Int, habit: Int, weight: Double)] = []
        for sample in samples {
            exposure += sample.weight * sample.exposure
            parts.removeAll(keepingCapacity: true)
            var all = rate
            for (index, offer) in sample.offers.enumerated() {
                let pressing = offer.wanted * (1 - missed)
                for (number, habit) in habits.enumerated() {
                    let weight =
                        pressing * (1 - PressTiming.unusual) * habit.share * habit.density(at: offer.since)
                    parts.append((index, number, weight))
                    all += weight
                }
                if PressTiming.unusualSpan.contains(offer.since) {
                    all += pressing * PressTiming.unusualDensity
                }
            }
            accidental += sample.weight * rate / all
            for part in parts {
                let weight = sample.weight * part.weight / all
                let since = sample.offers[part.offer].since
                sums[part.habit].weight += weight
                sums[part.habit].time += weight * since
                sums[part.habit].square += weight * since * since
            }
        }
        // Each habit as if it had been seen a little already, as it was.
        let prior = 0.7
        let found = sums.map { sum in
            let weight = sum.weight + prior
            let mean = (sum.time + prior * sum.habit.mean) / weight
            let spread = max(0, sum.square - 2 * mean * sum.time + mean * mean * sum.weight)
            let variance = (spread + prior * sum.habit.deviation * sum.habit.deviation) / weight
            return PressTiming.Habit(
                share: sum.weight + 0.1, mean: mean,
                deviation: max(Self.leastDeviation, variance.squareRoot()))
        }
        let all = found.reduce(0) { $0 + $1.share }
        return (
            found.map { .init(share: $0.share / all, mean: $0.mean, deviation: $0.deviation) },
            max(1e-5, accidental / exposure)
        )
    }
}
