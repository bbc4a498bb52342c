import Chance
public import Exercises
public import Time

/// One of two quiet games that need one switch and no eyes, while it is played; `ExercisePlay` pauses and ends it.
///
/// | it | a press | its words or sounds have ended | its time is over |
/// |---|---|---|---|
/// | garden: tells what has grown | something grows | waits | waits |
/// | garden: waits | something grows | – | says that it waits; the second time → rests |
/// | bird: tells | → the first sound | → the first sound | → the first sound |
/// | bird: sounds, or the silence after one | found → the next round; not found → what it was, and the round again | the silence | the next sound; after three rounds → rests |
/// | rests | – | – | – |
///
/// Nothing can be lost in them, and nobody is hurried: a wrong press is told what it was.
public struct GamePlay: Sendable {
    public enum Event: Equatable, Sendable {
        /// It begins, or goes on after a pause or other words.
        case goOn
        /// A press that began then.
        case press(began: Instant)
        /// What `say` named could be heard from this moment on.
        case heard(at: Instant)
        /// It was heard to its end.
        case ended
        /// The time that `nextWake` named has come.
        case wake
    }

    /// What is said or sounded.
    public enum Part: Hashable, Sendable {
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
        /// Nobody plays any more.
        case rest
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
        case rests
    }

    /// Words that nobody tells the end of are over so long after they should be.
    static let patience: Duration = .seconds(30)
    /// How long the garden waits before it says so, and before it rests.
    static let gardenWait: Duration = .seconds(20)
    static let gardenLimit: Duration = .seconds(40)
    /// How often a round is heard without a press.
    static let rounds = 3

    public let game: Exercise.Game
    public private(set) var garden = Garden()
    public private(set) var found = 0
    private var round: BirdRound
    private var heardRounds = 0
    private var state = State.rests
    /// When the present sound could be heard.
    private var soundedAt: Instant?
    private let pace: Pace
    private var generator: SeededGenerator

    /// How quickly somebody plays.
    public struct Pace: Equatable, Sendable {
        /// The silence between two sounds, in which a press still means the first: the client's scan time.
        public var gap: Duration
        /// How soon after a sound has begun a press still means the one before.
        public var latePress: Duration

        public init(gap: Duration, latePress: Duration) {
            self.gap = gap
            self.latePress = latePress
        }
    }

    public init(_ game: Exercise.Game, pace: Pace, seed: UInt64) {
        self.game = game
        self.pace = pace
        generator = SeededGenerator(seed: seed)
        round = BirdRound(found: 0, using: &generator)
    }

    /// Whether it is silent: other words may be said now.
    public var isSilent: Bool {
        switch state {
        case .waits, .listens, .rests: true
        case .tells, .sounds: false
        }
    }

    /// When `wake` is due.
    public var nextWake: Instant? {
        switch state {
        case .tells(let until), .waits(_, let until), .sounds(_, let until), .listens(_, let until): until
        case .rests: nil
        }
    }

    public mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .goOn:
            heardRounds = 0
            return playOn(at: now)
        case .press(let began): return press(began, at: now)
        case .heard(let instant):
            if case .sounds = state { soundedAt = instant }
            return []
        case .ended: return ended(at: now)
        case .wake: return wake(at: now)
        }
    }

    // MARK: - Steps

    private mutating func tell(_ parts: [Part], at now: Instant) -> [Effect] {
        state = .tells(until: now.advanced(by: Self.patience))
        return [.say(parts)]
    }

    /// What comes after words.
    private mutating func playOn(at now: Instant) -> [Effect] {
        switch game {
        case .garden:
            state = .waits(isReminded: false, until: now.advanced(by: Self.gardenWait))
            return []
        case .bird: return sound(0, at: now)
        }
    }

    private mutating func sound(_ number: Int, at now: Instant) -> [Effect] {
        guard round.sounds.indices.contains(number) else {
            heardRounds += 1
            return heardRounds < Self.rounds ? sound(0, at: now) : rest()
        }
        soundedAt = nil
        state = .sounds(number, until: now.advanced(by: Self.patience))
        return [.say([.sound(round.sounds[number])])]
    }

    private mutating func rest() -> [Effect] {
        state = .rests
        return [.rest]
    }

    private mutating func press(_ began: Instant, at now: Instant) -> [Effect] {
        switch state {
        case .tells where game == .bird: return [.cut] + playOn(at: now)
        case .tells: return [.cut] + grow(at: now)
        case .waits: return grow(at: now)
        case .sounds(let number, _):
            // So soon after its beginning, or before it could be heard, the one before was meant.
            let isLate = soundedAt.map { began < $0.advanced(by: pace.latePress) } ?? true
            return [.cut] + choose(isLate && number > 0 ? number - 1 : number, at: now)
        case .listens(let number, _): return choose(number, at: now)
        case .rests: return []
        }
    }

    private mutating func grow(at now: Instant) -> [Effect] {
        let growth = garden.grow(using: &generator)
        return tell([.growth(growth)], at: now)
    }

    /// A press that means a sound of the round.
    private mutating func choose(_ number: Int, at now: Instant) -> [Effect] {
        heardRounds = 0
        let sound = round.sounds[number]
        guard sound == .bird else { return tell([.notFound(sound)], at: now) }
        found += 1
        round = BirdRound(found: found, using: &generator)
        return tell([.sound(.bird), .found(found)], at: now)
    }

    private mutating func ended(at now: Instant) -> [Effect] {
        switch state {
        case .tells: return playOn(at: now)
        case .sounds(let number, _):
            state = .listens(number, until: now.advanced(by: pace.gap))
            return []
        case .waits, .listens, .rests: return []
        }
    }

    private mutating func wake(at now: Instant) -> [Effect] {
        guard let due = nextWake, due <= now else { return [] }
        switch state {
        case .tells, .sounds: return [.cut] + ended(at: now)
        case .waits(let isReminded, _):
            guard !isReminded else { return rest() }
            state = .waits(isReminded: true, until: now.advanced(by: Self.gardenLimit))
            return [.say([.waiting])]
        case .listens(let number, _): return sound(number + 1, at: now)
        case .rests: return []
        }
    }
}
