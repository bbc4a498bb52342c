import Boards
import Chance
import FoundationEssentials
import HomeFiles
import Kiosk
import Scanning
import Speech
import Time

/// The switch and the hand.
struct Hands {
    var down: Set<SwitchRole> = []
    /// Inverse scanning: the person stays on the switch.
    var isHolding = false
    /// What the last press of a switch was meant for; `nil`: nothing.
    var meant: Ears.Place?
    /// What had been heard when it was made, the newest last.
    var heard: [Ears.Place] = []
    /// When the next unintended press comes.
    var accidentAt: Instant?
}

extension Simulator {
    // MARK: - Intended presses

    /// The hand carries out the decision, or misses.
    mutating func carryOut(_ act: EventQueue.Act) {
        person.isAboutToAct = false
        if person.isTrying, person.startedAt == nil { person.startedAt = now }
        let isMissed = model.missed > 0 && reactions.unit() < model.missed
        guard !isMissed else {
            note("misses \(act)")
            if act == .letGo, !person.isTrying { plan(.letGo) } else { noticeMiss() }
            return
        }
        switch act {
        case .tap(let role):
            guard !hands.down.contains(role) else {
                watch()
                return
            }
            count(role)
            let wakes = session.isResting
            press(
                role, thenRelease: model.hold.sample(using: &reactions, shortest: PressModel.shortestHold),
                meaning: person.aim)
            tremble(role)
            goOn(after: role, wakes: wakes)
        case .hold:
            guard !hands.down.contains(.select) else {
                watch()
                return
            }
            count(.select)
            hands.isHolding = true
            move(.select, .press)
        case .letGo:
            leaveSwitch()
            // What was opened is scanned with the next hold.
            if person.leadsOn, person.isTrying { plan(.hold) }
        }
        watch()
    }

    private mutating func count(_ role: SwitchRole) {
        tally.meantPresses += 1
        if hasChanged { tally.pressesSinceChange += 1 }
        guard person.isTrying else { return }
        person.outcome.presses += 1
        switch role {
        case .digit: person.outcome.steps += 1
        case .step: noteStepLatency()
        case .select: if settings.scanning.mode == .stepDwell { noteStepLatency() }
        case .back, .help, .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: break
        }
    }

    private mutating func noteStepLatency() {
        guard let ended = ears.cueEndedAt else { return }
        ears.cueEndedAt = nil
        tally.stepLatencies.append(Double(ended.duration(to: now).nanoseconds) / 1e9)
    }

    /// Continues without waiting for words if none come, or none are needed.
    private mutating func goOn(after role: SwitchRole, wakes: Bool) {
        guard person.isTrying, !person.isAboutToAct, let want = person.want else { return }
        switch settings.scanning.mode {
        case .direct:
            // A person who knows the board knows the next key.
            guard case .digit(let digit) = role, digit > 0, person.stage + 1 < want.stages.count else {
                return
            }
            planKey(person.stage + 1)
        case .stepDwell:
            // Awake, and silent until the next press.
            if wakes { plan(.tap(.select)) }
        case .automatic, .inverse, .step: break
        }
    }

    // MARK: - Unintended presses

    private mutating func tremble(_ role: SwitchRole) {
        var at = now.advanced(by: .milliseconds(200))
        for _ in 0..<accidents.poisson(mean: model.tremorTouches) {
            let gap = 0.06 + 0.14 * accidents.unit()
            let length = 0.02 + 0.04 * accidents.unit()
            at = at.advanced(by: .nanoseconds(Int64(gap * 1e9)))
            queue.add(.touch(role, .nanoseconds(Int64(length * 1e9))), at: at)
            at = at.advanced(by: .nanoseconds(Int64(length * 1e9)))
        }
    }

    mutating func touch(_ role: SwitchRole, for length: Duration) {
        guard !hands.down.contains(role) else { return }
        press(role, thenRelease: length)
    }

    /// Draws when the next unintended press comes.
    mutating func expectAccident() {
        guard model.falsePresses > 0 else { return }
        // If they are so rare, further away than any simulation lasts.
        let seconds = min(accidents.exponential(rate: model.falsePresses), 1e9)
        hands.accidentAt = now.advanced(by: .nanoseconds(Int64(seconds * 1e9)))
    }

    mutating func pressByAccident() {
        let role: SwitchRole
        switch settings.scanning.mode {
        case .automatic, .inverse, .stepDwell: role = .select
        case .step: role = accidents.next() & 1 == 0 ? .select : .step
        case .direct: role = .digit(Int(accidents.next() % 10))
        }
        let length = model.hold.sample(using: &accidents, shortest: PressModel.shortestHold)
        if !hands.down.contains(role) {
            press(role, thenRelease: length)
        } else if hands.isHolding {
            // The same movement releases a held switch.
            move(role, .release)
            queue.add(.holdAgain, at: now.advanced(by: length))
        }
        watch()
        expectAccident()
    }

    /// Is back on the switch after such a movement, unless it was let go for good meanwhile.
    mutating func holdAgain() {
        if hands.isHolding { move(.select, .press) }
    }

    // MARK: - The switch

    /// Releases a held switch.
    mutating func leaveSwitch() {
        guard hands.isHolding else { return }
        hands.isHolding = false
        move(.select, .release)
    }

    private mutating func press(
        _ role: SwitchRole, thenRelease length: Duration, meaning place: Ears.Place? = nil
    ) {
        hands.meant = place
        hands.heard = ears.places
        move(role, .press)
        queue.add(.edge(role, .release), at: now.advanced(by: length))
    }

    mutating func move(_ role: SwitchRole, _ direction: SwitchEdge.Direction) {
        switch direction {
        case .press:
            guard hands.down.insert(role).inserted else { return }
        case .release:
            guard hands.down.remove(role) != nil else { return }
        }
        note("\(direction) \(role)")
        let source = SwitchEdge.Source(device: 1, key: role.key)
        send(.edge(SwitchEdge(role: role, source: source, direction: direction, at: now)))
    }
}

extension SwitchRole {
    /// Which key of the simulated switch it is.
    fileprivate var key: Int {
        switch self {
        case .select: 1
        case .step: 2
        case .back: 3
        case .help: 4
        case .onTheWay: 5
        case .met: 6
        case .declined: 7
        case .next: 8
        case .sayAgain: 9
        case .snooze: 20
        case .open: 21
        case .undo: 22
        case .digit(let digit): 10 + digit
        }
    }
}
