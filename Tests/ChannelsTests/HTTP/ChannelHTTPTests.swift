import Foundation
import Synchronization
import Testing

@testable import Channels

@Suite("How channels speak over HTTP", .timeLimit(.minutes(30)))
struct ChannelHTTPTests {
    private static func failure(
        of question: () async throws(ChannelHTTP.Failure) -> ChannelHTTP.Answer
    ) async -> ChannelHTTP.Failure? {
        do throws(ChannelHTTP.Failure) {
            _ = try await question()
            return nil
        } catch { return error }
    }

    @Test("A question goes out as it is, and the answer comes back whatever its status")
    func plain() async throws {
        try await FakeServer.with { server in
            try await ChannelHTTP.with { http in
                server.answers([
                    .init(status: 201, headers: [("X-One", "1"), ("x-two", "2")], body: "made"),
                    .init(status: 503, body: "later"),
                ])
                let posted = try await http.post(
                    server.address + "/a%20b?c=d", headers: [("X-Key", "abc")], body: Data("{}".utf8))
                #expect(posted.status == 201)
                #expect(posted.body == Data("made".utf8))
                #expect(posted.header("x-ONE") == "1")
                #expect(posted.header("X-Two") == "2")
                #expect(posted.header("X-Three") == nil)
                let got = try await http.get(server.address)
                #expect(got.status == 503)
                #expect(got.body == Data("later".utf8))
            }
            #expect(
                server.asked == [
                    .init(method: "POST", path: "/a%20b?c=d", headers: ["X-Key: abc"], body: "{}"),
                    .init(method: "GET", path: "/", headers: [], body: ""),
                ])
        }
    }

    @Test("Nobody is led to another address")
    func redirects() async throws {
        try await FakeServer.with { other in
            try await FakeServer.with(
                .init(status: 307, headers: [("Location", other.address + "/taken")])
            ) { server in
                try await ChannelHTTP.with { http in
                    let answer = try await http.post(server.address, headers: [], body: Data("x".utf8))
                    #expect(answer.status == 307)
                }
            }
            #expect(other.asked.isEmpty)
        }
    }

    @Test("A name of the home is asked at an address in the home, or not at all, and never looked up twice")
    func rebinding() async throws {
        try await FakeServer.with { server in
            try await ChannelHTTP.with { http in
                var here = http
                let times = Mutex(0)
                // What is not in the home is left out, and what does not listen is not the end.
                here.resolve = { _ in
                    times.withLock { $0 += 1 }
                    return ["198.51.100.1", "fe80::1%eth0", "127.0.0.2", "127.0.0.1"]
                }
                let answer = try await here.get("http://kitchen:\(server.port)/a")
                #expect(answer.status == 200)
                #expect(times.withLock { $0 } == 1)
                for found in [
                    ["198.51.100.1"], ["2001:db8::1", "100.64.0.1"], ["0.0.0.0"], ["::"], ["fe80::1%eth0"],
                ] {
                    var led = http
                    led.resolve = { _ in found }
                    let failure = await Self.failure { () throws(ChannelHTTP.Failure) in
                        try await led.get("http://ntfy.local:\(server.port)/b")
                    }
                    #expect(failure == .readable("ntfy.local:\(server.port)"), "\(found)")
                }
                var unknown = http
                unknown.resolve = { _ in [] }
                let failure = await Self.failure { () throws(ChannelHTTP.Failure) in
                    try await unknown.get("http://nobody/")
                }
                #expect(failure == .unknownName("nobody"))
            }
            #expect(server.asked.map(\.path) == ["/a"])
        }
    }

    @Test("As much as is read of an answer is read, and no byte more")
    func long() async throws {
        try await FakeServer.with { server in
            try await ChannelHTTP.with { http in
                let whole = String(repeating: "x", count: ChannelHTTP.longestAnswer)
                server.answers([
                    .init(body: whole), .init(body: whole + "x"), .init(status: 500, body: whole + "x"),
                ])
                let answer = try await http.get(server.address)
                #expect(answer.body.count == ChannelHTTP.longestAnswer)
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.get(server.address)
                }
                #expect(failure == .tooLong(server.host))
                // The status says enough.
                let failing = try await http.get(server.address)
                #expect(failing.status == 500)
                #expect(failing.body.isEmpty)
            }
        }
    }

    @Test(
        "Who answers too slowly has not answered",
        arguments: [HostileServer.Manner.silent, .dripsHead, .dripsBody])
    func slow(manner: HostileServer.Manner) async throws {
        try await HostileServer.with(manner) { server in
            try await ChannelHTTP.with(patience: .milliseconds(1500)) { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.post(server.address + "/?secret", headers: [], body: Data("x".utf8))
                }
                #expect(failure == .late(server.host, after: .milliseconds(1500)))
                #expect(failure?.description == "no answer from \(server.host) within 1 s")
            }
        }
    }

    private static let manners: [(HostileServer.Manner, String)] = [
        (.closes, "the connection to § was lost before it had answered"),
        (.breaksOff, "the connection to § was lost before it had answered"),
        (.pours, "the answer of § is too long to be read"),
        (.announcesMuch, "the answer of § is too long to be read"),
        (.babbles, "what answers at § is no web server: check the address"),
    ]

    @Test("What does not keep to HTTP is told from what is not there", arguments: manners)
    func hostile(manner: HostileServer.Manner, words: String) async throws {
        try await HostileServer.with(manner) { server in
            try await ChannelHTTP.with { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.post(server.address + "/?secret", headers: [], body: Data("x".utf8))
                }
                #expect(failure?.description == words.replacing("§", with: server.host))
            }
        }
    }

    @Test("Where nobody listens, and where no name is, that is said")
    func nobody() async throws {
        try await ChannelHTTP.with { http in
            let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                try await http.get("http://127.0.0.1:1/secret")
            }
            #expect(failure == .nothingListens("127.0.0.1:1"))
            // No name of the internet (RFC 6761).
            let unknown = await Self.failure { () async throws(ChannelHTTP.Failure) in
                try await http.get("https://push.invalid/secret")
            }
            #expect(unknown == .unknownName("push.invalid"))
        }
    }

    @Test("A certificate counts if it is trusted, and for this address")
    func certificates() async throws {
        let certificates = try Certificates()
        let own = try await certificates.server("own", for: "IP:127.0.0.1")
        let others = try await certificates.server("others", for: "DNS:push.example.org")
        try await FakeServer.with(tls: own) { server in
            try await ChannelHTTP.with(roots: certificates.file("own")) { http in
                let answer = try await http.get(server.address)
                #expect(answer.status == 200)
            }
            // Nobody trusts who has signed it.
            try await ChannelHTTP.with(roots: certificates.file("others")) { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.get(server.address + "/secret")
                }
                #expect(failure == .certificate(server.host))
            }
            #expect(server.asked.count == 1)
        }
        try await FakeServer.with(tls: others) { server in
            // It is trusted, for another address.
            try await ChannelHTTP.with(roots: certificates.file("others")) { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.get(server.address + "/secret")
                }
                #expect(failure == .certificate(server.host))
            }
            #expect(server.asked.isEmpty)
        }
        try await FakeServer.with { server in
            try await ChannelHTTP.with { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.get("https://\(server.host)/secret")
                }
                #expect(failure == .notSecure(server.host))
            }
        }
    }

    @Test("A file of certificates must hold some")
    func roots() async throws {
        let certificates = try Certificates()
        for path in [try certificates.damaged(), certificates.file("missing")] {
            #expect(throws: ChannelHTTP.Failure.roots(path)) { _ = try ChannelHTTP(roots: path) }
        }
    }

    @Test("What cannot stand in a header is not sent")
    func headers() async throws {
        try await FakeServer.with { server in
            try await ChannelHTTP.with { http in
                let failure = await Self.failure { () async throws(ChannelHTTP.Failure) in
                    try await http.get(server.address, headers: [("X-Key", "abc\r\nX-Other: def")])
                }
                #expect(failure == .notSendable(server.host))
            }
            #expect(server.asked.isEmpty)
        }
    }

    @Test("Whoever stops the service does not wait for an answer")
    func stopped() async throws {
        try await HostileServer.with(.silent) { server in
            try await ChannelHTTP.with { http in
                let question = Task {
                    await Self.failure { () async throws(ChannelHTTP.Failure) in
                        try await http.get(server.address)
                    }
                }
                question.cancel()
                #expect(await question.value == .stopped)
            }
        }
    }
}
