import Boards
import Care
import Chance
import FoundationEssentials
import HomeFiles
import Kiosk
import Scanning
import Speech
import Time

/// What the person wants now, and what they are about to do.
struct Person {
    var want: SimulatedNeed?
    /// The person has it, and waits until the request is over.
    var isSatisfied = false
    var outcome = Outcome()
    /// When they first tried.
    var startedAt: Instant?
    var rightRequest: UUID?
    var wrongRequests: Set<UUID> = []
    var falseRequests: Set<UUID> = []
    /// Numbers the decisions: only the last one is carried out.
    var decision = 0
    var isAboutToAct = false
    /// The offer that they are about to press for.
    var aim: Ears.Place?
    /// Whether what they are about to choose only opens what they want.
    var leadsOn = false
    /// With a keypad: the stage of the next key.
    var stage = 0

    /// It has been quiet for too long.
    var watchAt: Instant?
    var giveUpAt: Instant?
    var nextNeedAt: Instant?
    var latestNeedAt: Instant?
    var isResting = false

    var isTrying: Bool { want != nil && !isSatisfied }

    var nextThought: Instant? {
        var first = nextNeedAt
        if let watchAt, watchAt < first ?? .distantFuture { first = watchAt }
        if let giveUpAt, giveUpAt < first ?? .distantFuture { first = giveUpAt }
        return first
    }
}

extension Simulator {
    private var scanning: ScanParameters { settings.scanning }

    // MARK: - Needs

    /// Whether the kiosk has come to rest, so that the next need can come from there.
    mutating func noticeRest() {
        guard !person.isTrying else { return }
        let isResting = session.isResting && service.open.isEmpty && queues.allSatisfy(\.isEmpty)
        if isResting, person.want != nil { endNeed() }
        if isResting != person.isResting || person.nextNeedAt == nil {
            person.isResting = isResting
            let latest = person.latestNeedAt ?? now.advanced(by: rhythm.longestPause)
            person.latestNeedAt = latest
            person.nextNeedAt = isResting ? min(latest, now.advanced(by: rhythm.pause)) : latest
        }
    }

    mutating func think() {
        if let giveUpAt = person.giveUpAt, giveUpAt <= now {
            if person.isTrying { giveUp() }
            person.giveUpAt = nil
        } else if let next = person.nextNeedAt, next <= now {
            beginNeed()
        } else if let watchAt = person.watchAt, watchAt <= now {
            person.watchAt = nil
            wonder()
        }
    }

    private mutating func beginNeed() {
        if person.want != nil { endNeed() }
        // Each need has its own random stream, so that drawing again does not change the needs that follow.
        var lot = SeededGenerator(seed: wants.next())
        var need = needs.draw(using: &lot)
        // A need with an open request is not wanted again.
        for _ in 0..<16 {
            guard let drawn = need, service.open.values.contains(where: { $0.need == drawn.item.id }) else {
                break
            }
            need = needs.draw(using: &lot)
        }
        var next = Person()
        next.decision = person.decision + 1
        next.falseRequests = person.falseRequests
        next.want = need
        next.outcome.need = need?.item.id ?? ""
        next.outcome.isNewlyChanged = hasChanged && tally.pressesSinceChange < PressModel.Change.newPresses
        next.outcome.isChanged = hasChanged
        next.giveUpAt = now.advanced(by: rhythm.patience)
        person = next
        ears.wantsItBack = true
        if let believed { send(.pressesKnown(believed)) }
        note("wants \(need?.item.id ?? "nothing")")
        begin()
    }

    private mutating func begin() {
        switch scanning.mode {
        case .direct:
            person.startedAt = now
            planKeyFromHere()
        case .automatic, .stepDwell, .step:
            if session.isResting { plan(.tap(.select)) } else { joinIn() }
        case .inverse:
            if hands.isHolding { joinIn() } else { plan(.hold) }
        }
    }

    /// Scanning is under way: listens.
    private mutating func joinIn() {
        person.startedAt = now
        watch()
    }

    private mutating func endNeed() {
        tally.outcomes.append(person.outcome)
        askedBackAt = nil
        defer { leaveSwitch() }
        var idle = Person()
        idle.decision = person.decision + 1
        idle.falseRequests = person.falseRequests
        idle.latestNeedAt = person.latestNeedAt
        person = idle
    }

    private mutating func giveUp() {
        note("gives up")
        person.outcome.seconds = nil
        person.latestNeedAt = now.advanced(by: rhythm.longestPause)
        endNeed()
    }

    // MARK: - Decisions

    /// Acts after `wait` and then the time to react.
    ///
    /// - Parameter spread: The time to react, where it is not the usual one.
    mutating func plan(
        _ act: EventQueue.Act, after wait: Duration = .zero, reacting spread: PressModel.Spread? = nil
    ) {
        person.decision += 1
        person.aim = nil
        person.isAboutToAct = true
        person.watchAt = nil
        let spread = spread ?? usualReaction()
        let reaction = spread.sample(
            using: &reactions, shortest: PressModel.fastestReaction,
            slowness: model.slowness(
                after: Instant(nanoseconds: 0).duration(to: now), presses: tally.meantPresses))
        queue.add(
            .act(act, decision: person.decision), at: onBeat(now.advanced(by: wait + reaction)))
    }

