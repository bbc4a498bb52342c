import Care
import Foundation
import HomeFiles
import Scanning
import Speech
import Station
import Chance
import Playing

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
    private var sequence: Int64 = 0
    private var requests: [String: Request] = [:]

    init(setting: (inout HomeSettings) -> Void = { _ in }) {
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.caregiver = .init(id: "anna", name: "Anna")
        setting(&settings)
        session = StationSession(
            settings: settings, phrases: .plain, utterances: UtteranceCounter(),
            generator: SeededGenerator(seed: 3))
    }

    var text: String { lines.joined(separator: "\n") }
    var responses: [NewResponse] {
        effects.compactMap { if case .respond(_, let response) = $0 { response } else { nil } }
    }

    private var wall: Date { Date(timeIntervalSince1970: 1_800_000_000 + Double(now.nanoseconds) / 1e9) }

    mutating func send(_ event: StationEvent) {
        for effect in session.handle(event, at: now, wall: wall) {
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
                if delivers { send(.care(.delivered(response.id))) }
            case .report(let fault):
                lines.append(
                    "\(now.secondsText) FAULT \(fault.kind.rawValue) \(fault.isActive ? "begins" : "is over")"
                )
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
        asksAgain: UUID? = nil
    ) -> Request {
        run(to: seconds)
        sequence += 1
        var request =
            requests[need]
            ?? Request(
                id: UUID(), client: "maria", clientName: "Maria", need: need, label: need, called: need,
                say: need,
                priority: priority, state: state, askedAt: wall, receivedAt: wall, changedAt: wall,
                asksAgain: asksAgain, sequence: sequence)
        request.state = state
        request.changedBy = by
        request.reason = reason
        request.escalation = escalation
        request.sequence = sequence
        requests[need] = request
        send(.care(.journal(JournalEvent(sequence: sequence, at: wall, kind: kind, request: request))))
        return request
    }

    /// The client asks again for a need that is open: the request ends, and a new one takes its place.
    mutating func askAgain(at seconds: Double, _ need: String, _ priority: Priority) {
        let old = journal(at: seconds, need, .cancelled, .cancelled, reason: "asked_again")
        requests[need] = nil
        journal(at: seconds, need, .asked, .asked, priority, asksAgain: old.id)
    }

    mutating func fault(at seconds: Double, _ kind: FaultKind, isActive: Bool, detail: String = "") {
        run(to: seconds)
        sequence += 1
        let fault = Fault(
            id: UUID(), source: "kiosk", kind: kind, isActive: isActive, clientName: "Maria", detail: detail,
            at: wall)
        send(.care(.journal(JournalEvent(sequence: sequence, at: wall, kind: .fault, fault: fault))))
    }
}
