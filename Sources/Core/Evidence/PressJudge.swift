import Foundation
public import Scanning
public import Time

/// What a press means while items are offered one after another: the probability of each explanation, and what to do that harms least.
///
/// It is told what is offered, and when each cue was heard. In between it knows, for each item of the open level, how likely it is what the
/// person wants now; each silence and each press changes that (docs/press-evidence.md has the formulas).
///
/// | is told | what it does |
/// |---|---|
/// | `enter` | begins with how often each item is wanted, and with how likely it is that anything is |
/// | `offer`, `cueBegan`, `cueEnded` | an item that is offered and passes in silence becomes less likely |
/// | `judge` | a press: each offer of the last seconds, or an accident |
/// | `chose`, `leave`, `rest` | the visit is over: what was learnt is recorded |
public struct PressJudge: Sendable {
    /// An item of a level, as a choice of it is valued.
    public struct Item: Hashable, Sendable {
        /// What is at stake where it is chosen and was not meant.
        public enum Stake: Hashable, Sendable {
            /// It only leads further, and the way back takes a while.
            case leadsOn
            /// Somebody comes for nothing.
            case asks
            /// A wrong call is cheap, a lost one is not.
            case urgent
            /// It says or changes something small.
            case says
            /// The way back.
            case back
        }

        public var id: String
        public var stake: Stake
        /// How often it is wanted beside the others of its level; any scale.
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

    /// What to do with a press.
    public enum Verdict: Hashable, Sendable {
        /// It means the item at this place of the level.
        case chooses(Int)
        /// It may mean this item: offer it once more.
        case asks(Int)
        /// It was hardly meant for anything.
        case passes
    }

    /// A press, judged.
    public struct Judgement: Hashable, Sendable {
        public var verdict: Verdict
        /// The place of the item that it was most likely meant for.
        public var item: Int
        /// How likely it was meant for that, 0–1.
        public var certainty: Double
        /// From the end of that item's cue to the press, in seconds; below 0 the cue was still heard.
        public var since: Double
        /// When that cue was heard, as far as it was.
        public var cueBegan: Instant?
        public var cueEnded: Instant?
        /// To be recorded, with the verdict that was followed; `items` are the places of the items that were offered.
        var offers: [PressRecord.Weighed.Offer]
        var items: [Int]
        var watched: Duration

        /// How likely it was meant for the item at this place, 0–1.
        public func certainty(of item: Int) -> Double {
            zip(items, offers).reduce(0) { $1.0 == item ? $0 + $1.1.meant : $0 }
        }
    }

    private struct Offer: Sendable {
        var item: Int
        var began: Instant?
        var ended: Instant?
        /// As long as its cue is expected to be, or was, in seconds.
        var length: Double
        /// How likely the person, if this was wanted, has pressed for it already, by a press that was not taken: 0–1.
        var answered = 0.0

        /// The part of the ways in which nothing more was to come of it, in which no press has: of somebody who wants it.
        ///
        /// - Parameter share: Of meant presses, those that come later than now, and those that fail.
        func quiet(_ share: Double) -> Double { answered + (1 - answered) * share }
    }

    /// One explanation of a press: it was meant for this offer.
    private struct Explanation {
        /// The offer's place among all.
        var place: Int
        var offer: Offer
        /// From the end of its cue, in seconds.
        var since: Double
        /// The part of the meant presses for it that were still to come.
        var stillToCome: Double
        /// Presses a second, if the item is wanted and was not pressed for yet.
        var rate: Double
    }

    public private(set) var profile: PressProfile
    private var items: [Item] = []
    private var beginning = Beginning.continued
    /// How likely each item was wanted when the level was entered, all together 1.
    private var usual: [Double] = []
    /// How likely each is wanted now; `offers` are not counted yet.
    private var wanted: [Double] = []
    private var wantsNothing = 1.0
    /// How likely nothing was wanted when the visit before ended.
    private var leftWantingNothing = 0.5
    /// The newest, which presses may be meant for.
    private var offers: [Offer] = []
    /// How many offers of each item have passed in silence in this visit, by its place.
    private var silent: [Int: Double] = [:]
    /// So many offers of what was wanted were made, and missed.
    private var (offered, missed) = (0.0, 0.0)
    /// Since when nothing was recorded of what is offered.
    private var watchedFrom: Instant?
    /// The last presses that did nothing or were asked back.
    private var unheeded: [Instant] = []
    /// How likely the last choice was meant, 0–1.
    public private(set) var certainty = 1.0
    /// How long the cues of this level were, in seconds, by the item's id.
    private var lengths: [String: Double] = [:]
    private var usualLength = PressProfile.usualCue / .seconds(1)
    private var records: [PressRecord] = []

