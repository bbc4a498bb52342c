import Care
public import FoundationEssentials
public import HomeFiles
import Scanning
public import Speech
public import Time

/// The caregivers' side of Beckon: sounds what is asked until somebody answers, and takes the answer by key.
///
/// Every open request, every fault and everything that is due is an **alarm**; the most urgent one is sounded, one at
/// a time, and again after its interval until it is answered. The **target** is the request that the answer keys mean:
/// the one that was sounded last, or the one that was chosen with the `next` key.
public struct StationSession: Sendable {
    /// A fault that goes on is told again so often.
    static let faultRepeat: Duration = .seconds(300)
    /// What the service may take to tell that a kiosk has its sound back, when this station has.
    static let soundGrace: Duration = .seconds(1)
    /// How often what is due is told again at most: an hour, with the usual interval.
    static let mostRepeats = 12
    /// From so many on, things that are late or missed are told as one.
    static let fewestGathered = 3
    /// What would sound again within this is told with them.
    static let gathering: Duration = .seconds(60)
    /// A key means the reminder that was told last for so long.
    static let itemKeyLimit: Duration = .seconds(600)
    /// A key so soon after a request has ended elsewhere was meant for it, and for nothing else.
    static let endedWindow: Duration = .seconds(3)
    /// What was done or left out can be taken back for so long.
    static let undoLimit: Duration = .seconds(60)
    /// What the digits mean when something is put off, from 1. Minutes.
    static let putOffMinutes = [5, 15, 30, 60]
    /// The same without a digit.
    static let usualPutOff = 10
    /// So long after the question a digit is waited for.
    static let putOffPatience: Duration = .seconds(4)
    /// Somebody sees to it: for so long at most it is quiet. Minutes.
    static let mostSeenTo = 60
    /// So much of a list is read aloud.
    static let mostRead = 6
    /// So much of what was missed is named.
    static let mostNamed = 3
    /// From so long before on, the time is told instead of the minutes.
    static let fewestMinutesAsTime = 90.0
    /// So soon after it was due, it is due now. Minutes.
    static let nowMinutes = 2.0
    /// So long a reminder stands behind alarms that are repeated.
    static let patience: Duration = .seconds(30)
    /// A key pressed so soon after another request's words began was meant for the one before.
    static let lateKeyWindow: Duration = .seconds(1)
    /// The same answer key again within this is the same answer.
    static let doubleKeyWindow: Duration = .milliseconds(1500)
    /// A question about the reason that nobody answers is dropped after so long.
    static let reasonLimit: Duration = .seconds(30)
    /// The voices always tell the end of what they say; should one ever fail to, the station goes on after this.
    static let utteranceLimit: Duration = .seconds(90)
    /// A smaller difference of clocks may be the way that an agenda takes: it is the same clock. Seconds.
    private static let smallestDifference: TimeInterval = 30
    /// By less than this no clock is set, seconds.
    private static let smallestClockStep: TimeInterval = 2
    /// Beyond a day, it is the clock that is wrong. Minutes.
    static let mostMinutes = 1440.0

    /// What is being said.
    struct Sounding: Sendable {
        enum Purpose: Sendable, Equatable {
            case request(UUID)
            case fault(UUID)
            case serviceLost
            case routines([RoutineAlarm.Spoken])
            case proposals
            /// What is open; any key ends it.
            case reading
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

    var settings: HomeSettings
    var phrases: Phrases
    var filter: SwitchFilter
    var utterances: UtteranceCounter
    var generator: any RandomNumberGenerator & Sendable
    var wall = Date(timeIntervalSince1970: 0)
    /// When the event that is handled now came: the moment of `wall`.
    var arrival = Instant(nanoseconds: 0)
    /// The service's clock minus this machine's, seconds, when it was told last. What is planned goes by that clock: this
    /// machine's own may be wrong.
    var clockDifference: TimeInterval = 0
    /// The wall's clock minus the one that is never set, seconds, at the last event.
    private var clockOffset: TimeInterval?

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
    /// Answers of an earlier run that the service does not have yet, and the request of each: it does not ring.
    var restoredAnswers: [UUID: UUID] = [:]
    /// What is due, and what was noted of it here.
    var plan = StationPlan()
    var seen: Int64 = 0
    /// What is wrong with this station's own sound, with its detail, as it was reported.
    var soundFaults: [FaultKind: String] = [:]
    var isSoundLost: Bool { soundFaults[.soundLost] != nil }
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
    public var wantsDigits: Bool { asksReason != nil || plan.asks != nil }

    /// When `wake` is due.
    public var nextWake: Instant? {
        let alarm = alarms.filter(mayRing).compactMap(\.dueAt).min()
        return [
            filter.nextWake, alarm, sounding?.began.advanced(by: Self.utteranceLimit), asksReason?.until,
            plan.asks?.until,
        ]
        .compactMap { $0 }.min()
    }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: StationEvent, at now: Instant, wall: Date) -> [StationEffect] {
        self.wall = wall
        arrival = now
        noticeClockStep(at: now)
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
        case .namesChanged(let client, let caregiver):
            settings.client.name = client
            settings.caregiver.name = caregiver
        }
        take(filter.advance(to: now), at: now, &effects)
        if let asksReason, asksReason.until <= now { abandonReason(&effects) }
        if let asks = plan.asks, asks.until <= now { settle(asks, at: now, &effects) }
        if let sounding, sounding.began.advanced(by: Self.utteranceLimit) <= now {
            ended(sounding.id, wasCut: true, at: now, &effects)
        }
        soundNext(at: now, &effects)
        return effects.list
    }

    /// What time it is, or will be, by the service's clock; by this machine's own before the service has told.
    func homeTime(at moment: Instant) -> Date {
        wall.addingTimeInterval(clockDifference + arrival.duration(to: moment) / .seconds(1))
    }

    /// This machine's clock was set. Where it is the service's as well, that one was; where it was wrong, the service's was not.
    private mutating func noticeClockStep(at now: Instant) {
        let offset = wall.timeIntervalSince1970 - Double(now.nanoseconds) / 1e9
        if let clockOffset, abs(offset - clockOffset) >= Self.smallestClockStep,
            abs(clockDifference) >= Self.smallestDifference
        {
            clockDifference -= offset - clockOffset
        }
        clockOffset = offset
    }

    mutating func newID() -> UUID { .version7(at: wall, using: &generator) }
}

/// The effects of one event, in order.
struct Effects {
    var list: [StationEffect] = []

    mutating func add(_ effect: StationEffect) { list.append(effect) }
}
