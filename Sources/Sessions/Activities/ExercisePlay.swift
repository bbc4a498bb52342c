public import Exercises
public import Speech
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
/// | asks for a press | → the next step | waits for it | → pauses | yields after the words | yields, then asks again |
/// | yields to other words | pauses after them | – | – | – | – |
/// | pauses | the choices' | – | – | – | – |
/// | is over | – | – | – | – | – |
///
/// While it pauses it can go on, do the step again, begin anew, or stop. Whatever takes the kiosk away, as a call for help does, leaves it
/// paused: nothing of it sounds then. A press that comes so soon after the one before that it was not meant is not taken.
public struct ExercisePlay: Sendable {
    /// What can be chosen while it pauses, in the order in which it is offered: who is not well must find the way out first.
    public enum Choice: String, CaseIterable, Sendable {
        case stop
        case goOn = "go_on"
        case again
        case fromBeginning = "from_beginning"
    }

    public enum Event: Equatable, Sendable {
        /// It was chosen from the list.
        case begin
        /// A press that began then.
        case press(began: Instant)
        /// The words or sounds of `say` or `sound` could be heard from this moment on.
        case heard(at: Instant)
        /// They were heard to their end.
        case ended
        /// Somebody else has cut them.
        case lost
        /// The time that `nextWake` named has come.
        case wake
        /// Somebody has something to tell.
        case news(isUrgent: Bool)
        /// What it has yielded to has been said.
        case goOn
        case chose(Choice)
        /// The kiosk is needed for something else.
        case interrupted
    }

    public enum Effect: Equatable, Sendable {
        /// To be said to its end; answer with `heard` and `ended`.
        case say(Exercise.Words)
        /// To be sounded without a gap; answer with `heard` and `ended`.
        case sound([PacedTone])
        /// A word for a part of a breath, over its sound; nothing waits for it.
        case guide(Breathing.Phase.Kind)
        /// Ends what it says or sounds.
        case cut
        /// Others' words may be said now; answer with `goOn`.
        case yield
        /// It pauses: offer the choices.
        case offer
        /// It was done to its end.
        case finished
        /// The client has stopped it.
        case stopped
    }

    /// What it shows on a screen.
    public struct View: Equatable, Sendable {
        /// The part of a breath that goes on.
        public var phase: Breathing.PlannedPhase?
        /// A picture's path.
        public var picture: String?
    }

    private enum State: Equatable {
        case instructs(until: Instant)
        case waits(until: Instant)
        case says(until: Instant)
        /// The breaths are in `breaths`; `until` is when they are given up.
        case paces(until: Instant)
        case rests(until: Instant)
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
    /// Nobody presses for so long: they have gone, or sleep.
    static let waitLimit: Duration = .seconds(15 * 60)

    public let exercise: Exercise
    public private(set) var place: ExercisePlace
    private var state = State.paused
    private var breaths: PacedBreathing?
    /// Somebody waits to tell something.
    private var hasNews = false
    /// How soon after a press the next one is not meant.
    private let latePress: Duration
    private var ignoresUntil = Instant(nanoseconds: .min)

    /// Paused at a place; one that the exercise no longer has is its beginning.
    public init(_ exercise: Exercise, at place: ExercisePlace = .beginning, latePress: Duration) {
        self.exercise = exercise
        self.place = exercise.steps.indices.contains(place.step) ? place : .beginning
        self.latePress = latePress
    }

    /// A changed file, paused at the same place.
    public func anew(_ exercise: Exercise) -> ExercisePlay {
        ExercisePlay(exercise, at: kept, latePress: latePress)
    }

    /// Whether presses are its own.
    public var isRunning: Bool {
        switch state {
        case .instructs, .waits, .says, .paces, .rests, .asks, .yields: true
        case .paused, .over: false
        }
    }

    public var isYielding: Bool { if case .yields = state { true } else { false } }
    public var isOver: Bool { state == .over }

    /// Where somebody goes on who comes back later: the same step, and where it pauses the same breath.
    public var kept: ExercisePlace {
        switch state {
        case .paused, .yields: place
        case .instructs, .waits, .says, .paces, .rests, .asks, .over: ExercisePlace(step: place.step)
        }
    }

