import HTTPTypes
import Testing

@testable import CareService

@Suite("Cookies under TLS")
struct SessionCookieTests {
    private static func cookie(_ value: String) -> HTTPFields { [.cookie: value] }

    @Test("They have a name that browsers take from this host alone, and only through TLS")
    func prefixed() {
        for (name, written) in [
            (SessionCookie.Name.session, "__Host-beckon_session=abc; "),
            (.screen, "__Host-beckon_screen=abc; "),
        ] {
            let set = SessionCookie.set(name, token: "abc", isSecure: true)
            #expect(set.hasPrefix(written))
            #expect(set.contains("; Path=/;") && set.hasSuffix("; Secure") && !set.contains("Domain"))
            #expect(
                SessionCookie.token(name, in: Self.cookie("x=y; \(written)z=1"), isSecure: true) == "abc")
        }
        #expect(SessionCookie.removed(isSecure: true).hasPrefix("__Host-beckon_session=; "))
    }

    @Test("A cookie for plain HTTP is not accepted over TLS, nor the other way round")
    func others() {
        let plain = Self.cookie("beckon_session=abc; beckon_screen=def")
        #expect(SessionCookie.token(in: plain, isSecure: true) == nil)
        #expect(SessionCookie.token(in: plain, isSecure: false) == "abc")
        #expect(
            SessionCookie.token(in: Self.cookie("__Host-beckon_session=abc"), isSecure: false) == nil)
        // A screen that was paired before goes on, but its new name counts first.
        #expect(SessionCookie.token(.screen, in: plain, isSecure: true) == "def")
        let both = Self.cookie("beckon_screen=def; __Host-beckon_screen=ghi")
        #expect(SessionCookie.token(.screen, in: both, isSecure: true) == "ghi")
    }

    @Test("A certificate that is bent anywhere is read without a fault")
    func names() throws {
        func field(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        func certificate(_ issuer: [UInt8], _ version: [UInt8]) -> [UInt8] {
            field(
                0x30,
                field(
                    0x30,
                    version + field(0x02, [7]) + field(0x30, [1]) + field(0x30, issuer) + field(0x30, [3, 4])
                        + field(0x30, [9, 9]) + field(0x30, [8])))
        }
        for version in [[], field(0xA0, field(0x02, [2]))] {
            let bytes = certificate([5], version)
            let names = try #require(CertificateNames(bytes))
            #expect(Array(names.issuer) == [5] && Array(names.subject) == [9, 9])
            for length in 0..<bytes.count { #expect(CertificateNames(Array(bytes.prefix(length))) == nil) }
            for place in bytes.indices {
                for value: UInt8 in [0, 0x7F, 0x80, 0x84, 0xFF] {
                    var bent = bytes
                    bent[place] = value
                    _ = CertificateNames(bent)
                }
            }
        }
    }
}
