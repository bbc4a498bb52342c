import Testing
import Time

@testable import Switches

@Suite struct TerminalDecoderTests {
    @Test(
        "Characters are found among the bytes",
        arguments: [
            ("a b", "a b"), ("\u{1B}[A1\u{1B}[1;5C2\u{1B}OP3", "123"), ("\u{1B}xa", "a"),
            ("é😣 1", "é😣 1"), ("\u{1B}\u{1B}[Bm", "m"), ("\u{1B}[200~m", "m"),
        ])
    func characters(text: String, found: String) {
        var decoder = TerminalDecoder()
        let now = Instant(nanoseconds: 0)
        #expect(String(text.utf8.compactMap { decoder.feed($0, at: now) }) == found)
    }

    @Test("What cannot be a character is skipped") func whatCannotBeACharacterIsSkipped() {
        var decoder = TerminalDecoder()
        let bytes: [UInt8] = [0xFF, 0xC3, 0x61, 0x80, 0xED, 0xA0, 0x80, 0x62]
        let found = bytes.compactMap { decoder.feed($0, at: Instant(nanoseconds: 0)) }
        #expect(String(found) == "ab")
    }

    @Test("Escape alone is a key that does nothing, and what is typed later is not part of it")
    func escapeAloneIsAKeyThatDoesNothingAnd() {
        var decoder = TerminalDecoder()
        #expect(decoder.feed(0x1B, at: Instant(nanoseconds: 0)) == nil)
        #expect(decoder.feed(UInt8(ascii: "["), at: Instant(nanoseconds: 10_000_000)) == nil)
        #expect(decoder.feed(UInt8(ascii: "m"), at: Instant(nanoseconds: 300_000_000)) == "m")
    }
}
