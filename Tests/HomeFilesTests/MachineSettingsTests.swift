import HomeFiles
import PrintedParts
import StaffFiles
import Testing

@Suite("Settings that are changed on the machine only")
struct MachineSettingsTests {
    private static let file = """
        client: { name: Maria }
        switches: { devices: [Big Button] }
        voices: { main: { voice: mb-en1 } }
        alerts:
          command: [/usr/bin/call, --password, secret]
          repeat: 30 s
        service:
          listen: 127.0.0.1:4280
          certificate: home.pem
          key: home.key

        """

    private func changes(_ text: String, from old: String = file) throws -> [String] {
        let before = try #require(SettingsReader.readable(Array(old.utf8), file: "beckon.yaml"))
        return MachineSettings.changes(from: before, in: Array(text.utf8), file: "beckon.yaml").map {
            "\($0.line): \($0.message.prefix { $0 != " " })"
        }
    }

    @Test(
        "Each change is told at its place",
        arguments: [
            ("devices: [Big Button]", "devices: [/dev/watchdog]", "2: `switches.devices`"),
            ("mb-en1", "en-german-1", "3: `voices.main.voice`"),
            ("mb-en1", "mb-en2", "3: `voices.main.voice`"), ("mb-en1", "en", "3: `voices.main.voice`"),
            ("secret", "more", "5: `alerts.command`"), ("127.0.0.1", "0.0.0.0", "8: `service.listen`"),
            ("4280", "80", "8: `service.listen`"), ("home.pem", "other.pem", "9: `service.certificate`"),
            ("home.key", "other.key", "10: `service.key`"),
            ("  key: home.key", "  key: home.key\n  trust: x.pem", "11: `service.trust`"),
            ("  key: home.key", "  key: home.key\n  allow_plain_http: on", "11: `service.allow_plain_http`"),
            ("alerts:", "station: { devices: [none] }\nalerts:", "4: `station.devices`"),
            ("  command: [/usr/bin/call, --password, secret]\n", "", "4: `alerts.command`"),
        ])
    func told(part: String, other: String, finding: String) throws {
        #expect(try changes(Self.file.replacing(part, with: other)) == [finding])
    }

    @Test(
        "Another spelling, another order and other settings are no change",
        arguments: [
            ("127.0.0.1:4280", "\"127.0.0.1:4280\""),
            ("listen: 127.0.0.1:4280", "listen: '127.0.0.1:4280' # all"),
            ("Maria", "Ria"), ("30 s", "40 s"),
            (
                "[/usr/bin/call, --password, secret]",
                "\n    - /usr/bin/call\n    - --password\n    - \"secret\""
            ),
            ("  certificate: home.pem\n  key: home.key\n", "  key: home.key\n  certificate: home.pem\n"),
            ("service:", "station: { grab: off }\nservice:"),
        ])
    func same(part: String, other: String) throws {
        #expect(try changes(Self.file.replacing(part, with: other)) == [])
    }

    @Test(
        "No way of writing gets around it",
        arguments: [
            // By an alias, whose meaning counts.
            "client: { name: &a /bin/sh }\nalerts: { command: [*a] }\n",
            "home: { name: &a /bin/sh }\nalerts: &b { command: [*a, -c, id] }\n",
            // The first of two counts, and the second is a mistake.
            "alerts: { command: [/bin/sh] }\nalerts: { command: [] }\n",
            // Merge keys are not read.
            "client: &c { name: x }\nalerts: { <<: *c, command: [/bin/sh] }\n",
            // Mistakes elsewhere do not hide it.
            "nonsense: 1\nalerts: { command: [/bin/sh], escalate: never }\n",
        ])
    func around(text: String) throws {
        #expect(try changes(text, from: "").contains { $0.hasSuffix("`alerts.command`") })
    }

    @Test("What looks the same is another word to a shell, and a change")
    func lookalikes() throws {
        let old = "alerts: { command: [/bin/sh, -c, 'K; true'] }\n"
        for other in ["\u{212A}; true", "K\u{37E} true"] {
            let new = old.replacing("K; true", with: other)
            #expect(try changes(new, from: old).count == 1, "\(other.unicodeScalars.map(\.value))")
        }
    }

    @Test("A text that cannot be read changes nothing: it is refused for that")
    func unreadable() throws {
        #expect(try changes("alerts: [", from: "") == [])
        #expect(SettingsReader.readable(Array("alerts: [".utf8), file: "beckon.yaml") == nil)
        #expect(SettingsReader.readable([], file: "beckon.yaml") == .standard)
    }

    @Test(
        "The catalogue marks the same ones, and docs/security.md lists every setting once with the same mark")
    func documented() throws {
        let all = SettingsCatalogue.sections.flatMap { section in
            section.options.map {
                (name: (section.path + [$0.name]).joined(separator: "."), isMachineOnly: $0.isMachineOnly)
            }
        }
        let marked = all.filter(\.isMachineOnly).map(\.name)
        #expect(Set(marked) == Set(MachineSettings.values(of: .standard).map(\.name)))
        #expect(marked.allSatisfy { !MachineSettings.meaning(of: $0).isEmpty })
        let part = PrintedPart(
            "docs/security.md",
            after: ["| setting | what it can do to the machine | changed on |\n|---|---|---|\n"],
            before: "\n\n")
        let printed = SettingsCatalogue.sections.flatMap { section in
            section.options.map { option in
                let name = (section.path + [option.name]).joined(separator: ".")
                return "| `\(name)` | \(option.risk) | \(option.isMachineOnly ? "machine" : "pages") |"
            }
        }
        #expect(try part.has(printed), "\(part) should have:\n\(printed.joined(separator: "\n"))")
        let page = String(decoding: try contents("docs/security.md"), as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimmingPrefix(" ").description } }
        let settings = rows.filter { $0.count == 3 && ["machine ", "pages "].contains($0[2]) }
        #expect(
            settings.map { "\($0[0])\($0[2])" }
                == all.map { "`\($0.name)` \($0.isMachineOnly ? "machine" : "pages") " })
        #expect(settings.allSatisfy { $0[1].count > 4 })
    }
}
