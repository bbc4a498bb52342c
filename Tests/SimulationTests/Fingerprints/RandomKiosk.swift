import Recurrence
import Boards
import Care
import Chance
import Evidence
import Exercises
import FoundationEssentials
import HomeFiles
import Kiosk
import Playing
import Scanning
import Speech
import Spelling
import Time

/// A kiosk's session to which everything that can happen does, by chance.
struct RandomKiosk: RandomSession {
    static let pause = 0.02...4
    static let rests = 0.02
    private static let new = BoardItem(
        id: "new", label: "New", cue: "New", say: "", called: "", action: .propose(.by(.anything)))
    private static let paces = [("slower", .slower), ("faster", .faster), ("usual", .usual)].map {
        (id: String, change: BoardItem.PaceChange) in
        BoardItem(id: id, label: id, cue: id, say: "", called: "", action: .pace(change))
    }
    private static let today = BoardItem(
        id: "my-day", label: "My day", cue: "My day", say: "", called: "", action: .list(.today))
    private static let more = BoardItem(
        id: "more-needs", label: "More", cue: "More", say: "", called: "", action: .list(.needs))
    private static let asked = BoardItem(
        id: "asked", label: "Asked", cue: "Asked", say: "", called: "", action: .list(.requests))
    private static let household = [
        BoardItem.LiveList.chores, .points, .rewards, .people, .exercises, .assignments, .pain, .body,
    ].map {
        list in
        BoardItem(
            id: list.rawValue, label: list.rawValue, cue: list.rawValue, say: "", called: "",
            action: .list(list))
    }
    private static let items =
        [Household.drinks, asked, Household.pain, today, Household.toilet, new, Household.yes, more] + paces
        + household
    private static let exercises = [
        Exercise(
            id: "calm", name: "Calm", language: "en", instructions: .init("Breathe."),
            steps: [
                .init(
                    action: .breathe(
                        Breathing(
                            breath: [
                                .init(.in, .seconds(2)), .init(.hold, .seconds(2)), .init(.out, .seconds(3)),
                            ],
                            amount: .rounds(4)))),
                .init(action: .say(.init("Done."))),
            ]),
        Exercise(
            id: "five", name: "Five", language: "en", instructions: .init("Look."),
            steps: [.init(action: .press(.init("Five things."))), .init(action: .pause(.seconds(2)))]),
    ]
    private static let alphabet = SpellingAlphabet(
        language: "en",
        rows: [
            .init(cue: "first row", keys: [.init(text: " ", name: "space"), .init(text: "t", name: "t")]),
            .init(cue: "second row", keys: [.init(text: "e", name: "e"), .init(text: "a", name: "a")]),
        ])
    private static let words = WordList(language: "en", words: ["tea", "taste"], next: [:])
    private static let spelling = ProposalMeans(alphabet: alphabet, words: words)
    private static let means = ProposalMeans(
        bank: SuggestionBank(
            language: "en",
            groups: [
                .init(
                    id: "out", label: "Out", cue: "Out", symbol: nil,
                    suggestions: [
                        .init(
                            id: "walk", label: "Walk", cue: "Walk", say: "A walk.", called: "a walk",
                            symbol: nil)
                    ])
            ]), alphabet: alphabet, words: words)

    private(set) var session: KioskSession
    var world: RandomWorld<KioskEvent>
    var settings: HomeSettings
    var sequence: Int64 = 0
    /// What was asked, as the service has it.
    var requests: [Request] = []
    var marked: [OccurrenceEntry] = []
    var proposed: [NewNeedProposal] = []
    var grants: [RewardGrant] = []
    var faults: [Fault] = []
    var screen: Screen?
    /// What became of the presses that were weighed.
    private(set) var weighed: [PressRecord.Weighed.Verdict] = []
    /// Of all that was asked for, but what is kept of weighed presses.
    private(set) var unweighed = Fingerprint()
    /// What the settings say of the times of presses, whatever else of them changes.
    private let evidence: ScanParameters.PressEvidence
    /// What is known of the client's presses from the start; nothing where it is `nil`.
    private let profile: PressProfile?

    init(seed: UInt64) { self.init(seed: seed, evidence: .off, profile: nil) }

