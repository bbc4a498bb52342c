import Care
import CareStore
import Chance
import Foundation
import HomeFiles
import OwnFolders
import Playing
import Recurrence
import Scanning
import Speech
import Time
@testable import Station

/// A home's real store and any number of stations in virtual time: what the service tells comes from there, and nowhere else.
final class Ward {
    /// One station, with what it has given out and the service does not have yet.
    struct Seat {
        var session: StationSession
        var voice = PlayedVoice()
        var outbox: [StationEffect] = []
        var isConnected = false
        var heard: Int64 = 0
    }

    /// What a station said of something that is due.
    struct Words {
        var seat: Int
        var at: Date
        var text: String
        /// As it was in the store at that moment; `nil` if it was planned no more.
        var state: OccurrenceState?
        var dueAt: Date?
        /// Whether the service was there to tell the station.
        var isInformed: Bool
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    private let folder: OwnFolder
    private let store: CareStore
    private(set) var seats: [Seat] = []
    private(set) var now = Instant(nanoseconds: 0)
    private(set) var lines: [String] = []
    private(set) var words: [Words] = []
    /// What was named or counted in one sentence with others, and where.
    private(set) var gathered: [(seat: Int, at: Date, routines: [UUID])] = []
    private(set) var routines: [String: UUID] = [:]
    private let settings: HomeSettings
    private var seed: UInt64 = 1

    var wall: Date { wall(at: now) }
    private func wall(at moment: Instant) -> Date {
        Self.start.addingTimeInterval(Double(moment.nanoseconds) / 1e9)
    }

    init(stations: Int = 1) async throws {
        folder = try OwnFolder()
        store = try CareStore(path: folder.file("care.sqlite"))
        var settings = HomeSettings(
            switches: .init(devices: ["auto"], grab: true, roles: [:]),
            station: .init(devices: ["auto"], grab: true, roles: [:]))
        settings.caregiver = .init(id: "anna", name: "Anna")
        self.settings = settings
        for (id, role) in [("maria", Person.Role.client), ("anna", .caregiver), ("ben", .caregiver)] {
            _ = try await store.setPerson(Person(id: id, name: id.capitalized, role: role), at: wall)
        }
        for _ in 0..<stations { seats.append(Seat(session: makeSession())) }
        for seat in seats.indices { try await connect(seat) }
    }

    private func makeSession() -> StationSession {
        seed += 1
        return StationSession(
            settings: settings, phrases: .plain, utterances: UtteranceCounter(start: seed << 32),
            generator: SeededGenerator(seed: seed))
    }

    // MARK: - What people do

    /// Something is due once, so many seconds after the start.
    func plan(
        _ title: String, at second: Double, grace: Int = 60, before: [Int] = [],
        _ priority: Priority = .normal,
        by person: String = "anna"
    ) async throws {
        let local = WallTime(clamping: Int64(Self.start.timeIntervalSince1970 + second))
        let content = RoutineContent(
            title: title, client: "maria", assignment: .fixed(person: person),
            schedule: RecurrenceSet(start: local, zone: "UTC", repetition: .once), priority: priority,
            reminders: ReminderPlan(minutesBefore: before), graceMinutes: grace)
        let new = NewRoutine(id: UUID(), content: content, by: "Anna", at: wall)
        _ = try await store.addRoutine(new, receivedAt: wall)
        routines[title] = new.id
        try await tell()
    }

    /// Moves it to so many seconds after the start, or takes it away; gives whether that is allowed now.
    @discardableResult
    func change(_ title: String, to second: Double?) async throws -> Bool {
        guard let id = routines[title], let routine = try await store.routine(id) else { return false }
        let start = routine.content.schedule.start
        let to = second.map { WallTime(clamping: Int64(Self.start.timeIntervalSince1970 + $0)) }
        let change = RoutineChange(
            id: UUID(), scope: .one, occurrence: OccurrenceKey(start, zone: "UTC"), to: to,
            replaces: routine.sequence, at: wall)
        guard await isTaken({ try await $0.changeRoutine(id, change, receivedAt: $1) }) else { return false }
        try await tell()
        return true
    }

