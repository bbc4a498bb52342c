import Care
import Foundation
import Testing

@Suite("Ids made at the press")
struct UUIDVersion7Tests {
    /// Always the same bits, so that the layout can be compared as text.
    private struct Ones: RandomNumberGenerator {
        mutating func next() -> UInt64 { .max }
    }

    @Test("They have the layout of RFC 9562's example, A.6")
    func layout() {
        var generator = Ones()
        // The example's time: 2022-02-22 14:22:22.000 -05:00.
        let id = UUID.version7(at: Date(timeIntervalSince1970: 1_645_557_742), using: &generator)
        #expect(id.uuidString == "017F22E2-79B0-7FFF-BFFF-FFFFFFFFFFFF")
    }

    @Test("They sort by their time")
    func order() {
        var generator = SystemRandomNumberGenerator()
        let ids = (0..<1000).map { step in
            UUID.version7(
                at: Date(timeIntervalSince1970: 1_774_665_000 + Double(step) / 100), using: &generator)
        }
        #expect(ids.map(\.uuidString) == ids.map(\.uuidString).sorted())
        #expect(Set(ids).count == ids.count)
    }

    @Test("A clock before 1970 makes an id nonetheless")
    func beforeTheEpoch() {
        var generator = SystemRandomNumberGenerator()
        let id = UUID.version7(at: Date(timeIntervalSince1970: -5), using: &generator)
        #expect(id.uuidString.hasPrefix("00000000-0000-7"))
    }
}
