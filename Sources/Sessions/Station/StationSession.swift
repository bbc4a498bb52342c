import Care
public import FoundationEssentials
public import HomeFiles
import Scanning
public import Speech
public import Time

/// The caregivers' side of Beckon: sounds requests until somebody answers, and takes the answer by key.
///
/// Every open request, every fault and every due occurrence is an **alarm**. The most urgent one is sounded,
/// one at a time, and again after its interval until it is answered. The **target** is the request that the
/// answer keys mean: the one that was sounded last, or the one that was chosen with the `next` key.
public struct StationSession: Sendable {
    /// How often a lasting fault is repeated.
    static let faultRepeat: Duration = .seconds(300)
    /// How long after this station's sound is back the service may report that a kiosk's is, too.
    static let soundGrace: Duration = .seconds(1)
    /// How often a due occurrence is repeated at most: for an hour, with the usual interval.
    static let mostRepeats = 12
    /// From this many on, late or missed occurrences are combined.
    static let fewestGathered = 3
    /// Repetitions due within this time are combined with them.
    static let gathering: Duration = .seconds(60)
    /// How long a key means the last told reminder.
    static let itemKeyLimit: Duration = .seconds(600)
    /// A key this soon after a request has ended elsewhere was meant for it, and for nothing else.
    static let endedWindow: Duration = .seconds(3)
    /// How long a mark can be undone.
    static let undoLimit: Duration = .seconds(60)
    /// The snooze for each digit, from 1. Minutes.
    static let putOffMinutes = [5, 15, 30, 60]
    /// The snooze without a digit. Minutes.
    static let usualPutOff = 10
    /// How long after the question a digit is awaited.
    static let putOffPatience: Duration = .seconds(4)
    /// How long it is quiet at most while somebody attends to it. Minutes.
    static let mostSeenTo = 60
    /// How many items of a list are read aloud.
    static let mostRead = 6
    /// How many missed items are named.
    static let mostNamed = 3
    /// From this long before on, the time is said instead of the minutes.
    static let fewestMinutesAsTime = 90.0
    /// This soon after the due time, it counts as due now. Minutes.
    static let nowMinutes = 2.0
    /// A key this soon after another request's words began was meant for the previous request.
    static let lateKeyWindow: Duration = .seconds(1)
    /// Voices always report the end of their words; if one fails to, the station continues after this time.
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
    /// The due occurrences, and the marks made here.
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

    /// Whether digits now answer this station's question.
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
        case .keypadLost(let id, let name):
            devices.batteries.lost(id)
            if devices.lost(keypad: name) { reply(phrases[.keypadLost], earcon: .fault) }
        case .keypadBattery(let id, let name, let reading): battery(reading, of: id, named: name, &effects)
        case .voice(let event): take(event, at: now, &effects)
        case .care(let event): take(event, at: now, &effects)
        case .phrasesChanged(let phrases): self.phrases = phrases
        case .trial: reply(phrases[.soundTest])
        case .namesChanged(let client, let caregiver):
            settings.client.name = client
            settings.caregiver.name = caregiver
        case .alertsChanged(let alerts): settings.alerts = alerts
        case .filesRefused(let mistake): tellRead(.own, mistake: mistake, &effects)
        case .contentsFetched(let refused): tellRead(.fetched, mistake: refused, &effects)
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

    /// The service's time at a moment; this machine's own until the service has sent its time.
    func homeTime(at moment: Instant) -> Date { clocks.homeTime(at: moment) }

    mutating func newID() -> UUID { .version7(at: wall, using: &generator) }
}

/// The effects of one event, in order.
struct Effects {
    var list: [StationEffect] = []

    mutating func add(_ effect: StationEffect) { list.append(effect) }
}