    /// The evidence is not drawn: what happens by chance is the same with and without it.
    init(seed: UInt64, evidence: ScanParameters.PressEvidence, profile: PressProfile?) {
        (self.evidence, self.profile) = (evidence, profile)
        var world = RandomWorld<KioskEvent>(seed: seed, stream: "kiosk")
        var settings = HomeSettings.standard
        settings.client = .init(id: "maria", name: "Maria")
        settings.keepAwake = world.happens(0.5)
        settings.scanning = Self.scanning(&world)
        settings.scanning.pressEvidence = evidence
        settings.tuning.automatic = world.happens(0.3)
        self.settings = settings
        session = KioskSession(
            settings: settings, boards: Self.boards(&world), phrases: .plain, means: Self.means(&world),
            exercises: world.happens(0.7) ? Self.exercises : [], utterances: UtteranceCounter(),
            generator: SeededGenerator(seed: seed, stream: "ids"))
        if world.happens(0.3) { session.showOnScreen() }
        self.world = world
    }

    /// Mostly a few items, so that each is chosen now and then; sometimes none, or what leads to spelling.
    private static func boards(_ world: inout RandomWorld<KioskEvent>) -> BoardSet {
        let count = world.one(of: [0, 1, 2, 3, 3, 4, 6, 11])
        let items =
            world.happens(0.5)
            ? world.happens(0.6) ? [new, more] : household
            : Array(items.shuffled(using: &world.chance).prefix(count))
        let board = Board(id: "home", name: "Home", language: "en", items: items)
        return BoardSet(start: "home.yaml", boards: ["home.yaml": board])
    }

    private static func means(_ world: inout RandomWorld<KioskEvent>) -> ProposalMeans {
        world.one(of: [means, spelling, spelling, ProposalMeans()])
    }

    private static func scanning(_ world: inout RandomWorld<KioskEvent>) -> ScanParameters {
        var parameters = ScanParameters()
        parameters.mode = world.one(of: ScanParameters.Mode.allCases)
        parameters.pattern = world.one(of: ScanParameters.Pattern.allCases)
        parameters.resumeAfterSelect = world.one(of: ScanParameters.ResumeAfterSelect.allCases)
        parameters.loops = 1 + world.roll(3)
        if parameters.mode != .stepDwell, world.happens(0.4) { parameters.helpPresses = 3 }
        if world.happens(0.2) { parameters.activateOn = .release }
        if parameters.mode != .inverse, world.happens(0.4) {
            parameters.longPressTime = .seconds(1)
            parameters.longPressAction = world.one(of: ScanParameters.LongPressAction.allCases)
        }
        if world.happens(0.2) { parameters.acceptanceTime = .milliseconds(100) }
        if world.happens(0.2) { parameters.undoWindow = .zero }
        parameters.wrapSound = world.happens(0.2)
        parameters.stepSound = world.happens(0.2)
        return parameters
    }

    mutating func begin() {
        send(.switchArrived(id: 1, name: "Button"))
        send(.started(expectsSwitch: true))
        if let profile { send(.pressesKnown(profile)) }
        if world.happens(0.5) { connect() }
        // What a kiosk has soon after its start; without it the lists of the household are empty.
        if world.happens(0.5) { agenda() }
        if world.happens(0.7) { householdNews() }
    }

    var nextWake: Instant? { session.nextWake }

    mutating func handle(_ event: KioskEvent) -> [KioskEffect] {
        let effects = session.handle(event, at: world.now, wall: world.wall)
        for case .observed(.weighed(let press)) in effects { weighed.append(press.verdict) }
        unweighed.add(effects.filter { !$0.isOfWeighing }, at: world.now)
        return effects
    }

