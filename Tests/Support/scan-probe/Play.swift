import Chance
import Scanning
import Time

/// What a sequence came to.
struct Outcome {
    /// What was chosen and when, in order.
    var choices: [Chosen] = []
    var edges = 0
    var wakes = 0
    var rests = 0
    /// The rule that did not hold.
    var broken: String?

    struct Chosen: Equatable {
        var id: String
        var at: Instant
    }
}

/// Plays one sequence to a filter and a scanner, with a voice and a session made of chance, and watches the rules.
struct Play {
    private static let stuckAfter: Duration = .seconds(20)
    private static let deepest = 3

    private let sequence: RandomSequence
    private let parameters: ScanParameters
    private let extraWakes: Bool
    private let tells: Bool
    private var filter: SwitchFilter
    private var scanner: Scanner
    private var now = Instant(nanoseconds: 0)
    private var chance: SeededGenerator
    private var outcome = Outcome()

    /// What the voice will tell; an end without a start is a cue that nobody hears.
    private var voice: [(at: Instant, token: CueToken, isEnd: Bool)] = []
    /// When the session has finished with a choice, or with what it had to announce.
    private var sessionDone: Instant?
    private var depth = 0
    private var levels = 0
    /// Presses that have acted.
    private var acted: Set<SwitchPress> = []
    /// When the present cue ended, as long as nothing happened since.
    private var cueEnded: Instant?
    private var isPreview = false

    init(_ sequence: RandomSequence, extraWakes: Bool, tells: Bool) {
        self.sequence = sequence
        self.extraWakes = extraWakes
        self.tells = tells
        parameters = sequence.parameters
        chance = SeededGenerator(seed: sequence.chance)
        filter = SwitchFilter(parameters: sequence.parameters, stuckAfter: Self.stuckAfter)
        scanner = Scanner(
            parameters: sequence.parameters,
            top: ScanLevel(id: "top", items: (0..<4).map { ScanItem(id: "\($0)") }))
        if tells { print(sequence.parameters) }
    }

    mutating func run() -> Outcome {
        var edges = sequence.edges[...]
        var wishes = sequence.wishes[...]
        var wakes = SeededGenerator(seed: sequence.chance ^ 0x55)
        while outcome.broken == nil, let next = [edges.first?.at, wishes.first?.at].compactMap({ $0 }).min() {
            if extraWakes {
                let between = Instant(
                    nanoseconds: .random(in: now.nanoseconds...max(now, next).nanoseconds, using: &wakes))
                run(to: between)
                wake(at: between)
            }
            run(to: next)
            now = next
            if let edge = edges.first, edge.at == next {
                edges.removeFirst()
                handle(edge)
            } else if let (_, wish) = wishes.popFirst() {
                handle(wish)
            }
        }
        doNothing()
        return outcome
    }

    // MARK: - Doing nothing

    /// All switches are let go, and then nobody does anything more.
    private mutating func doNothing() {
        guard outcome.broken == nil else { return }
        for key in 0..<3 {
            handle(
                SwitchEdge(role: .select, source: .init(device: 1, key: key), direction: .release, at: now))
        }
        guard parameters.loops > 0 || parameters.inactivityRest > .zero else { return }
        let choicesBefore = outcome.choices.count
        run(to: now.advanced(by: longestWait))
        if !scanner.isResting { outcome.broken = outcome.broken ?? "doing nothing does not end at rest" }
        // A word that was stepped to may still be stayed on.
        if outcome.choices.count > choicesBefore + 2 {
            outcome.broken = outcome.broken ?? "doing nothing goes on choosing"
        }
    }

    /// How long it can take to come to rest: all passes over all open levels, or the longest inactivity.
    private var longestWait: Duration {
        let step = parameters.maxCueTime + .seconds(60) + parameters.scanTime + parameters.firstItemExtra
        let passes = Self.deepest * (parameters.loops + 2) * 6
        return step * passes + Scanner.standingLimit * 3
    }

    // MARK: - Time

    private mutating func run(to end: Instant) {
        var rounds = 0
        while outcome.broken == nil {
            let due = [voice.map(\.at).min(), sessionDone, filter.nextWake, scanner.nextWake].compactMap {
                $0
            }.min()
            guard let due, due <= end else { return }
            rounds += 1
            guard rounds < 100_000 else {
                outcome.broken = "it never comes to an end"
                return
            }
            now = max(now, due)
            if let index = voice.indices.filter({ voice[$0].at <= now }).min(by: {
                voice[$0].at < voice[$1].at
            }) {
                hear(voice.remove(at: index))
            } else if let done = sessionDone, done <= now {
                sessionDone = nil
                finish()
            } else {
                wake(at: now)
            }
        }
    }

    private mutating func wake(at instant: Instant) {
        now = instant
        outcome.wakes += 1
        take(filter.advance(to: instant))
        take(scanner.advance(to: instant), cause: .time)
        for due in [filter.nextWake, scanner.nextWake] {
            if let due, due <= instant { outcome.broken = "something is due and is not done" }
        }
        if !scanner.isResting, !scanner.isSelecting, sessionDone == nil, !filter.isUndecided,
            scanner.nextWake == nil, parameters.loops > 0 || parameters.inactivityRest > .zero
        {
            outcome.broken = "it waits for nothing"
        }
    }

    private mutating func hear(_ event: (at: Instant, token: CueToken, isEnd: Bool)) {
        if event.isEnd {
            let effects = scanner.cueEnded(event.token, at: event.at)
            cueEnded = event.at
            take(effects, cause: .voice)
        } else {
            scanner.cueStarted(event.token, at: event.at)
        }
    }

    // MARK: - The switch

