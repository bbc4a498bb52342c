public import Chance
public import Time

/// One of two quiet games that need one switch and no eyes.
///
/// | it | a press | its words or sounds have ended | its time is over | news is to be told | urgent news, or something else interrupts |
/// |---|---|---|---|---|---|
/// | garden: tells what has grown | something grows | waits | waits | yields after the words | yields at once |
/// | garden: waits | something grows | – | says that it waits; the second time → pauses | yields | the same |
/// | bird: tells | → the first sound | → the first sound | → the first sound | yields after the words | yields at once |
/// | bird: sounds, or the silence after one | found → the next round; not found → what it was, and the round again | the silence | the next sound; after three rounds → pauses | yields before the next sound | yields at once |
/// | yields to other words | pauses after them | – | – | – | – |
/// | pauses | the choices' | – | – | – | – |
/// | is over | – | – | – | – | – |
///
/// Nothing can be lost in them, and nobody is hurried: a wrong press is told what it was. Whoever does not press any more is offered to stop.
public struct GamePlay: Sendable {
    public enum Game: String, Codable, CaseIterable, Sendable { case garden, bird }

    /// What can be chosen while it pauses.
    public enum Choice: String, CaseIterable, Sendable {
        case stop
        case goOn = "go_on"
    }

    public enum Event: Equatable, Sendable {
        /// It was chosen.
        case begin
        /// A press that began then.
        case press(began: Instant)
        /// What `say` named could be heard from this moment on.
        case heard(at: Instant)
        /// It was heard to its end.
        case ended
        /// Somebody else has cut it.
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

    /// What is said or sounded.
    public enum Part: Hashable, Sendable {
        /// What the game is, and how it is played.
        case instructions(Game)
        case growth(Garden.Growth)
        /// The garden waits for a press.
        case waiting
        /// The bird was found; how many there are by now.
        case found(Int)
        /// It was something else; it is tried again.
        case notFound(BirdRound.Sound)
        case sound(BirdRound.Sound)
    }

    public enum Effect: Equatable, Sendable {
        /// To be said to its end, one after the other; answer with `heard` and `ended`.
        case say([Part])
        /// Ends what it says.
        case cut
        /// Others' words may be said now; answer with `goOn`.
        case yield
        /// It pauses: offer the choices.
        case offer
        /// The client has stopped it.
        case stopped
    }

    private enum State: Equatable {
        /// Says something, and then plays on.
        case tells(until: Instant)
        /// The garden is silent.
        case waits(isReminded: Bool, until: Instant)
        /// A sound of the round.
        case sounds(Int, until: Instant)
        /// The silence after one.
        case listens(Int, until: Instant)
        case yields(pauses: Bool)
        case paused
        case over
    }

    /// Words that nobody tells the end of are over so long after they should be.
    static let patience: Duration = .seconds(30)
    /// How long the garden waits before it says so, and before it pauses.
    static let gardenWait: Duration = .seconds(20), gardenLimit: Duration = .seconds(40)
    /// How often a round is heard without a press.
    static let rounds = 3

    public let game: Game
    public private(set) var garden = Garden()
    public private(set) var found = 0
    private var round: BirdRound
    private var heardRounds = 0
    private var state = State.paused
    /// When the present sound could be heard.
    private var soundedAt: Instant?
    private var hasNews = false
    /// The silence after a sound, in which a press still means it.
    private let gap: Duration
    /// How soon after a sound has begun a press still means the one before.
    private let latePress: Duration
    private var ignoresUntil = Instant(nanoseconds: .min)
    private var generator: SeededGenerator

    /// - Parameters:
    ///   - gap: The silence between two sounds: the client's scan time.
    ///   - latePress: How soon after a sound has begun a press still means the one before.
    public init(_ game: Game, gap: Duration, latePress: Duration, generator: SeededGenerator) {
        self.game = game
        self.gap = gap
        self.latePress = latePress
        self.generator = generator
        round = BirdRound(found: 0, using: &self.generator)
    }

    /// Whether presses are its own.
    public var isRunning: Bool {
        switch state {
        case .tells, .waits, .sounds, .listens, .yields: true
        case .paused, .over: false
        }
    }

    public var isYielding: Bool { if case .yields = state { true } else { false } }
    public var isOver: Bool { state == .over }