    mutating func perform(_ effect: KioskEffect) {
        switch effect {
        case .voice(let command): world.play(command)
        case .ask(let new):
            sequence += 1
            requests.append(
                Request(
                    id: new.id, client: new.client, clientName: new.clientName, need: new.need,
                    label: new.label, called: new.called, say: new.say, priority: new.priority,
                    state: .asked, askedAt: new.askedAt, receivedAt: world.wall, changedAt: world.wall,
                    asksAgain: new.asksAgain, sequence: sequence))
            store(new.id)
        case .respond(let request, let response):
            requests.removeAll { $0.id == request }
            store(response.id)
        case .propose(let proposal):
            proposed.append(proposal)
            store(proposal.id)
        case .mark(let entry):
            marked.append(entry)
            store(entry.id)
        case .household(let command):
            if case .ask(let new) = command { grants.append(grant(new, .waiting)) }
            store(command.id)
        case .mood(let mood): store(mood.id)
        case .tell(_, let line):
            if world.happens(0.2) {
                world.add(.care(.notTold(line.id, detail: "away")), after: world.duration(0.05...2))
            }
        case .report(let fault):
            faults.removeAll { $0.kind == fault.kind }
            if fault.isActive { faults.append(fault) }
        case .show(let shown): screen = shown
        case .receipt, .said, .observed, .keepPace, .keepExercise, .keepEncouragement, .acknowledge,
            .toldAhead,
            .readHousehold, .use,
            .log:
            break
        }
    }

    private mutating func store(_ id: UUID) {
        switch world.roll(20) {
        case 0: return
        case 1: world.add(.care(.notRecorded(id, detail: "full")), after: world.duration(0.01...1))
        default: world.add(.care(.recorded(id)), after: world.duration(0.005...0.1))
        }
        switch world.roll(10) {
        case 0: break
        case 1:
            let request = world.happens(0.5) ? requests.last : nil
            world.add(.care(.rejected(id, detail: "no", request)), after: world.duration(0.2...3))
        default: world.add(.care(.delivered(id)), after: world.duration(0.2...3))
        }
    }
}

extension RandomKiosk {
    mutating func connect() {
        world.add(
            .care(
                .connected(
                    openRequests: requests, openFaults: faults,
                    sequence: world.happens(0.05) ? sequence / 2 : sequence,
                    client: world.happens(0.02) ? "paul" : nil)), after: .milliseconds(1))
    }

    mutating func happen() {
        switch world.roll(100) {
        case 0..<56: press()
        case 56..<60: for _ in 0..<3 { press(within: 0.5) }
        case 60..<72: journal()
        case 72..<77: agenda()
        case 77..<79: remind()
        case 79..<81: decide()
        case 81..<84: connection()
        case 84: householdNews()
        case 85, 86: appointmentNews()
        case 87: sound()
        case 88..<91: switches()
        case 91..<95: change()
        case 95: householdNews()
        case 96: world.clockStep += Double(world.roll(4000)) - 2000
        default: tap()
        }
    }

    private mutating func press(within seconds: Double = 0.01) {
        let role: SwitchRole =
            switch world.roll(20) {
            case 0: .help
            case 1: .back
            case 2, 3: .step
            case 4...7: settings.scanning.mode == .direct ? .digit(world.roll(10)) : .select
            default: settings.scanning.mode == .step ? world.one(of: [.select, .step]) : .select
            }
        let held = world.happens(0.02) ? 40.0 : world.happens(0.1) ? 1.5 : 0.08 + world.chance.unit() * 0.3
        let source = SwitchEdge.Source(device: 1, key: 1 + role.hashNumber)
        let begins = world.duration(0...seconds)
        let ends = begins + .nanoseconds(Int64(held * 1e9))
        let (down, up) = (world.now.advanced(by: begins), world.now.advanced(by: ends))
        world.add(.edge(.init(role: role, source: source, direction: .press, at: down)), after: begins)
        world.add(.edge(.init(role: role, source: source, direction: .release, at: up)), after: ends)
    }