    func key(_ role: SwitchRole, seat: Int = 0) async throws {
        let source = SwitchEdge.Source(device: 1, key: 30)
        try await send(.edge(SwitchEdge(role: role, source: source, direction: .press, at: now)), to: seat)
        try await run(for: 0.08)
        try await send(.edge(SwitchEdge(role: role, source: source, direction: .release, at: now)), to: seat)
        // The next key is not a repetition of this one.
        try await run(for: 0.42)
    }

    // MARK: - Connections

    func disconnect(_ seat: Int) async throws {
        guard seats[seat].isConnected else { return }
        seats[seat].isConnected = false
        try await send(.care(.serviceLost("gone")), to: seat)
    }

    func connect(_ seat: Int) async throws {
        guard !seats[seat].isConnected else { return }
        seats[seat].isConnected = true
        let sequence = try await store.latestSequence()
        seats[seat].heard = sequence
        try await send(.care(.serviceBack), to: seat)
        try await send(.care(.connected(openRequests: [], openFaults: [], sequence: sequence)), to: seat)
        // The outbox and the agenda go off side by side; here the agenda is quicker.
        try await tellAgenda(seat)
        let waiting = seats[seat].outbox
        seats[seat].outbox = []
        for effect in waiting { try await deliver(effect, from: seat) }
    }

    /// The station's process ends and starts again; what has not reached the service is in its outbox.
    func restart(_ seat: Int) async throws {
        let isConnected = seats[seat].isConnected
        seats[seat].isConnected = false
        seats[seat].session = makeSession()
        seats[seat].voice = PlayedVoice()
        var rest = StationRest()
        for effect in seats[seat].outbox {
            switch effect {
            case .respond(let request, let response): rest.answers.append((request, response))
            case .mark(let entry): rest.marks.append(entry)
            case .receipt(let reminder, let receipt): rest.receipts.append((reminder, receipt))
            case .voice, .report, .acknowledge, .log: break
            }
        }
        try await send(.care(.restored(rest)), to: seat)
        if isConnected { try await connect(seat) }
    }

    // MARK: - Time

    func run(for seconds: Double) async throws { try await run(to: now.advanced(by: .seconds(seconds))) }
    func run(to seconds: Double) async throws {
        try await run(to: Instant(nanoseconds: Int64(seconds * 1e9)))
    }

    private func run(to end: Instant) async throws {
        while true {
            let due = try await store.nextDue().map { date in
                Instant(nanoseconds: Int64((date.timeIntervalSince(Self.start) * 1e9).rounded(.up)))
            }
            let next = seats.flatMap { [$0.voice.nextEvent, $0.session.nextWake] }.compactMap { $0 }.min()
            guard let moment = [due, next].compactMap({ $0 }).min(), moment <= end else { break }
            now = max(now, moment)
            if let due, due <= now {
                _ = try await store.takeDue(now: wall)
                try await tell()
                continue
            }
            for seat in seats.indices {
                if let event = seats[seat].voice.take(at: now) {
                    try await send(.voice(event), to: seat)
                } else if let wake = seats[seat].session.nextWake, wake <= now {
                    try await send(.wake, to: seat)
                }
            }
        }
        now = max(now, end)
    }

    // MARK: - Between them

    private func tell() async throws {
        for seat in seats.indices where seats[seat].isConnected {
            let events = try await store.events(after: seats[seat].heard)
            for event in events {
                seats[seat].heard = event.sequence
                try await send(.care(.journal(event)), to: seat)
            }
            if !events.isEmpty { try await tellAgenda(seat) }
        }
    }

    private func tellAgenda(_ seat: Int) async throws {
        try await send(.care(.agenda(agenda())), to: seat)
    }

    func events(after sequence: Int64) async throws -> [JournalEvent] {
        try await store.events(after: sequence)
    }

    /// Somebody else answers a reminder.
    func receive(_ receipt: ReminderReceipt, of reminder: UUID) async throws {
        _ = try await store.receive(reminder: reminder, receipt, actor: .station, receivedAt: wall)
    }