    /// So many offers before the present one can be meant.
    private static let mostOffers = 4
    /// Nobody has understood a word so soon after its first sound, in seconds.
    private static let earliest = 0.1
    /// What is never asked for may be wanted all the same: this part of all is even.
    private static let evenShare = 0.3
    /// From one offer to the next: somebody begins to want something; and this part is as at the beginning, because nobody keeps to rules.
    private static let (newWish, doubt) = (0.01, 0.02)
    /// Who presses again so soon after a press that did nothing means it; who does so twice, surely. Seconds.
    private static let (insisting, hammering) = (1.0, 2.5)

    /// - Parameter profile: What is known of the person.
    public init(profile: PressProfile = PressProfile()) { self.profile = profile }

    /// Begins anew with what is known of the person.
    public mutating func know(_ profile: PressProfile) { self.profile = profile }

    /// Days have gone by.
    public mutating func forget(days: Int) { profile.forget(days: days) }

    /// A choice was taken back.
    public mutating func tookBack(_ record: PressRecord) { profile.learn(record) }

    /// What there is to record since the last call.
    public mutating func takeRecords() -> [PressRecord] {
        defer { records = [] }
        return records
    }

    // MARK: - What is offered

    /// Scanning begins in a level, or begins there once more.
    public mutating func enter(_ items: [Item], _ beginning: Beginning) {
        leave()
        self.items = items
        self.beginning = beginning
        let back: Double
        switch beginning {
        case .woken: (wantsNothing, back) = (1 - profile.meantWakes, 0)
        case .opened(let certainty):
            wantsNothing = min(0.9, leftWantingNothing)
            back = min(0.9, max(0.03, 1 - certainty - wantsNothing))
        case .continued: (wantsNothing, back) = (1 - profile.wantsMore, 0.01)
        case .wentUp: (wantsNothing, back) = (min(0.95, leftWantingNothing), 0.05)
        }
        let choices = items.filter { $0.stake != .back }
        let all = choices.reduce(0) { $0 + max(0, $1.share) }
        let even = Self.evenShare / Double(max(1, choices.count))
        usual = items.map { item in
            guard item.stake != .back else { return back }
            let own = all > 0 ? max(0, item.share) / all : 1 / Double(choices.count)
            return (1 - back) * (even + (1 - Self.evenShare) * own)
        }
        let sum = usual.reduce(0, +)
        usual = usual.map { $0 / max(sum, 1e-9) }
        wanted = usual.map { $0 * (1 - wantsNothing) }
    }

    /// The cue of the item at this place was asked for.
    public mutating func offer(_ item: Int) {
        guard items.indices.contains(item) else { return }
        while offers.count >= Self.mostOffers { forgetOldest() }
        offers.append(Offer(item: item, length: lengths[items[item].id] ?? usualLength))
    }

    /// The newest cue can be heard.
    public mutating func cueBegan(at instant: Instant) {
        guard let last = offers.indices.last, offers[last].began == nil else { return }
        offers[last].began = instant
        if watchedFrom == nil { watchedFrom = instant }
    }

    /// The newest cue was heard to its end.
    public mutating func cueEnded(at instant: Instant) {
        guard let last = offers.indices.last, offers[last].ended == nil else { return }
        offers[last].ended = instant
        if let began = offers[last].began {
            let length = began.duration(to: instant) / .seconds(1)
            offers[last].length = length
            if lengths.count > 500 { lengths = [:] }
            lengths[items[offers[last].item].id] = length
            usualLength += (length - usualLength) / 20
        }
        let wish = wantsNothing * Self.newWish
        let all = wanted.reduce(wish, +)
        wantsNothing -= wish
        for item in wanted.indices {
            let moved = wanted[item] + wish * usual[item]
            wanted[item] = moved * (1 - Self.doubt) + all * usual[item] * Self.doubt
        }
        profile.refresh()
    }

    /// An offer has passed for good, and nobody has pressed for it.
    private mutating func forgetOldest() {
        let old = offers.removeFirst()
        guard old.ended != nil else { return }
        wanted[old.item] *= old.quiet(profile.missed)
        normalise()
        silent[old.item, default: 0] += 1 - old.answered
    }

    private mutating func normalise() {
        let sum = wanted.reduce(wantsNothing, +)
        guard sum > 0 else { return }
        wanted = wanted.map { $0 / sum }
        wantsNothing /= sum
    }

    /// The level is left without a choice, or another one is entered.
    public mutating func leave() {
        while !offers.isEmpty { forgetOldest() }
        end(wanted: wanted.reduce(0, +), at: nil)
    }

    /// Nothing is offered any more.
    public mutating func rest(at now: Instant) {
        while !offers.isEmpty { forgetOldest() }
        end(wanted: wanted.reduce(0, +), at: now)
        watchedFrom = nil
        unheeded = []
    }

