import Boards
import Care
import Chance
import Foundation
import HomeFiles
import Kiosk
import Playing
import Recurrence
import Scanning
import Speech
import Time

/// Plays a kiosk's session against a voice, a disk and a service that are only lists, and writes down what a
/// person would notice, one line a moment.
struct Stage {
    static let water = BoardItem(
        id: "water", label: "Water", cue: "Water", say: "Some water, please.", called: "water",
        action: .request(.normal))
    static let pain = BoardItem(
        id: "pain", label: "Pain", cue: "Pain", say: "It hurts.", called: "help with pain",
        action: .request(.urgent))
    static let toilet = BoardItem(
        id: "toilet", label: "Toilet", cue: "Toilet", say: "Toilet, please.", called: "the toilet",
        confirm: true,
        action: .request(.soon))
    static let drinks = BoardItem(
        id: "drinks", label: "Drinks", cue: "Drinks", say: "Drinks", called: "drinks", action: .group([water])
    )
    static let yes = BoardItem(
        id: "yes", label: "Yes", cue: "Yes", say: "Yes.", called: "yes", action: .speak)
    static let asked = BoardItem(
        id: "asked", label: "Asked", cue: "What I asked", say: "", called: "", action: .list(.requests))

    static let calls = BoardItem(
        id: "calls", label: "Calls", cue: "What I asked", say: "", called: "", action: .list(.calls))

    var session: KioskSession
    var voice = PlayedVoice()
    var now = Instant(nanoseconds: 0)
    var lines: [String] = []
    /// How many lines there were before the last choice that a test made by its cue.
    var linesBeforeChoice = 0
    /// Whether going to rest and waking get a line.
    var showsRest = false
    /// What was noted for tuning.
    var records: [PressRecord] = []
    /// Every effect, for looking closer.
    var effects: [KioskEffect] = []
    /// When something is on disk after it was handed over; `nil` never answers, as a full disk does in the end.
    var storesAfter: Duration? = .milliseconds(10)
    private var stored: [(at: Instant, id: UUID)] = []

    init(
        _ items: BoardItem..., startsQuietly: Bool = true,
        scanning: (inout ScanParameters) -> Void = { _ in },
        tuning: (inout HomeSettings.Tuning) -> Void = { _ in }
    ) {
        self.init(items: items, startsQuietly: startsQuietly, scanning: scanning, tuning: tuning)
    }

    init(
        items: [BoardItem], startsQuietly: Bool = true,
        scanning: (inout ScanParameters) -> Void = { _ in },
        tuning: (inout HomeSettings.Tuning) -> Void = { _ in }, means: ProposalMeans = ProposalMeans()
    ) {
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.client = .init(id: "maria", name: "Maria")
        scanning(&settings.scanning)
        tuning(&settings.tuning)
        let board = Board(id: "home", name: "Home", language: "en-GB", items: items)
        self.init(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain, means: means, startsQuietly: startsQuietly)
    }

    init(
        settings: HomeSettings, boards: BoardSet, phrases: Phrases, means: ProposalMeans = ProposalMeans(),
        startsQuietly: Bool = true
    ) {
        session = KioskSession(
            settings: settings, boards: boards, phrases: phrases, means: means,
            utterances: UtteranceCounter(),
            generator: SeededGenerator(seed: 7))
        if startsQuietly {
            send(.switchArrived(id: 1, name: "Button"))
            send(.started(expectsSwitch: true))
            run(to: 2)
            lines = []
            effects = []
            now = Instant(nanoseconds: 0)
        }
    }

    /// A stage whose client has asked for the first item 40 seconds ago, and whose kiosk rests.
    static func afterAsking(
        _ items: BoardItem..., scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(items: items, scanning: scanning)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        stage.lines = []
        return stage
    }

    var text: String { lines.joined(separator: "\n") }
    var requests: [NewRequest] { effects.compactMap { if case .ask(let new) = $0 { new } else { nil } } }

    /// By how many seconds the wall clock has been set.
    var clockStep = 0.0
    private var wall: Date {
        Date(timeIntervalSince1970: 1_800_000_000 + clockStep + Double(now.nanoseconds) / 1e9)
    }

