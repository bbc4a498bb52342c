import Calendars
import Care
import Foundation
import Recurrence
import Testing

@testable import CareStore

/// A home whose calendar "Physio" is read for Maria.
struct CalendarHome {
    let home: RoutineHome
    let id: UUID

    init(
        _ kind: CalendarLink.Kind = .link, client: String? = "maria",
        taking: CalendarLink.Taking = CalendarLink.Taking(tellsDue: true, person: "anna"),
        people: [Person] = [maria, anna, ben], restarts: Bool = false
    ) async throws {
        home = try await RoutineHome(people, restarts: restarts)
        id = UUID()
        _ = try await home.store.addCalendar(Self.record(kind, client: client, taking: taking, id: id))
    }

    var store: CareStore { home.store }

    static func record(
        _ kind: CalendarLink.Kind = .link, client: String? = "maria", taking: CalendarLink.Taking? = nil,
        server: String? = "https://calendar.example", id: UUID = UUID()
    ) -> CalendarRecord {
        let link = CalendarLink(
            id: id, client: client, kind: kind, name: "Physio", server: server, taking: taking,
            addedAt: noon, addedBy: "Anna")
        return CalendarRecord(link: link, mayBeInside: false)
    }

    /// Tuesdays at ten, unless told otherwise.
    static func event(
        _ uid: String = "1@physio", _ title: String = "Physiotherapy", at start: String = "2026-03-31T10:00",
        repeats: Repetition? = nil, details: String? = nil
    ) throws -> CalendarEvent {
        CalendarEvent(
            uid: uid, title: title, details: details,
            schedule: RecurrenceSet(
                start: try #require(WallTime(start)), zone: "Europe/Berlin",
                repetition: try repeats ?? .rules([RecurrenceRule("FREQ=WEEKLY;BYDAY=TU")])),
            minutes: 45)
    }

    @discardableResult
    func read(_ events: [CalendarEvent], isWhole: Bool = true) async throws -> CalendarLink {
        var reading = CalendarReading(events: events)
        reading.isWhole = isWhole
        return try await read(reading)
    }

    func read(_ reading: CalendarReading) async throws -> CalendarLink {
        let record = try await home.opened().mergeCalendar(reading, of: id, now: home.clock)
        return try #require(record?.link)
    }

    func pass(days: Double) { home.clock += days * 86_400 }

    /// Those that have not ended, in the order in which they were made.
    func routines() async throws -> [Routine] {
        try await store.routines(onlyActive: true).routines
    }

    func change(
        _ routine: Routine, _ scope: RoutineChange.Scope = .all, from local: String? = nil,
        to content: RoutineContent?
    ) async throws {
        let change = RoutineChange(
            id: UUID(), scope: scope, occurrence: try local.map(home.key), content: content,
            continuation: scope == .following && content != nil ? UUID() : nil, replaces: routine.sequence,
            by: "Ben", at: home.clock)
        _ = try await store.changeRoutine(routine.id, change, receivedAt: home.clock)
    }
}
