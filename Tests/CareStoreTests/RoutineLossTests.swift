import Care
import CareStore
import Foundation
import Recurrence
import Synchronization
import Testing

@Suite("Nothing is lost by what is changed, or by a wrong clock")
struct RoutineLossTests {
    @Test(
        "The grace time becomes longer, then a due one gets another person: it stays due, and is missed later"
    )
    func grace() async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine(reminders: ReminderPlan()))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        var longer = routine.content
        longer.graceMinutes = 120
        routine = try await home.change(routine, .all, content: longer)
        let toBen = OccurrenceEdit(assignment: .fixed(person: "ben"))
        try await home.change(routine, .one, "2026-03-28T14:00", edit: toBen)
        #expect(try await home.waiting().map(\.recipientName) == ["Ben"])
        #expect(try await home.agenda().today.map(\.state) == [.due])
        #expect(
            try await home.score(until: berlin("2026-03-28T20:00"))
                == ["28 16:00 missed of 28T14:00", "28 16:00 reminder missed Ben station"])
    }

    @Test("A missed one gets more time: it is due again until then, and nobody is told twice")
    func graceAfterMissed() async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine(reminders: ReminderPlan()))
        _ = try await home.score(until: berlin("2026-03-28T15:10"))
        var longer = routine.content
        longer.graceMinutes = 120
        routine = try await home.change(routine, .all, content: longer)
        try await home.change(routine, .one, "2026-03-28T14:00", edit: OccurrenceEdit(title: "Pills"))
        #expect(try await home.days()[0] == "28T14:00 due Pills")
        #expect(try await home.score(until: berlin("2026-03-28T20:00")) == ["28 16:00 missed of 28T14:00"])
    }

    @Test(
        "Given to Ben and back to Anna, and each has said that they know: each is told",
        arguments: [false, true])
    func backAndForth(isDue: Bool) async throws {
        let home = try await RoutineHome(restarts: true)
        var routine = try await home.add(medicine())
        _ = try await home.score(until: berlin(isDue ? "2026-03-28T14:02" : "2026-03-28T13:52"))
        for person in ["anna", "ben", "anna", "ben"] {
            let edit = OccurrenceEdit(assignment: .fixed(person: person))
            routine = try await home.change(routine, .one, "2026-03-28T14:00", edit: edit)
            let told = try await home.waiting()
            #expect(told.map(\.recipient) == [person])
            for reminder in told { try await home.tell(reminder) }
            home.clock += 60
        }
    }

    @Test("Done at a station whose clock shows 1970: it comes again n days later")
    func doneIn1970() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(
            medicine(repeats: .afterDone(days: 3), reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        _ = try await home.score(until: berlin("2026-03-31T14:00"))
        let entry = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: try home.key("2026-03-31T14:00"), kind: .done, by: "Anna",
            at: Date(timeIntervalSince1970: 60))
        _ = try await home.store.mark(entry, actor: .station, receivedAt: home.clock)
        #expect(
            try await home.score(until: berlin("2026-04-03T14:00")).last
                == "3 14:00 reminder due Anna station")
    }

    @Test("Its zone is gone: it can be ended, get another plan, or be marked", arguments: [false, true])
    func zoneIsGone(ends: Bool) async throws {
        let folder = try TestHome()
        let isGone = Mutex(false)
        let store = try CareStore(path: folder.path, zone: "Europe/Berlin") { id in
            isGone.withLock { $0 } && id == "Europe/Berlin" ? nil : testZones(id)
        }
        for person in [maria, anna] { _ = try await store.setPerson(person, at: noon) }
        var content = try medicine(at: "2026-03-28T13:00", repeats: .afterDone(days: 2))
        let routine = try await store.addRoutine(
            NewRoutine(id: UUID(), content: content, at: noon), receivedAt: noon
        ).0
        _ = try await store.takeDue(now: noon)
        isGone.withLock { $0 = true }
        store.zonesChanged()
        let now = noon.addingTimeInterval(300)
        _ = try await store.takeDue(now: now)
        #expect(try await store.unplannedRoutines()?.count == 1)
        let key = OccurrenceKey(try #require(WallTime("2026-03-28T13:00")), zone: "Europe/Berlin")
        let done = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: key, kind: .done, by: "Anna", at: now)
        #expect(try await store.mark(done, actor: .station, receivedAt: now).0.state == .done)
        #expect(try await store.unplannedRoutines()?.count == 1)
        content.schedule.zone = "Europe/Paris"
        let change = RoutineChange(
            id: UUID(), scope: .all, content: ends ? nil : content, replaces: routine.sequence, by: "Ben",
            at: now)
        let changed = try await store.changeRoutine(routine.id, change, receivedAt: now).0
        #expect(changed.isActive != ends)
        #expect(try await store.unplannedRoutines() == [])
        let days = try await store.occurrences(
            from: now, until: now.addingTimeInterval(3 * 86_400), now: now)
        #expect(days.map(\.key.description) == (ends ? [] : ["2026-03-30T13:00:00[Europe/Paris]"]))
    }

    /// At noon, in a home whose Anna sleeps until two: what is due at one waits for that. With her as she is kept.
    private static func asleep() async throws -> (RoutineHome, Person) {
        var sleeper = anna
        sleeper.reminders.quiet = QuietHours(from: 12 * 60, until: 14 * 60)
        let home = try await RoutineHome([maria, sleeper])
        try await home.add(medicine(at: "2026-03-28T13:00", reminders: ReminderPlan(tellsMissed: false)))
        _ = try await home.take(at: noon)
        sleeper = try #require(try await home.store.people().first { $0.id == "anna" })
        return (home, sleeper)
    }

    @Test("New quiet hours hold back what waits, and what is not wanted any more is not told")
    func preferences() async throws {
        let (home, kept) = try await Self.asleep()
        var sleeper = kept
        sleeper.reminders.quiet = QuietHours(from: 12 * 60, until: 15 * 60)
        sleeper = try await home.store.setPerson(sleeper, at: noon).0
        let told = try await home.score(until: berlin("2026-03-28T14:30"))
        #expect(!told.contains { $0.contains("reminder") })
        sleeper.reminders.off = [.due]
        _ = try await home.store.setPerson(sleeper, at: home.clock)
        #expect(
            try await !home.score(until: berlin("2026-03-28T20:00")).contains { $0.contains("reminder") })
    }

    @Test("Quiet hours end early: what waited for their end is told at once")
    func wakes() async throws {
        let (home, kept) = try await Self.asleep()
        var sleeper = kept
        sleeper.reminders.quiet = nil
        _ = try await home.store.setPerson(sleeper, at: noon.addingTimeInterval(600))
        #expect(
            try await home.take(at: noon.addingTimeInterval(600)) == ["28 13:10 reminder due Anna station"])
    }
}
