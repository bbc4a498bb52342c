import Care
import Foundation
import Recurrence
import Synchronization
import Testing

@testable import CareService

struct JournalTailTests {
    /// A journal of so many events, which counts how often it is read.
    private final class Journal: Sendable {
        struct Broken: Error {}
        let state = Mutex((last: Int64(0), readings: 0, isBroken: false))

        func read(after: Int64) throws -> [JournalEvent] {
            try state.withLock { state in
                state.readings += 1
                if state.isBroken { throw Broken() }
                guard after < state.last else { return [] }
                return ((after + 1)...min(state.last, after + Int64(JournalTail.page))).map {
                    JournalEvent(sequence: $0, at: Date(timeIntervalSince1970: 0), content: .agendaChanged)
                }
            }
        }

        func grow(to last: Int64, _ tail: JournalTail) {
            state.withLock { $0.last = last }
            tail.advanced()
        }
    }

    private func numbers(_ text: String) -> [Int64] {
        text.split(separator: "\n").compactMap { line in
            line.hasPrefix("id: ") ? Int64(line.dropFirst(4)) : nil
        }
    }

    @Test("What an earlier run has left is told before anything new happens")
    func whatAnEarlierRunHasLeftIsToldBefore() async throws {
        let (journal, tail) = (Journal(), JournalTail())
        journal.state.withLock { $0.last = 3 }
        let news = try #require(try await tail.news(after: 1) { try journal.read(after: $0) })
        #expect(numbers(news.text) == [2, 3])
    }

    @Test("Many streams cost one reading") func manyStreamsCostOneReading() async throws {
        let (journal, tail) = (Journal(), JournalTail())
        journal.grow(to: 3, tail)
        for _ in 0..<50 {
            let news = try #require(try await tail.news(after: 0) { try journal.read(after: $0) })
            #expect(numbers(news.text) == [1, 2, 3])
            #expect(news.last == 3)
        }
        #expect(journal.state.withLock { $0.readings } == 1)
    }

    @Test("Streams that ask at once get everything once, in order")
    func streamsThatAskAtOnceGetEverythingOnceIn() async throws {
        let (journal, tail) = (Journal(), JournalTail())
        try await withThrowingTaskGroup(of: [Int64].self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var (cursor, heard): (Int64, [Int64]) = (0, [])
                    while cursor < 300 {
                        let news = try #require(
                            try await tail.news(after: cursor) { try journal.read(after: $0) })
                        heard += numbers(news.text)
                        cursor = news.last
                        await Task.yield()
                    }
                    return heard
                }
            }
            for last in 1...300 { journal.grow(to: Int64(last), tail) }
            for try await heard in group { #expect(heard == Array(1...300)) }
        }
    }

    @Test("Who is far behind reads for itself") func whoIsFarBehindReadsForItself() async throws {
        let (journal, tail) = (Journal(), JournalTail())
        journal.grow(to: 5000, tail)
        #expect(try await tail.news(after: 0) { try journal.read(after: $0) } == nil)
        journal.grow(to: 5001, tail)
        #expect(try await tail.news(after: 1) { try journal.read(after: $0) } == nil)
        let news = try #require(try await tail.news(after: 4999) { try journal.read(after: $0) })
        #expect(numbers(news.text) == [5000, 5001])
    }

    @Test("A reading that fails is told, and the next one reads it") func aReadingThatFailsIsToldAndTheNext()
        async throws
    {
        let (journal, tail) = (Journal(), JournalTail())
        journal.grow(to: 2, tail)
        journal.state.withLock { $0.isBroken = true }
        await #expect(throws: Journal.Broken.self) {
            _ = try await tail.news(after: 0) { try journal.read(after: $0) }
        }
        journal.state.withLock { $0.isBroken = false }
        let news = try #require(try await tail.news(after: 0) { try journal.read(after: $0) })
        #expect(numbers(news.text) == [1, 2])
    }

    @Test("What is not for an audience is left out, and the place is the same")
    func whatIsNotForAnAudienceIsLeftOut() async throws {
        let (journal, tail) = (Journal(), JournalTail())
        journal.grow(to: 3, tail)
        let hers = RoutineOccurrence(
            routine: UUID(), key: Days.key("2026-03-28T13:30:00"), title: "Medicine", client: "maria",
            clientName: "Maria", priority: .soon, at: noon, local: .first, missedAt: noon, state: .due,
            assignment: Assignment(person: "anna", name: "Anna", reason: "Always Anna."), isClientsOwn: true)
        let news = try #require(
            try await tail.news(after: 0, for: .kiosk(client: "otto", device: nil)) { after in
                var events = try journal.read(after: after)
                if events.count == 3 { events[1].content = .occurrenceChanged(hers) }
                return events
            })
        #expect(numbers(news.text) == [1, 3] && news.last == 3)
        let all = try #require(try await tail.news(after: 0) { try journal.read(after: $0) })
        #expect(numbers(all.text) == [1, 2, 3])
    }
}
