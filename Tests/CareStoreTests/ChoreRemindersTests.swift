import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("What somebody is reminded of")
struct ChoreRemindersTests {
    private func home() async throws -> RoutineHome {
        try await RoutineHome([maria, anna, ben, cleo])
    }

    private func remind(_ routine: Routine, _ local: String, in home: RoutineHome) async throws {
        _ = try await home.store.remind(
            of: ChoreReminder(
                id: UUID(), routine: routine.id, key: home.key(local), by: "cleo", at: home.clock),
            sender: "cleo", receivedAt: home.clock)
    }

    private func told(_ feed: ChoreFeed) -> [String] {
        feed.mine.map {
            "\($0.local.day.day) \($0.title) \($0.state.rawValue)"
                + ($0.chore?.remindedAt == nil ? "" : ", reminded")
        }
    }

    @Test("What is due, was missed, or somebody was reminded of is theirs alone, as in the whole feed")
    func narrow() async throws {
        let home = try await home()
        try await home.add(bins(by: .fixed(person: "anna")))
        let dishes = try await home.add(
            bins(by: .fixed(person: "anna"), at: "2026-03-28T20:00") { $0.title = "Dishes" })
        try await home.add(bins(by: .fixed(person: "anna"), at: "2026-03-29T09:00") { $0.title = "Later" })
        let windows = try await home.add(bins(by: .fixed(person: "ben")) { $0.title = "Windows" })
        try await home.add(medicine(by: .fixed(person: "anna")))
        _ = try await home.score(until: berlin("2026-03-28T14:10"))
        #expect(try await told(home.store.choreReminders(of: "anna", now: home.clock)) == ["28 Bins due"])
        try await remind(dishes, "2026-03-28T20:00", in: home)
        try await remind(windows, "2026-03-28T14:00", in: home)
        let feed = try await home.store.choreReminders(of: "anna", now: home.clock)
        #expect(told(feed) == ["28 Bins due", "28 Dishes upcoming, reminded"])
        #expect(feed.all.count == 2 && feed.person == "anna" && feed.isComplete)
        #expect(try await feed.sequence == home.store.routines(onlyActive: true).sequence)
        // Each is as the whole feed has it.
        let whole = try await home.store.chores(of: "anna", now: home.clock)
        #expect(whole.sequence == nil && feed.mine.allSatisfy { whole.mine.contains($0) })
        let bens = try await home.store.choreReminders(of: "ben", now: home.clock)
        #expect(told(bens) == ["28 Windows due, reminded"])
        // Given away a minute later, it is the other's, who was reminded of nothing.
        _ = try await home.score(until: berlin("2026-03-28T14:11"))
        try await home.enter(.given, dishes, "2026-03-28T20:00", by: "cleo") { $0.person = "ben" }
        #expect(try await told(home.store.choreReminders(of: "anna", now: home.clock)) == ["28 Bins due"])
        #expect(try await told(home.store.choreReminders(of: "ben", now: home.clock)) == told(bens))
        _ = try await home.score(until: berlin("2026-03-28T15:10"))
        #expect(
            try await told(home.store.choreReminders(of: "ben", now: home.clock))
                == ["28 Windows missed, reminded"])
        try await home.enter(.done, windows, "2026-03-28T14:00", by: "ben")
        #expect(try await told(home.store.choreReminders(of: "ben", now: home.clock)) == [])
    }

    @Test("It is found by its indexes, without the chores of others")
    func plans() async throws {
        let home = try await home()
        let queue = try DatabaseQueue(path: home.home.path)
        func plan(_ sql: String) async throws -> [String] {
            try await queue.read { db in
                try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: [1, 1]).map { $0["detail"] }
            }
        }
        #expect(
            try await plan(RoutineKeeper.openChoresOfPerson)
                == ["SEARCH occurrence USING INDEX occurrence_chore_person (person=?)"])
        #expect(
            try await plan(RoutineKeeper.offeredChores)
                == ["SEARCH occurrence USING INDEX occurrence_offered (offered_to=?)"])
        let reminded = try await plan(RoutineKeeper.remindedChores)
        #expect(
            reminded.first == "SEARCH chore_reminder USING INDEX chore_reminder_received (received_at>?)")
        #expect(!reminded.contains { $0.hasPrefix("SCAN") }, "\(reminded)")
    }

    @Test("What is made for several people is made for all or for none, and once")
    func forSeveral() async throws {
        let home = try await home()
        let ids = (0..<4).map { _ in UUID() }
        func new(_ people: [(Int, String)]) throws -> NewRoutine {
            let content = try bins(by: .fixed(person: people[0].1))
            return NewRoutine(
                id: ids[people[0].0], content: content, by: "Anna", at: noon,
                also: people.dropFirst().map { RoutineTwin(id: ids[$0.0], person: $0.1) })
        }
        func people() async throws -> [[String]] {
            try await home.store.routines(onlyActive: true).routines.map(\.content.assignment.people)
        }
        let wrong = try new([(0, "anna"), (1, "ben"), (2, "nobody")])
        do {
            _ = try await home.store.addRoutine(wrong, receivedAt: noon)
            Issue.record("it was made")
        } catch {
            guard case .invalid(field: "also[1].person", "nobody in this home has the id nobody") = error
            else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try await people() == [])
        let made = try await home.store.addRoutine(try new([(0, "anna"), (1, "ben")]), receivedAt: noon)
        #expect(made.isNew && made.0.id == ids[0])
        #expect(try await people() == [["anna"], ["ben"]])
        #expect(try await !home.store.addRoutine(try new([(0, "anna"), (1, "ben")]), receivedAt: noon).isNew)
        // Sent once more with somebody else, it is made for them alone.
        #expect(try await home.store.addRoutine(try new([(1, "ben"), (3, "cleo")]), receivedAt: noon).isNew)
        #expect(try await people() == [["anna"], ["ben"], ["cleo"]])
    }
}