    private mutating func handle(_ edge: SwitchEdge) {
        outcome.edges += 1
        if tells { print(edge.at.nanoseconds, edge.direction, edge.role, edge.source.key) }
        take(filter.advance(to: edge.at))
        take(scanner.advance(to: edge.at), cause: .time)
        take(filter.handle(edge))
    }

    private mutating func take(_ filtered: [FilteredPress]) {
        for press in filtered {
            // From here on it is the person who moves.
            cueEnded = nil
            checkActsOnce(press)
            let effects = scanner.take(press, at: now)
            checkQuiet(press, effects)
            take(effects, cause: .press)
        }
    }

    /// One press does one thing: it acts once, or never.
    private mutating func checkActsOnce(_ filtered: FilteredPress) {
        let acts: SwitchPress?
        switch filtered {
        case .press(let press), .longPress(let press):
            if parameters.mode == .inverse, press.role == .select || press.role == .step {
                outcome.broken = "a press acts where only letting go does"
            }
            acts = press
        case .released(let press, _) where parameters.mode == .inverse:
            // Letting go acts for those that walk; for the others it is the second time.
            acts = press.role == .select || press.role == .step ? press : nil
        case .call, .released, .down, .again, .undecided, .decided, .tooShort, .ignored, .stuck, .unstuck:
            acts = nil
        }
        guard let acts else { return }
        if !acted.insert(acts).inserted { outcome.broken = "one press acts twice: \(acts)" }
    }

    /// What only begins or ends a hold does nothing else.
    private mutating func checkQuiet(_ filtered: FilteredPress, _ effects: [ScanEffect]) {
        let isQuiet: Bool
        switch filtered {
        case .down(let press), .released(let press, _):
            isQuiet = parameters.mode != .inverse || (press.role != .select && press.role != .step)
        case .tooShort, .ignored, .undecided, .decided, .stuck, .unstuck: isQuiet = true
        case .press, .longPress, .again, .call: isQuiet = false
        }
        if isQuiet, !effects.isEmpty { outcome.broken = "\(filtered) does something: \(effects)" }
        let choices = effects.filter { effect in
            switch effect {
            case .selected, .choseBack: true
            case .woke, .cue, .cutCue, .wrapped, .wentUp, .gaveUp, .paused, .rested: false
            }
        }
        if choices.count > 1 { outcome.broken = "one press chooses twice: \(effects)" }
        if case .down = filtered, !choices.isEmpty { outcome.broken = "the beginning of a hold chooses" }
    }

    // MARK: - What the scanner wants

    private enum Cause { case time, press, voice, session }

    private mutating func take(_ effects: [ScanEffect], cause: Cause) {
        for effect in effects {
            if tells { print(now.nanoseconds, effect) }
            switch effect {
            case .cue(let cue):
                checkGap(cause)
                isPreview = cue.pace != 1 || (parameters.preview == 1)
                say(cue)
            case .cutCue(let token): voice.removeAll { $0.token == token }
            case .selected(let choice):
                if scanner.isResting { outcome.broken = "something is chosen at rest" }
                outcome.choices.append(.init(id: choice.item.id, at: now))
                sessionDone = now.advanced(by: .milliseconds(Int.random(in: 0...8000, using: &chance)))
            case .choseBack(let choice): outcome.choices.append(.init(id: choice.item.id, at: now))
            case .wentUp: depth = max(0, depth - 1)
            case .paused:
                sessionDone = now.advanced(by: .milliseconds(Int.random(in: 0...8000, using: &chance)))
            case .rested:
                outcome.rests += 1
                depth = 0
                sessionDone = nil
            case .gaveUp: checkGap(cause)
            case .woke, .wrapped: break
            }
        }
        if !effects.isEmpty { cueEnded = nil }
    }

    /// Where scanning moves on by itself, the person has had the whole response gap.
    private mutating func checkGap(_ cause: Cause) {
        guard cause == .time, let cueEnded, !isPreview else { return }
        switch parameters.mode {
        case .automatic, .inverse:
            if cueEnded.duration(to: now) < parameters.scanTime { outcome.broken = "the gap was cut short" }
        case .stepDwell, .step, .direct: break
        }
    }

    private mutating func say(_ cue: ScanCue) {
        // One in fifty is never heard.
        guard Int.random(in: 0..<50, using: &chance) > 0 else { return }
        let start = now.advanced(by: .milliseconds(Int.random(in: 0...200, using: &chance)))
        voice.append((start, cue.token, false))
        let length = Duration.milliseconds(Int.random(in: 100...12_000, using: &chance))
        voice.append((start.advanced(by: length / cue.pace), cue.token, true))
    }

    // MARK: - The session

    private mutating func handle(_ wish: RandomSequence.Wish) {
        switch wish {
        case .pauseAtStepEnd: take(scanner.pauseAtStepEnd(true, at: now), cause: .session)
        case .pauseNow: take(scanner.pauseNow(at: now), cause: .session)
        case .restNow: take(scanner.restNow(at: now), cause: .session)
        case .repeatCue: take(scanner.repeatCue(at: now), cause: .session)
        }
    }

    /// The session has acted on a choice, or has said what it had to.
    private mutating func finish() {
        guard scanner.isSelecting else {
            take(scanner.unpause(at: now), cause: .session)
            return
        }
        switch Int.random(in: 0..<4, using: &chance) {
        case 0, 1:
            guard depth < Self.deepest else { fallthrough }
            depth += 1
            levels += 1
            let choices = (0..<Int.random(in: 0...4, using: &chance)).map { "\(levels).\($0)" }
            let level = ScanLevel(id: "level \(levels)", choices: choices, back: parameters.backItem)
            take(scanner.open(level, at: now), cause: .session)
        case 2: take(scanner.closeLevelAndResume(at: now), cause: .session)
        default:
            depth = 0
            take(scanner.resume(at: now), cause: .session)
        }
    }
}