    /// How this press is made, of the ways that the person has.
    private mutating func usualReaction() -> PressModel.Spread {
        if let second = model.secondReaction, reactions.unit() < second.part { return second.spread }
        if hasChanged, let change = model.change { return change.reaction }
        return model.reaction
    }

    /// Whether the person reacts otherwise than they did at the beginning.
    var hasChanged: Bool {
        guard let change = model.change, !keepsRecords else { return false }
        return tally.outcomes.count >= change.afterNeeds
    }

    /// The next beat of whoever moves to one.
    private func onBeat(_ instant: Instant) -> Instant {
        guard let beat = model.beat else { return instant }
        let length = Int64(beat * 1e9)
        return Instant(nanoseconds: (instant.nanoseconds + length - 1) / length * length)
    }

    /// A cue has begun: decides before its end whether it is the wanted one, as some do with a part of their presses.
    mutating func decideEarly(at place: Ears.Place) {
        ears.isDecided = false
        switch scanning.mode {
        case .automatic, .inverse: break
        case .stepDwell, .step, .direct: return
        }
        guard let early = model.fromWordBegin, person.isTrying, !person.isAboutToAct,
            reactions.unit() < early.part
        else { return }
        decide(at: place, reacting: early.spread)
        ears.isDecided = person.isAboutToAct
    }

    /// A cue was heard: decides whether it is the wanted one.
    mutating func decide(at place: Ears.Place, reacting spread: PressModel.Spread? = nil) {
        guard let want = person.want, person.isTrying, !person.isAboutToAct else { return }
        if place.isPreview {
            // A person who knows the board does not need it read.
            plan(.tap(.select), reacting: spread)
            return
        }
        let isMeant = want.isChosen(place.item, in: place.level) ?? place.isBack
        person.leadsOn = want.leadsOn(place.item, in: place.level)
        switch scanning.mode {
        case .automatic:
            guard isMeant else { break }
            plan(.tap(.select), reacting: spread)
            person.aim = place
        case .step: plan(.tap(isMeant ? .select : .step))
        case .stepDwell:
            if !isMeant {
                plan(.tap(.select))
            } else if person.leadsOn {
                // Keeps the switch held, and moves on when that has opened what they want.
                plan(.tap(.select), after: scanning.dwellTime)
            }
        case .inverse: if isMeant, hands.isHolding { plan(.letGo, reacting: spread) }
        case .direct:
            if let stage = want.stage(in: place.level) { planKey(stage) } else { plan(.tap(.digit(0))) }
        }
    }

    /// The key that leads on from the scan's position, or back if it has gone wrong.
    private mutating func planKeyFromHere() {
        let level = session.isResting ? nil : session.present?.level
        if let level, person.want?.stage(in: level) == nil {
            plan(.tap(.digit(0)))
        } else {
            planKey(level.flatMap { person.want?.stage(in: $0) } ?? 0)
        }
    }

    /// Hears something unexpected, and hesitates.
    mutating func stopShort() {
        person.decision += 1
        person.isAboutToAct = false
        person.leadsOn = false
        if hands.isHolding { plan(.letGo) } else { watch() }
    }

    /// The key of a stage.
    mutating func planKey(_ stage: Int) {
        guard let want = person.want, let digit = want.stages[stage].digit else {
            // No key leads there.
            person.giveUpAt = now
            return
        }
        person.stage = stage
        plan(.tap(.digit(digit)))
    }

    /// Becomes impatient when nothing is heard for too long.
    mutating func watch() {
        guard person.isTrying, !person.isAboutToAct else { return }
        var limit = scanning.initialDelay + scanning.levelEntryPause + .milliseconds(1500)
        switch scanning.mode {
        case .inverse where !hands.isHolding: break
        case .automatic, .inverse: limit += scanning.scanTime + scanning.firstItemExtra
        case .stepDwell: limit += scanning.dwellTime
        case .step, .direct: break
        }
        person.watchAt = now.advanced(by: limit)
    }

    /// There was no click. In automatic scanning the word comes round again; otherwise they try again.
    mutating func noticeMiss() {
        let comesRound: Bool
        switch scanning.mode {
        case .automatic: comesRound = !session.isResting
        case .inverse: comesRound = hands.isHolding
        case .stepDwell, .step, .direct: comesRound = false
        }
        guard person.isTrying, !comesRound else {
            watch()
            return
        }
        person.watchAt = now.advanced(by: .seconds(1))
    }

    /// It has been quiet for too long: scanning rests, or a press has failed.
    private mutating func wonder() {
        guard person.isTrying, !person.isAboutToAct else { return }
        guard queues.allSatisfy(\.isEmpty) else {
            watch()
            return
        }
        switch scanning.mode {
        case .automatic, .stepDwell: plan(.tap(.select))
        case .step:
            if let place = ears.place, !session.isResting { decide(at: place) } else { plan(.tap(.select)) }
        case .inverse: plan(hands.isHolding ? .letGo : .hold)
        case .direct: planKeyFromHere()
        }
    }
}
