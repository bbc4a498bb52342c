import Care
import Foundation
import Recurrence
import StaffFiles
import Testing

@testable import Encouragement

@Suite("What was heard does not come again before all was")
struct EncouragementDeckTests {
    private static let items = ["a", "b", "c", "d"].map {
        Encouragement(
            id: $0, text: $0, categories: $0 == "d" ? ["faith"] : $0 == "c" ? ["rest"] : ["courage"])
    }

    /// The ids of the next so many, with numbers that are as good as chance.
    private func draw(
        _ count: Int, _ deck: inout EncouragementDeck, _ choice: EncouragementDeck.Choice = .init(),
        of items: [Encouragement] = items
    ) -> [String] {
        (0..<count).compactMap { deck.next(of: items, choice, chance: UInt64($0) &* 2_654_435_761)?.id }
    }

    @Test("Each comes once before any comes again, and none twice in a row")
    func once() {
        var deck = EncouragementDeck()
        let drawn = draw(300, &deck)
        for start in stride(from: 0, to: 300, by: 3) {
            #expect(Set(drawn[start..<(start + 3)]) == ["a", "b", "c"])
        }
        #expect(zip(drawn, drawn.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("What is off comes only when it is asked for")
    func off() {
        var deck = EncouragementDeck()
        #expect(!draw(50, &deck).contains("d"))
        #expect(draw(2, &deck, .init(category: "faith")) == ["d", "d"])
        var open = EncouragementDeck()
        #expect(Set(draw(4, &open, .init(off: []))) == ["a", "b", "c", "d"])
    }

    @Test("A category and the favourites have their own turn; what they take counts as heard")
    func parts() {
        var deck = EncouragementDeck()
        #expect(Set(draw(2, &deck, .init(category: "courage"))) == ["a", "b"])
        #expect(draw(1, &deck) == ["c"])
        deck.setFavourite("quotes/b", true)
        #expect(draw(3, &deck, .init(isFavourite: true)) == ["b", "b", "b"])
        deck.setFavourite("quotes/b", false)
        #expect(draw(1, &deck, .init(isFavourite: true)) == [])
    }

    @Test("Counting stops at the limit: a deck that is good stays good, and something still comes")
    func limit() throws {
        let most = 1_000_000
        let text =
            #"{"heard":{"quotes/a":\#(most),"quotes/b":\#(most - 1)},"favourites":{"quotes/a":\#(most)}}"#
        var deck = try JSONDecoder().decode(EncouragementDeck.self, from: Data(text.utf8))
        let drawn = draw(20, &deck, .init(category: "courage"))
        #expect(drawn.count == 20 && Set(drawn) == ["a", "b"])
        #expect(deck.heard == ["quotes/a": most, "quotes/b": most])
        deck.setFavourite("quotes/a", true)
        #expect(!deck.isFavourite("quotes/a"))
        try deck.check()
        // One that was kept before is mended by what comes from elsewhere.
        let past = #"{"heard":{"quotes/a":\#(most + 1)},"favourites":{}}"#
        var old = try JSONDecoder().decode(EncouragementDeck.self, from: Data(past.utf8))
        #expect(throws: FieldProblem.self) { try old.check() }
        old.merge(deck)
        try old.check()
    }

    @Test("What is new comes before all that was heard, and once")
    func changes() {
        var deck = EncouragementDeck()
        _ = draw(3, &deck)
        let changed =
            Array(Self.items.prefix(2)) + [Encouragement(id: "new", text: "new", categories: ["rest"])]
        #expect(draw(1, &deck, of: changed) == ["new"])
        #expect(Set(draw(3, &deck, of: changed)) == ["a", "b", "new"])
        #expect(draw(1, &deck, of: []) == [])
    }
}

@Suite("Decks of several kiosks are merged without loss")
struct MergedDeckTests {
    private static let items = (0..<20).map {
        Encouragement(id: "i\($0)", text: "\($0)", categories: ["rest"])
    }

