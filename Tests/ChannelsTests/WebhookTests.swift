import Care
import Foundation
import Testing

@testable import Channels

@Suite("Messages to webhooks", .timeLimit(.minutes(30)))
struct WebhookTests {
    private static let secret = "a secret of 24 letters!!"
    /// 28 March 2026, 02:30:00.75 UTC.
    private static let now = Date(timeIntervalSince1970: 1_774_665_000.75)

    private static func destination(_ url: String, secret: String = Self.secret) -> Destination {
        Sample.destination(address: ["url": url], secrets: ["secret": secret])
    }

    private static func send(
        _ message: ChannelMessage = Sample.message(), to url: String
    ) async throws -> ChannelOutcome {
        var outcome: ChannelOutcome?
        try await ChannelHTTP.with { http in
            outcome = await WebhookChannel.channel(http, now: { now }).send(message, destination(url))
        }
        return try #require(outcome)
    }

    @Test("A message is signed JSON with everything that can be answered, and the same each time")
    func alert() async throws {
        try await FakeServer.with { server async throws in
            #expect(try await Self.send(to: server.address + "/hooks/T0ken?home=1") == .accepted)
            #expect(try await Self.send(to: server.address + "/hooks/T0ken?home=1") == .accepted)
            let body =
                #"{"answers":[{"label":"I'm on my way","name":"on_the_way","url":"https://home.example.org/api/v1/answers/T0ken"},{"label":"I can't come","name":"cannot","url":"https://home.example.org/api/v1/answers/T0ken"}],"body":"Maria asks for water.","key":"01020304-0506-0708-090a-0b0c0d0e0fff","kind":"alert","language":"en","lifetime":900,"link":"https://home.example.org/answer/T0ken","priority":"urgent","seen":"https://home.example.org/api/v1/answers/T0ken/seen","thread":"call-7","title":"Maria is calling","version":1}"#
            let asked = FakeServer.Asked(
                method: "POST", path: "/hooks/T0ken?home=1",
                headers: [
                    "Content-Type: application/json",
                    "Idempotency-Key: 01020304-0506-0708-090a-0b0c0d0e0fff",
                    "Beckon-Signature: "
                        + WebhookSignature.header(Data(body.utf8), secret: Self.secret, at: Self.now),
                ], body: body)
            #expect(server.asked == [asked, asked])
        }
    }

