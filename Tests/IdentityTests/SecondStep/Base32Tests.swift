import FoundationEssentials
import Identity
import Testing

@Suite("Base32 is that of RFC 4648")
struct Base32Tests {
    @Test(
        "The examples of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
            ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
        ])
    func examples(text: String, coded: String) {
        let plain = coded.filter { $0 != "=" }
        #expect(Base32.encode(Data(text.utf8)) == plain)
        #expect(Base32.decode(coded) == Data(text.utf8))
        #expect(Base32.decode(plain) == Data(text.utf8))
        #expect(Base32.decode(plain.lowercased()) == Data(text.utf8))
        #expect(Base32.decode(plain.map { "\($0) " }.joined()) == Data(text.utf8))
    }

    @Test("Whatever is written is read again", arguments: 0...40)
    func everyLength(count: Int) {
        for byte in [0, 0x0f, 0x55, 0x80, 0xff] as [UInt8] {
            let bytes = Data((0..<count).map { UInt8($0) &* 37 ^ byte })
            #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        }
    }

    @Test(
        "What it does not write is refused",
        arguments: [
            // A letter that says nothing, and bits that are left over.
            "M", "MZX", "MZXW6Y", "MZ", "MZXR", "MZXW7", "MZXW6YR",
            // Not of the alphabet.
            "M0", "M1", "M8", "MY/", "ſY", "MÝ", "MZXW6YT\u{301}B",
            // Padding that is too short, too long, or in between.
            "MY=", "MY=====", "MY=======", "========", "=", "MY======MY======", "=MZXW6YQ",
            "MZXW6YTB========",
        ])
    func refused(text: String) { #expect(Base32.decode(text) == nil) }
}