    @Test("Merging knows no order and no repetition, and loses neither what was heard nor a favourite")
    func merged() {
        var (one, other) = (EncouragementDeck(), EncouragementDeck())
        for number in 0..<7 {
            _ = one.next(of: Self.items, chance: UInt64(number) &* 97)
            _ = other.next(of: Self.items, chance: UInt64(number) &* 31)
        }
        one.setFavourite("quotes/i1", true)
        other.setFavourite("quotes/i2", true)
        var (first, second) = (one, other)
        first.merge(other)
        second.merge(one)
        #expect(first.heard == second.heard && first.favourites == second.favourites)
        #expect(Set(first.heard.keys) == Set(one.heard.keys).union(other.heard.keys))
        #expect(first.isFavourite("quotes/i1") && first.isFavourite("quotes/i2"))
        let before = first
        first.merge(one)
        first.merge(second)
        #expect(first == before)
    }

    @Test("After merging, nothing comes that either of both has heard before all was")
    func noneTwice() {
        var (one, other) = (EncouragementDeck(), EncouragementDeck())
        for number in 0..<6 {
            _ = one.next(of: Self.items, chance: UInt64(number) &* 7)
            _ = other.next(of: Self.items, chance: UInt64(number) &* 13)
        }
        one.merge(other)
        let known = Set(one.heard.keys)
        var later: Set<String> = []
        for number in 0..<(20 - known.count) {
            later.insert(one.next(of: Self.items, chance: UInt64(number))?.key ?? "")
        }
        #expect(later.isDisjoint(with: known) && later.count == 20 - known.count)
    }

    @Test("Taken out and kept again elsewhere: the later count holds")
    func favourite() {
        var (one, other) = (EncouragementDeck(), EncouragementDeck())
        one.setFavourite("quotes/i1", true)
        one.setFavourite("quotes/i1", true)
        other.merge(one)
        other.setFavourite("quotes/i1", false)
        one.merge(other)
        #expect(!one.isFavourite("quotes/i1"))
        one.setFavourite("quotes/i1", true)
        other.merge(one)
        #expect(other.isFavourite("quotes/i1"))
    }

    @Test("A day beyond tomorrow was a wrong clock's; a damaged deck is refused")
    func wrong() throws {
        let today = CalendarDay(clamping: 20_000)
        var deck = EncouragementDeck()
        deck.said("quotes/i1", on: .last)
        deck.correct(today: today)
        #expect(deck.daily?.day == today)
        deck.said("quotes/i1", on: today.adding(days: 1))
        deck.correct(today: today)
        #expect(deck.daily?.day == today.adding(days: 1))
        let damaged = #"{"heard": {"quotes/i1": 9223372036854775807}, "favourites": {}}"#
        let read = try JSONDecoder().decode(EncouragementDeck.self, from: Data(damaged.utf8))
        #expect(throws: FieldProblem.self) { try read.check() }
    }
}

@Suite("Stores of encouragement")
struct EncouragementReaderTests {
    private static let loader = StaffFileLoader { path, _ in
        switch path {
        case "encouragement/sea.wav": .success(Array("RIFF0000WAVE".utf8))
        case "encouragement/sea.webm": .success([0x1A, 0x45, 0xDF, 0xA3])
        default: .failure(.init("does not exist"))
        }
    }

    private func read(_ text: String) -> (store: EncouragementStore?, findings: [String]) {
        let (store, findings) = EncouragementReader(loader: Self.loader).read(
            Array(text.utf8), file: "encouragement/quotes.en.yaml")
        return (store, findings.map(\.description))
    }

    private static let whole = """
        encouragement: quotes
        language: en-GB
        items:
          - { id: sea, text: The sea has time., categories: [rest, joy], sound: sea.wav, video: sea.webm }
          - { id: one, text: One press., author: Maria, categories: [courage] }

        """

    @Test("A whole file")
    func whole() {
        let (store, findings) = read(Self.whole)
        #expect(findings == [])
        #expect(store?.kind == .quotes)
        #expect(store?.categories == ["rest", "joy", "courage"])
        #expect(
            store?.items == [
                Encouragement(
                    id: "sea", text: "The sea has time.", categories: ["rest", "joy"],
                    recording: "encouragement/sea.wav", video: "encouragement/sea.webm"),
                Encouragement(id: "one", text: "One press.", author: "Maria", categories: ["courage"]),
            ])
    }