    public var view: View {
        View(phase: isPacing ? breaths?.present : nil, picture: picture)
    }

    private var isPacing: Bool { if case .paces = state { true } else { false } }

    /// The picture of the present step, or of the last one before it that has one.
    private var picture: String? {
        exercise.steps.prefix(place.step + 1).last { $0.picture != nil }?.picture
    }

    /// When `wake` is due.
    public var nextWake: Instant? {
        switch state {
        case .instructs(let until), .waits(let until), .says(let until), .rests(let until),
            .asks(_, let until):
            until
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
        case .interrupted: interrupted()
        }
    }

    // MARK: - Steps

    private mutating func begin(at now: Instant) -> [Effect] {
        place = .beginning
        return instruct(at: now)
    }

    private mutating func instruct(at now: Instant) -> [Effect] {
        ignoresUntil = now.advanced(by: latePress)
        state = .instructs(until: now.advanced(by: Self.patience))
        return [.say(exercise.instructions)]
    }

    private mutating func wait(at now: Instant) -> [Effect] {
        state = .waits(until: now.advanced(by: Self.waitLimit))
        return yieldIfWanted(then: .waits)
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
            return yieldIfWanted(then: .step)
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
        place = ExercisePlace(step: place.step + 1)
        guard hasNews, exercise.steps.indices.contains(place.step) else { return step(at: now) }
        return yield(then: .step)
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
        case .says, .paces, .rests: return pause()
        case .yields(let then, _):
            state = .yields(then: then, pauses: true)
            return []
        case .paused, .over: return []
        }
    }

    private mutating func pause() -> [Effect] {
        let silence = silence
        holdPlace()
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
        case .again: place.round = 0
        case .fromBeginning: place = .beginning
        }
        return step(at: now)
    }

    // MARK: - Words and sounds

    /// What ends its words or sounds, where there are any.
    private var silence: [Effect] {
        switch state {
        case .instructs, .says, .paces, .asks(false, _): [.cut]
        case .waits, .rests, .asks, .yields, .paused, .over: []
        }
    }

    /// Remembers the breath that goes on.
    private mutating func holdPlace() {
        if isPacing { place.round = breaths?.round ?? place.round }
        breaths = nil
    }

    private mutating func heard(at instant: Instant, _ now: Instant) -> [Effect] {
        guard isPacing else { return [] }
        breaths?.heard(at: instant)
        return wake(at: now)
    }

    private mutating func ended(at now: Instant) -> [Effect] {
        switch state {
        case .instructs: return wait(at: now)
        case .says, .paces:
            breaths = nil
            return nextStep(at: now)
        case .asks(false, _):
            state = .asks(isSaid: true, until: now.advanced(by: Self.waitLimit))
            return yieldIfWanted(then: .asks)
        case .waits, .rests, .asks, .yields, .paused, .over: return []
        }
    }

    private mutating func lost(at now: Instant) -> [Effect] {
        guard isPacing else { return ended(at: now) }
        holdPlace()
        state = .paused
        return [.offer]
    }

    private mutating func wake(at now: Instant) -> [Effect] {
        guard let due = nextWake, due <= now else { return [] }
        switch state {
        case .instructs, .says, .asks(false, _): return [.cut] + ended(at: now)
        case .waits, .asks: return pause()
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
        return [.cut] + yield(then: .step)
    }

    // MARK: - Other words

    private mutating func news(isUrgent: Bool, at now: Instant) -> [Effect] {
        switch state {
        case .yields, .paused, .over: return []
        case .waits: return yield(then: .waits)
        case .rests: return yield(then: .step)
        case .asks(true, _): return yield(then: .asks)
        case .instructs, .says, .paces, .asks:
            hasNews = true
            guard isUrgent else { return [] }
            let isInstructing = if case .instructs = state { true } else { false }
            return [.cut] + yield(then: isInstructing ? .instructs : .step)
        }
    }

    private mutating func yieldIfWanted(then: Then) -> [Effect] { hasNews ? yield(then: then) : [] }

    private mutating func yield(then: Then) -> [Effect] {
        hasNews = false
        holdPlace()
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

    private mutating func interrupted() -> [Effect] {
        guard isRunning else { return [] }
        let silence = silence
        holdPlace()
        hasNews = false
        state = .paused
        return silence
    }
}
