import Boards
import Care
import Chance
import Exercises
import Foundation
import HomeFiles
import Kiosk
import Playing
import Scanning
import Speech
import Testing
import Time

/// Plays a kiosk that Maria and Otto share, as a `Stage` plays one of Maria's own.
struct SharedStage {
    static let maria = 0, otto = 1
    /// The shared switch, and one for each of them where they have their own.
    static let shared = 57, mariasKey = 59, ottosKey = 60

    var kiosk: SharedKiosk
    var voice = PlayedVoice()
    var now = Instant(nanoseconds: 0)
    var lines: [String] = []
    var effects: [SharedKioskEffect] = []
    private var stored: [(at: Instant, client: Int, id: UUID)] = []

    /// - Parameters:
    ///   - haveOwnKeys: Whether each has a key of their own besides the shared one.
    ///   - hasScreens: Whether screens are shown.
    ///   - ottos: How Otto is asked otherwise.
    ///   - mariasExercises: What Maria's board lists before all else, if anything.
    ///   - mariasItems: What comes before that.
    init(
        haveOwnKeys: Bool = false, hasScreens: Bool = false,
        scanning: (inout ScanParameters) -> Void = { _ in },
        ottos: (inout ScanParameters) -> Void = { _ in }, mariasExercises: [Exercise] = [],
        mariasItems: [BoardItem] = []
    ) {
        let names = [("maria", "Maria", "Water"), ("otto", "Otto", "Toilet")]
        let members = names.enumerated().map { index, person in
            var settings = HomeSettings(
                switches: .init(devices: ["auto"], grab: true, roles: [:]),
                station: .init(devices: ["auto"], grab: true, roles: [:]))
            settings.client = .init(id: person.0, name: person.1)
            settings.keepAwake = false
            scanning(&settings.scanning)
            if index == Self.otto { ottos(&settings.scanning) }
            let item = BoardItem(
                id: person.2.lowercased(), label: person.2, cue: person.2, say: "\(person.2), please.",
                called: person.2.lowercased(), action: .request(.normal))
            let exercises = index == Self.maria ? mariasExercises : []
            let first =
                (index == Self.maria ? mariasItems : [])
                + (exercises.isEmpty ? [] : [Stage.list(.exercises, "Exercises")])
            let board = Board(
                id: "home", name: "Home", language: "en-GB", items: first + [item, Stage.yes])
            var session = KioskSession(
                settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
                phrases: .plain, exercises: exercises,
                utterances: UtteranceCounter(start: UInt64(index + 1), stride: 3),
                generator: SeededGenerator(seed: UInt64(index)))
            if hasScreens { session.showOnScreen() }
            let key = index == Self.maria ? Self.mariasKey : Self.ottosKey
            return SharedKiosk.Member(session: session, keys: haveOwnKeys ? [key] : [])
        }
        kiosk = SharedKiosk(members, utterances: UtteranceCounter(start: 3, stride: 3))
        now = Instant(nanoseconds: -2_000_000_000)
        send(.machine(.switchArrived(id: 1, name: "Button")))
        send(.machine(.started(expectsSwitch: true)))
        run(to: 0)
        (lines, effects) = ([], [])
    }

    var text: String { lines.joined(separator: "\n") }
    func requests(of client: Int) -> [NewRequest] {
        effects.compactMap { if $0.client == client, case .ask(let new) = $0.effect { new } else { nil } }
    }
    /// The newest screen of a client's displays.
    func screen(of client: Int) -> Screen? {
        effects.last { if $0.client == client, case .show = $0.effect { true } else { false } }
            .flatMap { if case .show(let screen) = $0.effect { screen } else { nil } }
    }

