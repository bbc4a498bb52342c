import Care
import Foundation
import Recurrence
import Testing

@Suite("The chores that somebody still has to do")
struct ChoreFeedTests {
    private static let now = Date(timeIntervalSince1970: 1_774_665_000)

    private static func chore(
        _ title: String, by person: String?, until minutes: Double, _ state: OccurrenceState = .due,
        _ chore: Chore = Chore(audience: .household), changed: Double? = nil
    ) throws -> RoutineOccurrence {
        RoutineOccurrence(
            routine: UUID(), key: try Planned.key("2026-03-28T02:30"), title: title,
            client: RoutineOccurrence.noClient,
            clientName: "Everyone", priority: .normal, at: now, local: .first,
            missedAt: now.addingTimeInterval(minutes * 60), state: state,
            assignment: Assignment(person: person, name: person, reason: ""), isClientsOwn: false,
            changedAt: changed.map { now.addingTimeInterval($0 * 60) }, chore: chore)
    }

    @Test("Mine by deadline, then nobody's and the others'; what waits is no longer open")
    func lists() throws {
        let found = [
            try Self.chore("dishes", by: "anna", until: 60), try Self.chore("bins", by: "ben", until: 10),
            try Self.chore("hoover", by: "anna", until: 5, .missed),
            try Self.chore("windows", by: nil, until: 7),
            try Self.chore("lawn", by: "ben", until: 3),
            try Self.chore(
                "bed", by: "cleo", until: 1, .done, Chore(audience: .person, approval: .waiting), changed: -5),
            try Self.chore("shoes", by: "cleo", until: 1, .skipped, changed: -9),
            try Self.chore("socks", by: "cleo", until: 1, .done, changed: -2),
        ]
        let feed = ChoreFeed(of: found, for: "anna", isComplete: true, now: Self.now)
        #expect(feed.mine.map(\.title) == ["hoover", "dishes"])
        #expect(feed.free.map(\.title) == ["windows"])
        #expect(feed.others.map(\.title) == ["lawn", "bins"])
        #expect(feed.waiting.map(\.title) == ["bed"])
        #expect(feed.closed.map(\.title) == ["socks", "shoes"])
        #expect(feed.isComplete)
        // Where nobody is named, none is anybody's own.
        let all = ChoreFeed(of: found, for: nil, isComplete: true, now: Self.now)
        #expect(all.mine.isEmpty && all.others.count == 4)
    }

    @Test("A list has its bound, and the answer says that there is more")
    func bounded() throws {
        let found = try (0...ChoreFeed.most).map {
            try Self.chore("chore \($0)", by: "anna", until: Double($0))
        }
        let feed = ChoreFeed(of: found, for: "anna", isComplete: true, now: Self.now)
        #expect(feed.mine.count == ChoreFeed.most && feed.mine.first?.title == "chore 0" && !feed.isComplete)
    }

    @Test("Whoever has it by an entry is told, and the plan is kept beside it")
    func inOtherHands() throws {
        var chore = try Self.chore("bins", by: "anna", until: 10, .due, Chore(audience: .person))
        let before = chore
        let entry = UUID()
        chore.put(
            inHandsOf: Assignment(of: "ben", called: "Ben", by: .given, before: "Anna"), by: entry)
        #expect(chore.assignment.reason == "Ben got it from Anna." && chore.chore?.turn?.person == "anna")
        #expect(chore.clientName == "Ben" && chore.chore?.entry == entry)
        chore.put(inHandsOf: Assignment(of: "cleo", called: "Cleo", by: .claimed, before: nil))
        #expect(chore.assignment.reason == "Cleo took it." && chore.chore?.turn?.person == "anna")
        chore.put(inHandsOf: nil)
        #expect(chore.assignment == before.assignment && chore.chore == before.chore)
    }
}