    /// When `wake` is due.
    public var nextWake: Instant? {
        switch state {
        case .tells(let until), .waits(_, let until), .sounds(_, let until), .listens(_, let until): until
        case .yields, .paused, .over: nil
        }
    }

    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin:
            ignoresUntil = now.advanced(by: latePress)
            return tell([.instructions(game)], at: now)
        case .press(let began): return press(began, at: now)
        case .heard(let instant):
            if case .sounds = state { soundedAt = instant }
            return []
        case .ended, .lost: return ended(at: now)
        case .wake: return wake(at: now)
        case .news(let isUrgent): return news(isUrgent: isUrgent)
        case .goOn: return goOn(at: now)
        case .chose(let choice): return chose(choice, at: now)
        case .interrupted: return interrupted()
        }
    }

    // MARK: - Steps

    private mutating func tell(_ parts: [Part], at now: Instant) -> [Effect] {
        state = .tells(until: now.advanced(by: Self.patience))
        return [.say(parts)]
    }

    /// What comes after words.
    private mutating func playOn(at now: Instant) -> [Effect] {
        if hasNews { return yield() }
        switch game {
        case .garden:
            state = .waits(isReminded: false, until: now.advanced(by: Self.gardenWait))
            return []
        case .bird: return sound(0, at: now)
        }
    }

    private mutating func sound(_ number: Int, at now: Instant) -> [Effect] {
        if hasNews { return yield() }
        guard round.sounds.indices.contains(number) else {
            heardRounds += 1
            return heardRounds < Self.rounds ? sound(0, at: now) : pause()
        }
        soundedAt = nil
        state = .sounds(number, until: now.advanced(by: Self.patience))
        return [.say([.sound(round.sounds[number])])]
    }

    private mutating func press(_ began: Instant, at now: Instant) -> [Effect] {
        guard began >= ignoresUntil else { return [] }
        let silence = silence
        switch state {
        case .tells where game == .bird:
            ignoresUntil = began.advanced(by: latePress)
            return silence + playOn(at: now)
        case .tells, .waits:
            ignoresUntil = began.advanced(by: latePress)
            let growth = garden.grow(using: &generator)
            return silence + tell([.growth(growth)], at: now)
        case .sounds(let number, _):
            // So soon after its beginning, or before it could be heard, the one before was meant.
            let isLate = soundedAt.map { began < $0.advanced(by: latePress) } ?? true
            return silence + chose(isLate && number > 0 ? number - 1 : number, began, at: now)
        case .listens(let number, _): return chose(number, began, at: now)
        case .yields:
            state = .yields(pauses: true)
            return []
        case .paused, .over: return []
        }
    }

    /// A press that means a sound of the round.
    private mutating func chose(_ number: Int, _ began: Instant, at now: Instant) -> [Effect] {
        ignoresUntil = began.advanced(by: latePress)
        heardRounds = 0
        let sound = round.sounds[number]
        guard sound == .bird else { return tell([.notFound(sound)], at: now) }
        found += 1
        round = BirdRound(found: found, using: &generator)
        return tell([.sound(.bird), .found(found)], at: now)
    }

    private mutating func chose(_ choice: Choice, at now: Instant) -> [Effect] {
        guard state == .paused else { return [] }
        ignoresUntil = now.advanced(by: latePress)
        switch choice {
        case .stop:
            state = .over
            return [.stopped]
        case .goOn:
            heardRounds = 0
            return playOn(at: now)
        }
    }

    private mutating func pause() -> [Effect] {
        state = .paused
        return [.offer]
    }

    // MARK: - Words and time

    private var silence: [Effect] {
        switch state {
        case .tells, .sounds: [.cut]
        case .waits, .listens, .yields, .paused, .over: []
        }
    }

    private mutating func ended(at now: Instant) -> [Effect] {
        switch state {
        case .tells: return playOn(at: now)
        case .sounds(let number, _):
            state = .listens(number, until: now.advanced(by: gap))
            return []
        case .waits, .listens, .yields, .paused, .over: return []
        }
    }

    private mutating func wake(at now: Instant) -> [Effect] {
        guard let due = nextWake, due <= now else { return [] }
        switch state {
        case .tells, .sounds: return [.cut] + ended(at: now)
        case .waits(let isReminded, _):
            guard !isReminded else { return pause() }
            state = .waits(isReminded: true, until: now.advanced(by: Self.gardenLimit))
            return [.say([.waiting])]
        case .listens(let number, _): return sound(number + 1, at: now)
        case .yields, .paused, .over: return []
        }
    }

    // MARK: - Other words

    private mutating func news(isUrgent: Bool) -> [Effect] {
        switch state {
        case .yields, .paused, .over: return []
        case .waits, .listens: return yield()
        case .tells, .sounds:
            guard isUrgent else {
                hasNews = true
                return []
            }
            return [.cut] + yield()
        }
    }

    private mutating func yield() -> [Effect] {
        hasNews = false
        state = .yields(pauses: false)
        return [.yield]
    }

    private mutating func goOn(at now: Instant) -> [Effect] {
        guard case .yields(let pauses) = state else { return [] }
        ignoresUntil = now.advanced(by: latePress)
        return pauses ? pause() : playOn(at: now)
    }

    private mutating func interrupted() -> [Effect] {
        guard isRunning else { return [] }
        let silence = silence
        hasNews = false
        state = .paused
        return silence
    }
}
