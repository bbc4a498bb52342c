import Care
import Chance
import Foundation
import HomeFiles
import Playing
import Scanning
import Speech
import Station
import Time

/// Plays a station's session against a voice and a service that are only lists, and writes down what a
/// caregiver would notice, one line a moment.
struct StationStage {
    var session: StationSession
    var voice = PlayedVoice()
    var now = Instant(nanoseconds: 0)
    var lines: [String] = []
    var effects: [StationEffect] = []
    /// Whether the service takes answers at once.
    var delivers = true
    /// What is due, and what became of it.
    var house = PlayedHouse()
    /// Whether an agenda may arrive that was read before what the service has just taken.
    var tellsOldAgendas = false
    /// Whether the agenda comes with each reminder.
    var tellsAgendas = true
    /// How much the station's own clock is wrong, in seconds.
    var clockError = 0.0
    /// By how much the service's clock was set meanwhile, in seconds.
    var clockStep = 0.0
    private var undelivered: [StationEffect] = []
    private let settings: HomeSettings
    private var sequence: Int64 = 0
    private var restarts: UInt64 = 0
    private var requests: [String: Request] = [:]

    init(setting: (inout HomeSettings) -> Void = { _ in }) {
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.caregiver = .init(id: "anna", name: "Anna")
        setting(&settings)
        self.settings = settings
        session = Self.session(settings, seed: 3)
    }

    private static func session(_ settings: HomeSettings, seed: UInt64) -> StationSession {
        StationSession(
            settings: settings, phrases: .plain, utterances: UtteranceCounter(start: seed << 32),
            generator: SeededGenerator(seed: seed))
    }

    /// The station ends and starts again; what the service does not have yet is still in its outbox.
    mutating func restart(at seconds: Double) {
        run(to: seconds)
        restarts += 1
        let wordLength = voice.wordLength
        voice = PlayedVoice()
        voice.wordLength = wordLength
        session = Self.session(settings, seed: 3 + restarts)
        var rest = StationRest()
        for effect in undelivered {
            switch effect {
            case .respond(let request, let response): rest.answers.append((request, response))
            case .mark(let entry): rest.marks.append(entry)
            case .receipt(let reminder, let receipt): rest.receipts.append((reminder, receipt))
            case .voice, .report, .acknowledge, .log: break
            }
        }
        send(.care(.restored(rest)))
    }

    var text: String { lines.joined(separator: "\n") }
    var responses: [NewResponse] {
        effects.compactMap { if case .respond(_, let response) = $0 { response } else { nil } }
    }