    /// Somebody else marks something.
    func mark(_ entry: OccurrenceEntry) async throws {
        _ = try await store.mark(entry, actor: .station, receivedAt: wall)
        try await tell()
    }

    func agenda() async throws -> Agenda {
        try await store.agenda(for: .station, client: "maria", now: wall)
    }

    private func send(_ event: StationEvent, to seat: Int) async throws {
        let effects = seats[seat].session.handle(event, at: now, wall: wall)
        for effect in effects {
            switch effect {
            case .voice(let command):
                if let line = seats[seat].voice.perform(command, at: now) {
                    lines.append("\(now.secondsText) \(seat) \(line)")
                    noteGathered(command, seat)
                    try await note(line, seat)
                }
            case .respond, .mark, .receipt:
                if case .mark(let entry) = effect {
                    lines.append("\(now.secondsText) \(seat) \(entry.kind.rawValue.uppercased())")
                }
                if case .receipt(_, let receipt) = effect {
                    let minutes = receipt.minutes.map { " for \($0) min" } ?? ""
                    lines.append(
                        "\(now.secondsText) \(seat) \(receipt.outcome.rawValue.uppercased())\(minutes)")
                }
                if seats[seat].isConnected {
                    try await deliver(effect, from: seat)
                } else {
                    seats[seat].outbox.append(effect)
                }
            case .report, .acknowledge, .log: break
            }
        }
    }

    private func deliver(_ effect: StationEffect, from seat: Int) async throws {
        switch effect {
        case .mark(let entry):
            guard await isTaken({ try await $0.mark(entry, actor: .station, receivedAt: $1) }) else {
                try await send(.care(.rejected(entry.id, detail: "refused", nil)), to: seat)
                return
            }
            try await send(.care(.delivered(entry.id)), to: seat)
            try await tell()
        case .receipt(let reminder, let receipt):
            _ = try await store.receive(reminder: reminder, receipt, actor: .station, receivedAt: wall)
            try await send(.care(.delivered(receipt.id)), to: seat)
            // The service tells everybody that there is another agenda.
            for other in seats.indices where seats[other].isConnected { try await tellAgenda(other) }
        case .respond, .voice, .report, .acknowledge, .log: break
        }
    }

    private func isTaken(_ body: (CareStore, Date) async throws -> (some Any, Bool)) async -> Bool {
        do { _ = try await body(store, wall) } catch { return false }
        return true
    }

    private func noteGathered(_ command: VoiceCommand, _ seat: Int) {
        guard case .speak(let utterance) = command, let sounding = seats[seat].session.speech.sounding,
            sounding.id == utterance.id, case .routines(let spoken) = sounding.purpose, spoken.count > 1
        else { return }
        gathered.append((seat, wall, spoken.map(\.occurrence.routine)))
    }

    /// Whether it was told at that station since it was due.
    func hasTold(_ title: String, since due: Date, at seat: Int) -> Bool {
        words.contains {
            $0.seat == seat && $0.text.contains(" Maria \(title)") && $0.dueAt == due && $0.at >= due
        }
            || gathered.contains { sentence in
                sentence.seat == seat && sentence.at >= due
                    && sentence.routines.contains { $0 == routines[title] }
            }
    }

    /// Keeps what was said of something due, with how it stood.
    private func note(_ line: String, _ seat: Int) async throws {
        let kinds = ["item_due ", "item_due_since ", "item_missed ", "reminder_late ", "reminder_before "]
        guard kinds.contains(where: { line.contains($0) }) else { return }
        for title in routines.keys.sorted() where line.contains(" Maria \(title)") {
            let occurrence = try await occurrence(title)
            words.append(
                Words(
                    seat: seat, at: wall, text: line, state: occurrence?.state, dueAt: occurrence?.at,
                    isInformed: seats[seat].isConnected))
        }
    }

    /// As the store has it; `nil` if it was taken away.
    func occurrence(_ title: String) async throws -> RoutineOccurrence? {
        try await store.occurrences(
            from: Self.start.addingTimeInterval(-86_400), until: Self.start.addingTimeInterval(10 * 86_400),
            now: wall
        ).first { $0.routine == routines[title] }
    }
}
