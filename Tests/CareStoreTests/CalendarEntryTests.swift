import Calendars
import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("What calendars outside are told of what is planned")
struct CalendarEntryTests {
    private static func entries(
        _ home: RoutineHome, of client: String? = "maria", whose: PlanReach = .everything,
        seenBy reader: AppointmentReader = .caregiver, besides server: String? = nil
    ) async throws -> [CalendarEntry] {
        try await home.opened().calendarEntries(
            of: client, whose: whose, seenBy: reader, besides: server, now: home.clock)
    }

    private static func routine(
        _ entry: CalendarEntry
    ) -> (content: RoutineContent, skipped: [OccurrenceKey], lastDone: Date?)? {
        guard case .routine(let content, let skipped, let lastDone, _) = entry.times else { return nil }
        return (content, skipped, lastDone)
    }

    private static func change(
        _ home: RoutineHome, _ routine: Routine, _ scope: RoutineChange.Scope, _ local: String? = nil,
        to content: RoutineContent?, continuation: UUID? = nil
    ) async throws {
        let change = RoutineChange(
            id: UUID(), scope: scope, occurrence: try local.map(home.key), content: content,
            continuation: continuation, replaces: routine.sequence, by: "Ben", at: home.clock)
        _ = try await home.store.changeRoutine(routine.id, change, receivedAt: home.clock)
    }

    @Test("A routine is told by the id of its series, and its number rises with each change and each skip")
    func routines() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        let series = routine.id.uuidString.lowercased()
        let first = try #require(try await Self.entries(home).first)
        #expect(first.uid == "routine-\(series)" && first.title == "Medicine" && first.minutes == nil)
        #expect(first.sequence == routine.sequence && first.changedAt == noon)
        #expect(Self.routine(first)?.content == routine.content)

