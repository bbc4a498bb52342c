import Care
import CareService
import Foundation
import Recurrence
import ZoneFiles

/// What the tests of routines stand on: a home in Berlin, at 13:00 of Saturday, 28 March 2026 (`noon` is UTC); the clocks
/// go forward that night.
enum Days {
    static let zone = "Europe/Berlin"

    static func settings(_ configuration: inout CareServiceConfiguration) {
        configuration.zone = zone
        configuration.client = "maria"
        configuration.people = [
            Person(id: "maria", name: "Maria", role: .client),
            Person(id: "anna", name: "Anna", role: .caregiver),
        ]
    }

    static func wall(_ text: String) -> WallTime { WallTime(text) ?? .first }

    static func key(_ text: String) -> OccurrenceKey { OccurrenceKey(wall(text), zone: zone) }

    /// A goal of a client's, made now, that is to be done within an hour.
    static func goal(
        of client: String = "maria", _ title: String = "Walk", minutes: Int = 60,
        _ change: (inout RoutineContent) -> Void = { _ in }
    ) -> NewRoutine {
        var content = RoutineContent(
            title: title, client: client, assignment: .fixed(person: client),
            schedule: RecurrenceSet(start: wall("2026-03-28T13:00:00"), zone: zone, repetition: .once),
            reminders: ReminderPlan(tellsDue: false), graceMinutes: minutes, isClientsOwn: true, isGoal: true)
        change(&content)
        return NewRoutine(id: UUID(), content: content, at: noon)
    }

    /// A medicine for Maria by Anna, at 13:30 each day, of which people are reminded when it is due and when it was missed.
    static func medicine(
        at start: String = "2026-03-28T13:30:00", _ repetition: Repetition? = nil,
        isClientsOwn: Bool = false
    ) throws -> NewRoutine {
        NewRoutine(
            id: UUID(),
            content: RoutineContent(
                title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
                schedule: RecurrenceSet(
                    start: wall(start), zone: zone,
                    repetition: try repetition ?? .rules([RecurrenceRule("FREQ=DAILY")])),
                priority: .soon, reminders: ReminderPlan(), graceMinutes: 30, isClientsOwn: isClientsOwn),
            by: "Anna", at: noon)
    }
}
