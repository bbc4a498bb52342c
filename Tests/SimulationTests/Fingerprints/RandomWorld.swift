import Recurrence
import Care
import Chance
import FoundationEssentials
import Scanning
import Speech
import Time

/// What can happen to a session.
protocol RandomEvent {
    static var wake: Self { get }
    static func voice(_ event: VoiceEvent) -> Self
    /// What is to be seen at least once in the random sessions.
    static var names: Set<String> { get }
    var name: String { get }
    /// What it tells of a voice, if it does.
    var told: VoiceEvent? { get }
}

/// A session to which everything that can happen does, by chance.
protocol RandomSession: SendableMetatype {
    associatedtype Event: RandomEvent
    associatedtype Effect: RecordedEffect
    /// How long nothing happens of itself, mostly, in seconds; now and then there is a long rest.
    static var pause: ClosedRange<Double> { get }
    /// How likely a long rest is.
    static var rests: Double { get }

    init(seed: UInt64)
    var world: RandomWorld<Event> { get set }
    var nextWake: Instant? { get }
    mutating func handle(_ event: Event) -> [Effect]
    /// What happens first.
    mutating func begin()
    /// Lets something happen that is left to chance.
    mutating func happen()
    /// Does what the session has asked for.
    mutating func perform(_ effect: Effect)
}

extension RandomSession {
    /// Lives through so many things that happen by chance, and what follows from them.
    mutating func play(_ count: Int) {
        begin()
        var left = count
        var next = world.now.advanced(by: world.duration(0.1...3))
        while left > 0 {
            let wake = nextWake
            let due = min(next, world.nextDue ?? next, wake ?? next)
            world.now = max(world.now, due)
            if let event = world.take(by: world.now) {
                send(event)
            } else if let wake, wake <= world.now {
                send(.wake)
            } else {
                happen()
                left -= 1
                next = world.now.advanced(
                    by: world.happens(Self.rests) ? world.duration(60...700) : world.duration(Self.pause))
            }
        }
    }

    mutating func send(_ event: Event) {
        world.seen.events.insert(event.name)
        let done = handle(event)
        world.seen.fingerprint.add(done, at: world.now)
        for effect in done {
            world.seen.effects.insert(effect.name)
            perform(effect)
        }
    }
}

/// What was seen of random sessions.
struct RandomSeen {
    var fingerprint = Fingerprint()
    /// The names of all that has happened, and of all that was asked for.
    var events: Set<String> = []
    var effects: Set<String> = []
    /// The first words of all that was said: with plain phrases, their keys.
    var said: Set<String> = []
}

/// What happens by chance around a session, in virtual time: the same seed always gives the same.
struct RandomWorld<Event: RandomEvent> {
    static var start: Date { Date(timeIntervalSince1970: 1_800_000_000) }

    var chance: SeededGenerator
    var now = Instant(nanoseconds: 0)
    /// By how much the wall's clock was set, seconds.
    var clockStep = 0.0
    var seen = RandomSeen()
    private var pending: [(at: Instant, event: Event)] = []

    init(seed: UInt64, stream: String) { chance = SeededGenerator(seed: seed, stream: stream) }

    var wall: Date { Self.start.addingTimeInterval(clockStep + Double(now.nanoseconds) / 1e9) }
    var nextDue: Instant? { pending.first?.at }

    /// Of two at the same moment, the one that was added first comes first.
    mutating func add(_ event: Event, after duration: Duration) {
        let at = now.advanced(by: duration)
        let index = pending.lastIndex { $0.at <= at }.map { $0 + 1 } ?? 0
        pending.insert((at, event), at: index)
    }

    /// The next one that is due by then.
    mutating func take(by instant: Instant) -> Event? {
        guard let first = pending.first, first.at <= instant else { return nil }
        return pending.removeFirst().event
    }

    // MARK: - Draws

    mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &chance) }
    mutating func happens(_ probability: Double) -> Bool { chance.unit() < probability }
    mutating func duration(_ range: ClosedRange<Double>) -> Duration {
        .nanoseconds(Int64(Double.random(in: range, using: &chance) * 1e9))
    }
    mutating func id() -> UUID { .version7(at: wall, using: &chance) }
    mutating func one<Value>(of values: [Value]) -> Value { values[roll(values.count)] }

    /// Mostly plays the words to their end, now and then cuts them; and now and then tells nothing at all.
    mutating func play(_ command: VoiceCommand) {
        switch command {
        case .speak(let utterance):
            seen.said.formUnion(utterance.caption.split { " ,".contains($0) }.map(String.init))
            guard !happens(0.003) else { return }
            let begins = duration(0...0.05)
            let lasts = utterance.isEarcon ? duration(0.05...0.2) : duration(0.2...2)
            let id = utterance.id
            add(.voice(.started(id, at: now.advanced(by: begins))), after: begins)
            let end = now.advanced(by: begins + lasts)
            add(.voice(happens(0.04) ? .cut(id, at: end) : .finished(id, at: end)), after: begins + lasts)
        case .cut(let id):
            pending.removeAll { $0.event.told?.utterance == id }
            add(.voice(.cut(id, at: now)), after: .nanoseconds(1))
        case .cutAll, .keepAwake: break
        }
    }
}

extension VoiceCommand {
    var name: String {
        switch self {
        case .speak: "speak"
        case .cut: "cut"
        case .cutAll: "cut all"
        case .keepAwake: "keep awake"
        }
    }
}

extension VoiceEvent {
    var name: String {
        switch self {
        case .started: "voice started"
        case .finished: "voice finished"
        case .cut: "voice cut"
        case .outputLost: "output lost"
        case .outputRestored: "output restored"
        case .outputTearing: "output tearing"
        case .outputWhole: "output whole"
        }
    }

    var utterance: UtteranceID? {
        switch self {
        case .started(let id, _), .finished(let id, _), .cut(let id, _): id
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: nil
        }
    }
}

/// Something planned so many seconds after the start, for Maria; missed after 20 minutes.
func randomOccurrence(_ number: Int, client: String = "maria", state: OccurrenceState = .upcoming, own: Bool)
    -> RoutineOccurrence
{
    let at = Date(timeIntervalSince1970: 1_800_000_000 + Double(number) * 400 - 800)
    let local = WallTime(clamping: Int64(at.timeIntervalSince1970))
    let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 1, UInt8(number)))
    return RoutineOccurrence(
        routine: id, key: OccurrenceKey(local, zone: "UTC"), title: "Thing \(number)", client: client,
        clientName: client.capitalized, priority: Priority.allCases[number % 3], at: at, local: local,
        missedAt: at.addingTimeInterval(1200), state: state,
        assignment: Assignment(person: "anna", name: "Anna", reason: "always"), isClientsOwn: own)
}