    private mutating func end(wanted part: Double, at now: Instant?) {
        guard !items.isEmpty else { return }
        leftWantingNothing = wantsNothing
        let silence = now.flatMap { now in watchedFrom.map { max(.zero, $0.duration(to: now)) } } ?? .zero
        let visit = PressRecord.Visit(
            beginning: beginning.word, wanted: Self.thousandths(part), offers: Self.thousandths(offered),
            missed: Self.thousandths(missed), silence: silence)
        keep(.visit(visit))
        (items, offers, usual, wanted, silent) = ([], [], [], [], [:])
        (offered, missed, wantsNothing) = (0, 0, 1)
    }

    private mutating func keep(_ record: PressRecord) {
        profile.learn(record)
        records.append(record)
    }

    private static func thousandths(_ value: Double) -> Double {
        (min(max(value, 0), 1000) * 1000).rounded() / 1000
    }

    // MARK: - Presses

    /// What a press means that began then; `nil` where nothing was offered that it could mean.
    ///
    /// What is believed changes by it. What is done with it is told with `took`.
    ///
    /// - Parameter scanTime: As it is in force.
    public mutating func judge(_ press: Instant, scanTime: Duration) -> Judgement? {
        let explanations = explanations(of: press)
        guard !explanations.isEmpty else { return nil }
        var now = wanted
        for one in explanations { now[one.offer.item] *= one.stillToCome }
        let sum = now.reduce(wantsNothing, +)
        guard sum > 0 else { return nil }
        now = now.map { $0 / sum }
        let none = wantsNothing / sum
        let rate = profile.accidents
        let weights = explanations.map { now[$0.offer.item] * $0.rate }
        let all = weights.reduce(rate, +)
        // The newest of those that are equally likely.
        guard let best = weights.indices.max(by: { weights[$0] <= weights[$1] }) else { return nil }
        let item = explanations[best].offer.item
        let certainty = weights[best] / all
        let judgement = Judgement(
            verdict: heedingUrgent(
                verdict(item, certainty, ofAny: 1 - rate / all, none, scanTime / .seconds(1), at: press),
                explanations, weights), item: item, certainty: certainty, since: explanations[best].since,
            cueBegan: explanations[best].offer.began,
            cueEnded: explanations[best].offer.ended,
            offers: zip(explanations, weights).map { one, weight in
                .init(
                    since: .milliseconds(Int64((one.since * 1000).rounded())),
                    wanted: Self.thousandths(min(1, now[one.offer.item] / max(one.stillToCome, 1e-6))),
                    meant: Self.thousandths(weight / all))
            }, items: explanations.map(\.offer.item),
            watched: watchedFrom.map { max(.zero, $0.duration(to: press)) } ?? .zero)
        watchedFrom = press
        believe(explanations, weights, now, none, rate: rate, of: all)
        return judgement
    }

    /// No press for an urgent item is ever dropped: where one is offered now, or may have been meant half as likely as anything else, it is
    /// asked back.
    private func heedingUrgent(
        _ verdict: Verdict, _ explanations: [Explanation], _ weights: [Double]
    ) -> Verdict {
        guard verdict == .passes else { return verdict }
        let half = (weights.max() ?? 0) / 2
        for (one, weight) in zip(explanations, weights).reversed()
        where items[one.offer.item].stake == .urgent {
            if one.place == offers.count - 1 || weight >= half { return .asks(one.offer.item) }
        }
        return .passes
    }

    private func explanations(of press: Instant) -> [Explanation] {
        let (timing, missed) = (profile.timing, profile.missed)
        return offers.enumerated().compactMap { place, offer in
            guard let began = offer.began, began < press else { return nil }
            let sinceBegan = began.duration(to: press) / .seconds(1)
            let since = offer.ended.map { $0.duration(to: press) / .seconds(1) } ?? sinceBegan - offer.length
            let stillToCome = offer.quiet(missed + (1 - missed) * timing.share(after: since))
            let rate =
                sinceBegan < Self.earliest
                ? 0 : (1 - offer.answered) * (1 - missed) * timing.density(at: since) / max(stillToCome, 1e-6)
            return Explanation(place: place, offer: offer, since: since, stillToCome: stillToCome, rate: rate)
        }
    }

    /// What the press says of what is wanted. The offers stay, because a press by accident leaves the meant one to come; how much of each is
    /// past is counted again with the next press, and so taken out here.
    private mutating func believe(
        _ explanations: [Explanation], _ weights: [Double], _ now: [Double], _ none: Double, rate: Double,
        of all: Double
    ) {
        wanted = now.map { $0 * rate / all }
        wantsNothing = none * rate / all
        for (one, weight) in zip(explanations, weights) { wanted[one.offer.item] += weight / all }
        for one in explanations {
            let same = explanations.reduce(rate) { $1.offer.item == one.offer.item ? $0 + $1.rate : $0 }
            let answered = offers[one.place].answered
            offers[one.place].answered = answered + (1 - answered) * one.rate / same
            let (timing, missed) = (profile.timing, profile.missed)
            let quiet = offers[one.place].quiet(missed + (1 - missed) * timing.share(after: one.since))
            wanted[one.offer.item] /= max(quiet, 0.02)
        }
        normalise()
    }

