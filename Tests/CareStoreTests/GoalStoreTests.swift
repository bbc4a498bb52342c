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
}