    private mutating func journal() {
        guard !requests.isEmpty else { return }
        let index = requests.count - 1 - world.roll(min(3, requests.count))
        let choices: [(JournalEvent.Kind, RequestState)] = [
            (.asked, .asked), (.heard, .heard), (.heard, .heard), (.onTheWay, .onTheWay), (.met, .met),
            (.declined, .declined), (.cancelled, .cancelled), (.escalated, .asked),
            (.stillWaiting, requests[index].state), (.askAgain, requests[index].state),
            (.claimLapsed, .heard),
        ]
        let (kind, state) = world.one(of: choices)
        sequence += 1
        requests[index].state = state
        requests[index].sequence = sequence
        requests[index].changedBy = world.happens(0.5) ? "Anna" : nil
        let minutes = kind == .stillWaiting || kind == .askAgain ? 1 + world.roll(30) : nil
        send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: sequence, at: world.wall,
                        content: .init(kind, request: requests[index], minutes: minutes)))))
        if !state.isOpen { requests.remove(at: index) }
    }

    private func occurrence(_ number: Int) -> RoutineOccurrence {
        var occurrence = randomOccurrence(number, own: number.isMultiple(of: 2))
        if let last = marked.last(where: { $0.occurrenceID == occurrence.id }), marked.count.isMultiple(of: 2)
        {
            occurrence.lastEntry = last.id
            occurrence.changedBy = last.by
            switch last.kind {
            case .done: occurrence.state = .done
            case .skipped: occurrence.state = .skipped
            case .note, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted,
                .refused:
                break
            }
        }
        // Somebody else was quicker.
        if number == 2, marked.count % 3 == 1 {
            (occurrence.state, occurrence.changedBy) = (.done, requests.isEmpty ? "Anna" : nil)
        }
        return occurrence
    }

    /// Now and then of what the client does, in their own plan or in another client's, or of an exercise that they were given.
    private mutating func reminder(_ number: Int) -> Reminder {
        var occurrence = occurrence(number % 6)
        if world.happens(0.3) {
            occurrence.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
            if world.happens(0.5) { (occurrence.client, occurrence.clientName) = ("otto", "Otto") }
        }
        if world.happens(0.2) {
            occurrence = randomOccurrence(30, own: true)
            occurrence.at = world.wall
            occurrence.local = WallTime(clamping: Int64(world.wall.timeIntervalSince1970))
            occurrence.missedAt = world.wall.addingTimeInterval(3600)
            occurrence.assignment = Assignment(person: "maria", name: "Maria", reason: "always")
            occurrence.exercise = "five"
            if world.happens(0.5) { occurrence.details = "Sit up first." }
        }
        return Reminder(
            id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 2, UInt8(number))),
            kind: world.one(of: [.due, .due, .before, .missed]), occurrence: occurrence,
            channel: .kiosk, recipient: "maria", recipientName: "Maria",
            priority: world.one(of: Priority.allCases),
            at: world.wall.addingTimeInterval(Double(world.roll(100)) - 60), isLate: false,
            state: world.happens(0.8) ? .waiting : .told)
    }

    private mutating func agenda() {
        let needs = ["cocoa", "chess", "water"].filter { _ in world.happens(0.6) }.map { id in
            Need(
                id: id, client: nil, label: id.capitalized, say: "\(id), please.", called: id,
                priority: .normal, uses: [.asked], group: id == "cocoa" ? "Drinks" : nil, isActive: true,
                changedAt: world.wall)
        }
        let reminders = (0..<world.roll(3)).map { reminder($0 * 3 + world.roll(3)) }
        let proposals = proposed.suffix(2).map { NeedProposal($0, sequence: sequence) }
        if world.happens(0.3) { sequence += 1 }
        let unsaid = ClientNews.allCases.filter { _ in world.happens(0.4) }
        send(
            .care(
                .agenda(
                    Agenda(
                        needs: needs, proposals: world.happens(0.5) ? proposals : [],
                        day: WallTime(clamping: 1_800_000_000).day, zone: "UTC",
                        today: (0..<world.roll(6)).map(occurrence),
                        outstanding: (0..<world.roll(3)).map { Self.moved(occurrence($0), days: -1 - $0) },
                        reminders: reminders,
                        unsaid: Set(unsaid), assignments: assignments(),
                        sequence: world.happens(0.1) ? max(0, sequence - 2) : sequence,
                        now: world.happens(0.3)
                            ? world.wall.addingTimeInterval(Double(world.roll(3)) * 50) : nil
                    ))))
    }

    private mutating func remind() {
        sequence += 1
        let reminder = reminder(world.roll(12))
        send(
            .care(
                .journal(
                    JournalEvent(sequence: sequence, at: world.wall, content: .reminder(reminder)))))
    }

    private mutating func decide() {
        guard let new = proposed.popLast() else { return }
        sequence += 1
        var proposal = NeedProposal(
            new, state: world.happens(0.6) ? .approved : .declined, sequence: sequence)
        proposal.need = world.one(of: ["cocoa", "chess", "chess", nil])
        proposal.decidedBy = "Anna"
        send(
            .care(
                .journal(
                    JournalEvent(
                        sequence: sequence, at: world.wall, content: .proposalDecided(proposal)))))
    }

    private func grant(_ new: NewGrant, _ state: RewardGrant.State) -> RewardGrant {
        RewardGrant(
            id: new.id, reward: new.reward, title: "Cinema", person: new.person, name: "Maria", cost: 5,
            state: state, at: world.wall, changedAt: world.wall, sequence: sequence)
    }

    private func reward(_ number: Int, _ way: RewardWay) -> Reward {
        Reward(
            id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 3, UInt8(number))),
            content: RewardContent(title: "Reward \(number)", way: way), sequence: 1, changedAt: world.wall)
    }

    /// The same of another day.
    private static func moved(_ planned: RoutineOccurrence, days: Int) -> RoutineOccurrence {
        var other = planned
        other.at.addTimeInterval(Double(days) * 86_400)
        other.missedAt.addTimeInterval(Double(days) * 86_400)
        other.local = WallTime(clamping: Int64(other.at.timeIntervalSince1970))
        other.key = OccurrenceKey(other.local, zone: "UTC")
        return other
    }

    private mutating func chore(_ number: Int) -> RoutineOccurrence {
        var chore = occurrence(number)
        // Nothing of a coming day can be done yet.
        if world.happens(0.2) { chore = Self.moved(chore, days: 1 + world.roll(3)) }
        let person = world.one(of: ["maria", "maria", "ben", nil])
        chore.assignment = Assignment(person: person, name: person, reason: "")
        chore.chore = Chore(
            audience: .household, points: world.happens(0.6) ? 1 + world.roll(9) : nil,
            count: world.happens(0.3) ? 3 : nil, approval: world.happens(0.3) ? .needed : nil)
        return chore
    }

    /// Chores, points and rewards are read anew, or the journal tells of a grant or of how the client stands.
    private mutating func householdNews() {
        let standing = PointStanding(
            person: "maria", name: "Maria", sum: world.roll(30) - 3, collected: world.roll(30),
            isOn: world.happens(0.9),
            rewards: [
                reward(1, .redeemed(cost: 5, approval: true)),
                reward(2, .redeemed(cost: 20, approval: false)),
                reward(3, .reached(at: 10, again: true)),
            ].compactMap { RewardProgress($0, sum: world.roll(30), collected: world.roll(9), reached: 0) })
        let content: JournalEvent.Content
        switch world.roll(4) {
        case 0: content = .pointsChanged(standing)
        case 1:
            let new = NewGrant(id: world.id(), reward: world.id(), person: "maria", at: world.wall)
            var grant = grants.popLast() ?? self.grant(new, .granted)
            grant.state = world.one(of: RewardGrant.State.allCases)
            grant.reason = grant.state == .refused ? "later" : nil
            grant.crossing = world.happens(0.3) ? 1 : nil
            content = .grantChanged(grant)
        default:
            let chores = (0..<world.roll(6)).map { chore($0) }
            send(
                .care(
                    .household(
                        ClientHousehold(
                            chores: ChoreFeed(of: chores, for: "maria", isComplete: true, now: world.wall),
                            standing: standing, grants: Array(grants.suffix(3))))))
            return
        }
        sequence += 1
        send(.care(.journal(JournalEvent(sequence: sequence, at: world.wall, content: content))))
    }

    private mutating func connection() {
        switch world.roll(8) {
        case 0, 1: send(.care(.serviceLost("gone")))
        case 2, 3:
            send(.care(.serviceBack))
            connect()
        case 4:
            let isElsewhere = world.happens(0.5)
            send(.care(isElsewhere ? .speaks(world.happens(0.7)) : .caughtUp(sequence: sequence)))
        case 5: send(.care(world.happens(0.5) ? .storeFailed("full") : .storeRestored))
        case 6:
            sequence += 1
            let fault = Fault(
                id: world.id(), source: "station", kind: world.one(of: [.stationAway, .soundLost]),
                isActive: world.happens(0.6), clientName: nil, detail: "x", at: world.wall)
            send(
                .care(.journal(JournalEvent(sequence: sequence, at: world.wall, content: .fault(fault)))))
        default:
            let old = NewRequest(
                id: world.id(), client: "maria", clientName: "Maria", need: "tea", label: "Tea",
                called: "tea",
                say: "Tea, please.", priority: .normal, askedAt: world.wall)
            send(.care(.restored([old], told: [world.id()])))
        }
    }

    private mutating func sound() {
        let voice = world.one(of: [VoiceRole.main, .cue, .alert])
        switch world.roll(6) {
        case 0, 1: send(.voice(.outputLost(voice, detail: "unplugged")))
        case 2, 3: for voice in [VoiceRole.main, .cue] { send(.voice(.outputRestored(voice))) }
        case 4: send(.voice(.outputTearing(voice, detail: "gaps")))
        default: send(.voice(.outputWhole(voice)))
        }
    }

    private mutating func switches() {
        let source = SwitchEdge.Source(device: 1, key: 90)
        switch world.roll(6) {
        case 0: send(.switchLost(id: 1, name: "Button"))
        case 1, 2: send(.switchArrived(id: 1, name: "Button"))
        case 3: send(.switchFoundDown(source, at: world.now))
        case 4: send(.switchFoundUp(source))
        default:
            let reading = BatteryReading(percent: world.roll(100), level: nil, isCharging: world.happens(0.2))
            send(.switchBattery(id: 1, name: "Button", reading))
        }
    }

    private mutating func change() {
        switch world.roll(11) {
        case 0, 1: send(.boardsChanged(Self.boards(&world)))
        case 2: send(.filesRefused("home.yaml:\(world.roll(9)): wrong"))
        case 3: send(.phrasesChanged(.plain))
        case 4:
            // Somebody comes back whose name another has by then.
            let client = world.happens(0.8) ? "Maria" : "Maria M."
            send(.namesChanged(client: client, caregiver: world.one(of: ["Anna", "Ben"])))
        case 5:
            let refused = world.happens(0.5) ? "words: wrong" : nil
            send(.proposalMeansChanged(Self.means(&world), refused: refused))
        case 6:
            settings.scanning = Self.scanning(&world)
            settings.scanning.pressEvidence = evidence
            send(.scanningChanged(settings.scanning, settings.tuning))
        case 7:
            // What was fetched is spoilt, or whole again.
            send(.contentsFetched(refused: world.happens(0.5) ? "home.yaml cannot be read" : nil))
        case 8:
            var display = settings.display
            display.look.theme = world.one(of: ScreenLook.Theme.allCases)
            send(.displayChanged(display))
        case 9:
            let refused = world.happens(0.3) ? "calm.en.yaml: wrong" : nil
            send(
                .exercisesChanged(world.happens(0.7) ? Self.exercises : [Self.exercises[1]], refused: refused)
            )
        default: send(.paceFitted(world.duration(1...2), on: 20_833))
        }
    }

    private mutating func tap() {
        guard let screen else { return }
        let cells = screen.level.rows.flatMap(\.cells).map(\.id) + [Screen.answerCell, "gone"]
        let number = world.happens(0.8) ? screen.number : max(0, screen.number - 3)
        send(.tap(ScreenTap(screen: number, cell: world.one(of: cells), at: world.wall)))
    }
}

extension SwitchRole {
    /// Each role's own key.
    fileprivate var hashNumber: Int {
        switch self {
        case .select: 0
        case .step: 1
        case .back: 2
        case .help: 3
        case .digit(let digit): 10 + digit
        case .onTheWay, .met, .declined, .next, .sayAgain, .snooze, .open, .undo: 30
        }
    }
}

extension OccurrenceEntry {
    fileprivate var occurrenceID: String { "\(routine) \(key)" }
}

extension KioskEffect {
    /// Whether it only keeps what a press weighed.
    fileprivate var isOfWeighing: Bool {
        switch self {
        case .observed(.weighed), .observed(.visit): true
        case .observed, .voice, .ask, .respond, .propose, .mark, .household, .mood, .tell, .readHousehold,
            .use, .receipt,
            .said, .report, .keepPace, .keepExercise, .keepEncouragement, .acknowledge, .toldAhead, .show,
            .log:
            false
        }
    }
}
