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
    /// A key pressed so soon after another request's words began was meant for the one before.
    static let lateKeyWindow: Duration = .seconds(1)
    /// The voices always tell the end of what they say; should one ever fail to, the station goes on after this.
    static let utteranceLimit: Duration = .seconds(90)
    /// Beyond a day, it is the clock that is wrong. Minutes.
    static let mostMinutes = 1440.0

    var settings: HomeSettings
    var phrases: Phrases
    var filter: SwitchFilter
    var utterances: UtteranceCounter
    var generator: any RandomNumberGenerator & Sendable
    var clocks = HomeClock()
    var board = AlarmBoard()
    var speech = StationSpeech()
    var keys = KeyTarget()
    var answers = PendingAnswers()
    /// What is due, and what was noted of it here.
    var plan = StationPlan()
    var devices = StationDevices()
    /// The journal's highest number so far.
    var seen: Int64 = 0

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

    var wall: Date { clocks.wall }

    /// Whether digits are answers to this station's question now.
    public var wantsDigits: Bool { answers.asksReason != nil || plan.asks != nil }

    /// When `wake` is due.
    public var nextWake: Instant? {
        let alarm = board.all.filter(mayRing).compactMap(\.dueAt).min()
        return [
            filter.nextWake, alarm, speech.sounding?.began.advanced(by: Self.utteranceLimit),
            answers.asksReason?.until,
            plan.asks?.until,
        ]
        .compactMap { $0 }.min()
    }

    /// Takes one event; `now` is when it is handled, `wall` the same moment by the wall's clock.
    public mutating func handle(_ event: StationEvent, at now: Instant, wall: Date) -> [StationEffect] {
        clocks.advance(to: wall, at: now)
        var effects = Effects()
        switch event {
        case .wake: break
        case .edge(let edge): take(filter.handle(edge), at: now, &effects)
        case .keypadArrived(let name):
            if devices.arrived(keypad: name) { reply(phrases[.keypadBack]) }
        case .keypadLost(let name):
            if devices.lost(keypad: name) { reply(phrases[.keypadLost], earcon: .fault) }
        case .voice(let event): take(event, at: now, &effects)
        case .care(let event): take(event, at: now, &effects)
        case .phrasesChanged(let phrases): self.phrases = phrases
        case .namesChanged(let client, let caregiver):
            settings.client.name = client
            settings.caregiver.name = caregiver
        }
        take(filter.advance(to: now), at: now, &effects)
        if let question = answers.asksReason, question.until <= now { abandonReason(&effects) }
        if let asks = plan.asks, asks.until <= now { settle(asks, at: now, &effects) }
        if let sounding = speech.sounding, sounding.began.advanced(by: Self.utteranceLimit) <= now {
            ended(sounding.id, wasCut: true, at: now, &effects)
        }
        soundNext(at: now, &effects)
        return effects.list
    }

    /// What time it is, or will be, by the service's clock; by this machine's own before the service has told.
    func homeTime(at moment: Instant) -> Date { clocks.homeTime(at: moment) }

    mutating func newID() -> UUID { .version7(at: wall, using: &generator) }
}

/// The effects of one event, in order.
struct Effects {
    var list: [StationEffect] = []

    mutating func add(_ effect: StationEffect) { list.append(effect) }
}
