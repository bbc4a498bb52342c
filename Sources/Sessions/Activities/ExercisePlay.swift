public import Exercises
import Speech
public import Time

/// One exercise as somebody does it with one switch: any press begins it, and any press pauses it.
///
/// | it | a press | its words or sounds have ended | its time is over | news is to be told | urgent news, or something else interrupts |
/// |---|---|---|---|---|---|
/// | says its instructions | → the first step | → waits | → waits | yields after the words | yields, then says them again |
/// | waits for a press | → the first step | – | → pauses | yields, then waits | the same |
/// | says words of a step | → pauses | → the next step | → the next step | yields after the words | yields, then says them again |
/// | paces breaths | → pauses | → the next step | the next part of a breath | yields before the next breath | yields, then that breath again |
/// | is silent | → pauses | – | → the next step | yields, then the silence again | the same |
/// | plays a game | the game's | the game's | the game's; nobody plays any more → pauses | yields when it is silent | yields |
/// | lets listen | → pauses | → the next step | → the next step | yields, then the rest of it | the same |
/// | asks for a press | → the next step | waits for it | → pauses | yields after the words | yields, then asks again |
/// | yields to other words | pauses after them | – | – | – | – |
/// | pauses | the choices' | – | – | – | – |
/// | is over | – | – | – | – | – |
///
/// While it pauses it can go on, do the step again, begin anew, or stop. Whatever takes the kiosk away, as a call for help does, leaves it
/// paused: nothing of it sounds then. A press that comes so soon after the one before that it was not meant is not taken.
public struct ExercisePlay: Sendable {
    private enum State: Equatable {
        case instructs(until: Instant)
        case waits(until: Instant)
        case says(until: Instant)
        /// The breaths are in `breaths`; `until` is when they are given up.
        case paces(until: Instant)
        case rests(until: Instant)
        /// The game is in `game`.
        case plays
        /// Something is listened to; `heard` is when it could be.
        case listens(heard: Instant?, until: Instant)
        case asks(isSaid: Bool, until: Instant)
        case yields(then: Then, pauses: Bool)
        case paused
        case over
    }

    /// What comes after other words.
    private enum Then: Equatable {
        case instructs, waits, step
        /// Asks for its press, whose words were heard.
        case asks
    }

    /// Words and sounds that nobody tells the end of are over so long after they should be.
    static let patience: Duration = .seconds(90)
    /// The same for a recording, from the moment on at which it could be heard.
    static let longestRecording: Duration = .seconds(60 * 60)
    /// Nobody presses for so long: they have gone, or sleep.
    static let waitLimit: Duration = .seconds(15 * 60)

    public let exercise: Exercise
    public private(set) var place: ExercisePlace
    private var state = State.paused
    private var breaths: PacedBreathing?
    /// The game of the present step, as far as it has come.
    private var game: GamePlay?
    /// Somebody waits to tell something.
    private var hasNews = false
    private let pace: GamePlay.Pace
    /// From which games take their chances.
    private var seed: UInt64
    /// How soon after a press the next one is not meant.
    private var latePress: Duration { pace.latePress }
    private var ignoresUntil = Instant(nanoseconds: .min)

    /// Paused at a place; one that the exercise no longer has is its beginning.
    ///
    /// - Parameter seed: From which its games take their chances.
    public init(
        _ exercise: Exercise, at place: ExercisePlace = .beginning, pace: GamePlay.Pace, seed: UInt64
    ) {
        self.exercise = exercise
        self.place = exercise.steps.indices.contains(place.step) ? place : .beginning
        self.pace = pace
        self.seed = seed
    }

    /// A changed file, paused at the same place.
    public func anew(_ exercise: Exercise) -> ExercisePlay {
        ExercisePlay(exercise, at: kept, pace: pace, seed: seed)
    }

    /// Whether presses are its own.
    public var isRunning: Bool {
        switch state {
        case .instructs, .waits, .says, .paces, .rests, .plays, .listens, .asks, .yields: true
        case .paused, .over: false
        }
    }

    public var isYielding: Bool { if case .yields = state { true } else { false } }
    public var isOver: Bool { state == .over }

    /// Where somebody goes on who comes back later: the same step, and where it pauses the same breath.
    public var kept: ExercisePlace {
        switch state {
        case .paused, .yields: place
        case .instructs, .waits, .says, .paces, .rests, .plays, .listens, .asks, .over:
            ExercisePlace(step: place.step)
        }
    }

    public var view: View {
        View(phase: isPacing ? breaths?.present : nil, picture: picture, game: state == .plays ? game : nil)
    }

    private var isPacing: Bool { if case .paces = state { true } else { false } }

    /// The words of the present step.
    private var words: Exercise.Words? {
        guard exercise.steps.indices.contains(place.step) else { return nil }
        return switch exercise.steps[place.step].action {
        case .say(let words), .press(let words): words
        case .breathe, .pause, .play, .listen: nil
        }
    }

    /// The picture of the present step, or of the last one before it that has one.
    private var picture: String? {
        exercise.steps.prefix(place.step + 1).last { $0.picture != nil }?.picture
    }

