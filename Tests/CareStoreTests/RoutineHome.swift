import Care
import CareStore
import Foundation
import Recurrence
import Testing

/// A home with Maria, for whom Anna and Ben care; and a way to let time pass.
final class RoutineHome {
    let home: TestHome
    let policy: AlertPolicy
    private(set) var store: CareStore
    /// Whether the store is closed and opened again before everything that is done.
    let restarts: Bool

    init(
        _ people: [Person] = [maria, anna, ben], policy: AlertPolicy = AlertPolicy(), restarts: Bool = false
    )
        async throws
    {
        home = try TestHome()
        self.policy = policy
        self.restarts = restarts
        store = try home.store(policy)
        for person in people { _ = try await store.setPerson(person, at: noon) }
    }

    /// Closes the store and opens it again.
    func restart() throws {
        let elsewhere = try TestHome()
        // The old one gives back its lock when nobody holds it any more.
        store = try elsewhere.store()
        store = try home.store(policy)
    }

    /// The store, after a restart where the test is about that.
    func opened() throws -> CareStore {
        if restarts { try restart() }
        return store
    }

    @discardableResult
    func add(_ content: RoutineContent, id: UUID = UUID(), at: Date = noon) async throws -> Routine {
        try await opened().addRoutine(
            NewRoutine(id: id, content: content, by: "Anna", at: at), receivedAt: at
        ).0
    }

    /// Lets time pass from due to due until `end`; one line an event, with Berlin's time.
    func score(until end: Date) async throws -> [String] {
        var lines: [String] = []
        for _ in 0..<1000 {
            lines += try await opened().takeDue(now: clock).map(line)
            guard let due = try await store.nextDue(), due <= end else {
                clock = max(clock, end)
                return lines
            }
            clock = max(clock, due)
        }
        throw CancellationError()
    }

    /// What time it is in `score`.
    var clock = noon

    /// What is due at one moment.
    func take(at now: Date) async throws -> [String] {
        clock = max(clock, now)
        var lines: [String] = []
        for _ in 0..<1000 {
            lines += try await opened().takeDue(now: now).map(line)
            guard let due = try await store.nextDue(), due <= now else { return lines }
        }
        throw CancellationError()
    }

    /// When there is something to do next, once what has come by now is done.
    func next() async throws -> Date? {
        _ = try await take(at: clock)
        return try await store.nextDue()
    }

    func agenda(_ actor: Actor = .station, at now: Date? = nil) async throws -> Agenda {
        try await opened().agenda(for: actor, client: "maria", now: now ?? clock)
    }

    func waiting(_ actor: Actor = .station) async throws -> [Reminder] {
        try await agenda(actor).reminders
    }

    /// The only occurrence that is due on a day and time in Berlin.
    func key(_ local: String) throws -> OccurrenceKey {
        OccurrenceKey(try #require(WallTime(local)), zone: "Europe/Berlin")
    }

    func mark(
        _ kind: OccurrenceEntry.Kind, _ routine: Routine, _ local: String, at now: Date? = nil,
        undoes: UUID? = nil,
        text: String? = nil
    ) async throws -> RoutineOccurrence {
        let now = now ?? clock
        return try await opened().mark(
            OccurrenceEntry(
                id: UUID(), routine: routine.id, key: try key(local), kind: kind, by: "Anna", text: text,
                undoes: undoes, at: now), actor: .station, receivedAt: now
        ).0
    }

    func tell(_ reminder: Reminder, actor: Actor = .station) async throws {
        _ = try await opened().receive(
            reminder: reminder.id, ReminderReceipt(id: UUID(), outcome: .told, at: clock), actor: actor,
            receivedAt: clock)
    }
}

let maria = Person(id: "maria", name: "Maria", role: .client)
let anna = Person(id: "anna", name: "Anna", role: .caregiver)
let ben = Person(id: "ben", name: "Ben", role: .caregiver)

/// Daily, unless told otherwise; starts on the tests' day.
func medicine(
    at start: String = "2026-03-28T14:00", repeats: Repetition? = nil,
    by assignment: AssignmentRule = .fixed(person: "anna"),
    reminders: ReminderPlan = ReminderPlan(minutesBefore: [10]), isClientsOwn: Bool = false,
    priority: Priority = .normal
) throws -> RoutineContent {
    RoutineContent(
        title: "Medicine", client: "maria", assignment: assignment,
        schedule: RecurrenceSet(
            start: try #require(WallTime(start)), zone: "Europe/Berlin",
            repetition: try repeats ?? .rules([RecurrenceRule("FREQ=DAILY")])),
        priority: priority, reminders: reminders, isClientsOwn: isClientsOwn)
}

func berlin(_ local: String) throws -> Date {
    try #require(testZones("Europe/Berlin")).instant(of: try #require(WallTime(local)))
}

/// `28 14:00 reminder due Anna station`.
func line(_ event: JournalEvent) -> String {
    let local = testZones("Europe/Berlin")?.local(of: event.at) ?? .first
    let time = "\(local.day.day) \(local.description.dropFirst(11).prefix(5))"
    let late = event.isLate ? " late" : ""
    if let reminder = event.reminder {
        let minutes = reminder.minutesBefore.map { " \($0)" } ?? ""
        return
            "\(time) reminder \(reminder.kind.rawValue)\(minutes) \(reminder.recipientName) \(reminder.channel.rawValue)\(late)"
    }
    if let occurrence = event.occurrence {
        let hour = occurrence.local.description.dropFirst(8).prefix(8)
        return "\(time) \(occurrence.state.rawValue) of \(hour)\(late)"
    }
    return "\(time) \(event.kind.rawValue)\(late)"
}
