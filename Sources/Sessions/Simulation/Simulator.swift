import Boards
import Evidence
import Care
import Chance
import FoundationEssentials
import HomeFiles
import Kiosk
import Speech
import Time

/// One kiosk and one person, in virtual time: the real session, with everything around it simulated.
///
/// The earliest event happens next; no clock is read. The person hears what a person would hear, and can only
/// press. `Simulator+person` decides, `Simulator+hands` presses, `Simulator+world` answers.
struct Simulator {
    /// Between two needs, and around one.
    struct Rhythm: Sendable {
        /// How long the kiosk has rested when the next need comes.
        var pause: Duration = .seconds(20)
        /// It comes at the latest this long after the last one ended, resting or not.
        var longestPause: Duration = .seconds(180)
        /// How long somebody tries before they give up.
        var patience: Duration = .seconds(180)
    }

    let settings: HomeSettings
    let model: PressModel
    let needs: Needs
    let rhythm: Rhythm
    let takeBackWords: String
    let language: String
    let wordsDuration: (_ text: String, _ language: String) -> Duration
    /// Which output a voice has: one for both, or one each.
    let outputs: [VoiceRole: Int]

    var session: KioskSession
    var now = Instant(nanoseconds: 0)
    var queue = EventQueue()
    var tally = Tally()
    var queues: [SpeechQueue]
    /// Events of the voices for the session, at once and in order.
    var told: [VoiceEvent] = []
    /// Words that are said faster or slower than usual.
    var paces: [UtteranceID: Double] = [:]
    var service = ServiceRecord()
    var person = Person()
    var ears = Ears()
    var hands = Hands()

    /// Whether it is a calibration, for which the kiosk's records of presses are collected.
    var keepsRecords = false
    /// What the kiosk knows of the person's presses at the beginning.
    var profile = PressProfile()
    /// What the kiosk is made to believe of them before each need, whatever it has learnt.
    var believed: PressProfile?
    /// Since when a meant press has been asked back and nothing was taken.
    var askedBackAt: Instant?
    /// A log of what could be seen and heard, one line for each moment; `nil` if not wanted.
    var diary: [String]?
    /// Called with every effect, in order.
    var witness: ([KioskEffect], Instant) -> Void = { _, _ in }

    var wants: SeededGenerator
    var reactions: SeededGenerator
    var accidents: SeededGenerator

    init(
        settings: HomeSettings, boards: BoardSet, phrases: Phrases, model: PressModel,
        weights: [String: Double]?,
        rhythm: Rhythm, seed: UInt64, stream: String,
        wordsDuration: @escaping (_ text: String, _ language: String) -> Duration
    ) {
        self.settings = settings
        self.model = model
        self.rhythm = rhythm
        self.wordsDuration = wordsDuration
        needs = Needs(of: boards, parameters: settings.scanning, weights: weights)
        takeBackWords = phrases[.takeBack]
        language = boards.boards[boards.start]?.language ?? phrases.language
        let isApart = settings.cueVoice.device != settings.mainVoice.device
        outputs = [.main: 0, .cue: isApart ? 1 : 0, .alert: 0]
        queues = Array(repeating: SpeechQueue(), count: isApart ? 2 : 1)
        // Every way of scanning gets the same needs, so that they can be compared.
        wants = SeededGenerator(seed: seed, stream: "wants")
        reactions = SeededGenerator(seed: seed, stream: "reactions \(stream)")
        accidents = SeededGenerator(seed: seed, stream: "accidents \(stream)")
        session = KioskSession(
            settings: settings, boards: boards, phrases: phrases, utterances: UtteranceCounter(),
            generator: SeededGenerator(seed: seed, stream: "ids \(stream)"))
    }

    private static let epoch = Date(timeIntervalSince1970: 1_800_000_000)

    var wall: Date { Self.epoch.addingTimeInterval(Double(now.nanoseconds) / 1e9) }

    /// Runs until this many needs have ended.
    ///
    /// - Parameter onProgress: Told the part that is done, after each hundredth.
    mutating func run(needs count: Int, onProgress: (Double) -> Void = { _ in }) -> Tally {
        guard !needs.isEmpty, count > 0 else { return tally }
        send(.switchArrived(id: 1, name: "switch"))
        send(.pressesKnown(profile))
        send(.started(expectsSwitch: true))
        expectAccident()
        let step = max(1, count / 100)
        var told = 0
        while tally.outcomes.count < count {
            advance()
            guard tally.outcomes.count >= told + step else { continue }
            told = tally.outcomes.count
            onProgress(Double(told) / Double(count))
        }
        tally.profile = session.profile
        tally.seconds = Double(now.nanoseconds) / 1e9
        return tally
    }

    mutating func note(_ line: @autoclosure () -> String) {
        guard diary != nil else { return }
        let entry = "\(now.secondsText) \(line())"
        diary?.append(entry)
    }

    /// Lets the next thing happen.
    private mutating func advance() {
        noticeRest()
        let sessionDue = session.nextWake
        let own = [queue.nextDue, sessionDue, person.nextThought, hands.accidentAt]
        guard let due = own.compactMap({ $0 }).min() else { return }
        if !person.isTrying { tally.idleSeconds += max(0, Double(now.duration(to: due).nanoseconds) / 1e9) }
        now = max(now, due)
        if let next = queue.nextDue, next <= now, let entry = queue.take() {
            happen(entry)
        } else if let sessionDue, sessionDue <= now {
            send(.wake)
        } else if let accident = hands.accidentAt, accident <= now {
            pressByAccident()
        } else {
            think()
        }
    }

    /// Gives the session one event, and then all events of the voices that follow from it.
    mutating func send(_ event: KioskEvent) {
        perform(session.handle(event, at: now, wall: wall))
        followLevels()
        tell()
    }

    /// Gives the session the events of the voices, and those that follow from them.
    mutating func tell() {
        var next = 0
        while next < told.count {
            let event = told[next]
            next += 1
            perform(session.handle(.voice(event), at: now, wall: wall))
            followLevels()
            hear(event)
        }
        told.removeAll(keepingCapacity: true)
    }
}
