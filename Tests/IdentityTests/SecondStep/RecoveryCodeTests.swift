import Care
import Chance
import Crypto
import FoundationEssentials
import Identity
import Testing

@Suite("Recovery codes can be read aloud, and typed in any way")
struct RecoveryCodeTests {
    @Test("Ten are made, of which no two are alike")
    func made() {
        var generator = SeededGenerator(seed: 7)
        let codes = RecoveryCode.makeAll(using: &generator)
        #expect(codes.count == 10)
        #expect(Set(codes).count == 10)
        for code in codes {
            let halves = code.split(separator: "-", omittingEmptySubsequences: false)
            #expect(halves.map(\.count) == [5, 5])
            #expect(halves.joined().allSatisfy(AccessRules.codeCharacters.contains))
            #expect(RecoveryCode.plain(code) == halves.joined())
        }
    }

    @Test("Every letter and digit comes, about as often as any other")
    func even() {
        var generator = SeededGenerator(seed: 8)
        var counts: [Character: Int] = [:]
        for _ in 0..<1000 {
            for character in RecoveryCode.make(using: &generator) { counts[character, default: 0] += 1 }
        }
        #expect(counts.removeValue(forKey: "-") == 1000)
        #expect(counts.count == 32)
        // 312.5 are expected of each; five standard deviations are 87.
        #expect(counts.values.allSatisfy { (220...410).contains($0) })
    }

    @Test(
        "However it is typed, it is the same code",
        arguments: [
            "K7M4Q-X2PHB", "k7m4q-x2phb", "K7M4QX2PHB", " k7m4q x2phb\r\n", "K7M4Q\u{2011}X2PHB",
            "K7M4Q – X2PHB", "k 7 m 4 q x 2 p h b", "\u{200b}K7M4Q\u{ad}X2PHB",
        ])
    func typed(code: String) {
        #expect(RecoveryCode.plain(code) == "K7M4QX2PHB")
        #expect(RecoveryCode.hash(code) == Data(SHA256.hash(data: Data("K7M4QX2PHB".utf8))))
    }

    @Test(
        "What can be no code has no hash",
        arguments: [
            "", "-", "287082", "K7M4Q-X2PH", "K7M4Q-X2PHBB", "K7M4Q-X2PH0", "K7M4Q-X2PHO", "K7M4Q-X2PHI",
            "K7M4Q-X2PH1", "K7M4Q-X2PH\u{df}", "K7M4Q_X2PHB", "K7M4Q-X2PHÄ", "Κ7M4Q-X2PHB",
            String(repeating: "K", count: 1_000_000),
        ])
    func refused(code: String) {
        #expect(RecoveryCode.plain(code) == nil)
        #expect(RecoveryCode.hash(code) == nil)
    }
}
