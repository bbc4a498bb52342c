import Care
import Foundation
import Recurrence
import Testing

@testable import CareStore

/// A goal of Maria's, made at noon (13:00 in Berlin).
private func goal(
    at start: String = "2026-03-28T13:00", minutes: Int = 300, reminders: [Int] = [],
    _ change: (inout RoutineContent) throws -> Void = { _ in }
) throws -> RoutineContent {
    var content = RoutineContent(
        title: "Walk", client: "maria", assignment: .fixed(person: "maria"),
        schedule: RecurrenceSet(
            start: try #require(WallTime(start)), zone: "Europe/Berlin", repetition: .once),
        reminders: ReminderPlan(tellsDue: false, untilDone: reminders), graceMinutes: minutes,
        isClientsOwn: true, isGoal: true)
    try change(&content)
    return content
}

@Suite("Goals in the store")
struct GoalStoreTests {
    @Test(
        "The client alone is reminded, at the times that they chose, until it is done",
        arguments: [false, true])
    func reminders(restarts: Bool) async throws {
        let home = try await RoutineHome(restarts: restarts)
        let made = try await home.add(goal(minutes: 1440, reminders: [14 * 60, 18 * 60]))
        _ = try await home.score(until: berlin("2026-03-28T17:00"))
        #expect(try await home.waiting(.station).isEmpty)
        let first = try await home.waiting(.kiosk)
        #expect(first.map(\.kind) == [.due])
        #expect(first.map(\.at) == [try berlin("2026-03-28T14:00")])
        try await home.tell(first[0], actor: .kiosk)
        _ = try await home.score(until: berlin("2026-03-28T18:30"))
        #expect(try await home.waiting(.kiosk).map(\.at) == [try berlin("2026-03-28T18:00")])
        let done = OccurrenceEntry(
            id: UUID(), routine: made.id, key: try home.key("2026-03-28T13:00"), kind: .done, at: home.clock)
        _ = try await home.opened().mark(
            done, actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: home.clock)
        #expect(try await home.waiting(.kiosk).isEmpty)
        _ = try await home.score(until: berlin("2026-03-30T20:00"))
        #expect(try await home.waiting(.kiosk).isEmpty)
    }

    @Test(
        "When the client will be reminded is told ahead, with their quiet hours, and not what they do not want"
    )
    func alarms() async throws {
        var quiet = maria
        quiet.reminders.quiet = QuietHours(from: 17 * 60, until: 19 * 60)
        let home = try await RoutineHome([quiet, anna])
        try await home.add(goal(minutes: 1440, reminders: [14 * 60, 18 * 60]))
        func alarms() async throws -> [Date] {
            try await home.agenda(.kiosk).goals.first?.alarms ?? []
        }
        let (two, seven) = (try berlin("2026-03-28T14:00"), try berlin("2026-03-28T19:00"))
        #expect(try await alarms().prefix(2) == [two, seven])
        var silent = maria
        silent.reminders.silent = [.kiosk]
        silent.sequence = try #require(try await home.store.people().first { $0.id == "maria" }).sequence
        _ = try await home.opened().setPerson(silent, at: home.clock)
        #expect(try await alarms() == [])
    }

    @Test(
        "One that was made without the network counts from then, also when its time is over by now",
        arguments: ["2026-03-25T09:00", "1970-01-01T03:00"])
    func late(start: String) async throws {
        let home = try await RoutineHome()
        let made = try await home.add(goal(at: start, minutes: 60) { $0.count = 2 })
        let found = try await home.store.goals(of: .only(["maria"]), now: home.clock).goals
        #expect(found.map(\.occurrence.state) == [.missed])
        let key = try home.key(start)
        let tick = OccurrenceEntry(
            id: UUID(), routine: made.id, key: key, kind: .done, parts: 1,
            at: try berlin("2026-03-25T09:30"))
        let marked = try await home.store.mark(
            tick, actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: home.clock
        ).0
        #expect(marked.chore?.parts == 1)
    }

    @Test("A change holds for what is open: another title, more of it, and longer")
    func changes() async throws {
        let home = try await RoutineHome()
        let made = try await home.add(goal(minutes: 30))
        _ = try await home.score(until: berlin("2026-03-28T14:00"))
        #expect(try await home.agenda(.kiosk).goals.map(\.occurrence.state) == [.missed])
        let content = try goal(minutes: 600) { ($0.title, $0.count) = ("A long walk", 2) }
        _ = try await home.store.changeRoutine(
            made.id,
            RoutineChange(
                id: UUID(), scope: .all, content: content, replaces: made.sequence, at: home.clock),
            asking: "maria", receivedAt: home.clock)
        let now = try #require(try await home.agenda(.kiosk).goals.first?.occurrence)
        #expect(now.title == "A long walk" && now.count == 2 && now.state == .due)
        #expect(now.missedAt == (try berlin("2026-03-28T23:00")))
    }

    @Test("Of a goal that comes again only the newest time is in the list")
    func daily() async throws {
        let home = try await RoutineHome()
        try await home.add(
            goal(at: "2026-03-28T00:00", minutes: 1439) {
                $0.schedule.repetition = .rules([try RecurrenceRule("FREQ=DAILY")])
            })
        _ = try await home.score(until: berlin("2026-03-30T10:00"))
        let goals = try await home.agenda(.kiosk).goals
        #expect(goals.map(\.occurrence.key) == [try home.key("2026-03-30T00:00")])
        #expect(try await home.agenda(.station).outstanding.isEmpty)
    }

    @Test(
        "One that was made by a clock that is ahead is there at once, has its whole time from then, and can be deleted",
        arguments: ["2026-03-28T13:05", "2026-03-30T09:00", "2199-01-01T00:00", "9000-06-01T12:00"])
    func ahead(start: String) async throws {
        let home = try await RoutineHome()
        let made = try await home.add(goal(at: start, minutes: 60) { $0.count = 2 })
        let goals = try await home.agenda(.kiosk).goals
        #expect(goals.map(\.occurrence.state) == [.due])
        #expect(goals.first?.occurrence.missedAt == noon.addingTimeInterval(3600))
        // Its maker knows it by its own clock's time.
        let tick = OccurrenceEntry(
            id: UUID(), routine: made.id, key: try home.key(start), kind: .done, parts: 1, at: noon)
        let marked = try await home.store.mark(
            tick, actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: noon
        ).0
        #expect(marked.chore?.parts == 1)
        // A change that knows nothing of that leaves it where it is.
        let content = try goal(at: start, minutes: 120) { ($0.title, $0.count) = ("Run", 2) }
        _ = try await home.opened().changeRoutine(
            made.id,
            RoutineChange(id: UUID(), scope: .all, content: content, replaces: made.sequence, at: noon),
            asking: "maria", receivedAt: noon)
        let changed = try await home.agenda(.kiosk).goals
        #expect(changed.map(\.occurrence.title) == ["Run"] && changed.first?.occurrence.chore?.parts == 1)
        #expect(changed.first?.occurrence.missedAt == noon.addingTimeInterval(7200))
        _ = try await home.opened().changeRoutine(
            made.id, RoutineChange(id: UUID(), scope: .all, replaces: 0, at: noon), asking: "maria",
            receivedAt: noon)
        #expect(try await home.agenda(.kiosk).goals.isEmpty)
    }

    @Test("A change leaves the days that are over as they were")
    func missedDays() async throws {
        let home = try await RoutineHome()
        let rule = try RecurrenceRule("FREQ=DAILY")
        let made = try await home.add(
            goal(at: "2026-03-28T00:00", minutes: 1439) { $0.schedule.repetition = .rules([rule]) })
        _ = try await home.score(until: berlin("2026-03-30T10:00"))
        let content = try goal(at: "2026-03-28T00:00", minutes: 1200) {
            ($0.title, $0.schedule.repetition) = ("Run", .rules([rule]))
        }
        _ = try await home.opened().changeRoutine(
            made.id,
            RoutineChange(id: UUID(), scope: .all, content: content, replaces: made.sequence, at: home.clock),
            asking: "maria", receivedAt: home.clock)
        let days = try await home.store.occurrences(
            from: berlin("2026-03-28T00:00"), until: berlin("2026-03-31T00:00"), now: home.clock)
        #expect(days.map(\.title) == ["Walk", "Walk", "Run"])
    }

    @Test("Of how much is done nothing is lost when it is to be done less often: what is enough is done")
    func fewer() async throws {
        let home = try await RoutineHome()
        let made = try await home.add(goal { $0.count = 5 })
        for _ in 0..<3 {
            _ = try await home.store.mark(
                OccurrenceEntry(
                    id: UUID(), routine: made.id, key: try home.key("2026-03-28T13:00"), kind: .done,
                    parts: 1,
                    at: noon), actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: noon)
        }
        var sequence = made.sequence
        func change(to count: Int) async throws -> RoutineOccurrence? {
            let content = try goal { $0.count = count }
            sequence = try await home.opened().changeRoutine(
                made.id,
                RoutineChange(id: UUID(), scope: .all, content: content, replaces: sequence, at: noon),
                asking: "maria", receivedAt: noon
            ).0.sequence
            return try await home.agenda(.kiosk).goals.first?.occurrence
        }
        let four = try #require(try await change(to: 4))
        #expect(four.state == .due && four.chore?.parts == 3)
        let two = try #require(try await change(to: 2))
        #expect(two.state == .done && two.lastEntry != nil)
        #expect(try await home.waiting(.kiosk).isEmpty)
    }

    @Test("One that comes again some days after it was done does so too where less of it was enough")
    func fewerAgain() async throws {
        let home = try await RoutineHome()
        func content(_ count: Int) throws -> RoutineContent {
            try goal {
                $0.count = count
                $0.schedule.repetition = .afterDone(days: 2)
            }
        }
        let made = try await home.add(content(3))
        for _ in 0..<2 {
            _ = try await home.store.mark(
                OccurrenceEntry(
                    id: UUID(), routine: made.id, key: try home.key("2026-03-28T13:00"), kind: .done,
                    parts: 1, at: noon), actor: .kiosk, sender: "maria", isLoggedIn: false, receivedAt: noon)
        }
        let change = RoutineChange(
            id: UUID(), scope: .all, content: try content(2), replaces: made.sequence, at: noon)
        _ = try await home.store.changeRoutine(made.id, change, asking: "maria", receivedAt: noon)
        #expect(try await home.agenda(.kiosk).goals.map(\.occurrence.state) == [.done])
        _ = try await home.score(until: berlin("2026-03-30T14:00"))
        let goals = try await home.agenda(.kiosk).goals
        #expect(goals.map(\.occurrence.key) == [try home.key("2026-03-30T13:00")])
    }

    @Test("Goals take no place of what is planned in a list that is short")
    func places() async throws {
        let home = try await RoutineHome()
        for _ in 0..<3 { try await home.add(goal()) }
        try await home.add(
            RoutineContent(
                title: "Medicine", client: "maria", assignment: .fixed(person: "anna"),
                schedule: RecurrenceSet(
                    start: try #require(WallTime("2026-03-28T20:00")), zone: "Europe/Berlin",
                    repetition: .once)))
        for actor in [Actor.kiosk, .person, .station] {
            let agenda = try await home.opened().agenda(
                for: actor, client: "maria", now: home.clock, atMost: 2)
            #expect(agenda.today.map(\.title) == ["Medicine"] && agenda.totals.today == 1, "\(actor)")
        }
    }

    @Test("A station's stream has neither a goal nor its reminder, nor that one was made or changed")
    func stream() async throws {
        let home = try await RoutineHome()
        try await home.add(goal(minutes: 1440, reminders: [14 * 60]))
        _ = try await home.score(until: berlin("2026-03-28T15:00"))
        let events = try await home.store.events(after: 0, limit: .max)
        let about = events.filter { $0.occurrence != nil || $0.reminder != nil }
        #expect(about.count >= 2)
        for event in about {
            #expect(!event.isTold(toCaregiver: nil) && event.isTold(toCaregiver: "anna"))
            #expect(event.isTold(toKioskOf: "maria", device: nil))
        }
        let added = try await home.add(medicine(at: "2026-03-28T20:00"), at: home.clock)
        let changes = try await home.store.events(after: 0, limit: .max).filter {
            $0.kind == .routineChanged
        }
        #expect(changes.count >= 2 && changes.last?.sequence == added.sequence)
        for event in changes {
            #expect(event.isTold(toCaregiver: nil) == (event.sequence == added.sequence))
            #expect(event.isTold(toCaregiver: "anna") && event.isTold(toKioskOf: "maria", device: nil))
        }
    }
}
