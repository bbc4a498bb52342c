import Care
import Foundation
import Testing

@testable import Channels

@Suite("Messages over ntfy", .timeLimit(.minutes(30)))
struct NtfyTests {
    private static let token = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2"
    private static let topic = "anna-Phone_4711abcd"
    private static let published = FakeServer.Reply(
        body: #"{"id":"wze9zgqK41","time":1638542110,"event":"message","topic":"anna-Phone_4711abcd"}"#)
    private static let healthy = FakeServer.Reply(body: #"{"healthy":true}"#)

    private static func destination(
        _ server: String, topic: String = Self.topic, token: String? = Self.token
    ) -> Destination {
        Sample.destination(
            address: ["topic": topic], settings: ["server": server],
            settingSecrets: token.map { ["token": $0] } ?? [:])
    }

    private static func send(
        _ message: ChannelMessage = Sample.message(), to server: String, token: String? = Self.token
    ) async throws -> ChannelOutcome {
        var outcome: ChannelOutcome?
        try await ChannelHTTP.with { http in
            outcome = await NtfyChannel.channel(http).send(message, destination(server, token: token))
        }
        return try #require(outcome)
    }

    private static func prove(_ server: String, token: String? = Self.token) async throws -> ChannelOutcome {
        var outcome: ChannelOutcome?
        try await ChannelHTTP.with { http in
            outcome = await NtfyChannel.channel(http).prove(destination(server, token: token))
        }
        return try #require(outcome)
    }

    @Test("An alert is one message with its buttons, and opens no more than it needs")
    func alert() async throws {
        try await FakeServer.with(Self.published) { server async throws in
            #expect(try await Self.send(to: server.address) == .accepted)
            let body =
                #"{"actions":[{"action":"http","body":"{\"with\":\"on_the_way\"}","clear":true,"headers":{"Content-Type":"application/json"},"label":"I'm on my way","method":"POST","url":"https://home.example.org/api/v1/answers/T0ken"},{"action":"http","body":"{\"with\":\"cannot\"}","clear":true,"headers":{"Content-Type":"application/json"},"label":"I can't come","method":"POST","url":"https://home.example.org/api/v1/answers/T0ken"}],"click":"https://home.example.org/answer/T0ken","message":"Maria asks for water.","priority":5,"sequence_id":"call-7","tags":["rotating_light"],"title":"Maria is calling","topic":"anna-Phone_4711abcd"}"#
            #expect(
                server.asked == [
                    .init(
                        method: "POST", path: "/",
                        headers: ["Content-Type: application/json", "Authorization: Bearer \(Self.token)"],
                        body: body)
                ])
        }
    }

    @Test("Without a token none is sent, and a server may stand below a path")
    func plain() async throws {
        try await FakeServer.with(Self.published) { server async throws in
            let outcome = try await Self.send(
                Sample.message(answers: []), to: server.address + "/push/", token: nil)
            #expect(outcome == .accepted)
            #expect(server.asked.map(\.path) == ["/push/"])
            #expect(server.asked.map(\.headers) == [["Content-Type: application/json"]])
            #expect(server.asked.first?.body.contains("actions") == false)
        }
    }

    @Test(
        "How loud it is follows from what it is about",
        arguments: [
            (ChannelMessage.Kind.alert, Priority.urgent, 5, "rotating_light"), (.alert, .soon, 4, "bell"),
            (.alert, .normal, 3, "speech_balloon"), (.update, .urgent, 2, "white_check_mark"),
            (.update, .normal, 2, "white_check_mark"), (.proof, .urgent, 3, "wrench"),
        ] as [(ChannelMessage.Kind, Priority, Int, String)])
    func priorities(kind: ChannelMessage.Kind, priority: Priority, number: Int, tag: String) {
        let message = NtfyMessage(Sample.message(kind, priority), topic: "t")
        #expect(message.priority == number)
        #expect(message.tags == [tag])
        #expect(message.sequenceID == "call-7")
    }

    @Test("Texts are as long as ntfy takes them, and whole to the last sign")
    func long() throws {
        let family = "👨‍👩‍👧‍👦"
        for sign in ["a", "é", "水", family, "e\u{301}"] {
            let message = NtfyMessage(
                Sample.message(
                    title: String(repeating: sign, count: 3000), body: String(repeating: sign, count: 10_000)),
                topic: Self.topic)
            let title = try #require(message.title)
            #expect((201...NtfyMessage.longestTitle).contains(title.utf8.count), "\(sign)")
            #expect((1900...NtfyMessage.longestText).contains(message.message.utf8.count), "\(sign)")
            for text in [title, message.message] {
                #expect(text.last == "…")
                #expect(text.dropLast().allSatisfy { String($0) == sign })
            }
            // Twice the longest message is ntfy's limit for JSON.
            #expect(ChannelBody.json(message).count < 8192)
        }
        let whole = String(repeating: "a", count: NtfyMessage.longestText)
        #expect(NtfyMessage(Sample.message(body: whole), topic: "t").message == whole)
        // One sign that is longer than everything.
        let giant = "a" + String(repeating: "\u{301}", count: 2000)
        #expect(NtfyMessage(Sample.message(body: giant), topic: "t").message == "…")
    }

    @Test("A message without a text says its title, and a title is one line")
    func empty() {
        let empty = NtfyMessage(Sample.message(body: ""), topic: "t")
        #expect(empty.message == "Maria is calling")
        #expect(empty.title == nil)
        let lines = NtfyMessage(Sample.message(title: "Maria\r\nis\ncalling"), topic: "t")
        #expect(lines.title == "Maria is calling")
    }

    @Test("Each refusal says what to do, and which of them pass")
    func refusals() async throws {
        try await FakeServer.with { server async throws in
            let host = server.host
            let cases: [(FakeServer.Reply, String?, ChannelOutcome)] = [
                (.init(status: 401), Self.token, .failed("\(ChannelTrouble.tokenRefused(host))")),
                (.init(status: 403), Self.token, .failed("\(ChannelTrouble.topicClosed(host))")),
                (.init(status: 401), nil, .failed("\(ChannelTrouble.tokenMissing(host))")),
                (.init(status: 403), nil, .failed("\(ChannelTrouble.tokenMissing(host))")),
                (.init(status: 404), Self.token, .failed("\(ChannelTrouble.notNtfy(host))")),
                (.init(status: 413), Self.token, .failed("\(ChannelTrouble.tooLong(host))")),
                (.init(status: 400), Self.token, .failed("\(ChannelTrouble.refused(host, status: 400))")),
                (.init(status: 502), Self.token, .failed("\(ChannelTrouble.failing(host, status: 502))")),
                (.init(status: 308), Self.token, .failed("\(ChannelTrouble.leadsElsewhere(host))")),
                (
                    .init(status: 429, headers: [("Retry-After", "30")], body: #"{"code":42901,"http":429}"#),
                    Self.token, .later("\(ChannelTrouble.busy(host))", after: .seconds(30))
                ),
                (
                    .init(status: 429, body: #"{"code":42908,"http":429}"#), Self.token,
                    .later("\(ChannelTrouble.quota(host))", after: nil)
                ),
                (
                    .init(status: 503, headers: [("Retry-After", "5")]), Self.token,
                    .later("\(ChannelTrouble.failing(host, status: 503))", after: .seconds(5))
                ),
                (.init(status: 503), Self.token, .failed("\(ChannelTrouble.failing(host, status: 503))")),
                // A page to log in at, another program, another topic.
                (
                    .init(body: "<html><body>Welcome</body></html>"), Self.token,
                    .failed("\(ChannelTrouble.notNtfy(host))")
                ),
                (.init(body: ""), Self.token, .failed("\(ChannelTrouble.notNtfy(host))")),
                (.init(body: #"{"ok":true}"#), Self.token, .failed("\(ChannelTrouble.notNtfy(host))")),
                (
                    .init(body: #"{"id":"a","topic":"other"}"#), Self.token,
                    .failed("\(ChannelTrouble.notNtfy(host))")
                ),
            ]
            for (reply, token, outcome) in cases {
                server.answers([reply])
                #expect(try await Self.send(to: server.address, token: token) == outcome, "\(reply)")
            }
            #expect(server.asked.count == cases.count)
        }
    }

    @Test("It is proved without a message: the server is well, and lets this home in")
    func proof() async throws {
        try await FakeServer.with(.init(body: #"{"success":true}"#)) { server async throws in
            server.answers([Self.healthy])
            #expect(try await Self.prove(server.address) == .accepted)
            #expect(
                server.asked == [
                    .init(method: "GET", path: "/v1/health", headers: [], body: ""),
                    .init(
                        method: "GET", path: "/\(Self.topic)/auth",
                        headers: ["Authorization: Bearer \(Self.token)"], body: ""),
                ])
        }
    }

    @Test("Whoever may only write is proved by a message that is refused once they are in")
    func writing() async throws {
        let refused = FakeServer.Reply(status: 400, body: #"{"code":40005,"http":400}"#)
        try await FakeServer.with { server async throws in
            server.answers([Self.healthy, .init(status: 403), refused])
            #expect(try await Self.prove(server.address) == .accepted)
            #expect(
                server.asked.last?.body
                    == #"{"delay":"1s","message":"Beckon","priority":1,"topic":"anna-Phone_4711abcd"}"#)
            server.answers([Self.healthy, .init(status: 403), .init(status: 403)])
            #expect(
                try await Self.prove(server.address) == .failed("\(ChannelTrouble.topicClosed(server.host))"))
            server.answers([Self.healthy, .init(status: 401)])
            #expect(
                try await Self.prove(server.address) == .failed("\(ChannelTrouble.tokenRefused(server.host))")
            )
            server.answers([Self.healthy, .init(status: 403), .init(status: 403)])
            #expect(
                try await Self.prove(server.address, token: nil)
                    == .failed("\(ChannelTrouble.tokenMissing(server.host))"))
        }
    }

    @Test("What is not well, or no ntfy, is not proved")
    func unwell() async throws {
        try await FakeServer.with { server async throws in
            let failing = ChannelOutcome.failed("\(ChannelTrouble.failing(server.host, status: 200))")
            let other = ChannelOutcome.failed("\(ChannelTrouble.notNtfy(server.host))")
            let cases: [(FakeServer.Reply, ChannelOutcome)] = [
                (.init(body: #"{"healthy":false}"#), failing), (.init(body: "<html>"), other),
                (.init(status: 404), other), (.init(body: ""), other),
            ]
            for (reply, outcome) in cases {
                server.answers([reply])
                #expect(try await Self.prove(server.address) == outcome, "\(reply)")
            }
        }
    }

    @Test("No hostile server is taken for one that has the message, or proves anything")
    func hostile() async throws {
        let sent = try await HostileAnswers.outcomes { http, server in
            await NtfyChannel.channel(http).send(Sample.message(), Self.destination(server))
        }
        let proved = try await HostileAnswers.outcomes { http, server in
            await NtfyChannel.channel(http).prove(Self.destination(server))
        }
        for (manner, outcome) in sent + proved {
            guard case .failed(let words) = outcome else {
                Issue.record("\(manner): \(outcome)")
                continue
            }
            #expect(!words.contains(Self.token) && !words.contains(Self.topic), "\(words)")
        }
    }

    @Test("What opens the server, and the topic, is told to nobody, also where the server sends it back")
    func secrets() async throws {
        try await FakeServer.with { server async throws in
            for secret in [Self.token, Self.topic] {
                for reply in HostileAnswers.echoes(of: secret) {
                    server.answers([reply])
                    let sent = try await Self.send(to: server.address)
                    server.answers([Self.healthy, reply, reply])
                    let proved = try await Self.prove(server.address)
                    for outcome in [sent, proved] {
                        #expect(!outcome.words.contains(secret), "\(outcome)")
                    }
                }
            }
        }
    }

    @Test("What cannot be a server, a token or a topic is refused where it is written")
    func checks() async throws {
        try await ChannelHTTP.with { http in
            let field = NtfyChannel.channel(http).refusedField(of:)
            // The home's settings alone.
            #expect(field(Sample.destination()) == nil)
            #expect(field(Sample.destination(settings: ["server": ""])) == nil)
            #expect(field(Sample.destination(settings: ["server": "https://ntfy.example.org/x"])) == nil)
            #expect(field(Sample.destination(settings: ["server": "http://ntfy.local:8080"])) == nil)
            for server in ["ntfy.sh", "http://ntfy.sh", "https://ntfy.sh?a=b", "https://a:b@ntfy.sh"] {
                #expect(
                    field(Sample.destination(settings: ["server": server])) == "settings.server", "\(server)")
            }
            for token in ["tk a", "tk_a\r\nX-Other: b", "tk_ü", String(repeating: "a", count: 501)] {
                #expect(
                    field(Sample.destination(settingSecrets: ["token": token])) == "secrets.token", "\(token)"
                )
            }
            let own = ["server": "https://ntfy.example.org"]
            for topic in ["a", "anna_Phone-1", String(repeating: "a", count: 64)] {
                #expect(
                    field(Sample.destination(address: ["topic": topic], settings: own)) == nil, "\(topic)")
            }
            for topic in [
                "", "a/b", "a b", "a,b", "..", "a?b", "ä", "a\n", "a%2f", String(repeating: "a", count: 65),
            ] {
                let problem = field(Sample.destination(address: ["topic": topic], settings: own))
                #expect(problem == "address.topic", "\(topic)")
            }
            #expect(field(Sample.destination(address: ["other": "x"], settings: own)) == "address.topic")
            // Whoever guesses it there reads it.
            #expect(field(Sample.destination(address: ["topic": "anna"])) == "address.topic")
            #expect(field(Sample.destination(address: ["topic": Self.topic])) == nil)
        }
    }

    @Test("What was refused when it was written is not sent, either")
    func unchecked() async throws {
        try await FakeServer.with(Self.published) { server async throws in
            try await ChannelHTTP.with { http in
                let outcome = await NtfyChannel.channel(http).send(
                    Sample.message(), Self.destination(server.address, topic: "a/b"))
                guard case .failed = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
            }
            #expect(server.asked.isEmpty)
        }
    }
}