    /// What costs least, in seconds of somebody's time.
    private func verdict(
        _ item: Int, _ certainty: Double, ofAny meant: Double, _ wantsNothing: Double, _ scanTime: Double,
        at press: Instant
    ) -> Verdict {
        let step = usualLength + scanTime
        let asking = usualLength + profile.timing.mean + 0.3
        let wrong = cost(of: items[item].stake, step)
        let choosing = (1 - certainty) * wrong
        // Who meant it presses once more; who did not hears one word too many, and may press by accident again.
        let again =
            certainty * asking / (1 - profile.missed)
            + (1 - certainty) * (step * (1 - wantsNothing) + 0.02 * wrong)
        let passing = items[item].stake == .urgent ? .infinity : meant * Double(items.count) * step
        let insists = unheeded.filter { $0.duration(to: press) / .seconds(1) < Self.hammering }
        if insists.count >= 2 || choosing <= min(again, passing) { return .chooses(item) }
        let isInsisting = insists.last.map { $0.duration(to: press) / .seconds(1) < Self.insisting } ?? false
        return isInsisting || again <= passing ? .asks(item) : .passes
    }

    /// What a choice costs that nobody meant, in seconds: of the person, who has to come back, and of whoever comes for nothing.
    private func cost(of stake: Item.Stake, _ step: Double) -> Double {
        switch stake {
        case .leadsOn: 6 + 2 * step
        case .asks: 120
        case .urgent: 12
        case .says: 10
        case .back: 8
        }
    }

    /// Whether a press comes far outside the time that the person takes: before or after all but one in two hundred of their presses, and
    /// was hardly meant.
    public func isFarOutside(_ judgement: Judgement) -> Bool {
        guard judgement.certainty < 0.2 else { return false }
        let timing = profile.timing
        let margin = 0.15
        return judgement.since < timing.time(of: 0.005) - margin
            || judgement.since > timing.time(of: 0.995) + margin
    }

    /// The press was dealt with like this.
    ///
    /// - Parameter choice: The record of the choice that it made.
    public mutating func took(
        _ judgement: Judgement, at press: Instant, as verdict: PressRecord.Weighed.Verdict,
        choice: PressRecord.ID? = nil
    ) {
        keep(
            .weighed(
                PressRecord.Weighed(
                    offers: judgement.offers, watched: judgement.watched, verdict: verdict, choice: choice)))
        switch verdict {
        case .chose: unheeded = []
        case .asked, .passed: unheeded = unheeded.suffix(3) + [press]
        }
    }

    /// A press that was no answer to a question has done nothing.
    public mutating func passedOver(_ press: Instant) { unheeded = unheeded.suffix(3) + [press] }

    /// Whether somebody has pressed in vain so shortly before that this press is surely meant.
    public func isInsisting(_ press: Instant) -> Bool {
        unheeded.contains { $0 < press && $0.duration(to: press) / .seconds(1) < Self.hammering }
    }

    /// Something was chosen: the visit is over.
    ///
    /// - Parameters:
    ///   - item: Its place in the level; `nil` where it was not offered.
    ///   - certainty: How likely it was meant, 0–1.
    public mutating func chose(_ item: Int?, certainty: Double) {
        self.certainty = certainty
        if let item, items.indices.contains(item), beginning != .continued, beginning != .wentUp {
            // All its earlier offers were missed: it was wanted since the visit began.
            let before = offers.dropLast().reduce(silent[item, default: 0]) {
                $1.item == item && $1.ended != nil ? $0 + 1 - $1.answered : $0
            }
            offered = certainty * (before + 1)
            missed = certainty * before
        }
        end(wanted: certainty, at: nil)
        watchedFrom = nil
    }

    // MARK: - Questions

    /// How likely a press is an answer to a question, 0–1.
    ///
    /// - Parameters:
    ///   - since: From the sound that opened it to the press.
    ///   - likely: How likely an answer was before anybody pressed, 0–1.
    public func answers(since: Duration, likely: Double) -> Double {
        let meant = likely * (1 - profile.missed) * profile.timing.density(at: since / .seconds(1))
        return meant / (meant + profile.accidents)
    }
}

extension PressJudge.Beginning {
    fileprivate var word: PressRecord.Visit.Beginning {
        switch self {
        case .woken: .woken
        case .opened: .opened
        case .continued: .continued
        case .wentUp: .wentUp
        }
    }
}
