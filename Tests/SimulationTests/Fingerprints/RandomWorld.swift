import Recurrence
import Care
import Chance
import FoundationEssentials
import Scanning
import Speech
import Time

/// What happens by chance around a session, in virtual time: the same seed always gives the same.
struct RandomWorld<Event> {
    static var start: Date { Date(timeIntervalSince1970: 1_800_000_000) }

    var chance: SeededGenerator
    var now = Instant(nanoseconds: 0)
    /// By how much the wall's clock was set, seconds.
    var clockStep = 0.0
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

    mutating func drop(where isOut: (Event) -> Bool) { pending.removeAll { isOut($0.event) } }

    // MARK: - Draws

    mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &chance) }
    mutating func happens(_ probability: Double) -> Bool { chance.unit() < probability }
    mutating func duration(_ range: ClosedRange<Double>) -> Duration {
        .nanoseconds(Int64(Double.random(in: range, using: &chance) * 1e9))
    }
    mutating func id() -> UUID { .version7(at: wall, using: &chance) }
    mutating func one<Value>(of values: [Value]) -> Value { values[roll(values.count)] }

    /// Mostly plays the words to their end, now and then cuts them; and now and then tells nothing at all.
    mutating func play(_ command: VoiceCommand, _ told: (VoiceEvent) -> Event) {
        switch command {
        case .speak(let utterance):
            guard !happens(0.003) else { return }
            let begins = duration(0...0.05)
            let lasts = utterance.isEarcon ? duration(0.05...0.2) : duration(0.2...2)
            let id = utterance.id
            add(told(.started(id, at: now.advanced(by: begins))), after: begins)
            let end = now.advanced(by: begins + lasts)
            add(told(happens(0.04) ? .cut(id, at: end) : .finished(id, at: end)), after: begins + lasts)
        case .cut(let id): add(told(.cut(id, at: now)), after: .nanoseconds(1))
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
