import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore
@testable import StoreFiles

@Suite("Needs have a kind")
struct NeedKindTests {
    /// A home with a walk that is social and planned, and a wash that is physical.
    private static func home() async throws -> (RoutineHome, Routine) {
        let home = try await RoutineHome()
        _ = try await home.store.setNeed(
            "walk", NeedChange(label: "A walk", uses: [.asked, .scheduled], kind: .social), at: noon)
        _ = try await home.store.setNeed("wash", NeedChange(label: "A wash", kind: .physical), at: noon)
        var new = try medicine(repeats: .rules([RecurrenceRule("FREQ=DAILY;COUNT=9")]))
        (new.title, new.need) = ("Walk", "walk")
        let routine = try await home.add(new)
        _ = try await home.add(medicine(repeats: .rules([RecurrenceRule("FREQ=DAILY;COUNT=9")])))
        return (home, routine)
    }

    private static func ask(_ need: String, _ store: CareStore, at date: Date) async throws {
        var new = water(askedAt: date)
        (new.need, new.label) = (need, need)
        _ = try await store.record(new, receivedAt: date)
    }

    @Test(
        "What was asked and done is found and counted by the kind of its need, also by one that was said later"
    )
    func history() async throws {
        let (home, routine) = try await Self.home()
        let store = home.store
        _ = try await home.mark(.done, routine, "2026-03-28T14:00")
        for need in ["walk", "wash", "wash", "water"] { try await Self.ask(need, store, at: home.clock) }
        func found(_ kind: HistorySearch.KindOfNeed?) async throws -> [String] {
            try await store.history(HistorySearch(needKind: kind)).items.map { item in
                switch item {
                case .request(let story): "\(story.request.need) \(story.needKind?.text ?? "-")"
                case .entry(let story): "\(story.title) \(story.needKind?.text ?? "-")"
                }
            }
        }
        #expect(try await found(.these(.physical)) == ["wash physical", "wash physical"])
        #expect(Set(try await found(.these(.social))) == ["walk social", "Walk social"])
        #expect(try await found(HistorySearch.KindOfNeed.none) == ["water -"])
        #expect(try await found(nil).count == 5)
        var kinds = try await store.historyKinds(HistorySearch())
        #expect(
            kinds.kinds == [
                .init(kind: .physical, requests: 2, entries: 0),
                .init(kind: .social, requests: 1, entries: 1),
                .init(kind: nil, requests: 1, entries: 0),
            ])
        kinds = try await store.historyKinds(HistorySearch(text: "wash", kind: .requests, limit: 1))
        #expect(kinds.kinds == [.init(kind: .physical, requests: 2, entries: 0)])
        // Whoever finds a better kind says it of what was, too.
        let wash = try #require(try await store.needs().first { $0.id == "wash" })
        _ = try await store.setNeed(
            "wash", NeedChange(label: "A wash", kind: .own("Care"), replaces: wash.sequence), at: noon)
        #expect(try await found(.these(.own("Care"))) == ["wash Care", "wash Care"])
    }

    @Test("A call from a card of a board is of the card's kind, unless a need has its id")
    func cards() async throws {
        let (home, _) = try await Self.home()
        let store = home.store
        for need in ["walk", "water", "water", "tea"] { try await Self.ask(need, store, at: home.clock) }
        let cards: [String: NeedKind] = ["water": .physical, "walk": .physical, "bread": .own("Food")]
        var search = HistorySearch(kind: .requests)
        search.cardKinds = cards
        let page = try await store.history(search)
        let kinds = page.items.map { item in
            guard case .request(let story) = item else { return "" }
            return "\(story.request.need) \(story.needKind?.text ?? "-")"
        }
        #expect(kinds.sorted() == ["tea -", "walk social", "water physical", "water physical"])
        #expect(
            try await store.historyKinds(search).kinds == [
                .init(kind: .physical, requests: 2, entries: 0),
                .init(kind: .social, requests: 1, entries: 0),
                .init(kind: nil, requests: 1, entries: 0),
            ])
        search.needKind = .these(.physical)
        #expect(try await store.history(search).items.count == 2)
        search.needKind = HistorySearch.KindOfNeed.none
        #expect(try await store.history(search).items.count == 1)
        let one = try #require(
            page.items.first {
                if case .request(let story) = $0 { story.request.need == "water" } else { false }
            })
        #expect(try await store.story(of: one.id, cardKinds: cards)?.needKind == .physical)
        #expect(try await store.story(of: one.id)?.needKind == nil)
    }

    @Test("The home's own words are written as another need has them, and can still be mended")
    func ownWords() async throws {
        let store = try TestHome().store()
        func set(_ id: String, _ kind: String, replaces: Int64 = 0) async throws -> Need {
            try await store.setNeed(
                id, NeedChange(label: id, kind: NeedKind(kind), replaces: replaces), at: noon
            ).0
        }
        let first = try await set("mass", "Élan vital")
        #expect(first.kind == .own("Élan vital"))
        #expect(try await set("prayer", "élan VITAL").kind == .own("Élan vital"))
        #expect(try await set("hymn", "Physical").kind == .physical)
        let prayer = try #require(try await store.needs().first { $0.id == "prayer" })
        #expect(try await set("prayer", "Faith", replaces: prayer.sequence).kind == .own("Faith"))
        #expect(try await set("mass", "élan vital", replaces: first.sequence).kind == .own("élan vital"))
    }

    @Test("A removed need's words are still the home's own, after those of needs in use")
    func removed() async throws {
        let store = try TestHome().store()
        func set(_ id: String, _ kind: String, isActive: Bool = true, replaces: Int64 = 0) async throws
            -> Need
        {
            try await store.setNeed(
                id, NeedChange(label: id, kind: NeedKind(kind), isActive: isActive, replaces: replaces),
                at: noon
            ).0
        }
        let mass = try await set("mass", "FAITH")
        _ = try await set("mass", "FAITH", isActive: false, replaces: mass.sequence)
        #expect(try await set("prayer", "faith").kind == .own("FAITH"))
        let prayer = try #require(try await store.needs().first { $0.id == "prayer" })
        // Exactly as one of them has it: the better way to write it can be reached through that one.
        try await store.write { db in
            try db.put(sql: "UPDATE need SET kind = 'Faith' WHERE id = ?", arguments: [prayer.id])
        }
        #expect(try await set("hymn", "faith").kind == .own("Faith"))
    }

    @Test("What is planned of a need is found by it, coming and past")
    func planned() async throws {
        let (home, routine) = try await Self.home()
        let from = noon.addingTimeInterval(-86_400)
        let all = try await home.store.occurrences(
            from: from, until: noon.addingTimeInterval(20 * 86_400), need: "walk", after: nil, atMost: 100,
            now: home.clock)
        #expect(all.occurrences.count == 9 && all.occurrences.allSatisfy { $0.routine == routine.id })
        let none = try await home.store.occurrences(
            from: from, until: noon.addingTimeInterval(20 * 86_400), need: "wash", after: nil, atMost: 100,
            now: home.clock)
        #expect(none.occurrences.isEmpty)
    }

    @Test("An upgraded store finds older routines by their need, and leaves alone what it cannot read")
    func upgraded() async throws {
        let home = try TestHome()
        let place = try #require(StoreFormat.care.steps.firstIndex(of: StoreFormat.needKinds))
        let old = StoreFormat(
            name: StoreFormat.care.name, applicationID: StoreFormat.care.applicationID,
            steps: Array(StoreFormat.care.steps.prefix(place)))
        let queue = try StoreFile.open(home.path, format: old).queue
        try await queue.write { db in
            try db.put(
                sql:
                    "INSERT INTO journal (sequence, at, kind, subject, content, late) VALUES (1, 0, 'note', 'x', '{}', 0)"
            )
            for (id, content) in [
                (UUID(), #"{"content": {"need": "walk"}}"#), (UUID(), #"{"content": {}}"#), (UUID(), "{torn"),
            ] {
                try db.put(
                    sql: """
                        INSERT INTO routine (id, series, made_of, client, content, is_active, taken_to, planned_at, version,
                            sequence) VALUES (?1, ?1, '{}', 'maria', ?2, 1, 0, 0, 1, 1)
                        """, arguments: [id.uuidString, content])
            }
        }
        try queue.close()
        _ = try home.store()
        let needs = try await DatabaseQueue(path: home.path).read { db in
            try String?.fetchAll(db, sql: "SELECT need FROM routine ORDER BY number")
        }
        #expect(needs == ["walk", nil, nil])
    }
}