    @Test("The signature is what another program computes of the time, a dot and the body")
    func signature() {
        // By Python's hmac and hashlib.
        #expect(
            WebhookSignature.header(Data("{}".utf8), secret: Self.secret, at: Self.now)
                == "t=1774665000,v1=0e375fbb4e021f52978da630a94298e542985d4018adc5d8934d30913f7405f4")
        let signed = WebhookSignature.header(Data("{}".utf8), secret: Self.secret, at: Self.now)
        for (body, secret, at) in [
            ("{} ", Self.secret, Self.now), ("{}", Self.secret + "x", Self.now),
            ("{}", Self.secret, Self.now.addingTimeInterval(1)),
        ] {
            #expect(WebhookSignature.header(Data(body.utf8), secret: secret, at: at) != signed)
        }
    }

    @Test("A receiver may answer at once, with what was asked and nothing else")
    func answered() async throws {
        try await FakeServer.with { server async throws in
            let cases: [(String, ChannelOutcome)] = [
                (#"{"answer":"on_the_way"}"#, .answered("on_the_way")),
                (#"{"answer":"cannot","by":"lamp"}"#, .answered("cannot")),
                (#"{"answer":"done"}"#, .accepted), (#"{"answer":""}"#, .accepted),
                (#"{"answer":1}"#, .accepted), (#"{"answer":null}"#, .accepted),
                (#"["on_the_way"]"#, .accepted),
                ("on_the_way", .accepted), ("<html>ok</html>", .accepted), ("", .accepted),
            ]
            for (body, outcome) in cases {
                server.answers([.init(body: body)])
                #expect(try await Self.send(to: server.address) == outcome, "\(body)")
            }
            // What nobody was asked is not answered.
            server.answers([
                .init(body: #"{"answer":"on_the_way"}"#), .init(status: 202, body: #"{"answer":"cannot"}"#),
            ])
            #expect(
                try await Self.send(Sample.message(.update, answers: []), to: server.address) == .accepted)
            let first = Array(Sample.answers.prefix(1))
            #expect(try await Self.send(Sample.message(answers: first), to: server.address) == .accepted)
        }
    }

    @Test("Each refusal says what to do, which of them pass, and which are for good")
    func refusals() async throws {
        try await FakeServer.with { server async throws in
            let host = server.host
            let cases: [(FakeServer.Reply, ChannelOutcome)] = [
                (.init(status: 204), .accepted), (.init(status: 299), .accepted),
                (.init(status: 302), .failed("\(ChannelTrouble.leadsElsewhere(host))")),
                (.init(status: 400), .failed("\(ChannelTrouble.refused(host, status: 400))")),
                (.init(status: 401), .failed("\(ChannelTrouble.refused(host, status: 401))")),
                (.init(status: 404), .failed("\(ChannelTrouble.refused(host, status: 404))")),
                (.init(status: 410), .gone("\(ChannelTrouble.receiverGone(host))")),
                (.init(status: 413), .failed("\(ChannelTrouble.tooLong(host))")),
                (.init(status: 429), .later("\(ChannelTrouble.busy(host))", after: nil)),
                (
                    .init(status: 429, headers: [("Retry-After", "Sat, 28 Mar 2026 02:31:00 GMT")]),
                    .later("\(ChannelTrouble.busy(host))", after: .seconds(60))
                ),
                (.init(status: 500), .failed("\(ChannelTrouble.failing(host, status: 500))")),
            ]
            for (reply, outcome) in cases {
                server.answers([reply])
                #expect(try await Self.send(to: server.address) == outcome, "\(reply)")
            }
        }
    }

    @Test("It is proved by a signed message of which nobody needs to be told")
    func proof() async throws {
        try await FakeServer.with(.init(body: #"{"answer":"on_the_way"}"#)) { server async throws in
            try await ChannelHTTP.with { http in
                let channel = WebhookChannel.channel(http, now: { Self.now })
                #expect(await channel.prove(Self.destination(server.address)) == .accepted)
                #expect(await channel.prove(Self.destination(server.address)) == .accepted)
            }
            let keys = try server.asked.map { asked in
                let key = try #require(asked.headers.first { $0.hasPrefix("Idempotency-Key: ") })
                return String(key.dropFirst("Idempotency-Key: ".count))
            }
            #expect(Set(keys).count == 2)
            for (asked, key) in zip(server.asked, keys) {
                #expect(asked.body == #"{"key":"\#(key)","kind":"proof","version":1}"#)
                let signature = WebhookSignature.header(
                    Data(asked.body.utf8), secret: Self.secret, at: Self.now)
                #expect(asked.headers.contains("Beckon-Signature: \(signature)"))
            }
        }
    }

    @Test("No hostile server is taken for one that has the message")
    func hostile() async throws {
        let outcomes = try await HostileAnswers.outcomes { http, server in
            await WebhookChannel.channel(http).send(
                Sample.message(), Self.destination(server + "/T0kenOfPath"))
        }
        for (manner, outcome) in outcomes {
            guard case .failed(let words) = outcome else {
                Issue.record("\(manner): \(outcome)")
                continue
            }
            #expect(!words.contains("T0ken") && !words.contains(Self.secret), "\(words)")
        }
    }

    @Test("The secret, and what opens the address, is told to nobody, also where the receiver sends it back")
    func secrets() async throws {
        try await FakeServer.with { server async throws in
            for secret in [Self.secret, "T0kenOfPath"] {
                for reply in HostileAnswers.echoes(of: secret) {
                    server.answers([reply])
                    let outcome = try await Self.send(to: server.address + "/T0kenOfPath?key=T0kenOfPath")
                    #expect(!outcome.words.contains(secret), "\(outcome)")
                }
            }
        }
    }

    @Test("What cannot be an address or a secret is refused where it is written")
    func checks() async throws {
        try await ChannelHTTP.with { http in
            let field = WebhookChannel.channel(http).refusedField(of:)
            #expect(field(Sample.destination()) == nil)
            for url in [
                "https://hooks.example.org/a?b=c", "http://192.168.1.5:1880/beckon", "http://nodered.local/",
            ] {
                #expect(field(Self.destination(url)) == nil, "\(url)")
            }
            for url in [
                "", "hooks.example.org", "http://hooks.example.org/", "https://a:b@hooks.example.org/",
            ] {
                #expect(field(Self.destination(url)) == "address.url", "\(url)")
            }
            for secret in [
                "", "short", String(repeating: "a", count: 15), String(repeating: "a", count: 501),
            ] {
                let problem = field(Self.destination("https://hooks.example.org/", secret: secret))
                #expect(problem == "secret.secret", "\(secret)")
            }
        }
    }
}
