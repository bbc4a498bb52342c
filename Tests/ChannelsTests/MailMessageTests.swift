import Care
import Foundation
import Testing

@testable import Channels

@Suite("A mail is ASCII in short lines, and no text can begin a header")
struct MailMessageTests {
    private func mail(
        title: String = "Maria is calling: water", body: String = "Now.", thread: String = "call-1",
        kind: ChannelMessage.Kind = .alert, priority: Priority = .normal, link: String? = nil,
        language: String = "en-GB"
    ) throws -> String {
        let key = try #require(UUID(uuidString: "0B1E54C2-6F4D-4C1C-8F6A-1D2B3C4D5E6F"))
        let message = ChannelMessage(
            key: key, thread: thread, kind: kind, title: title, body: body, priority: priority, link: link,
            language: language, lifetime: .seconds(3_600))
        let data = MailMessage(
            message: message, sender: "home@example.org", recipient: "anna@example.org",
            date: Date(timeIntervalSince1970: 1_796_042_645)
        ).data
        return try #require(String(data: data, encoding: .ascii))
    }

    /// What stands in the body.
    private func body(_ mail: String) throws -> String {
        let parts = mail.components(separatedBy: "\r\n\r\n")
        #expect(parts.count == 2)
        let data = try #require(Data(base64Encoded: parts[1].replacingOccurrences(of: "\r\n", with: "")))
        return String(decoding: data, as: UTF8.self)
    }

    @Test("A whole mail")
    func whole() throws {
        let expected = """
            Date: Mon, 30 Nov 2026 12:44:05 +0000
            From: Beckon <home@example.org>
            To: <anna@example.org>
            Subject: Maria is calling: water
            Message-ID: <0b1e54c2-6f4d-4c1c-8f6a-1d2b3c4d5e6f@example.org>
            In-Reply-To: <thread-call-1@example.org>
            References: <thread-call-1@example.org>
            Auto-Submitted: auto-generated
            X-Auto-Response-Suppress: All
            MIME-Version: 1.0
            Content-Type: text/plain; charset=utf-8
            Content-Transfer-Encoding: base64
            Content-Language: en-GB

            Tm93Lg0K

            """
        #expect(try mail() == expected.replacingOccurrences(of: "\n", with: "\r\n"))
    }

    @Test(
        "Only an urgent alert is important",
        arguments: [(ChannelMessage.Kind.alert, true), (.update, false), (.proof, false)])
    func importance(kind: ChannelMessage.Kind, isImportant: Bool) throws {
        let text = try mail(kind: kind, priority: .urgent)
        #expect(text.contains("\r\nImportance: high\r\n") == isImportant)
    }

    @Test("The body has the link, and keeps every character and line")
    func content() throws {
        let text = try mail(body: "Zuerst Wasser 💧\n.\n.zweite", link: "https://home.example/answer/t0k")
        #expect(
            try body(text) == "Zuerst Wasser 💧\r\n.\r\n.zweite\r\n\r\nhttps://home.example/answer/t0k\r\n")
        // A line that begins with a dot would end a mail that is sent without care.
        #expect(!text.contains("\r\n."))
    }

    @Test(
        "Hostile texts stay where they are",
        arguments: [
            "x\r\nBcc: eve@example.net", "x\nBcc: eve@example.net", "x\rBcc: eve@example.net",
            "x\r\n\r\nBcc: eve@example.net",
            "x\u{2028}Bcc: eve@example.net", "=?UTF-8?Q?=0D=0ABcc:_eve?=",
            String(repeating: "x\n", count: 5_000),
        ])
    func hostile(text: String) throws {
        let mail = try mail(title: text, body: text, thread: text, language: text)
        let headers = mail.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        #expect(!headers.contains { $0.trimmingCharacters(in: .whitespacesAndNewlines).hasPrefix("Bcc") })
        #expect(headers.filter { !$0.hasPrefix(" ") }.count == 13)
    }

    @Test(
        "Titles in other scripts come back whole, in lines of at most 76 characters",
        arguments: [
            "Zoë ruft: Wasser", "마리아가 부릅니다", String(repeating: "👩‍👩‍👧‍👦", count: 40),
            String(repeating: "e\u{301}", count: 100), "=?", "",
        ])
    func encodedWords(text: String) throws {
        let header = "Subject: " + EncodedWords.encode(text)
        #expect(header.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 76 })
        let words = EncodedWords.encode(text).components(separatedBy: "\r\n ")
        let decoded = try words.map { word -> String in
            guard word.hasPrefix("=?UTF-8?B?") else { return word }
            let data = try #require(Data(base64Encoded: String(word.dropFirst(10).dropLast(2))))
            // Each word is whole by itself.
            return try #require(String(data: data, encoding: .utf8))
        }
        #expect(decoded.joined() == text)
    }

    @Test(
        "Addresses that are taken",
        arguments: ["anna@example.org", " anna@example.org ", "a.b+home@mail.example", "anna@localhost"])
    func goodAddresses(address: String) throws {
        #expect(
            try MailAddress.check(address, in: "address.address")
                == address.trimmingCharacters(in: .whitespaces))
    }

    @Test(
        "Addresses that are not",
        arguments: [
            "", "anna", "@example.org", "anna@", "anna@example..org", "an na@example.org",
            "anna@example.org>", "<anna@example.org>",
            "anna@example.org\r\nBcc: eve@example.net", "anna@example.org,eve@example.net",
            "anna@eve@example.org", ".anna@example.org",
            "anna@-example.org", "\"anna\"@example.org", "ännä@example.org", "anna@bücher.example",
            String(repeating: "a", count: 65) + "@example.org",
        ])
    func badAddresses(address: String) {
        #expect(throws: FieldProblem.self) { try MailAddress.check(address, in: "address.address") }
    }

    @Test(
        "Settings that cannot be used name their field",
        arguments: [
            (["host": "mail example"], "settings.host"), (["host": ""], "settings.host"),
            (["host": "smtp://mail"], "settings.host"),
            (["port": "0"], "settings.port"), (["port": "65536"], "settings.port"),
            (["port": "x"], "settings.port"),
            (["security": "ssl"], "settings.security"), (["from": ""], "settings.from"),
            (["from": "home"], "settings.from"),
            (["user": ""], "settings.user"), (["user": "a\r\nb"], "settings.user"),
        ])
    func settings(change: [String: String], field: String) throws {
        var settings = ["host": "mail.example", "from": "home@example.org", "user": "home"]
        func destination() -> Destination {
            Destination(
                contact: UUID(), address: [:], settings: settings, settingSecrets: ["password": "p w"])
        }
        try MailChannel.channel().check(destination())
        settings.merge(change) { $1 }
        let problem = #expect(throws: FieldProblem.self) { try MailChannel.channel().check(destination()) }
        #expect(problem?.field == field)
        #expect(problem?.message.contains("p w") == false)
    }
}