        home.clock += 60
        let local = "2026-03-29T14:00"
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await Self.entries(home) == [first])
        _ = try await home.mark(.skipped, routine, local)
        let skipped = try #require(try await Self.entries(home).first)
        #expect(Self.routine(skipped)?.skipped == [try home.key(local)])
        #expect(skipped.sequence > first.sequence && skipped.changedAt == home.clock)

        let stored = try await home.store.read { [key = try home.key(local)] db in
            try OccurrenceRow.find(routine.id, key, now: noon, in: db)
        }
        home.clock += 60
        _ = try await home.mark(.undone, routine, local, undoes: stored?.occurrence.lastEntry)
        let undone = try #require(try await Self.entries(home).first)
        #expect(Self.routine(undone)?.skipped == [])
        #expect(undone.sequence > skipped.sequence && undone.changedAt == home.clock)
    }

    @Test("The store notices what changes of it, whoever changes it, and nothing else")
    func noticed() async throws {
        let home = try await RoutineHome()
        let store = home.store
        #expect(!store.takePlanChange())
        let routine = try await home.add(medicine())
        #expect(store.takePlanChange() && !store.takePlanChange())
        let again = try await home.add(medicine(repeats: .afterDone(days: 3)))
        #expect(store.takePlanChange())
        _ = try await home.mark(.done, again, "2026-03-28T14:00")
        #expect(store.takePlanChange())
        // That time passes, that something was done or written down, and who is here, is told nobody outside.
        home.clock += 86_400
        _ = try await store.takeDue(now: home.clock)
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        _ = try await home.mark(.note, routine, "2026-03-29T14:00", text: "Asleep")
        _ = try await store.setPerson(Person(id: "kim", name: "Kim", role: .caregiver), at: home.clock)
        #expect(!store.takePlanChange())
        let skipped = try await home.mark(.skipped, routine, "2026-03-29T14:00")
        #expect(store.takePlanChange())
        _ = try await home.mark(.undone, routine, "2026-03-29T14:00", undoes: skipped.lastEntry)
        #expect(store.takePlanChange())
        try await Self.change(home, routine, .all, to: nil)
        #expect(store.takePlanChange())
        // What comes from a calendar, and goes on once that is read no more.
        let record = CalendarHome.record()
        _ = try await store.addCalendar(record)
        #expect(!store.takePlanChange())
        let reading = CalendarReading(events: [try CalendarHome.event()])
        _ = try await store.mergeCalendar(reading, of: record.id, now: home.clock)
        #expect(store.takePlanChange())
        _ = try await store.mergeCalendar(reading, of: record.id, now: home.clock)
        #expect(!store.takePlanChange())
        #expect(try await store.removeCalendar(record.id, keepsEvents: true, now: home.clock))
        #expect(store.takePlanChange())
    }

    @Test("What comes again so many days after it was done is changed by its being done")
    func afterDone() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(repeats: .afterDone(days: 3)))
        let before = try #require(try await Self.entries(home).first)
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        let after = try #require(try await Self.entries(home).first)
        #expect(Self.routine(after)?.lastDone == noon && after.sequence > before.sequence)
    }

    @Test("Each later part of a series has a UID of its own, which stays")
    func parts() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        let part = UUID()
        try await Self.change(
            home, routine, .following, "2026-04-04T14:00", to: medicine(at: "2026-04-04T15:00"),
            continuation: part)
        let entries = try await Self.entries(home)
        let series = routine.id.uuidString.lowercased()
        #expect(
            entries.map(\.uid) == [
                "routine-\(series)", "routine-\(series)-\(part.uuidString.lowercased())",
            ])
        #expect(entries.allSatisfy { $0.sequence > routine.sequence })
    }

    @Test("What has ended is told up to its end, and after 31 days no more")
    func ended() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        home.clock = try berlin("2026-03-30T09:00")
        _ = try await home.take(at: home.clock)
        let moved = RoutineChange(
            id: UUID(), scope: .one, occurrence: try home.key("2026-03-29T14:00"),
            to: WallTime("2026-03-31T14:00"), replaces: routine.sequence, at: home.clock)
        let changed = try await home.store.changeRoutine(
            routine.id, moved, receivedAt: home.clock
        ).0
        try await Self.change(home, changed, .all, to: nil)
        let entry = try #require(try await Self.entries(home).first)
        let content = try #require(Self.routine(entry)?.content)
        #expect(content.endsBefore == (try home.key("2026-03-30T09:00")))
        let plan = try RoutinePlan(content, zone: try #require(testZones("Europe/Berlin")))
        let times = try plan.times(from: .distantPast, until: try berlin("2027-01-01T00:00"))
        #expect(times.map(\.local.description) == ["2026-03-28T14:00:00"])
        home.clock += 32 * 86_400
        #expect(try await Self.entries(home).isEmpty)
    }

    @Test("What came once is told for 31 days more")
    func over() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(repeats: .once))
        for (days, isTold) in [(0.0, true), (30, true), (33, false)] {
            home.clock = noon.addingTimeInterval(days * 86_400)
            _ = try await home.take(at: home.clock)
            #expect(try await Self.entries(home).isEmpty == !isTold, "\(days)")
        }
    }

    @Test("The household's is its own; goals are nobody's to tell, and others' plans are not told")
    func reach() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        try await home.add(
            RoutineContent(
                title: "Dishes", audience: .household, assignment: .claimed(),
                schedule: routine.content.schedule))
        try await home.add(
            RoutineContent(
                title: "Walk", client: "maria", assignment: .fixed(person: "maria"),
                schedule: RecurrenceSet(
                    start: routine.content.schedule.start, zone: "Europe/Berlin", repetition: .once),
                isClientsOwn: true, isGoal: true))
        #expect(try await Self.entries(home).map(\.title) == ["Medicine"])
        #expect(try await Self.entries(home, of: nil).map(\.title) == ["Dishes"])
        #expect(try await Self.entries(home, of: "otto").isEmpty)
        #expect(try await Self.entries(home, whose: .only(["maria"])).map(\.title) == ["Medicine"])
        #expect(try await Self.entries(home, whose: .only(["otto"])).isEmpty)
        #expect(try await Self.entries(home, of: nil, whose: .clients).isEmpty)
    }

    @Test("Appointments are told to whoever sees them, from 31 days back, and not once they are cancelled")
    func appointments() async throws {
        let home = try await AppointmentHome()
        let breathing = try await home.plan()
        var untitled = AppointmentHome.content(with: "lee", in: 48)
        untitled.title = nil
        let lees = try await home.plan(untitled)
        _ = try await home.plan(AppointmentHome.content(of: "otto"))
        let cancelled = try await home.plan(AppointmentHome.content(in: 72))
        _ = try await home.store.cancelAppointment(
            cancelled.id, by: AppointmentHome.cleos, receivedAt: noon)
        let all = try await Self.entries(home.home)
        #expect(all.map(\.title) == ["Breathing", "Dr Lee"])
        let first = try #require(all.first)
        #expect(first.uid == "appointment-\(breathing.id.uuidString.lowercased())")
        #expect(first.minutes == 45 && first.sequence == breathing.sequence)
        #expect(first.times == .once(at: breathing.content.at, zone: "Europe/Berlin"))
        let reader = AppointmentHome.lees.reader
        #expect(
            try await Self.entries(home.home, whose: .only(["maria"]), seenBy: reader).map(\.uid) == [
                "appointment-\(lees.id.uuidString.lowercased())"
            ])
        #expect(try await Self.entries(home.home, of: nil).isEmpty)
        home.home.clock += 32.5 * 86_400
        #expect(try await Self.entries(home.home).map(\.title) == ["Dr Lee"])
    }

    @Test("What comes from a server's calendar is not written into another one there")
    func loop() async throws {
        let home = try await CalendarHome(.dav)
        try await home.home.add(medicine())
        _ = try await home.read([try CalendarHome.event()])
        let there = "https://calendar.example"
        #expect(try await Self.entries(home.home).map(\.title) == ["Medicine", "Physiotherapy"])
        #expect(try await Self.entries(home.home, besides: there).map(\.title) == ["Medicine"])
        #expect(try await Self.entries(home.home, besides: "https://other.example").count == 2)
    }

    @Test("What is told is found by indexes, whatever else there is")
    func plans() async throws {
        let home = try await RoutineHome()
        let queue = try DatabaseQueue(path: home.home.path)
        func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
            try queue.read { db in
                try String.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments,
                    adapter: SuffixRowAdapter(fromIndex: 3))
            }
        }
        let routines = try plan(PlannedEntries.sqlRoutines, ["maria", 1])
        #expect(!routines.contains { $0.hasPrefix("SCAN") }, "\(routines)")
        #expect(routines.count { $0.contains("INDEX routine_of_client (client=?") } == 2, "\(routines)")
        #expect(routines.contains { $0.contains("INDEX occurrence_series (series=? AND at>?)") })
        #expect(
            try plan(PlannedEntries.sqlSkipped, ["x"]) == [
                "SEARCH occurrence USING INDEX occurrence_skipped (routine_id=?)"
            ])
        #expect(
            try plan(PlannedEntries.sqlLastSkip, ["x"]) == [
                "SEARCH entry USING INDEX entry_skip (routine_id=?)"
            ])
        #expect(
            try plan(PlannedEntries.sqlAppointments, ["maria", 1]) == [
                "SEARCH appointment USING INDEX appointment_of_client (client=? AND at>?)"
            ])
        try queue.close()
    }
}
