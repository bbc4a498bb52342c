import Care
import Foundation
import Recurrence

@testable import Pages

/// What a home may look like: for the tests of Now and Today.
enum Samples {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let routine = number(900)
    static let key = OccurrenceKey(
        WallTime("2027-01-15T08:00:00") ?? .first, zone: "Europe/Berlin")

    static func number(_ number: Int) -> UUID {
        UUID(uuidString: "00000000-0000-7000-8000-" + String(1_000_000_000_000 + number).suffix(12)) ?? UUID()
    }

    static func request(
        _ number: Int = 1, _ called: String = "water", priority: Priority = .normal,
        state: RequestState = .heard, minutesAgo: Double = 5, by: String? = nil, reason: String? = nil,
        asksAgain: UUID? = nil, escalation: Int = 0, symbol: String? = nil
    ) -> Request {
        let at = now.addingTimeInterval(-60 * minutesAgo)
        return Request(
            id: Self.number(number), client: "maria", clientName: "Maria", need: called, label: called,
            called: called, say: "I would like \(called), please.", symbol: symbol, priority: priority,
            state: state,
            askedAt: at, receivedAt: at, changedAt: state == .asked ? at : now.addingTimeInterval(-60),
            changedBy: by, reason: reason, asksAgain: asksAgain, escalation: escalation,
            sequence: Int64(number) * 10)
    }

    static func item(
        _ title: String = "Medicine", state: OccurrenceState = .due, minutesAgo: Double = 20,
        routine: UUID = routine, key: OccurrenceKey = key, priority: Priority = .normal, by: String? = nil,
        lastEntry: UUID? = nil, note: String? = nil
    ) -> RoutineOccurrence {
        let at = now.addingTimeInterval(-60 * minutesAgo)
        return RoutineOccurrence(
            routine: routine, key: key, title: title, details: "Two drops, with water.", symbol: "💊",
            client: "maria", clientName: "Maria", priority: priority, at: at, local: key.local,
            missedAt: at.addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "ben", name: "Ben", reason: "Ben’s turn: Anna had it on Monday."),
            isClientsOwn: false, changedAt: by == nil ? nil : now.addingTimeInterval(-300), changedBy: by,
            note: note, lastEntry: lastEntry)
    }

    static func reminder(
        of item: RoutineOccurrence, state: Reminder.State = .told, minutesAhead: Double = -20
    ) -> Reminder {
        Reminder(
            id: number(700), kind: .due, occurrence: item, channel: .station, recipient: "ben",
            recipientName: "Ben", priority: .normal, at: now.addingTimeInterval(60 * minutesAhead),
            isLate: false, state: state)
    }

    static func agenda(
        today: [RoutineOccurrence] = [], outstanding: [RoutineOccurrence] = [], told: [Reminder] = [],
        reminders: [Reminder] = [], proposals: [NeedProposal] = [], needs: [Need] = []
    ) -> Agenda {
        Agenda(
            needs: needs, proposals: proposals, day: ZoneRules.utc.local(of: now).day,
            zone: "Europe/Berlin", today: today, outstanding: outstanding, reminders: reminders, told: told,
            sequence: 1, now: now)
    }

    static func entry(
        _ number: Int, _ kind: OccurrenceEntry.Kind, by: String = "Ben", text: String? = nil,
        undoes: UUID? = nil, minutesAgo: Double = 3
    ) -> OccurrenceEntry {
        OccurrenceEntry(
            id: Self.number(number), routine: routine, key: key, kind: kind, by: by, text: text,
            undoes: undoes, at: now.addingTimeInterval(-60 * minutesAgo))
    }

    static func fault(
        _ kind: FaultKind, detail: String = "", client: String? = "Maria", number: Int = 500
    ) -> Fault {
        Fault(
            id: Self.number(number), source: "kiosk", kind: kind, isActive: true, clientName: client,
            detail: detail, at: now.addingTimeInterval(-120))
    }
}

extension FakeAPI {
    /// A home with these calls, this plan and these faults.
    func home(
        _ requests: [Request] = [], _ agenda: Agenda = Samples.agenda(), _ faults: [Fault] = []
    ) throws {
        try has(
            "requests",
            RequestPage(
                requests: requests.filter(\.state.isOpen), next: nil, sequence: 1, journal: Samples.number(0))
        )
        let waiting = requests.filter { $0.state.isOpen && !$0.state.isAnswered }
        try has(
            "requests?state=waiting&limit=10",
            RequestPage(
                requests: waiting, next: nil, sequence: 1, journal: Samples.number(0), count: waiting.count))
        for request in requests {
            try has("requests/\(request.id.uuidString)", request)
            try has("requests/\(request.id.uuidString)/notes", NotePage(notes: []))
        }
        try has("agenda", agenda)
        try has("faults", FaultPage(faults: faults))
        try has("entries", EntryPage(entries: []))
    }
}
