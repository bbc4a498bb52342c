import Care
import Foundation
import Testing

@testable import Channels

@Suite("Messages over Gotify", .timeLimit(.minutes(30)))
struct GotifyTests {
    private static let token = "AWcfJ_AToken.x9"
    private static let created = FakeServer.Reply(
        body: #"{"id":25,"appid":5,"message":"m","title":"t","priority":10,"date":"2026-03-28T02:30:00Z"}"#)
    private static let healthy = FakeServer.Reply(body: #"{"health":"green","database":"green"}"#)

    private static func destination(_ server: String) -> Destination {
        Sample.destination(secrets: ["token": token], settings: ["server": server])
    }

    private static func send(
        _ message: ChannelMessage = Sample.message(), to server: String
    ) async throws -> ChannelOutcome {
        var outcome: ChannelOutcome?
        try await ChannelHTTP.with { http in
            outcome = await GotifyChannel.channel(http).send(message, destination(server))
        }
        return try #require(outcome)
    }

    private static func prove(_ server: String) async throws -> ChannelOutcome {
        var outcome: ChannelOutcome?
        try await ChannelHTTP.with { http in
            outcome = await GotifyChannel.channel(http).prove(destination(server))
        }
        return try #require(outcome)
    }

    @Test("An alert is one message that opens the page on which to answer")
    func alert() async throws {
        try await FakeServer.with(Self.created) { server async throws in
            #expect(try await Self.send(to: server.address + "/gotify") == .accepted)
            #expect(
                server.asked == [
                    .init(
                        method: "POST", path: "/gotify/message",
                        headers: ["Content-Type: application/json", "X-Gotify-Key: \(Self.token)"],
                        body:
                            #"{"extras":{"client::display":{"contentType":"text/plain"},"client::notification":{"click":{"url":"https://home.example.org/answer/T0ken"}}},"message":"Maria asks for water.","priority":10,"title":"Maria is calling"}"#
                    )
                ])
        }
    }

    @Test("Without a page nothing is opened, and without a text the title is told")
    func plain() {
        var message = Sample.message(body: "")
        message.link = nil
        #expect(
            String(decoding: ChannelBody.json(GotifyMessage(message)), as: UTF8.self)
                == #"{"extras":{"client::display":{"contentType":"text/plain"}},"message":"Maria is calling","priority":10,"title":"Maria is calling"}"#
        )
    }

    @Test(
        "How loud it is follows from what it is about",
        arguments: [
            (ChannelMessage.Kind.alert, Priority.urgent, 10), (.alert, .soon, 8), (.alert, .normal, 5),
            (.update, .urgent, 2), (.proof, .urgent, 5),
        ] as [(ChannelMessage.Kind, Priority, Int)])
    func priorities(kind: ChannelMessage.Kind, priority: Priority, number: Int) {
        #expect(GotifyMessage(Sample.message(kind, priority)).priority == number)
    }

