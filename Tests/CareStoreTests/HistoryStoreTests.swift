import Care
import Foundation
import GRDB
import Recurrence
import Synchronization
import Testing

@testable import CareStore

@Suite("Looking back")
struct HistoryStoreTests {
    private func at(_ minutes: Double) -> Date { noon.addingTimeInterval(minutes * 60) }

    private func ask(
        _ store: CareStore, _ minutes: Double, label: String = "Water", client: String = "maria",
        again: UUID? = nil
    ) async throws -> UUID {
        var new = water(askedAt: at(minutes), asksAgain: again)
        (new.label, new.client) = (label, client)
        _ = try await store.record(new, receivedAt: at(minutes))
        return new.id
    }

    private func labels(_ store: CareStore, _ search: HistorySearch) async throws -> [String] {
        try await store.history(search).items.map { item in
            switch item {
            case .request(let story): story.request.label
            case .entry(let story): "\(story.title) \(story.entry.kind.rawValue)"
            }
        }
    }

    @Test("A request is told with each of its states, its notes and who asked again")
    func story() async throws {
        let store = try TestHome().store()
        let first = try await ask(store, 0)
        _ = try await store.respond(to: first, answer(.heard), actor: .station, receivedAt: at(0.1))
        _ = try await store.respond(to: first, answer(.onTheWay), actor: .station, receivedAt: at(2))
        let note = RequestNote(id: UUID(), text: "Only a sip.", by: "Ben", at: at(3))
        _ = try await store.addNote(request: first, note, receivedAt: at(3))
        let second = try await ask(store, 5, again: first)
        let story = try #require(try await store.story(of: first))
        #expect(story.moves.map(\.kind) == [.asked, .heard, .onTheWay, .cancelled])
        #expect(story.moves.map(\.at) == [at(0), at(0.1), at(2), at(5)])
        #expect(story.moves.last?.reason == "asked_again" && story.moves[2].by == "Anna")
        #expect(story.responseTime == .seconds(120))
        #expect(story.notes == [note] && story.askedAgain == second)
        #expect(try await store.story(of: UUID()) == nil)
    }

