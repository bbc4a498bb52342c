import Foundation
import Testing

@testable import Channels

@Suite("Bytes in addresses and tokens")
struct Base64URLTests {
    @Test(
        "RFC 4648's examples, without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(text: String, encoded: String) {
        #expect(Base64URL.encode(Data(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Data(text.utf8))
    }

    @Test("The two characters that addresses have instead")
    func alphabet() {
        #expect(Base64URL.encode(Data([0xfb, 0xff])) == "-_8")
        #expect(Base64URL.decode("-_8") == Data([0xfb, 0xff]))
    }

    @Test(
        "One value has one text",
        arguments: [
            "Zg==", "Zg=", "Z", "Zh", "+_8", "-/8", "Zm 9v", "Zm9v\n", "Zm9vZ", "ä", "Zm9v\u{0}", "====",
        ])
    func none(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
