import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("A client's own chores")
struct OwnChoreTests {
    private let tom = Person(id: "tom", name: "Tom", role: .client)

    private func home() async throws -> RoutineHome { try await RoutineHome([maria, tom, anna, ben]) }

    /// What Tom does for himself, without points.
    private func bed(_ change: (inout RoutineContent) -> Void = { _ in }) throws -> RoutineContent {
        var content = try medicine(by: .fixed(person: "tom"), reminders: ReminderPlan())
        (content.title, content.client, content.isPlannedAsChore) = ("Bed", "tom", true)
        change(&content)
        return content
    }

    private func titles(_ found: [RoutineOccurrence]) -> [String] { found.map(\.title) }

    @Test(
        "It is listed without points for its client, at their kiosk and for those who care for them; not for a housemate"
    )
    func listed() async throws {
        let home = try await home()
        try await home.add(bed())
        // What is planned the same way and says nothing stays what it was.
        try await home.add(bed { ($0.title, $0.isPlannedAsChore) = ("Medicine", false) })
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        let store = home.store
        let own = try await store.chores(of: "tom", now: home.clock)
        // What is due, and the next one.
        #expect(titles(own.mine) == ["Bed", "Bed"] && own.mine[0].chore?.points == nil)
        #expect(own.mine[0].chore?.isPlannedAsChore == true)
        #expect(titles(try await store.chores(ofClient: "tom", now: home.clock).mine) == ["Bed", "Bed"])
        #expect(titles(try await store.chores(of: "anna", now: home.clock).others) == ["Bed", "Bed"])
        let others = try await store.chores(ofClient: "maria", now: home.clock)
        #expect(others.all.isEmpty)
    }

    @Test("Its client marks it at their kiosk and by phone, a parent for them; it counts for the client")
    func done() async throws {
        let home = try await home()
        let routine = try await home.add(bed())
        let photo = try await home.add(bed { $0.title = "Desk" })
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        // A kiosk and a client's own login are the same to the store.
        let entry = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: try home.key("2026-03-28T14:00"), kind: .done,
            person: "tom",
            at: home.clock)
        let marked = try await home.store.mark(entry, actor: .kiosk, sender: "tom", receivedAt: home.clock).0
        #expect(marked.state == .done)
        #expect(try await home.enter(.done, photo, "2026-03-28T14:00").state == .done)
        #expect(try await home.shares() == ["Tom 2 0"])
        let foreign = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: try home.key("2026-03-28T14:00"), kind: .undone,
            undoes: entry.id, at: home.clock)
        let refused = await home.refusal {
            _ = try await home.store.mark(foreign, actor: .kiosk, sender: "maria", receivedAt: home.clock)
        }
        #expect(refused?.contains("there is no") ?? false, "\(refused ?? "nothing")")
        let feed = try await home.store.chores(of: "tom", now: home.clock)
        #expect(Set(titles(feed.closed)) == ["Bed", "Desk"])
    }

    @Test("It is a chore after a restart, and none once its plan no longer says so")
    func change() async throws {
        let home = try await RoutineHome([tom, anna], restarts: true)
        let routine = try await home.add(bed())
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        let kept = try #require(try await home.opened().routine(routine.id))
        #expect(kept.content.isPlannedAsChore && kept.content.isChore)
        #expect(try await home.opened().chores(of: "tom", now: home.clock).mine.count == 2)
        var content = kept.content
        content.isPlannedAsChore = false
        _ = try await home.change(kept, .all, content: content)
        // What was due before stays what it was.
        let after = try await home.opened().chores(of: "tom", now: home.clock).all
        #expect(after.map(\.key) == [try home.key("2026-03-28T14:00")])
    }

    @Test("Neither a need nor an exercise is one", arguments: ["need", "as_chore"])
    func never(field: String) throws {
        let content = try bed {
            if field == "need" { $0.need = "walk" } else { ($0.exercise, $0.isClientsOwn) = ("calm", true) }
        }
        do {
            try content.check()
            Issue.record("it was taken")
        } catch { #expect(error.field == field) }
    }

    @Test("Whoever was reminded learns by whom, of the last who asked, and nobody else does")
    func reminded() async throws {
        let home = try await home()
        let routine = try await home.add(
            bins(by: .fixed(person: "ben")) { $0.reminders = ReminderPlan(minutesBefore: [], tellsDue: true) }
        )
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        func remind(_ name: String?, at moment: String) async throws {
            let at = try berlin(moment)
            _ = try await home.store.remind(
                of: ChoreReminder(
                    id: UUID(), routine: routine.id, key: home.key("2026-03-28T14:00"), by: name, at: at),
                sender: nil, receivedAt: at)
        }
        func told(_ person: String, at moment: String) async throws -> (at: Date?, by: String?) {
            let feed = try await home.store.chores(of: person, now: try berlin(moment))
            let chore = feed.all.first { $0.routine == routine.id && $0.key.local.day.day == 28 }?.chore
            return (chore?.remindedAt, chore?.remindedBy)
        }
        try await remind("Tom", at: "2026-03-28T14:20")
        #expect(try await told("ben", at: "2026-03-28T14:30").by == "Tom")
        #expect(try await told("anna", at: "2026-03-28T14:30") == (nil, nil))
        try await remind("Maria", at: "2026-03-28T15:30")
        #expect(try await told("ben", at: "2026-03-28T15:31").by == "Maria")
        // A script may have no name: then it is not the one of before.
        try await remind(nil, at: "2026-03-28T16:40")
        let nobody = try await told("ben", at: "2026-03-28T16:41")
        #expect(nobody.at != nil && nobody.by == nil)
        // One that cannot be read hides nothing else.
        try await remind("Tom", at: "2026-03-28T17:50")
        try await home.store.write { db in
            try db.put(sql: "PRAGMA ignore_check_constraints = ON")
            try db.put(sql: "UPDATE chore_reminder SET content = '{}'")
            try db.put(sql: "PRAGMA ignore_check_constraints = OFF")
        }
        let unreadable = try await told("ben", at: "2026-03-28T17:51")
        #expect(unreadable.at != nil && unreadable.by == nil)
    }
}