    /// When `wake` is due.
    public var nextWake: Instant? {
        switch state {
        case .instructs(let until), .waits(let until), .says(let until), .rests(let until),
            .asks(_, let until), .listens(_, let until):
            until
        case .plays: game?.nextWake
        case .paces(let until): breaths?.nextBeginning ?? until
        case .yields, .paused, .over: nil
        }
    }

    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin: begin(at: now)
        case .press(let began): press(began, at: now)
        case .heard(let instant): heard(at: instant, now)
        case .ended: ended(at: now)
        case .lost: lost(at: now)
        case .wake: wake(at: now)
        case .news(let isUrgent): news(isUrgent: isUrgent, at: now)
        case .goOn: goOn(at: now)
        case .chose(let choice): chose(choice, at: now)
        case .interrupted: interrupted(at: now)
        }
    }

    // MARK: - Steps

    private mutating func begin(at now: Instant) -> [Effect] {
        (place, game) = (.beginning, nil)
        return instruct(at: now)
    }

    private mutating func instruct(at now: Instant) -> [Effect] {
        ignoresUntil = now.advanced(by: latePress)
        state = .instructs(until: now.advanced(by: Self.patience))
        return [.say(exercise.instructions)]
    }

    private mutating func wait(at now: Instant) -> [Effect] {
        state = .waits(until: now.advanced(by: Self.waitLimit))
        return yieldIfWanted(then: .waits, at: now)
    }

    /// Begins the step of the place.
    private mutating func step(at now: Instant) -> [Effect] {
        guard exercise.steps.indices.contains(place.step) else {
            state = .over
            return [.finished]
        }
        switch exercise.steps[place.step].action {
        case .say(let words):
            state = .says(until: now.advanced(by: Self.patience))
            return [.say(words)]
        case .press(let words):
            state = .asks(isSaid: false, until: now.advanced(by: Self.patience))
            return [.say(words)]
        case .pause(let length):
            state = .rests(until: now.advanced(by: length))
            return yieldIfWanted(then: .step, at: now)
        case .play(let wanted):
            if game?.game != wanted {
                game = GamePlay(wanted, pace: pace, seed: seed)
                seed &+= 1
            }
            state = .plays
            return play(.goOn, at: now)
        case .listen(let sound, let length):
            let left = length - .seconds(place.round)
            guard left >= .seconds(1) else { return nextStep(at: now) }
            state = .listens(heard: nil, until: now.advanced(by: left + Self.patience))
            return [.listen(CalmSound(sound.kind, length: left))]
        case .breathe(let breathing):
            let paced = PacedBreathing(breathing, from: place.round)
            // A file that has become shorter since somebody paused in it.
            guard paced.length > .zero else { return nextStep(at: now) }
            breaths = paced
            state = .paces(until: now.advanced(by: paced.length + Self.patience))
            return [.sound(paced.tones)]
        }
    }

    private mutating func nextStep(at now: Instant) -> [Effect] {
        (place, game) = (ExercisePlace(step: place.step + 1), nil)
        guard hasNews, exercise.steps.indices.contains(place.step) else { return step(at: now) }
        return yield(then: .step, at: now)
    }

    // MARK: - Presses

    private mutating func press(_ began: Instant, at now: Instant) -> [Effect] {
        guard began >= ignoresUntil else { return [] }
        let silence = silence
        switch state {
        case .instructs, .waits:
            ignoresUntil = began.advanced(by: latePress)
            return silence + step(at: now)
        case .asks:
            ignoresUntil = began.advanced(by: latePress)
            return silence + nextStep(at: now)
        case .plays:
            ignoresUntil = began.advanced(by: latePress)
            return play(.press(began: began), at: now)
        case .says, .paces, .rests, .listens: return pause(at: now)
        case .yields(let then, _):
            state = .yields(then: then, pauses: true)
            return []
        case .paused, .over: return []
        }
    }

    /// Gives the game an event, and does what it wants.
    private mutating func play(_ event: GamePlay.Event, at now: Instant) -> [Effect] {
        guard var played = game else { return [] }
        let wanted = played.handle(event, at: now)
        game = played
        var effects: [Effect] = []
        for effect in wanted {
            switch effect {
            case .say(let parts): effects.append(.tell(parts))
            case .cut: effects.append(.cut)
            case .rest: effects += pause(at: now)
            }
        }
        if state == .plays, hasNews, played.isSilent { effects += yield(then: .step, at: now) }
        return effects
    }

    private mutating func pause(at now: Instant) -> [Effect] {
        let silence = silence
        holdPlace(at: now)
        state = .paused
        return silence + [.offer]
    }

    private mutating func chose(_ choice: Choice, at now: Instant) -> [Effect] {
        guard state == .paused else { return [] }
        ignoresUntil = now.advanced(by: latePress)
        switch choice {
        case .stop:
            state = .over
            return [.stopped]
        case .goOn: break
        case .again: (place.round, game) = (0, nil)
        case .fromBeginning: (place, game) = (.beginning, nil)
        }
        return step(at: now)
    }

    // MARK: - Words and sounds

    /// What ends its words or sounds, where there are any.
    private var silence: [Effect] {
        switch state {
        case .instructs, .says, .paces, .listens, .asks(false, _): [.cut]
        case .plays: game?.isSilent ?? true ? [] : [.cut]
        case .waits, .rests, .asks, .yields, .paused, .over: []
        }
    }

    /// Remembers the breath that goes on, or the second that is listened to.
    private mutating func holdPlace(at now: Instant) {
        if isPacing { place.round = breaths?.round ?? place.round }
        if case .listens(let heard?, _) = state {
            place.round += Int(max(.zero, heard.duration(to: now)) / .seconds(1))
        }
        breaths = nil
    }

    private mutating func heard(at instant: Instant, _ now: Instant) -> [Effect] {
        switch state {
        case .paces:
            breaths?.heard(at: instant)
            return wake(at: now)
        case .listens(nil, let until): state = .listens(heard: instant, until: until)
        case .plays: return play(.heard(at: instant), at: now)
        // A recording's end is told once it is heard, however long it is.
        case .instructs where exercise.instructions.recording != nil:
            state = .instructs(until: instant.advanced(by: Self.longestRecording))
        case .says where words?.recording != nil:
            state = .says(until: instant.advanced(by: Self.longestRecording))
        case .asks(false, _) where words?.recording != nil:
            state = .asks(isSaid: false, until: instant.advanced(by: Self.longestRecording))
        case .instructs, .waits, .says, .rests, .listens, .asks, .yields, .paused, .over: break
        }
        return []
    }

    private mutating func ended(at now: Instant) -> [Effect] {
        switch state {
        case .instructs: return wait(at: now)
        case .says, .paces, .listens:
            breaths = nil
            return nextStep(at: now)
        case .plays: return play(.ended, at: now)
        case .asks(false, _):
            state = .asks(isSaid: true, until: now.advanced(by: Self.waitLimit))
            return yieldIfWanted(then: .asks, at: now)
        case .waits, .rests, .asks, .yields, .paused, .over: return []
        }
    }

    private mutating func lost(at now: Instant) -> [Effect] {
        switch state {
        case .paces, .plays, .listens: break
        case .instructs, .waits, .says, .rests, .asks, .yields, .paused, .over: return ended(at: now)
        }
        holdPlace(at: now)
        state = .paused
        return [.offer]
    }

    private mutating func wake(at now: Instant) -> [Effect] {
        guard let due = nextWake, due <= now else { return [] }
        switch state {
        case .instructs, .says, .listens, .asks(false, _): return [.cut] + ended(at: now)
        case .waits, .asks: return pause(at: now)
        case .plays: return play(.wake, at: now)
        case .rests: return nextStep(at: now)
        case .paces: return pace(at: now)
        case .yields, .paused, .over: return []
        }
    }

    private mutating func pace(at now: Instant) -> [Effect] {
        guard let before = breaths, let begun = breaths?.advance(to: now) else {
            return [.cut] + ended(at: now)
        }
        guard hasNews, begun.isBreath, before.present != nil else {
            return begun.word.map { [.guide($0)] } ?? []
        }
        return [.cut] + yield(then: .step, at: now)
    }

    // MARK: - Other words

    private mutating func news(isUrgent: Bool, at now: Instant) -> [Effect] {
        switch state {
        case .yields, .paused, .over: return []
        case .waits: return yield(then: .waits, at: now)
        case .rests: return yield(then: .step, at: now)
        case .listens: return [.cut] + yield(then: .step, at: now)
        case .asks(true, _): return yield(then: .asks, at: now)
        case .plays where game?.isSilent ?? true: return yield(then: .step, at: now)
        case .instructs, .says, .paces, .plays, .asks:
            hasNews = true
            guard isUrgent else { return [] }
            let isInstructing = if case .instructs = state { true } else { false }
            return [.cut] + yield(then: isInstructing ? .instructs : .step, at: now)
        }
    }

    private mutating func yieldIfWanted(then: Then, at now: Instant) -> [Effect] {
        hasNews ? yield(then: then, at: now) : []
    }

    private mutating func yield(then: Then, at now: Instant) -> [Effect] {
        hasNews = false
        holdPlace(at: now)
        state = .yields(then: then, pauses: false)
        return [.yield]
    }

    private mutating func goOn(at now: Instant) -> [Effect] {
        guard case .yields(let then, let pauses) = state else { return [] }
        ignoresUntil = now.advanced(by: latePress)
        if pauses {
            state = .paused
            return [.offer]
        }
        switch then {
        case .instructs: return instruct(at: now)
        case .waits: return wait(at: now)
        case .step: return step(at: now)
        case .asks:
            state = .asks(isSaid: true, until: now.advanced(by: Self.waitLimit))
            return []
        }
    }

    private mutating func interrupted(at now: Instant) -> [Effect] {
        guard isRunning else { return [] }
        let silence = silence
        holdPlace(at: now)
        hasNews = false
        state = .paused
        return silence
    }
}

extension Exercise.Calm {
    fileprivate var kind: CalmSound.Kind {
        switch self {
        case .sea: .sea
        case .rain: .rain
        }
    }
}
