import Recurrence
import Care
import Chance
import FoundationEssentials
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Time

/// A station's session to which everything that can happen does, by chance.
struct RandomStation: RandomSession {
    static let pause = 0.02...6
    static let rests = 0.03
    private(set) var session: StationSession
    var world: RandomWorld<StationEvent>
    var sequence: Int64 = 0
    /// All requests so far, as the service has them.
    var requests: [Request] = []
    var faults: [Fault] = []
    var marked: [OccurrenceEntry] = []
    var proposals: [NeedProposal] = []

    init(seed: UInt64) {
        world = RandomWorld<StationEvent>(seed: seed, stream: "station")
        var settings = HomeSettings.standard
        settings.caregiver = .init(id: "anna", name: "Anna")
        if world.happens(0.2) { settings.alerts.repeatReminder = .zero }
        settings.alerts.tellsPoints = world.happens(0.5)
        session = StationSession(
            settings: settings, phrases: .plain, utterances: UtteranceCounter(),
            generator: SeededGenerator(seed: seed, stream: "ids"))
    }

    mutating func begin() {
        if world.happens(0.5) { restore() }
        if world.happens(0.8) { connect() }
    }

    var nextWake: Instant? { session.nextWake }

    mutating func handle(_ event: StationEvent) -> [StationEffect] {
        session.handle(event, at: world.now, wall: world.wall)
    }

    mutating func perform(_ effect: StationEffect) {
        switch effect {
        case .voice(let command): world.play(command)
        case .respond(let request, let response):
            store(response.id, requests.last { $0.id == request })
        case .mark(let entry):
            marked.append(entry)
            store(entry.id, nil)
        case .receipt(_, let receipt): store(receipt.id, nil)
        case .report(let fault):
            faults.removeAll { $0.kind == fault.kind && $0.source == fault.source }
            if fault.isActive { faults.append(fault) }
        case .acknowledge, .log: break
        }
    }

    private mutating func store(_ id: UUID, _ request: Request?) {
        if world.happens(0.06) {
            world.add(.care(.notRecorded(id, detail: "full")), after: world.duration(0.01...1))
            return
        }
        world.add(.care(.recorded(id)), after: world.duration(0.005...0.1))
        switch world.roll(10) {
        case 0: break
        case 1:
            var known = world.happens(0.6) ? request : nil
            known?.state = world.one(of: [.cancelled, .met, .onTheWay])
            world.add(.care(.rejected(id, detail: "no", known)), after: world.duration(0.2...3))
        default: world.add(.care(.delivered(id)), after: world.duration(0.2...3))
        }
    }
}

extension RandomStation {
    private mutating func connect() {
        let open = requests.filter(\.state.isOpen)
        world.add(
            .care(
                .connected(
                    openRequests: world.happens(0.2) ? Array(open.dropFirst()) : open, openFaults: faults,
                    sequence: world.happens(0.05) ? sequence / 2 : sequence)), after: .milliseconds(1))
    }

    private mutating func restore() {
        let request = world.id()
        let occurrence = randomOccurrence(1, own: false)
        send(
            .care(
                .restored(
                    StationRest(
                        answers: [(request, NewResponse(id: world.id(), state: .met, at: world.wall))],
                        marks: [
                            OccurrenceEntry(
                                id: world.id(), routine: occurrence.routine, key: occurrence.key, kind: .done,
                                at: world.wall)
                        ],
                        receipts: [
                            (reminderID(1), ReminderReceipt(id: world.id(), outcome: .told, at: world.wall))
                        ]))))
    }

    mutating func happen() {
        switch world.roll(100) {
        case 0..<45: press()
        case 45..<57: ask()
        case 57..<66: journal()
        case 66..<75: agenda()
        case 75..<82: remind()
        case 82..<86: fault()
        case 86..<91: connection()
        case 91..<95: sound()
        case 95..<97: change()
        case 97: world.clockStep += Double(world.roll(4000)) - 2000
        default: propose()
        }
    }

    private mutating func press() {
        let roles: [SwitchRole] = [
            .onTheWay, .onTheWay, .met, .met, .met, .declined, .next, .next, .sayAgain, .snooze, .open, .undo,
            .digit(1), .digit(2), .digit(0), .digit(9), .back,
        ]
        let role = world.one(of: roles)
        let source = SwitchEdge.Source(device: 2, key: roles.firstIndex(of: role) ?? 0)
        send(.edge(.init(role: role, source: source, direction: .press, at: world.now)))
        let held = world.duration(0.05...0.2)
        let up = world.now.advanced(by: held)
        world.add(.edge(.init(role: role, source: source, direction: .release, at: up)), after: held)
    }

