import Foundation
public import Time

/// What a press means while something is scanned: the probability of each explanation, and what does least harm.
public struct PressJudge: Sendable {
    /// What is at stake where an item is chosen that was not meant.
    public enum Stake: Hashable, Sendable {
        /// It only leads further: the way back takes a while.
        case leadsOn
        /// Somebody comes for nothing, or is told that it was nothing.
        case asks
        /// A wrong one is cheap, and a lost one is not.
        case urgent
        /// Words that nobody meant.
        case says
        /// The way back out of a level.
        case back
    }

    public struct Item: Hashable, Sendable {
        public var id: String
        public var stake: Stake
        /// How often it is wanted beside the others; all of a level need not be 1.
        public var share: Double

        public init(id: String, stake: Stake, share: Double) {
            self.id = id
            self.stake = stake
            self.share = share
        }
    }

    /// How scanning has come to a level.
    public enum Beginning: Hashable, Sendable {
        /// A press has woken the kiosk.
        case woken
        /// By a press that was meant for it with this probability, 0–1.
        case opened(Double)
        /// It goes on after a choice.
        case continued
        /// From a level below, without a choice.
        case wentUp
    }

    public enum Verdict: Hashable, Sendable {
        /// It means this item.
        case chooses(index: Int)
        /// It may mean this item: offer it again.
        case asks(index: Int)
        /// It was hardly meant.
        case passes
    }

    public struct Judgement: Hashable, Sendable {
        public var verdict: Verdict
        /// How likely it is that the press was meant for the item of the verdict, 0–1.
        public var certainty: Double
        /// From the end of that item's cue, in seconds.
        public var since: Double
        /// For learning.
        public var sample: PressSample
    }

    private struct Offer {
        var index: Int
        var began: Instant?
        var ended: Instant?
        /// How long the cue is expected to be, in seconds.
        var length: Double
    }

    public var profile: PressProfile
    private var items: [Item] = []
    private var prior: [Double] = []
    /// How likely each item is wanted, by everything so far; the offers in `offers` not counted yet.
    private var wanted: [Double] = []
    private var nothing = 1.0
    private var offers: [Offer] = []
    private var beganAs = Beginning.continued
    private var clock: Instant?
    private var lastPass: Instant?
    private var quick = 0
    /// How certain the last choice was.
    public private(set) var certainty = 1.0
    private var lengths: [String: Double] = [:]
    private var usualLength = 0.8
    private var level = ""

    public init(profile: PressProfile = PressProfile()) { self.profile = profile }

    // MARK: - What is scanned

    /// Scanning begins in a level, or begins again.
    public mutating func enter(_ level: String, _ items: [Item], _ beginning: Beginning) {
        finish()
        self.level = level
        self.items = items
        beganAs = beginning
        offers = []
        clock = nil
        let all = items.reduce(0) { $0 + ($1.stake == .back ? 0 : $1.share) }
        let back: Double
        switch beginning {
        case .woken: (nothing, back) = (1 - profile.meantWakes, 0)
        case .opened(let certainty):
            back = min(0.9, max(0.03, 1 - certainty))
            nothing = back * 0.5
        case .continued: (nothing, back) = (1 - profile.wantsMore, 0.01)
        case .wentUp: (nothing, back) = (0.5, 0.05)
        }
        let hasBack = items.contains { $0.stake == .back }
        let rest = 1 - (hasBack ? back : 0)
        // What is never asked for may be wanted all the same.
        let even = 0.3 / Double(max(1, items.count { $0.stake != .back }))
        prior = items.map { item in
            item.stake == .back ? back : rest * (even + (all > 0 ? 0.7 * item.share / all : 0.7 / Double(items.count)))
        }
        let sum = prior.reduce(0, +)
        if sum > 0 { prior = prior.map { $0 / sum } }
        wanted = prior.map { $0 * (1 - nothing) }
    }

    /// Its cue was asked for.
    public mutating func offer(_ index: Int) {
        guard items.indices.contains(index) else { return }
        fold()
        offers.append(Offer(index: index, length: lengths["\(level) \(items[index].id)"] ?? usualLength))
    }

    public mutating func cueBegan(at instant: Instant) {
        guard !offers.isEmpty else { return }
        offers[offers.count - 1].began = instant
        if clock == nil { clock = instant }
    }

    public mutating func cueEnded(at instant: Instant) {
        guard let offer = offers.last, offer.ended == nil else { return }
        offers[offers.count - 1].ended = instant
        if let began = offer.began {
            let length = seconds(began, instant)
            offers[offers.count - 1].length = length
            lengths["\(level) \(items[offer.index].id)"] = length
            usualLength += (length - usualLength) * 0.05
        }
        // Somebody may have begun to want something meanwhile.
        let moved = nothing * 0.01
        nothing -= moved
        for index in wanted.indices { wanted[index] += moved * prior[index] }
        // And nobody is so sure.
        let all = wanted.reduce(0, +)
        for index in wanted.indices { wanted[index] = wanted[index] * 0.98 + all * prior[index] * 0.02 }
    }

    /// Old offers went by without a press.
    private mutating func fold() {
        guard offers.count > 3 else { return }
        let old = offers.removeFirst()
        let silent = profile.missed
        let before = wanted[old.index]
        wanted[old.index] *= silent
        let sum = wanted.reduce(nothing, +)
        if sum > 0 {
            wanted = wanted.map { $0 / sum }
            nothing /= sum
        }
        profile.learn(offer: before, missed: before * silent / max(sum, 1e-9))
    }

