import Care
import Foundation
import Testing

@testable import Channels

@Suite("Mail is handed in by SMTP, and whatever a server says becomes words")
struct MailChannelTests {
    private static let password = "five deep wells"
    private let message = ChannelMessage(
        key: UUID(), thread: "call-1", kind: .alert, title: "Maria is calling: water", body: ".Now",
        priority: .urgent,
        language: "en", lifetime: .seconds(3_600))

    private func destination(_ port: Int, host: String = "127.0.0.1", security: String = "none")
        -> Destination
    {
        Destination(
            contact: UUID(), address: ["address": "anna@example.org"],
            settings: [
                "host": host, "port": "\(port)", "security": security, "user": "home",
                "from": "home@example.org",
            ],
            settingSecrets: ["password": Self.password])
    }

    @Test("A mail, with name and password")
    func sent() async throws {
        let server = try MailServerStandIn()
        defer { server.close() }
        #expect(await MailChannel.channel().send(message, destination(server.port)) == .accepted)
        #expect(server.commands.starts(with: ["EHLO", "AUTH"]))
        let login = Data("\0home\0\(Self.password)".utf8).base64EncodedString()
        #expect(server.told.contains { $0.hasSuffix(login) })
        #expect(server.told.contains("MAIL FROM:<home@example.org>"))
        #expect(server.told.contains("RCPT TO:<anna@example.org>"))
        #expect(server.told.contains("Subject: Maria is calling: water"))
        #expect(server.told.contains("Message-ID: <\(message.key.uuidString.lowercased())@example.org>"))
        #expect(server.told.contains("."))
    }

    @Test("A proof logs in, and nobody gets anything")
    func proved() async throws {
        let server = try MailServerStandIn()
        defer { server.close() }
        #expect(await MailChannel.channel().prove(destination(server.port)) == .accepted)
        #expect(server.commands.contains("AUTH") && server.commands.contains("NOOP"))
        #expect(!server.commands.contains("MAIL"))
    }

    @Test(
        "What a server refuses",
        arguments: [
            ("password", "535 no", "it refuses the user name or the password"),
            ("AUTH", "535 no", "it refuses the user name or the password"),
            ("MAIL", "530 log in", "it wants a user name and a password (530)"),
            ("RCPT", "550 nobody", "it does not take mail for this address (550)"),
            ("RCPT", "452 full", "it takes no mail for now (452)"),
            (".", "451 later", "it takes no mail for now (451)"),
            (".", "554 spam", "it refuses the mail (554)"),
            ("", "421 busy", "it takes no mail for now (421)"),
            ("", "554 go away", "it refuses the mail (554)"),
            ("", "", "it ended the connection before it had taken the mail"),
            ("DATA", "", "it ended the connection before it had taken the mail"),
        ])
    func refused(command: String, answer: String, words: String) async throws {
        let server = try MailServerStandIn([command: answer])
        defer { server.close() }
        let outcome = await MailChannel.channel().send(message, destination(server.port))
        let text = "mail server 127.0.0.1: \(words)"
        #expect(outcome == (answer.hasPrefix("4") ? .later(text, after: nil) : .failed(text)))
    }

    @Test("Where it cannot be encrypted, no password is said")
    func notEncrypted() async throws {
        let server = try MailServerStandIn()
        defer { server.close() }
        let outcome = await MailChannel.channel().prove(destination(server.port, security: "starttls"))
        guard case .failed(let words) = outcome else {
            Issue.record("it was taken: \(outcome)")
            return
        }
        #expect(words.contains("STARTTLS"))
        #expect(!server.commands.contains("AUTH"))
    }

    @Test(
        "Without encryption it goes only to machines that are near",
        arguments: ["192.0.2.1", "2001:db8::1", "11.0.0.1", "172.32.0.1"])
    func near(host: String) async {
        let outcome = await MailChannel.channel().prove(destination(25, host: host))
        #expect(
            outcome
                == .failed(
                    "mail server \(host): without encryption, mail goes only to this machine and its own network: choose tls or starttls"
                ))
    }

    @Test("Where nobody listens")
    func nobody() async {
        let outcome = await MailChannel.channel().prove(destination(1))
        #expect(
            outcome
                == .failed(
                    "mail server 127.0.0.1: no connection: check the port, and that the server runs"))
    }
}
