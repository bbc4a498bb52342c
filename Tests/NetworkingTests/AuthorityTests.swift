import Networking
import Testing

@Suite("A host and a port") struct AuthorityTests {
    @Test(
        "As they are written",
        arguments: [
            ("Broker", "broker", 80, "broker:80"),
            ("a.example.org:81", "a.example.org", 81, "a.example.org:81"),
            ("192.0.2.1:65535", "192.0.2.1", 65535, "192.0.2.1:65535"), ("[::1]", "::1", 80, "[::1]:80"),
            ("[2001:DB8::1]:8080", "2001:db8::1", 8080, "[2001:db8::1]:8080"),
            ("my_pi", "my_pi", 80, "my_pi:80"),
        ])
    func read(written: String, host: String, port: Int, text: String) throws {
        let place = try #require(Authority(written, usualPort: 80))
        #expect(place.host == host)
        #expect(place.port == port)
        #expect(place.text == text)
    }

    @Test(
        "What two readers could understand differently is none",
        arguments: [
            "", ":80", "a:", "a:0", "a:080", "a:+80", "a:65536", "a:80:80", "[::1", "::1", "[a]", "[::1]80",
            "-a", "a-",
            "a..b", "a.", "127.1", "0x7f.1", "2130706433", "1.2.3.4.5", "256.1.1.1", "a b", "ä", "a/b", "a@b",
            "a%41",
        ])
    func refused(written: String) {
        #expect(Authority(written, usualPort: 80) == nil)
    }

    @Test(
        "Which addresses are this machine's or of its own network",
        arguments: [
            ("127.0.0.1", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false),
            ("192.168.0.1", true),
            ("169.254.1.1", true), ("8.8.8.8", false), ("::1", true), ("::2", false), ("fd00::1", true),
            ("fe80::1", true), ("fe80::1%eth0", true), ("2001:db8::1", false), ("::ffff:10.0.0.1", true),
            ("::ffff:8.8.8.8", false), ("broker", nil), ("10.0.0", nil), ("", nil),
        ] as [(String, Bool?)])
    func near(address: String, isNear: Bool?) {
        #expect(Authority.isNear(address) == isNear)
    }

    @Test(
        "A name of the internet is not in the home",
        arguments: [
            ("pi", true), ("pi.local", true), ("pi.example.org", false), ("10.0.0.1", true), ("[::1]", true),
        ])
    func home(written: String, isInHome: Bool) throws {
        let place = try #require(Authority(written, usualPort: 80))
        #expect(place.isInHome == isInHome)
        #expect(place.isNamed == written.hasPrefix("pi"))
    }
}