    private mutating func tell(_ content: JournalEvent.Content) {
        sequence += 1
        send(.care(.journal(JournalEvent(sequence: sequence, at: world.wall, content: content))))
    }

    private mutating func ask() {
        let client = world.one(of: ["maria", "paul", "ida"])
        var again: UUID?
        var priority = world.one(of: Priority.allCases)
        if world.happens(0.15), let last = requests.lastIndex(where: { $0.state.isOpen }) {
            requests[last].state = .cancelled
            requests[last].reason = "asked_again"
            again = requests[last].id
            priority = .urgent
            tell(.request(requests[last], .state(.cancelled)))
        }
        let isUnreadable = world.happens(0.03)
        requests.append(
            Request(
                id: world.id(), client: client, clientName: isUnreadable ? "" : client.capitalized,
                need: "water", label: "Water", called: isUnreadable ? "" : "water", say: "Water.",
                priority: priority, state: .asked, askedAt: world.wall, receivedAt: world.wall,
                changedAt: world.wall, asksAgain: again, sequence: sequence + 1, isUnreadable: isUnreadable))
        tell(.request(requests[requests.count - 1], .state(.asked)))
    }

    private mutating func journal() {
        guard
            let index = requests.indices.suffix(6).filter({ requests[$0].state.isOpen }).randomElement(
                using: &world.chance)
        else { return }
        let choices: [(JournalEvent.Kind, RequestState)] = [
            (.heard, .heard), (.onTheWay, .onTheWay), (.met, .met), (.declined, .declined),
            (.cancelled, .cancelled), (.escalated, requests[index].state),
            (.stillWaiting, requests[index].state),
        ]
        let (kind, state) = world.one(of: choices)
        requests[index].state = state
        requests[index].changedBy = world.happens(0.5) ? "Ben" : nil
        if kind == .escalated { requests[index].escalation += 1 }
        tell(.init(kind, request: requests[index]))
    }

    private func reminderID(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 2, UInt8(number)))
    }

    private mutating func occurrence(_ number: Int) -> RoutineOccurrence {
        var occurrence = randomOccurrence(number, client: number % 3 == 0 ? "paul" : "maria", own: false)
        if let last = marked.last(where: { $0.routine == occurrence.routine }), world.happens(0.7) {
            occurrence.lastEntry = last.id
            switch last.kind {
            case .done: occurrence.state = .done
            case .skipped: occurrence.state = .skipped
            case .note, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted,
                .refused:
                break
            }
        }
        if occurrence.state.isOpen {
            occurrence.state =
                world.wall < occurrence.at ? .upcoming : world.wall < occurrence.missedAt ? .due : .missed
        }
        return occurrence
    }

    private mutating func reminder(_ number: Int) -> Reminder {
        let occurrence = occurrence(number % 6)
        let kind: ReminderKind =
            switch occurrence.state {
            case .upcoming: .before
            case .missed: .missed
            case .due, .done, .skipped: .due
            }
        return Reminder(
            id: reminderID(number), kind: kind, occurrence: occurrence, channel: .station, recipient: "anna",
            recipientName: "Anna", priority: occurrence.priority,
            at: world.wall.addingTimeInterval(Double(world.roll(100)) - 60), isLate: world.happens(0.2),
            state: .waiting)
    }

    private mutating func agenda() {
        let today = (0..<6).filter { _ in world.happens(0.8) }.map { occurrence($0) }
        let reminders = (0..<world.roll(5)).map { reminder($0 * 2 + world.roll(2)) }
        var told = (0..<world.roll(3)).map { reminder($0 * 2 + world.roll(2)) }
        for index in told.indices { told[index].state = .told }
        if world.happens(0.3) { sequence += 1 }
        send(
            .care(
                .agenda(
                    Agenda(
                        proposals: proposals, day: WallTime(clamping: 1_800_000_000).day, zone: "UTC",
                        today: today.filter { $0.state != .missed },
                        outstanding: today.filter { $0.state == .missed },
                        reminders: reminders, told: told,
                        sequence: world.happens(0.1) ? max(0, sequence - 2) : sequence,
                        now: world.happens(0.5)
                            ? world.wall.addingTimeInterval(Double(world.roll(3)) * 50) : nil))))
    }

    private mutating func remind() {
        let reminder = reminder(world.roll(12))
        tell(.reminder(reminder))
    }

    private mutating func propose() {
        if world.happens(0.3) { proposals = [] }
        sequence += 1
        proposals.append(
            NeedProposal(
                NewNeedProposal(
                    id: world.id(), client: "maria", clientName: "Maria", label: "Chess", say: "Chess.",
                    proposedAt: world.wall), sequence: sequence))
        agenda()
    }

    /// Kinds with all the traits there are, which a test holds: another of the same traits leaves the fingerprints as they are.
    static let faultKinds: [FaultKind] = [
        .switchUnplugged, .switchStuck, .switchChattering, .switchSilent, .switchBatteryLow, .soundLost,
        .soundTearing, .boardRefused, .storeFailed, .requestNotStored, .kioskAway, .stationAway,
        .stationMissing, .serviceStoreFailed, .commandFailed, .routineUnplanned, .zoneMissing, .clockBehind,
        .certificateUnusable, .planLost, .recordUnreadable, .callUnreadable,
    ]

    private mutating func fault() {
        if world.happens(0.4), var over = faults.popLast() {
            over.isActive = false
            over.id = world.id()
            tell(.fault(over))
            return
        }
        let client = world.one(of: ["maria", "paul", nil])
        let fault = Fault(
            id: world.id(), source: world.one(of: ["kiosk", "service", "station"]),
            kind: world.one(of: Self.faultKinds), client: client, isActive: true,
            clientName: client?.capitalized, detail: "detail \(world.roll(2))", at: world.wall)
        faults.append(fault)
        tell(.fault(fault))
    }

    private mutating func connection() {
        switch world.roll(3) {
        case 0: send(.care(.serviceLost("gone")))
        case 1: send(.care(.serviceBack))
        default: connect()
        }
    }

    private mutating func sound() {
        let voice = world.one(of: [VoiceRole.alert, .alert, .main])
        switch world.roll(4) {
        case 0: send(.voice(.outputLost(voice, detail: "unplugged")))
        case 1: send(.voice(.outputRestored(voice)))
        case 2: send(.voice(.outputTearing(voice, detail: "gaps")))
        default: send(.voice(.outputWhole(voice)))
        }
    }

    private mutating func change() {
        switch world.roll(5) {
        case 0: send(.keypadLost(id: 1, name: "Keypad"))
        case 1: send(.keypadArrived(name: "Keypad"))
        case 2: send(.phrasesChanged(.plain))
        case 3:
            let reading = BatteryReading(percent: world.roll(100), level: nil, isCharging: world.happens(0.2))
            send(.keypadBattery(id: 1, name: "Keypad", reading))
        default: send(.namesChanged(client: "Maria", caregiver: world.one(of: ["Anna", "Ben"])))
        }
    }
}

