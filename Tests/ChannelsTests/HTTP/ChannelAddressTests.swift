import Testing

@testable import Channels

@Suite("Addresses that channels ask")
struct ChannelAddressTests {
    private static func read(_ text: String) -> Result<ChannelAddress, ChannelHTTP.Failure> {
        do throws(ChannelHTTP.Failure) { return .success(try ChannelAddress(text)) } catch {
            return .failure(error)
        }
    }

    @Test(
        "An address is read into its parts, and asked for as it was read",
        arguments: [
            ("https://ntfy.sh", "https://ntfy.sh:443/", "ntfy.sh"),
            ("HTTPS://Ntfy.SH/Up?x=1", "https://ntfy.sh:443/Up?x=1", "ntfy.sh"),
            ("https://h.example:8443?a=b", "https://h.example:8443/?a=b", "h.example:8443"),
            ("http://127.0.0.1:80/", "http://127.0.0.1:80/", "127.0.0.1"),
            ("http://[FD00::1]:8080/x", "http://[fd00::1]:8080/x", "[fd00::1]:8080"),
            ("https://[2606:4700::1111]", "https://[2606:4700::1111]:443/", "[2606:4700::1111]"),
            ("https://a_b.example/%7Eanna/", "https://a_b.example:443/%7Eanna/", "a_b.example"),
        ])
    func parts(written: String, asked: String, told: String) throws {
        let address = try ChannelAddress(written)
        #expect(address.text == asked)
        #expect(address.authority == told)
    }

    @Test("A path is put behind the one that a server has")
    func adding() throws {
        #expect(try ChannelAddress("https://h.example").adding("/message") == "https://h.example:443/message")
        #expect(
            try ChannelAddress("https://h.example/gotify/").adding("/message")
                == "https://h.example:443/gotify/message")
        #expect(
            try ChannelAddress("https://h.example/gotify").adding("/") == "https://h.example:443/gotify/")
    }

    @Test(
        "What two readers could understand differently is no address",
        arguments: [
            "", "ntfy.sh", "ftp://ntfy.sh", "https:ntfy.sh", "https://", "https:///path", "https://:443/",
            "https://user@ntfy.sh", "https://user:secret@ntfy.sh/", "https://ntfy.sh@evil.example/",
            "https://ntfy.sh\\@evil.example", "https://ntfy.sh#@evil.example", "https://ntfy.sh/#top",
            "https://nt fy.sh", "https://ntfy.sh/ a", "https://ntfy.sh/\n", "https://ntfy.sh/\r\nX: y",
            "https://ntfy.sh:0/", "https://ntfy.sh:65536/", "https://ntfy.sh:+80/", "https://ntfy.sh:080/",
            "https://ntfy.sh:/", "https://ntfy.sh:80:90/", "https://ntfy..sh/", "https://.ntfy.sh/",
            "https://ntfy.sh./", "https://-a.example/", "https://a-.example/", "https://ntfy%2esh/",
            "https://ntfy.sh/%", "https://ntfy.sh/%2", "https://ntfy.sh/%zz", "https://ntfý.sh/",
            "https://ntfy。sh/", "https://2130706433/", "https://0x7f000001/", "https://127.1/",
            "https://0x7f.0.0.1/", "https://0177.0.0.1/", "https://1.2.3.4.5/", "https://1.2.3.256/",
            "https://h.example.0x1/", "https://[::1", "https://[::1]x/", "https://[::1%25lo]/",
            "https://[1]/",
            "https://::1/", "https://[127.0.0.1]/", "https://h.example/<a>", "https://h.example/\"",
            "https://h.example/" + String(repeating: "a", count: 2048),
            "https://" + String(repeating: "a", count: 64) + ".example/",
        ])
    func refused(text: String) {
        #expect(Self.read(text) == .failure(.notAnAddress))
    }

    @Test(
        "In the clear it is only asked at home",
        arguments: [
            "localhost", "kitchen", "ntfy.local", "127.0.0.1", "127.9.9.9", "10.0.0.1", "10.255.255.255",
            "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.1.1", "[::1]", "[fc00::1]", "[fdff::1]",
            "[fe80::1]", "[febf::1]", "[::ffff:10.0.0.1]",
        ])
    func atHome(host: String) throws {
        #expect(try ChannelAddress("http://\(host)/").isSecure == false)
        #expect(try ChannelAddress("https://\(host)/").isSecure)
    }

    @Test(
        "What leads out of the home is asked over https alone",
        arguments: [
            "ntfy.sh", "local.example", "notlocal.example.org", "8.8.8.8", "11.0.0.1", "172.15.0.1",
            "172.32.0.1", "192.169.0.1", "169.253.0.1", "100.64.0.1", "0.0.0.0", "[2606:4700::1111]", "[::2]",
            "[::]", "[fec0::1]", "[fb00::1]", "[::ffff:8.8.8.8]", "[::10.0.0.1]", "127.0.0.1.example.org",
        ])
    func outside(host: String) throws {
        #expect(Self.read("http://\(host)/") == .failure(.readable(host)))
        #expect(try ChannelAddress("https://\(host)/").isSecure)
    }
}