@Suite("A plan of one person, and of one kind")
struct PlanFilterTests {
    @Test(
        "What is somebody's as a client and what they do is theirs, also what comes by turns or was given to them"
    )
    func person() async throws {
        let home = try await RoutineHome([maria, anna, ben])
        // Anna has the 28th and the 30th, Ben the 29th.
        let turns = try await home.add(bins())
        try await home.add(medicine(at: "2026-03-28T15:00", by: .fixed(person: "ben")))
        try await home.add(bins(by: .claimed(), at: "2026-03-28T16:00") { $0.title = "Windows" })
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        func days(_ person: String?) async throws -> [String] {
            let found = try await home.store.days(
                from: berlin("2026-03-28T00:00"), until: berlin("2026-03-31T00:00"),
                only: PlanFilter(person: person), each: 10, now: home.clock)
            #expect(
                found.days?.map(\.count).reduce(0, +) == found.occurrences.count && found.isComplete == true)
            return found.occurrences.map { "\($0.local.day.day) \($0.title)" }
        }
        #expect(try await days("anna") == ["28 Bins", "30 Bins"])
        #expect(try await days("ben") == ["28 Medicine", "29 Bins", "29 Medicine", "30 Medicine"])
        #expect(try await days("maria") == ["28 Medicine", "29 Medicine", "30 Medicine"])
        #expect(try await days("nobody").isEmpty)
        #expect(try await days(nil).count == 9)
        // Ben's turn is Anna's now, though its plan has it otherwise.
        try await home.enter(.given, turns, "2026-03-29T14:00") { $0.person = "anna" }
        #expect(try await days("anna").contains("29 Bins"))
        #expect(try await !days("ben").contains("29 Bins"))
        // The same by pages, none twice and none left out.
        var (paged, next): ([String], OccurrencePlace?) = ([], nil)
        repeat {
            let page = try await home.store.occurrences(
                from: berlin("2026-03-28T00:00"), until: berlin("2026-03-31T00:00"),
                only: PlanFilter(person: "anna"), after: next, atMost: 1, now: home.clock)
            #expect(page.occurrences.count <= 1)
            paged += page.occurrences.map { "\($0.local.day.day) \($0.title)" }
            next = page.next.flatMap { OccurrencePlace($0) }
        } while next != nil && paged.count < 20
        #expect(try await paged == days("anna"))
    }

    @Test("Kinds leave nothing out and have nothing twice")
    func kinds() async throws {
        let home = try await RoutineHome([maria, anna])
        try await home.add(medicine())
        try await home.add(bins(by: .fixed(person: "anna")))
        var stretch = try medicine(isClientsOwn: true)
        (stretch.title, stretch.exercise) = ("Stretch", "stretch")
        try await home.add(stretch)
        var goal = try medicine(by: .fixed(person: "maria"), isClientsOwn: true)
        (goal.title, goal.isGoal) = ("Read", true)
        try await home.add(goal)
        _ = try await home.score(until: berlin("2026-03-28T14:30"))
        func titles(_ part: PlanPart) async throws -> Set<String> {
            Set(
                try await home.store.days(
                    from: berlin("2026-03-28T00:00"), until: berlin("2026-03-30T00:00"),
                    only: PlanFilter(part: part), each: 10, now: home.clock
                ).occurrences.map(\.title))
        }
        #expect(try await titles(.everything) == ["Medicine", "Bins", "Stretch", "Read"])
        #expect(try await titles(.chores) == ["Bins"])
        #expect(try await titles(.exercises) == ["Stretch"])
        #expect(try await titles(.goals) == ["Read"])
        #expect(try await titles(.reminders) == ["Medicine"])
    }
}
