public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech
import Care

/// The caregivers' side of Beckon: sounds what is asked until somebody answers, and takes the answer by key.
///
/// Every open request and every fault is an **alarm**; the most urgent one that is due is sounded, one at a time,
/// and again after its interval until it is answered. The **target** is the request that the answer keys mean:
/// the one that was sounded last, or the one that was chosen with the `next` key.
public struct StationSession: Sendable {
    /// A fault that goes on is told again so often.
    static let faultRepeat: Duration = .seconds(300)
    /// What the service may take to tell that a kiosk has its sound back, when this station has.
    static let soundGrace: Duration = .seconds(1)
    /// A key pressed so soon after another request's words began was meant for the one before.
    static let lateKeyWindow: Duration = .seconds(1)
    /// The same answer key again within this is the same answer.
    static let doubleKeyWindow: Duration = .milliseconds(1500)
    /// A question about the reason that nobody answers is dropped after so long.
    static let reasonLimit: Duration = .seconds(30)
    /// The voices always tell the end of what they say; should one ever fail to, the station goes on after this.
    static let utteranceLimit: Duration = .seconds(90)
    /// Beyond a day, it is the clock that is wrong. Minutes.
    static let mostMinutes = 1440.0

    /// What is being said.
    struct Sounding: Sendable {
        enum Purpose: Sendable, Equatable {
            case request(UUID)
            case fault(UUID)
            case serviceLost
            /// An answer to a key.
            case reply
            /// Something is over that was called out: said again after whatever cut it.
            case over(String)
        }

        var id: UtteranceID
        var purpose: Purpose
        var rank: Int
        var began: Instant
    }

    /// An answer on its way to the service.
    struct Answer: Sendable {
        var request: Request
        var response: NewResponse
        /// Whether the caregiver was told that it is not delivered yet.
        var waits = false
    }

    let settings: HomeSettings
    var phrases: Phrases
    var filter: SwitchFilter
    var utterances: UtteranceCounter
    var generator: any RandomNumberGenerator & Sendable
    var wall = Date(timeIntervalSince1970: 0)

    var alarms: [Alarm] = []
    /// Requests that were open here and are not any more, at the last news of such: one that is asked again comes back
    /// under another id, and may have become urgent.
    var lastEnded: [Request] = []
    var sounding: Sounding?
    /// Replies to keys, and what is over, that wait for their turn, with the rank that an alarm must exceed to cut them.
    var replies: [(utterance: Utterance, purpose: Sounding.Purpose, rank: Int)] = []
    var target: UUID?
    /// The target before, when it was left, and for how long after that a key still means it.
    var earlierTarget: (id: UUID, leftAt: Instant, window: Duration)?
    /// The request that somebody has said here to be going to: "met" means it, until another is chosen.
    var goingTo: UUID?
    /// The last answer key.
    var lastAnswer: (state: RequestState, at: Instant)?
    /// The alarm that was sounded last.
    var lastAlarm: Sounding.Purpose?
    /// The request whose reason is being asked for, and until when.
    var asksReason: (request: UUID, until: Instant)?
    var answers: [UUID: Answer] = [:]
    var seen: Int64 = 0
    var isSoundLost = false
    /// Keypads that were there and are not.
    var missingKeypads: Set<String> = []

    public init(
        settings: HomeSettings, phrases: Phrases, utterances: UtteranceCounter,
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.settings = settings
        self.phrases = phrases
        self.utterances = utterances
        self.generator = generator
        filter = SwitchFilter(parameters: ScanParameters(), stuckAfter: settings.stuckAfter)
    }

    /// Whether digits are answers to this station's question now.
    public var wantsDigits: Bool { asksReason != nil }

    /// When `wake` is due.
    public var nextWake: Instant? {
        let alarm = alarms.filter(mayRing).compactMap(\.dueAt).min()
        return [filter.nextWake, alarm, sounding?.began.advanced(by: Self.utteranceLimit), asksReason?.until]
            .compactMap { $0 }.min()
    }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: StationEvent, at now: Instant, wall: Date) -> [StationEffect] {
        self.wall = wall
        var effects = Effects()
        switch event {
        case .wake: break
        case .edge(let edge): take(filter.handle(edge), at: now, &effects)
        case .keypadArrived(let name):
            if missingKeypads.remove(name) != nil { reply(phrases[.keypadBack]) }
        case .keypadLost(let name):
            if missingKeypads.insert(name).inserted { reply(phrases[.keypadLost], earcon: .fault) }
        case .voice(let event): take(event, at: now, &effects)
        case .care(let event): take(event, at: now, &effects)
        case .phrasesChanged(let phrases): self.phrases = phrases
        }
        take(filter.advance(to: now), at: now, &effects)
        if let asksReason, asksReason.until <= now { abandonReason(&effects) }
        if let sounding, sounding.began.advanced(by: Self.utteranceLimit) <= now {
            ended(sounding.id, wasCut: true, at: now, &effects)
        }
        soundNext(at: now, &effects)
        return effects.list
    }

    mutating func newID() -> UUID { .version7(at: wall, using: &generator) }
}

/// The effects of one event, in order.
struct Effects {
    var list: [StationEffect] = []

    mutating func add(_ effect: StationEffect) { list.append(effect) }
}