    private var wall: Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(now.nanoseconds) / 1e9) }
    private static func name(_ client: Int) -> String { client == maria ? "maria" : "otto" }

    mutating func send(_ event: SharedKioskEvent) {
        for effect in kiosk.handle(event, at: now, wall: wall) {
            effects.append(effect)
            let who = Self.name(effect.client)
            switch effect.effect {
            case .voice(let command):
                if let line = voice.perform(command, at: now) { lines.append("\(now.secondsText) \(line)") }
            case .ask(let new):
                lines.append("\(now.secondsText) \(who) ASK \(new.need) \(new.priority.rawValue)")
                stored.append((now.advanced(by: .milliseconds(10)), effect.client, new.id))
            case .respond(_, let response):
                lines.append("\(now.secondsText) \(who) \(response.state.rawValue.uppercased())")
                stored.append((now.advanced(by: .milliseconds(10)), effect.client, response.id))
            case .report(let fault):
                lines.append(
                    "\(now.secondsText) \(who) FAULT \(fault.kind.rawValue) \(fault.isActive ? "begins" : "is over")"
                )
            case .acknowledge(let number): lines.append("\(now.secondsText) \(who) ack \(number)")
            case .tell(_, let line): lines.append("\(now.secondsText) \(who) TELL \(line.kind.rawValue)")
            case .mood(let mood):
                lines.append("\(now.secondsText) \(who) MOOD \(mood.value)")
                stored.append((now.advanced(by: .milliseconds(10)), effect.client, mood.id))
            case .propose, .mark, .household, .readHousehold, .use, .receipt, .said, .observed,
                .keepPace,
                .keepExercise, .keepEncouragement,
                .toldAhead, .show, .log:
                break
            }
        }
    }

    /// Seconds since the first press could come.
    var seconds: Double { Double(now.nanoseconds) / 1e9 }

    /// Runs until it is so; at most four minutes.
    mutating func run(until isSo: (SharedStage) -> Bool) {
        let end = seconds + 240
        while !isSo(self), seconds < end { run(to: seconds + 0.1) }
    }

    /// What has the number 5 and is only shown to Maria stands for eight seconds, so that she can read it; if Otto takes the kiosk before,
    /// it is said to her instead.
    mutating func leaveToBeRead(isTaken: Bool, said words: String, isShown: (SharedStage) -> Bool) {
        let began = seconds
        run(to: began + 6)
        let stands = isShown(self) && !text.contains("ack 5")
        #expect(stands, "\(text)")
        if isTaken { press(at: began + 6, key: SharedStage.ottosKey) }
        run(to: began + 9)
        let isOver = !isShown(self) && text.contains("maria ack 5") == !isTaken
        #expect(isOver, "\(text)")
        run(to: began + 120)
        #expect(text.contains("told_to Maria \(words)") == isTaken, "\(text)")
        #expect(text.contains("maria ack 5"))
    }

    mutating func run(to seconds: Double) {
        let end = Instant(nanoseconds: Int64(seconds * 1e9))
        while let due = [voice.nextEvent, kiosk.nextWake, stored.map(\.at).min()].compactMap({ $0 }).min(),
            due <= end
        {
            now = max(now, due)
            if let index = stored.firstIndex(where: { $0.at <= now }) {
                let known = stored.remove(at: index)
                send(.client(known.client, .care(.recorded(known.id))))
            } else if let event = voice.take(at: now) {
                send(.machine(.voice(event)))
            } else {
                send(.machine(.wake))
            }
        }
        now = max(now, end)
    }

    mutating func press(at seconds: Double, key: Int = shared, for length: Double = 0.08) {
        edge(at: seconds, key, .press)
        edge(at: seconds + length, key, .release)
    }

    mutating func edge(at seconds: Double, _ key: Int, _ direction: SwitchEdge.Direction) {
        run(to: seconds)
        let source = SwitchEdge.Source(device: 1, key: key)
        send(.machine(.edge(SwitchEdge(role: .select, source: source, direction: direction, at: now))))
    }

    /// A caregiver's answer to the client's last request.
    mutating func answer(
        at seconds: Double, to client: Int, _ sequence: Int64, _ state: RequestState, by name: String = "Anna"
    ) {
        run(to: seconds)
        guard let new = requests(of: client).last else { return }
        let request = Request(
            id: new.id, client: new.client, clientName: new.clientName, need: new.need, label: new.label,
            called: new.called, say: new.say, priority: new.priority, state: state, askedAt: new.askedAt,
            receivedAt: wall, changedAt: wall, changedBy: name, reason: nil, asksAgain: nil,
            sequence: sequence)
        let kind: JournalEvent.Kind = state == .met ? .met : .onTheWay
        send(
            .client(
                client,
                .care(
                    .journal(
                        JournalEvent(
                            sequence: sequence, at: wall, content: .init(kind, request: request, minutes: nil)
                        )))))
    }
}
