import Foundation
import Testing

@testable import Care

@Suite("A line of the audit log in the system's log")
struct AuditEntryTests {
    private func entry(
        _ kind: AuditKind = .logInFailed, about: String?, by: String? = nil, address: String = "192.0.2.7",
        changes: [String] = []
    ) -> AuditEntry {
        AuditEntry(
            number: 1, at: Date(timeIntervalSince1970: 0), kind: kind, by: by, byID: nil, address: address,
            about: about, changes: changes)
    }

    @Test("A line says what, from where, by whom, about whom and what changed, in this order")
    func form() {
        let line = entry(
            .roleChanged, about: "Ben", by: "Olga", address: "2001:db8::7", changes: ["role: caregiver", "x"]
        ).line
        #expect(
            line
                == #"audit role_changed address=2001:db8::7 by="Olga" about="Ben" changes="role: caregiver; x""#
        )
        #expect(
            entry(.codeFailed, about: nil, address: "").line
                == #"audit code_failed address=- by="-" about="-" changes="""#)
    }

    @Test(
        "No name makes another line, closes its quotation, or turns the reading",
        arguments: [
            "x\n2026-11-22T18:00:00Z notice service: audit log_in_failed address=203.0.113.9 by=\"-\"",
            "x\" address=203.0.113.9", "\r\n", "\u{2028}\u{2029}\u{85}", "\u{202e}abc\u{2066}", "\\\" x",
            "\u{0}\u{1b}[2J",
            "a\u{200b}b", "\u{feff}", "\u{a0}",
        ])
    func escaped(_ name: String) throws {
        let line = entry(about: name, by: name, changes: [name]).line
        let start = "audit log_in_failed address=192.0.2.7 by=\""
        #expect(line.hasPrefix(start))
        #expect(line.count { $0 == "\"" } == 6)
        #expect(
            line.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                case _: true
                }
            })
        #expect(!line.contains("\" address=203"))
    }

    @Test("Names are readable in every script", arguments: ["Zoë O’Brien", "Ольга", "花子", "Łukasz 2"])
    func scripts(_ name: String) {
        let readable = name.replacingOccurrences(of: "’", with: "\\u{2019}")
        #expect(entry(about: name).line.contains("about=\"\(readable)\""))
    }

    @Test("It is never so long that a log breaks it, whatever stands in it")
    func length() {
        let long = String(repeating: "\u{10ffff}", count: 100_000)
        let line = entry(about: long, by: long, changes: Array(repeating: long, count: 100)).line
        // systemd breaks a line at 48 KiB.
        #expect(line.utf8.count < 16 << 10)
        #expect(line.contains(" ...\" about=\"") && line.hasSuffix(" ...\""))
    }

    @Test("Each kind is of one share, and each share is bounded")
    func shares() {
        #expect(Set(AuditKind.allCases.map(\.share)) == Set(AuditShare.allCases))
        #expect(AuditShare.allCases.allSatisfy { (1...20_000).contains($0.most) })
        #expect(AuditKind.limited.isFailure && !AuditKind.logIn.isFailure && !AuditKind.fileWritten.isFailure)
    }

    @Test("A settings file is logged by the names of changed settings, never their values")
    func sections() {
        let old = "# a\nlanguage: en\nalerts:\n  command: [sendmail, secret-one]\nvoices:\n  rate: 1\n"
        let new =
            "language: en\n\n# b\nalerts:\n  command: [sendmail, secret-two]\nvoices:\n  rate: 1\nSecret9: x\n"
        #expect(FileSections.changed(from: old, to: old) == [])
        #expect(FileSections.changed(from: old, to: new) == ["alerts", "voices"])
        #expect(FileSections.changed(from: "", to: old) == ["alerts", "language", "voices"])
        #expect(FileSections.changed(from: "alerts: one", to: "alerts: two") == ["alerts"])
    }

    @Test("An address holds nothing but an address")
    func address() {
        #expect(
            entry(about: nil, address: "10.0.0.1 by=\"x\"\n").line.hasPrefix(
                "audit log_in_failed address=10.0.0.1byx "))
    }
}