    /// Scanning leaves the level without a choice.
    public mutating func finish() {
        guard !items.isEmpty else { return }
        let someone = wanted.reduce(0, +)
        switch beganAs {
        case .woken: profile.learn(wake: someone / (someone + nothing))
        case .continued: profile.learn(more: someone / (someone + nothing))
        case .opened, .wentUp: break
        }
        items = []
        offers = []
    }

    public mutating func rested(at now: Instant) {
        if let clock { profile.learn(silence: seconds(clock, now)) }
        clock = nil
        finish()
    }

    // MARK: - Judging

    private func seconds(_ from: Instant, _ to: Instant) -> Double { from.duration(to: to) / .seconds(1) }

    /// What a press means that began then.
    public mutating func judge(_ began: Instant, scanSeconds: Double) -> Judgement? {
        guard !items.isEmpty, !offers.isEmpty else { return nil }
        let miss = profile.missed
        let timing = profile.timing
        var now = wanted
        var found: [(offer: Int, since: Double, rate: Double)] = []
        for (number, offer) in offers.enumerated() {
            guard let start = offer.began, start < began else { continue }
            let since = offer.ended.map { seconds($0, began) } ?? (seconds(start, began) - offer.length)
            let still = miss + (1 - miss) * timing.share(after: since)
            now[offer.index] *= still
            // Nobody reacts to a word so soon after its first sound.
            let isHeard = seconds(start, began) > 0.1
            found.append((number, since, isHeard ? (1 - miss) * timing.density(at: since) / max(still, 1e-6) : 0))
        }
        guard !found.isEmpty else { return nil }
        let sum = now.reduce(nothing, +)
        let rate = profile.accidents
        var all = rate
        var weights: [Double] = []
        for entry in found {
            let weight = now[offers[entry.offer].index] / sum * entry.rate
            weights.append(weight)
            all += weight
        }
        let sample = PressSample(
            candidates: zip(found, weights).map { entry, _ in
                // Without the part that was still to come: the fit asks for the plain density.
                let still = miss + (1 - miss) * timing.share(after: entry.since)
                return .init(since: entry.since, wanted: now[offers[entry.offer].index] / sum / max(still, 1e-6))
            }, exposure: clock.map { seconds($0, began) } ?? 0)
        clock = began
        guard let best = weights.indices.max(by: { weights[$0] < weights[$1] }) else { return nil }
        let entry = found[best]
        let index = offers[entry.offer].index
        let certainty = weights[best] / all
        let verdict = verdict(index, certainty, meant: 1 - rate / all, wantsNothing: nothing / sum, scanSeconds)
        // What is known now, if nothing is done.
        var posterior = now
        for item in posterior.indices {
            let meant = zip(found, weights).reduce(0.0) { sum, pair in
                offers[pair.0.offer].index == item ? sum + pair.1 : sum
            }
            posterior[item] = (now[item] / sum * rate + meant) / all
        }
        var left = nothing / sum * rate / all
        // The offers stay, and their silence is counted later: it is taken out again here.
        for (offer, entry) in found.map({ ($0.offer, $0) }) {
            let still = miss + (1 - miss) * timing.share(after: entry.since)
            posterior[offers[offer].index] /= max(still, 0.02)
        }
        let total = posterior.reduce(left, +)
        posterior = posterior.map { $0 / total }
        left /= total
        wanted = posterior
        nothing = left
        return Judgement(verdict: verdict, certainty: certainty, since: entry.since, sample: sample)
    }

    /// What costs least, in seconds of somebody's time.
    private func verdict(
        _ index: Int, _ certainty: Double, meant: Double, wantsNothing: Double, _ scanSeconds: Double
    ) -> Verdict {
        let step = usualLength + scanSeconds
        let asking = usualLength + profile.timing.mean + 0.3
        let around = Double(items.count) * step
        let wrong: Double
        switch items[index].stake {
        case .leadsOn: wrong = 6 + 2 * step
        case .asks: wrong = 60
        case .urgent: wrong = 12
        case .says: wrong = 10
        case .back: wrong = 8
        }
        let act = (1 - certainty) * wrong
        let ask = certainty * asking / (1 - profile.missed) + (1 - certainty) * (step * (1 - wantsNothing) + 0.02 * wrong)
        let pass = items[index].stake == .urgent ? .infinity : meant * around
        if act <= ask, act <= pass { return .chooses(index: index) }
        return ask <= pass ? .asks(index: index) : .passes
    }

    /// When the newest cue of an item was heard.
    public func heard(_ index: Int) -> (began: Instant?, ended: Instant?) {
        let offer = offers.last { $0.index == index }
        return (offer?.began, offer?.ended)
    }

    /// The press was taken for this item.
    public mutating func chose(_ index: Int, certainty: Double) {
        self.certainty = certainty
        if items.indices.contains(index) {
            switch beganAs {
            case .woken: profile.learn(wake: certainty)
            case .continued: profile.learn(more: certainty)
            case .opened, .wentUp: break
            }
        }
        items = []
        offers = []
    }

    /// Whether a press answers a question that opened so many seconds ago, where a yes is that likely beforehand.
    public func answers(since: Double, likely: Double) -> Double {
        let timing = profile.timing
        let meant = likely * (1 - profile.missed) * timing.density(at: since)
        return meant / (meant + profile.accidents)
    }
}
