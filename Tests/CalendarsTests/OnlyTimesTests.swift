import Calendars
import Care
import Foundation
import Recurrence
import Testing

@Suite("A calendar that says when, and not what")
struct OnlyTimesTests {
    private static let zone = "Europe/Berlin"

    private static func wall(_ text: String) -> WallTime { WallTime(text) ?? .first }

    @Test("Of a routine only its times are left, and how long it takes")
    func routine() throws {
        let (start, key) = (
            Self.wall("2026-03-28T13:30:00"), OccurrenceKey(Self.wall("2026-03-29T13:30:00"), zone: Self.zone)
        )
        var content = RoutineContent(
            title: "Medicine", details: "Secret", symbol: "secret.png", need: "secret", client: "maria",
            assignment: .fixed(person: "anna"),
            schedule: RecurrenceSet(
                start: start, zone: Self.zone, repetition: .rules([try RecurrenceRule("FREQ=DAILY")])),
            priority: .urgent, reminders: ReminderPlan(minutesBefore: [10]), minutes: 15,
            edits: [.init(of: key, edit: OccurrenceEdit(title: "Other medicine", details: "Secret"))],
            beginsWith: key)
        content.endsBefore = OccurrenceKey(Self.wall("2026-05-01T13:30:00"), zone: Self.zone)
        let entry = CalendarEntry(
            uid: "routine-1", sequence: 7, changedAt: Date(timeIntervalSince1970: 1), title: "Medicine",
            details: "Secret", minutes: 15,
            times: .routine(content, skipped: [key], lastDone: Date(timeIntervalSince1970: 2), of: key))
        let times = entry.onlyTimes(called: "Planned")
        let bare = RoutineContent(
            title: "Planned", assignment: .claimed(), schedule: content.schedule, beginsWith: key,
            endsBefore: content.endsBefore)
        #expect(
            times
                == CalendarEntry(
                    uid: "routine-1", sequence: 7, changedAt: entry.changedAt, title: "Planned", minutes: 15,
                    times: .routine(bare, skipped: [key], lastDone: Date(timeIntervalSince1970: 2), of: key)))
    }

    @Test("Of an appointment, too")
    func appointment() {
        let entry = CalendarEntry(
            uid: "appointment-1", sequence: 7, changedAt: Date(timeIntervalSince1970: 1), title: "Dr Kim",
            details: "Secret", minutes: 45, times: .once(at: Date(timeIntervalSince1970: 3), zone: Self.zone))
        var expected = entry
        (expected.title, expected.details) = ("Planned", nil)
        #expect(entry.onlyTimes(called: "Planned") == expected)
    }
}