    var wall: Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(now.nanoseconds) / 1e9 + clockStep) }

    mutating func send(_ event: StationEvent) {
        for effect in session.handle(event, at: now, wall: wall + clockError) {
            effects.append(effect)
            switch effect {
            case .voice(let command):
                if let line = voice.perform(command, at: now) { lines.append("\(now.secondsText) \(line)") }
            case .respond(_, let response):
                let words = [response.state.rawValue.uppercased(), response.by, response.reason].compactMap {
                    $0
                }
                lines.append("\(now.secondsText) \(words.joined(separator: " "))")
                guard response.state != .heard else { break }
                send(.care(.recorded(response.id)))
                if delivers { send(.care(.delivered(response.id))) } else { undelivered.append(effect) }
            case .report(let fault):
                lines.append(
                    "\(now.secondsText) FAULT \(fault.kind.rawValue) \(fault.isActive ? "begins" : "is over")"
                )
            case .mark(let entry):
                let reason = entry.text.map { " (\($0))" } ?? ""
                lines.append(
                    "\(now.secondsText) \(entry.kind.rawValue.uppercased()) \(entry.by ?? "")\(reason)")
                send(.care(.recorded(entry.id)))
                if delivers { deliver(effect) } else { undelivered.append(effect) }
            case .receipt(_, let receipt):
                let minutes = receipt.minutes.map { " for \($0) min" } ?? ""
                lines.append("\(now.secondsText) \(receipt.outcome.rawValue.uppercased())\(minutes)")
                send(.care(.recorded(receipt.id)))
                if delivers { deliver(effect) } else { undelivered.append(effect) }
            case .acknowledge, .log: break
            }
        }
    }

    mutating func run(to seconds: Double) {
        let end = Instant(nanoseconds: Int64(seconds * 1e9))
        while let due = [voice.nextEvent, session.nextWake].compactMap({ $0 }).min(), due <= end {
            now = max(now, due)
            if let event = voice.take(at: now) { send(.voice(event)) } else { send(.wake) }
        }
        now = max(now, end)
    }

    mutating func key(at seconds: Double, _ role: SwitchRole) {
        run(to: seconds)
        let source = SwitchEdge.Source(device: 1, key: 30)
        send(.edge(SwitchEdge(role: role, source: source, direction: .press, at: now)))
        run(to: seconds + 0.08)
        send(.edge(SwitchEdge(role: role, source: source, direction: .release, at: now)))
    }

    /// The journal tells of a request, named by its need.
    @discardableResult
    mutating func journal(
        at seconds: Double, _ need: String, _ kind: JournalEvent.Kind, _ state: RequestState,
        _ priority: Priority = .normal, by: String? = nil, reason: String? = nil, escalation: Int = 0,
        asksAgain: UUID? = nil, client: String = "maria"
    ) -> Request {
        run(to: seconds)
        sequence += 1
        var request =
            requests[need]
            ?? Request(
                id: UUID(), client: client, clientName: client.capitalized, need: need, label: need,
                called: need,
                say: need,
                priority: priority, state: state, askedAt: wall, receivedAt: wall, changedAt: wall,
                asksAgain: asksAgain, sequence: sequence)
        request.state = state
        request.changedBy = by
        request.reason = reason
        request.escalation = escalation
        request.sequence = sequence
        requests[need] = request
        send(
            .care(
                .journal(JournalEvent(sequence: sequence, at: wall, content: .init(kind, request: request)))))
        return request
    }

    /// The next request for this need is another one: of another client, or asked anew.
    mutating func forget(_ need: String) { requests[need] = nil }

    /// The client asks again for a need that is open: the request ends, and a new one takes its place.
    mutating func askAgain(at seconds: Double, _ need: String, _ priority: Priority) {
        let old = journal(at: seconds, need, .cancelled, .cancelled, reason: "asked_again")
        requests[need] = nil
        journal(at: seconds, need, .asked, .asked, priority, asksAgain: old.id)
    }

    /// - Parameters:
    ///   - client: Of whom the source tells; a kiosk and a station may both tell of nobody.
    ///   - clientID: Absent with a service of an older version.
    mutating func fault(
        at seconds: Double, _ kind: FaultKind, isActive: Bool, detail: String = "", source: String = "kiosk",
        client: String? = "Maria", clientID: String? = nil, device: UUID? = nil
    ) {
        run(to: seconds)
        sequence += 1
        let fault = Fault(
            id: UUID(), source: source, kind: kind, client: clientID, device: device, isActive: isActive,
            clientName: client, detail: detail, at: wall)
        send(.care(.journal(JournalEvent(sequence: sequence, at: wall, content: .fault(fault)))))
    }

    // MARK: - Routines

    /// The service takes a mark or a receipt. What it was asked for before may arrive after.
    private mutating func deliver(_ effect: StationEffect) {
        let before = house.agenda(at: wall)
        switch effect {
        case .mark(let entry):
            house.take(entry)
            send(.care(.delivered(entry.id)))
        case .receipt(let reminder, let receipt):
            house.take(receipt, of: reminder, at: wall)
            send(.care(.delivered(receipt.id)))
        case .respond(_, let response):
            send(.care(.delivered(response.id)))
            return
        case .voice, .report, .acknowledge, .log: return
        }
        if tellsOldAgendas { send(.care(.agenda(before))) }
        send(.care(.agenda(house.agenda(at: wall))))
    }

    /// The service is back and takes what has waited, in order.
    mutating func deliverAll() {
        delivers = true
        let waiting = undelivered
        undelivered = []
        for effect in waiting { deliver(effect) }
    }

    /// Something is due so many minutes after eight o'clock, when the stage begins; negative for before.
    mutating func plan(
        _ title: String, minutes: Int, grace: Double = 60, _ priority: Priority = .normal,
        by name: String? = "Anna", points: Int? = nil
    ) {
        house.plan(
            title, at: 1_800_000_000 + Int64(minutes) * 60, grace: grace * 60, priority, by: name,
            points: points)
    }

    /// What the journal tells besides calls, faults and reminders.
    mutating func news(at seconds: Double, _ content: JournalEvent.Content) {
        run(to: seconds)
        sequence = max(sequence, house.sequence) + 1
        house.sequence = sequence
        send(.care(.journal(JournalEvent(sequence: sequence, at: wall, content: content))))
    }

    /// The service says that a reminder is to be told, and then what there is.
    @discardableResult
    mutating func remind(
        at seconds: Double, _ title: String, _ kind: ReminderKind, minutesBefore: Int? = nil,
        isLate: Bool = false
    ) -> Reminder {
        run(to: seconds)
        let reminder = house.remind(title, kind, minutesBefore: minutesBefore, isLate: isLate, at: wall)
        sequence = max(sequence, house.sequence) + 1
        house.sequence = sequence
        send(
            .care(
                .journal(JournalEvent(sequence: sequence, at: wall, content: .reminder(reminder)))))
        if tellsAgendas { agenda(at: seconds) }
        return reminder
    }

    /// Reminders that waited while nobody was there come with the first agenda.
    mutating func connect(at seconds: Double, telling reminders: [(title: String, kind: ReminderKind)]) {
        run(to: seconds)
        for reminder in reminders {
            _ = house.remind(reminder.title, reminder.kind, minutesBefore: nil, isLate: true, at: wall)
        }
        send(.care(.connected(openRequests: [], openFaults: [], sequence: sequence)))
        agenda(at: seconds)
    }

    mutating func agenda(at seconds: Double) {
        run(to: seconds)
        send(.care(.agenda(house.agenda(at: wall))))
    }
}