    @Test("Each page goes on where the one before ended, over requests and entries, also of one moment")
    func pages() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine(repeats: .rules([RecurrenceRule("FREQ=DAILY;COUNT=9")])))
        for day in 28...31 {
            _ = try await home.mark(.done, routine, "2026-03-\(day)T14:00")
            var new = water(askedAt: home.clock)
            new.label = "Water \(day)"
            _ = try await home.store.record(new, receivedAt: home.clock)
        }
        let all = try await home.store.history(HistorySearch()).items
        #expect(all.count == 8)
        for limit in 1...3 {
            var found: [HistoryItem] = []
            var search = HistorySearch(limit: limit)
            repeat {
                let page = try await home.store.history(search)
                #expect(page.items.count <= limit && page.zone == "Europe/Berlin")
                found += page.items
                search.after = page.next.flatMap(HistorySearch.Place.init)
            } while search.after != nil
            #expect(found == all)
        }
    }

    @Test("It is searched by words in whatever case, name, client, time and kind")
    func searches() async throws {
        let home = try await RoutineHome()
        let store = home.store
        let routine = try await home.add(medicine(repeats: .rules([RecurrenceRule("FREQ=DAILY;COUNT=9")])))
        home.clock = at(10)
        let done = try await home.mark(.done, routine, "2026-03-28T14:00", text: "with Juice 100%")
        _ = done
        let apple = try await ask(store, 20, label: "Äpfel")
        _ = try await ask(store, 30, label: "Toilet_1", client: "ben")
        _ = try await store.respond(
            to: apple, answer(.declined, by: "Zoe", reason: "none left"), actor: .station, receivedAt: at(21))
        let note = RequestNote(id: UUID(), text: "Ask again at six", by: "Ole", at: at(22))
        _ = try await store.addNote(request: apple, note, receivedAt: at(22))
        func found(_ search: HistorySearch) async throws -> [String] { try await labels(store, search) }
        let medicine = "\(routine.content.title) done"
        for text in ["äpf", "ÄPFEL", "none LEFT", "AT SIX", "zoe"] {
            #expect(try await found(.init(text: text)) == ["Äpfel"], "\(text)")
        }
        for text in ["juice", "100%", routine.content.title.uppercased()] {
            #expect(try await found(.init(text: text)) == [medicine], "\(text)")
        }
        // What means something to SQLite means nothing here.
        for text in ["%", "_1", "*ä", "[ä", "ä?", #"\"#, "'; DROP TABLE request; --"] {
            let wanted = text == "%" ? [medicine] : text == "_1" ? ["Toilet_1"] : []
            #expect(try await found(.init(text: text)) == wanted, "\(text)")
        }
        #expect(try await found(.init(by: "Zoe")) == ["Äpfel"])
        #expect(try await found(.init(by: "Ole")) == ["Äpfel"])
        #expect(try await found(.init(by: "Anna")) == [medicine])
        #expect(try await found(.init(client: "ben")) == ["Toilet_1"])
        #expect(try await found(.init(from: at(20), until: at(30))) == ["Äpfel"])
        #expect(try await found(.init(kind: .routines)) == [medicine])
        #expect(try await found(.init(kind: .requests)) == ["Toilet_1", "Äpfel"])
    }

    @Test("A request that was taken back is shown as such")
    func takenBack() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        let entry = OccurrenceEntry(
            id: UUID(), routine: routine.id,
            key: try #require(OccurrenceKey("2026-03-28T14:00:00[Europe/Berlin]")),
            kind: .done, by: "Anna", at: home.clock)
        _ = try await home.store.mark(entry, actor: .station, receivedAt: home.clock)
        let undone = OccurrenceEntry(
            id: UUID(), routine: routine.id, key: entry.key, kind: .undone, by: "Ben", undoes: entry.id,
            at: home.clock)
        _ = try await home.store.mark(undone, actor: .station, receivedAt: at(1))
        let items = try await home.store.history(HistorySearch()).items
        let flags = items.map { item in if case .entry(let story) = item { story.isTakenBack } else { false }
        }
        #expect(flags == [false, true])
    }

    /// 100,000 requests with three moves each, in one go.
    private func old(_ home: TestHome) throws {
        let queue = try DatabaseQueue(path: home.path)
        try queue.write { db in
            try db.put(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
                    INSERT INTO request (id, client, client_name, need, label, called, say, priority, state,
                        asked_at, received_at, changed_at, changed_by, sequence)
                    SELECT printf('%08d-0000-4000-8000-000000000000', i), 'maria', 'Maria', 'water', 'Water',
                        'water', 'I would like some water, please.', 'normal', 'met', i * 60000, i * 60000,
                        i * 60000 + 30000, 'Anna', 3 * i FROM n
                    """)
            for (number, kind) in ["asked", "heard", "met"].enumerated() {
                try db.put(
                    sql: """
                        INSERT INTO journal (sequence, at, kind, request_id, state, changed_at, changed_by,
                            escalation, late)
                        SELECT 3 * number - 2 + ?, received_at, ?, id, ?, received_at, 'Anna', 0, 0 FROM request
                        """, arguments: [number, kind, kind])
            }
            try db.put(
                sql: """
                    INSERT INTO response (id, request_id, state, by_name, at, actor, sequence)
                    SELECT id, id, 'met', 'Anna', received_at, 'station', sequence FROM request
                    """)
        }
        try queue.close()
    }

    @Test("Among 100,000 requests each search takes few steps")
    func many() async throws {
        let home = try TestHome()
        do { _ = try home.store() }
        try old(home)
        let store = try home.store()
        // What is looked for, how much of it one page holds, and thousands of steps: some where an index leads to it, not more
        // than fifty for each request where all are read.
        let searches: [(HistorySearch, Int, Int)] = [
            (.init(), 50, 20), (.init(text: "water"), 50, 20), (.init(text: "zebra"), 0, 5000),
            (.init(text: "zebrä"), 0, 5000), (.init(by: "Anna"), 50, 5000), (.init(by: "Zoe"), 0, 5000),
            (.init(after: .init(at: 6_000_000, isRequest: true, number: 100)), 50, 20),
            (.init(from: Date(timeIntervalSince1970: 60), until: Date(timeIntervalSince1970: 180)), 2, 20),
        ]
        let steps = SQLiteSteps(each: 1000)
        for (search, count, most) in searches {
            let taken = try await steps.counted(in: store) { () async throws in
                #expect(try await store.history(search).items.count == count)
            }
            #expect(taken <= most, "\(search)")
            #expect(taken > 0 || count < 50, "Nothing was counted.")
        }
    }
}