extension StationEvent: RandomEvent {
    /// What is to be seen at least once in the random sessions.
    static let names: Set<String> = [
        "wake", "edge", "keypad arrived", "keypad lost", "keypad battery", "voice started", "voice finished",
        "voice cut",
        "output lost", "output restored", "output tearing", "output whole", "recorded", "not recorded",
        "delivered", "restored", "rejected", "connected", "asked", "heard", "on_the_way", "met", "declined",
        "cancelled", "escalated", "still_waiting", "fault", "reminder", "agenda", "service lost",
        "service back", "phrases", "names",
    ]

    var name: String {
        switch self {
        case .wake: "wake"
        case .edge: "edge"
        case .keypadArrived: "keypad arrived"
        case .keypadLost: "keypad lost"
        case .keypadBattery: "keypad battery"
        case .voice(let event): event.name
        case .care(let event): event.name
        case .phrasesChanged: "phrases"
        case .trial: "trial"
        case .namesChanged: "names"
        case .alertsChanged: "alerts"
        case .filesRefused: "files refused"
        case .contentsFetched: "fetched"
        }
    }

    var told: VoiceEvent? { if case .voice(let told) = self { told } else { nil } }
}

extension StationCareEvent {
    fileprivate var name: String {
        switch self {
        case .recorded: "recorded"
        case .notRecorded: "not recorded"
        case .delivered: "delivered"
        case .restored: "restored"
        case .rejected: "rejected"
        case .connected: "connected"
        case .journal(let event): event.kind.rawValue
        case .agenda: "agenda"
        case .serviceLost: "service lost"
        case .serviceBack: "service back"
        }
    }
}

extension StationEffect {
    /// All, except `cut all` and `keep awake`, which no station asks for.
    static let names: Set<String> = [
        "speak", "cut", "respond", "mark", "receipt", "report", "acknowledge", "log",
    ]

    var name: String {
        switch self {
        case .voice(let command): command.name
        case .respond: "respond"
        case .mark: "mark"
        case .receipt: "receipt"
        case .report: "report"
        case .acknowledge: "acknowledge"
        case .log: "log"
        }
    }
}