    mutating func send(_ event: KioskEvent) {
        let wasResting = session.isResting
        defer {
            if showsRest, session.isResting != wasResting {
                lines.append("\(now.secondsText) \(session.isResting ? "rest" : "awake")")
            }
        }
        for effect in session.handle(event, at: now, wall: wall) {
            effects.append(effect)
            switch effect {
            case .voice(let command):
                if let line = voice.perform(command, at: now) { lines.append("\(now.secondsText) \(line)") }
            case .ask(let new):
                lines.append(
                    "\(now.secondsText) ASK \(new.need) \(new.priority.rawValue)\(new.asksAgain == nil ? "" : " again")"
                )
                store(new.id)
            case .respond(_, let response):
                lines.append(
                    "\(now.secondsText) \(response.state.rawValue.uppercased()) \(response.reason ?? "")")
                store(response.id)
            case .propose(let proposal):
                lines.append("\(now.secondsText) PROPOSE \(proposal.label)")
                store(proposal.id)
            case .mark(let entry):
                lines.append("\(now.secondsText) MARK \(entry.kind.rawValue) \(entry.key.local)")
                store(entry.id)
            case .household(let command):
                lines.append("\(now.secondsText) \(command.line)")
                store(command.id)
            case .mood(let mood):
                lines.append("\(now.secondsText) MOOD \(mood.scale.rawValue) \(mood.value)")
                store(mood.id)
            case .tell(_, let line):
                let what = [line.answer?.rawValue, line.text].compactMap(\.self).joined(separator: " ")
                lines.append("\(now.secondsText) TELL \(line.kind.rawValue) \(what)")
            case .receipt(_, let receipt):
                lines.append("\(now.secondsText) RECEIPT \(receipt.outcome.rawValue)")
            case .said(let words, _): lines.append("\(now.secondsText) SAID \(words.uuidString.suffix(4))")
            case .report(let fault):
                lines.append(
                    "\(now.secondsText) FAULT \(fault.kind.rawValue) \(fault.isActive ? "begins" : "is over")"
                )
            case .acknowledge(let sequence): lines.append("\(now.secondsText) ack \(sequence)")
            case .observed(let record): records.append(record)
            case .keepPace(let pace): lines.append("\(now.secondsText) PACE \(pace.steps)")
            case .readHousehold, .keepExercise, .keepEncouragement, .use, .toldAhead, .show, .log: break
            }
        }
    }

    private mutating func store(_ id: UUID) {
        guard let storesAfter else { return }
        stored.append((now.advanced(by: storesAfter), id))
    }

    mutating func run(to seconds: Double) {
        let end = Instant(nanoseconds: Int64(seconds * 1e9))
        while let due = [voice.nextEvent, session.nextWake, stored.map(\.at).min()].compactMap({ $0 }).min(),
            due <= end
        {
            now = max(now, due)
            if let index = stored.firstIndex(where: { $0.at <= now }) {
                send(.care(.recorded(stored.remove(at: index).id)))
            } else if let event = voice.take(at: now) {
                send(.voice(event))
            } else {
                send(.wake)
            }
        }
        now = max(now, end)
    }

    /// What the voice says last is cut by the voice itself, as when its card goes.
    mutating func cutLastWords(at seconds: Double) {
        run(to: seconds)
        guard
            let last = effects.compactMap({
                if case .voice(.speak(let utterance)) = $0 { utterance.id } else { nil }
            })
            .last
        else { return }
        _ = voice.perform(.cut(last), at: now)
        run(to: seconds)
    }

    /// A short press of the switch at a moment.
    mutating func press(at seconds: Double, _ role: SwitchRole = .select, for length: Double = 0.08) {
        edge(at: seconds, role, .press)
        edge(at: seconds + length, role, .release)
    }

    /// One edge; every role has a key of its own.
    mutating func edge(at seconds: Double, _ role: SwitchRole, _ direction: SwitchEdge.Direction) {
        run(to: seconds)
        let key =
            switch role {
            case .select: 57
            case .step: 28
            case .back: 14
            case .help: 138
            case .digit(let digit): 200 + digit
            case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: 300
            }
        let source = SwitchEdge.Source(device: 1, key: key)
        send(.edge(SwitchEdge(role: role, source: source, direction: direction, at: now)))
    }

    /// What the journal tells of the last request that was asked.
    mutating func journal(
        at seconds: Double, _ sequence: Int64, _ kind: JournalEvent.Kind, _ state: RequestState,
        by: String? = nil,
        reason: String? = nil, minutes: Int? = nil, about request: NewRequest? = nil
    ) {
        run(to: seconds)
        guard let new = request ?? requests.last else { return }
        let request = Request(
            id: new.id, client: new.client, clientName: new.clientName, need: new.need, label: new.label,
            called: new.called, say: new.say, priority: new.priority, state: state, askedAt: new.askedAt,
            receivedAt: wall, changedAt: wall, changedBy: by, reason: reason, asksAgain: new.asksAgain,
            sequence: sequence)
        send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: sequence, at: wall, content: .init(kind, request: request, minutes: minutes)
                    )
                )))
    }
}
