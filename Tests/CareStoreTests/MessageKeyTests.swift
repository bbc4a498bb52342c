import Foundation
import Testing

@testable import CareStore

@Suite("A key of a message")
struct MessageKeyTests {
    private static func key(_ key: String, of caller: String = "station", _ message: UInt8 = 1) -> MessageKey
    {
        MessageKey(caller: caller, key: key, digest: Data(repeating: message, count: 32))
    }

    @Test("The same message gets what it got at first, over a restart and for a day")
    func life() async throws {
        let home = try TestHome()
        let first: MessageStamp
        do {
            let store = try home.store()
            first = try await store.stamp(Self.key("a"), at: noon)
            #expect(first.at == noon)
            #expect(try await store.stamp(Self.key("a"), at: noon + 60) == first)
        }
        let store = try home.store()
        #expect(try await store.stamp(Self.key("a"), at: noon + 86_399) == first)
        let next = try await store.stamp(Self.key("a", of: "station", 2), at: noon + 86_400)
        #expect(next.id != first.id && next.at == noon + 86_400)
    }

    @Test("The same key with another message is refused, and another caller's is another key")
    func others() async throws {
        let store = try TestHome().store()
        let first = try await store.stamp(Self.key("a"), at: noon)
        await #expect(throws: CareStoreError.self) {
            try await store.stamp(Self.key("a", of: "station", 2), at: noon)
        }
        #expect(try await store.stamp(Self.key("a", of: "person anna", 2), at: noon) != first)
        #expect(try await store.stamp(Self.key("b"), at: noon) != first)
    }

    @Test("A key from a clock that was far ahead does not last for years")
    func clocks() async throws {
        let store = try TestHome().store()
        let first = try await store.stamp(Self.key("a"), at: noon + 400 * 86_400)
        let now = try await store.stamp(Self.key("a", of: "station", 2), at: noon)
        #expect(now.id != first.id && now.at == noon)
    }

    @Test("Of one caller the newest are kept, and no other caller loses any")
    func bounded() async throws {
        let store = try TestHome().store()
        let other = try await store.stamp(Self.key("0", of: "kiosk"), at: noon)
        var first: [MessageStamp] = []
        for number in 0...50 {
            let stamp = try await store.stamp(
                Self.key("\(number)"), at: noon + Double(number) / 1000, keeping: 50)
            if number < 2 { first.append(stamp) }
        }
        #expect(try await store.stamp(Self.key("1"), at: noon + 11) == first[1])
        #expect(try await store.stamp(Self.key("0"), at: noon + 11).id != first[0].id)
        #expect(try await store.stamp(Self.key("0", of: "kiosk"), at: noon + 11) == other)
    }
}