    @Test(
        "Each mistake is told with its place and what to do",
        arguments: [
            (
                "quotes", "jokes",
                "1:16: error: `encouragement` cannot be `jokes`: write one of `quotes`, `tips`"
            ),
            ("id: one", "id: sea", "5:11: error: the id `sea` is taken by the item in line 4: write another"),
            (
                "id: one", "id: number one",
                "5:11: error: `id` is a short word of letters from a to z, digits and `-`"
            ),
            ("[courage]", "[]", "5:49: error: an item has from 1 to 5 categories"),
            (", categories: [courage]", "", "5:5: error: an item needs `categories`"),
            (
                "sound: sea.wav", "sound: sea.webm",
                "4:73: error: `sea.webm` is not a sound file that can be played"
            ),
            (
                "video: sea.webm", "video: sea.wav",
                "4:89: error: `sea.wav` is not a video that every browser plays"
            ),
            ("video: sea.webm", "video: /sea.wav", "4:89: error: `/sea.wav` is an absolute path"),
        ])
    func mistakes(before: String, after: String, finding: String) {
        let (store, findings) = read(Self.whole.replacing(before, with: after, maxReplacements: 1))
        #expect(store == nil)
        #expect(findings.contains { $0.hasPrefix("encouragement/quotes.en.yaml:" + finding) }, "\(findings)")
    }

    @Test("A text that is too long to listen to, and an empty file")
    func bounds() {
        let long = read(Self.whole.replacing("One press.", with: String(repeating: "word ", count: 61)))
        #expect(long.findings.count == 1 && long.findings[0].contains("at most 300 can be listened to"))
        #expect(read("").findings.count == 1)
    }
}

@Suite("The encouragement that is shipped")
struct ShippedEncouragementTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "encouragement")

    private static func store(_ name: String) throws -> EncouragementStore {
        let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
        let loader = StaffFileLoader { _, _ in .failure(.init("does not exist")) }
        let (store, findings) = EncouragementReader(loader: loader).read(bytes, file: name)
        #expect(findings.map(\.description) == [])
        return try #require(store)
    }

    @Test(
        "Sixty of each, the same in English and German; each tip has a source",
        arguments: EncouragementStore.Kind.allCases)
    func sixty(kind: EncouragementStore.Kind) throws {
        let (english, german) = (
            try Self.store("\(kind.rawValue).en.yaml"), try Self.store("\(kind.rawValue).de.yaml")
        )
        #expect(english.items.count == 60)
        #expect(english.kind == kind && german.kind == kind)
        #expect(english.items.map(\.id) == german.items.map(\.id))
        #expect(english.items.map(\.categories) == german.items.map(\.categories))
        for store in [english, german] {
            #expect(store.items.allSatisfy { ($0.source?.contains("https://") ?? false) == (kind == .tips) })
            #expect(Set(store.items.map(\.text)).count == 60)
        }
    }

    @Test("What ships is of known topics, and of each there is something")
    func topics() throws {
        let all = try ["quotes.en.yaml", "tips.en.yaml"].flatMap { try Self.store($0).items }
        #expect(Set(all.flatMap(\.categories)) == Set(EncouragementTopic.allCases.map(\.rawValue)))
    }

    @Test("Faith alone is off at first, and stands alone")
    func faith() throws {
        let quotes = try Self.store("quotes.en.yaml").items
        #expect(quotes.filter { $0.categories.contains("faith") }.allSatisfy { $0.categories == ["faith"] })
        var deck = EncouragementDeck()
        let heard = (0..<55).compactMap { deck.next(of: quotes, chance: UInt64($0) &* 40_503) }
        #expect(heard.count == 55 && !heard.contains { $0.categories == ["faith"] })
        #expect(Set(heard.map(\.id)).count == 55)
    }
}