    @Test("Each refusal says what to do, and which of them pass")
    func refusals() async throws {
        try await FakeServer.with { server async throws in
            let host = server.host
            let cases: [(FakeServer.Reply, ChannelOutcome)] = [
                (.init(status: 401), .failed("\(ChannelTrouble.tokenRefused(host))")),
                (.init(status: 403), .failed("\(ChannelTrouble.tokenRefused(host))")),
                (.init(status: 404), .failed("\(ChannelTrouble.notGotify(host))")),
                (.init(status: 400), .failed("\(ChannelTrouble.refused(host, status: 400))")),
                (.init(status: 500), .failed("\(ChannelTrouble.failing(host, status: 500))")),
                (.init(status: 301), .failed("\(ChannelTrouble.leadsElsewhere(host))")),
                (
                    .init(status: 429, headers: [("Retry-After", "9")]),
                    .later("\(ChannelTrouble.busy(host))", after: .seconds(9))
                ),
                (.init(body: "<html>"), .failed("\(ChannelTrouble.notGotify(host))")),
                (.init(body: ""), .failed("\(ChannelTrouble.notGotify(host))")),
                (.init(body: #"{"id":"a"}"#), .failed("\(ChannelTrouble.notGotify(host))")),
            ]
            for (reply, outcome) in cases {
                server.answers([reply])
                #expect(try await Self.send(to: server.address) == outcome, "\(reply)")
            }
        }
    }

    @Test("It is proved without a message: the server is well, and accepts the token")
    func proof() async throws {
        try await FakeServer.with(.init(status: 400)) { server async throws in
            server.answers([Self.healthy])
            #expect(try await Self.prove(server.address) == .accepted)
            #expect(
                server.asked == [
                    .init(method: "GET", path: "/health", headers: [], body: ""),
                    .init(
                        method: "POST", path: "/message",
                        headers: ["Content-Type: application/json", "X-Gotify-Key: \(Self.token)"],
                        body: "{}"),
                ])
        }
    }

    @Test("What is not well, does not accept the token, or is no Gotify, is not proved")
    func unwell() async throws {
        try await FakeServer.with { server async throws in
            let failing = ChannelOutcome.failed("\(ChannelTrouble.failing(server.host, status: 200))")
            let other = ChannelOutcome.failed("\(ChannelTrouble.notGotify(server.host))")
            let token = ChannelOutcome.failed("\(ChannelTrouble.tokenRefused(server.host))")
            let cases: [([FakeServer.Reply], ChannelOutcome)] = [
                ([.init(body: #"{"health":"orange","database":"red"}"#)], failing),
                (
                    [.init(status: 500, body: #"{"health":"orange","database":"red"}"#)],
                    .failed("\(ChannelTrouble.failing(server.host, status: 500))")
                ),
                ([.init(body: "<html>")], other), ([.init(status: 404)], other),
                ([Self.healthy, .init(status: 401)], token), ([Self.healthy, .init(status: 403)], token),
                ([Self.healthy, Self.created], other),
            ]
            for (replies, outcome) in cases {
                server.answers(replies)
                #expect(try await Self.prove(server.address) == outcome, "\(replies)")
            }
        }
    }

    @Test("No hostile server is taken for one that has the message, or proves anything")
    func hostile() async throws {
        let sent = try await HostileAnswers.outcomes { http, server in
            await GotifyChannel.channel(http).send(Sample.message(), Self.destination(server))
        }
        let proved = try await HostileAnswers.outcomes { http, server in
            await GotifyChannel.channel(http).prove(Self.destination(server))
        }
        for (manner, outcome) in sent + proved {
            guard case .failed(let words) = outcome else {
                Issue.record("\(manner): \(outcome)")
                continue
            }
            #expect(!words.contains(Self.token), "\(words)")
        }
    }

    @Test("What opens the server is told to nobody, also where the server sends it back")
    func secrets() async throws {
        try await FakeServer.with { server async throws in
            for reply in HostileAnswers.echoes(of: Self.token) {
                server.answers([reply])
                let sent = try await Self.send(to: server.address)
                server.answers([Self.healthy, reply])
                let proved = try await Self.prove(server.address)
                for outcome in [sent, proved] {
                    #expect(!outcome.words.contains(Self.token), "\(outcome)")
                }
            }
        }
    }

    @Test("What cannot be a server or a token is refused where it is written")
    func checks() async throws {
        try await ChannelHTTP.with { http in
            let field = GotifyChannel.channel(http).refusedField(of:)
            let own = ["server": "http://192.168.1.5:8080"]
            #expect(field(Sample.destination(settings: own)) == nil)
            #expect(field(Sample.destination(secrets: ["token": Self.token], settings: own)) == nil)
            #expect(field(Sample.destination()) == "settings.server")
            #expect(
                field(Sample.destination(settings: ["server": "http://push.example.org"]))
                    == "settings.server")
            #expect(field(Sample.destination(secrets: ["token": ""], settings: own)) == "secret.token")
            #expect(field(Sample.destination(secrets: ["token": "a b"], settings: own)) == "secret.token")
        }
    }
}
