import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("What falls due with time for routines")
struct RoutineMomentTests {
    @Test(
        "Before, due, missed: each once, over restarts too, and on the day the clocks change",
        arguments: [false, true])
    func oneDay(restarts: Bool) async throws {
        let home = try await RoutineHome(restarts: restarts)
        try await home.add(medicine())
        #expect(
            try await home.score(until: berlin("2026-03-29T16:00")) == [
                "28 13:50 reminder before 10 Anna station",
                "28 14:00 due of 28T14:00", "28 14:00 reminder due Anna station",
                "28 15:00 missed of 28T14:00", "28 15:00 reminder missed Anna station",
                "29 13:50 reminder before 10 Anna station",
                "29 14:00 due of 29T14:00", "29 14:00 reminder due Anna station",
                "29 15:00 missed of 29T14:00", "29 15:00 reminder missed Anna station",
            ])
        #expect(try await home.store.nextDue() == berlin("2026-03-30T13:50"))
    }

    @Test("A reminder waits until it has been told; then it does not come again")
    func receipts() async throws {
        let home = try await RoutineHome(restarts: true)
        try await home.add(medicine(isClientsOwn: true))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        #expect(try await home.waiting().map(\.kind) == [.due])
        #expect(try await home.waiting(.kiosk).map(\.recipient) == ["maria"])
        let reminder = try #require(try await home.waiting().first)
        let receipt = ReminderReceipt(id: UUID(), outcome: .told, at: home.clock)
        for isFirst in [true, false] {
            let (told, isNew) = try await home.opened().receive(
                reminder: reminder.id, receipt, actor: .station, receivedAt: home.clock)
            #expect(told.state == .told && isNew == isFirst)
        }
        #expect(try await home.waiting().isEmpty)
        await #expect(throws: CareStoreError.self) {
            try await home.store.receive(reminder: reminder.id, receipt, actor: .kiosk, receivedAt: noon)
        }
    }

    @Test("What is done is not reminded of any more, and can be done before it is due")
    func done() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(done.state == .done && done.changedBy == "Anna")
        #expect(try await home.score(until: berlin("2026-03-29T13:00")).isEmpty)
        _ = try await home.score(until: berlin("2026-03-29T14:00"))
        #expect(try await home.waiting().count == 1)
        _ = try await home.mark(.skipped, routine, "2026-03-29T14:00", text: "asleep")
        #expect(try await home.waiting().isEmpty)
        #expect(try await home.score(until: berlin("2026-03-29T20:00")).isEmpty)
        let day = try await home.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-31T00:00"), now: home.clock)
        #expect(day.map(\.state) == [.done, .skipped, .upcoming])
        #expect(day.map(\.note) == [nil, "asleep", nil])
    }

    @Test("Taken back it is open again, and is still missed if nobody does it; the history keeps all")
    func undo() async throws {
        let home = try await RoutineHome(restarts: true)
        let routine = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T14:05"))
        let done = try await home.mark(.done, routine, "2026-03-28T14:00")
        let undone = try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: done.lastEntry)
        #expect(undone.state == .due && undone.changedBy == nil)
        #expect(
            try await home.score(until: berlin("2026-03-28T16:00"))
                == [
                    // Nobody had said that it was told.
                    "28 14:05 reminder due Anna station", "28 15:00 missed of 28T14:00",
                    "28 15:00 reminder missed Anna station",
                ])
        let history = try await home.store.history(routine.id, home.key("2026-03-28T14:00"))
        #expect(history.map(\.kind) == [.done, .undone])
        await #expect(throws: CareStoreError.self) {
            try await home.mark(.undone, routine, "2026-03-28T14:00", undoes: UUID())
        }
    }

    @Test("The same entry twice is one, with another content a conflict")
    func sameEntry() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        var entry = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: try home.key("2026-03-28T14:00"), kind: .done, by: "Anna",
            at: noon)
        let first = try await home.store.mark(entry, actor: .station, receivedAt: noon)
        _ = try await home.mark(.note, routine, "2026-03-28T14:00", text: "with juice")
        let again = try await home.store.mark(entry, actor: .station, receivedAt: noon)
        #expect(first.isNew && !again.isNew && first.0 == again.0)
        entry.by = "Ben"
        await #expect(throws: CareStoreError.sameIDOtherContent(entry.id, current: nil)) {
            try await home.store.mark(entry, actor: .station, receivedAt: noon)
        }
        entry.id = UUID()
        await #expect(throws: CareStoreError.self) {
            try await home.store.mark(entry, actor: .kiosk, receivedAt: noon)
        }
    }

    @Test("A service that was away tells what still helps, late, once; every occurrence is there")
    func late() async throws {
        let home = try await RoutineHome(restarts: true)
        try await home.add(medicine())
        #expect(
            try await home.take(at: berlin("2026-03-30T14:20")) == [
                "30 14:20 missed of 28T14:00", "30 14:20 reminder missed Anna station late",
                "30 14:20 missed of 29T14:00", "30 14:20 reminder missed Anna station late",
                "30 14:20 due of 30T14:00", "30 14:20 reminder due Anna station late",
            ])
        #expect(try await home.take(at: berlin("2026-03-30T14:21")).isEmpty)
        let agenda = try await home.agenda()
        #expect(agenda.outstanding.map(\.state) == [.missed, .missed])
        #expect(agenda.today.map(\.state) == [.due])
        #expect(agenda.reminders.map(\.isLate) == [true, true, true])
    }

    @Test("After a very long time away the work is done in portions")
    func longAway() async throws {
        let home = try await RoutineHome()
        for _ in 0..<3 {
            try await home.add(
                medicine(repeats: .elapsed(everySeconds: 3600), reminders: ReminderPlan(tellsDue: true)))
        }
        let now = try berlin("2026-04-20T14:30")
        let first = try await home.store.takeDue(now: now).count { $0.kind == .occurrenceChanged }
        _ = try await home.take(at: now)
        let events = try await home.store.events(after: 0, limit: .max)
        let missed = events.filter { $0.kind == .occurrenceChanged }
        #expect(missed.count == 3 * CatchUp.most && first < missed.count / 2)
        #expect(Set(missed.compactMap(\.occurrence?.id)).count == missed.count)
    }

    @Test("A reminder put off comes again after its minutes whatever the clock does, unless it is done")
    func snooze() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(reminders: ReminderPlan(tellsMissed: false)))
        let start = try berlin("2026-03-28T14:00")
        _ = try await home.store.takeDue(now: start, uptime: .seconds(0))
        _ = try await home.store.takeDue(now: start, uptime: .seconds(0))
        let reminder = try #require(try await home.agenda(at: start).reminders.first)
        try await home.tell(reminder)
        let receipt = ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: start)
        _ = try await home.store.receive(reminder: reminder.id, receipt, actor: .station, receivedAt: start)
        // Who has put it off, and every other station, knows until when.
        #expect(try await home.agenda(at: start).reminders.map(\.at) == [start.addingTimeInterval(600)])
        // After a minute the clock is set forward by an hour.
        let set = start.addingTimeInterval(3600)
        _ = try await home.store.takeDue(now: set.addingTimeInterval(60), uptime: .seconds(60))
        #expect(try await home.store.takeDue(now: set.addingTimeInterval(599), uptime: .seconds(599)).isEmpty)
        let events = try await home.store.takeDue(now: set.addingTimeInterval(600), uptime: .seconds(600))
        #expect(events.map(\.reminder?.id) == [reminder.id] && !events[0].isLate)
        home.clock = set.addingTimeInterval(600)
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await home.waiting().isEmpty)
        let after = ReminderReceipt(id: UUID(), outcome: .snoozed, minutes: 10, at: home.clock)
        #expect(
            try await home.store.receive(
                reminder: reminder.id, after, actor: .station, receivedAt: home.clock
            ).0.state
                == .over)
    }

    @Test(
        "In quiet hours only what is urgent is told; of the rest the last, when they end",
        arguments: [Priority.normal, .urgent])
    func quietHours(priority: Priority) async throws {
        var quiet = anna
        quiet.reminders.quiet = QuietHours(from: 13 * 60 + 30, until: 18 * 60)
        let home = try await RoutineHome([maria, quiet, ben], restarts: true)
        try await home.add(medicine(priority: priority))
        let told = try await home.score(until: berlin("2026-03-28T19:00"))
        #expect(
            told
                == (priority == .urgent
                    ? [
                        "28 13:50 reminder before 10 Anna station", "28 14:00 due of 28T14:00",
                        "28 14:00 reminder due Anna station", "28 15:00 missed of 28T14:00",
                        "28 15:00 reminder missed Anna station",
                    ]
                    : [
                        "28 14:00 due of 28T14:00", "28 15:00 missed of 28T14:00",
                        "28 18:00 reminder missed Anna station",
                    ]))
    }

    @Test("What is done before quiet hours end is not told after them")
    func doneInQuietHours() async throws {
        var quiet = anna
        quiet.reminders.quiet = QuietHours(from: 13 * 60 + 30, until: 18 * 60)
        let home = try await RoutineHome([maria, quiet, ben])
        let routine = try await home.add(medicine())
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        #expect(try await home.score(until: berlin("2026-03-29T13:00")).isEmpty)
    }

    @Test("What is undone is told as it is wanted by then: after quiet hours, and not what is switched off")
    func undoneByWishes() async throws {
        let home = try await RoutineHome([maria, anna], restarts: true)
        let (routine, key) = (try await home.add(medicine()), "2026-03-28T14:00")
        func reminders(until end: String) async throws -> [String] {
            try await home.score(until: berlin(end)).filter { $0.contains("reminder") }
        }
        #expect(try await reminders(until: "2026-03-28T14:10").last == "28 14:00 reminder due Anna station")
        let first = try await home.mark(.done, routine, key)
        var now = try #require(try await home.opened().people().first { $0.id == "anna" })
        now.reminders.quiet = QuietHours(from: 14 * 60, until: 14 * 60 + 40)
        now = try await home.opened().setPerson(now, at: home.clock).0
        _ = try await home.mark(.undone, routine, key, undoes: first.lastEntry)
        #expect(try await reminders(until: "2026-03-28T14:50") == ["28 14:40 reminder due Anna station"])
        let second = try await home.mark(.done, routine, key)
        now.reminders.off = [.due]
        _ = try await home.opened().setPerson(now, at: home.clock)
        _ = try await home.mark(.undone, routine, key, undoes: second.lastEntry)
        #expect(try await reminders(until: "2026-03-28T14:59").isEmpty)
        #expect(
            try await reminders(until: "2026-03-28T15:30") == ["28 15:00 reminder missed Anna station"])
    }

    @Test(
        "A routine that is made a little late is due at once and not called late; what would be missed never was"
    )
    func madeLate() async throws {
        let home = try await RoutineHome()
        try await home.add(medicine(at: "2026-03-27T12:30"))
        let told = try await home.store.events(after: 0, limit: 100).map(line)
        #expect(
            told.suffix(2) == ["28 13:00 due of 28T12:30", "28 13:00 reminder due Anna station"], "\(told)")
        #expect(try await home.take(at: noon) == [])
        #expect(try await home.agenda().outstanding.isEmpty)
    }

    @Test("A routine that cannot be read harms no other")
    func damaged() async throws {
        let home = try await RoutineHome()
        let bad = try await home.add(medicine())
        try await home.add(medicine(at: "2026-03-28T15:00"))
        try await home.store.write { db in
            try db.execute(
                literal: """
                    UPDATE routine SET content = replace(content, 'FREQ=DAILY', 'FREQ=NEVER'), version = 99
                    WHERE id = \(bad.id.uuidString)
                    """)
        }
        let told = try await home.score(until: berlin("2026-03-28T15:00"))
        #expect(told.last == "28 15:00 reminder due Anna station")
        #expect(!told.contains { $0.contains("of 28T14:00") })
        #expect(try await home.agenda().today.count == 1)
        #expect(try await home.store.routines(onlyActive: true).routines.count == 1)
        await #expect(throws: CareStoreError.self) { try await home.store.routine(bad.id) }
    }
}
