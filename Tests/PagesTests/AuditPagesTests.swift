import Care
import FoundationEssentials
import Recurrence
import Testing
import Wording

@testable import Pages

@Suite("The page of the audit log")
struct AuditPagesTests {
    private static let changes: [AuditChange] = [
        .role(.caregiver), .role(.provider, was: .client), .name(was: "Role: Anna"), .device(.display),
        .client("maria"), .person("ben"), .until(FakeHome.now), .newPassword, .ended(.sessions, 1),
        .ended(.sessions, 2), .ended(.invitations, 1), .ended(.pairings, 3), .endedSession(.ofThisBrowser),
        .endedSession(.oldest), .everywhere(2), .link(.ofFirstStart), .link(.ofCoordinatorCommand),
        .link(.ofOwnSession), .code(.device), .code(.invitation), .code(.logInLink), .newFile,
        .checksum("00ff"), .sections([]), .sections(["alerts", "voices"]), .picture(.webp),
        .way(.passkey), .way(.code), .way(.recoveryCode), .provider("Role: client"), .ended(.identities, 1),
        .ended(.identities, 2), .ended(.passkeys, 1), .ended(.secondSteps, 1),
    ]
    private static let counts: [AuditChange] = [.more(37), .from("10.0.0.1", 5), .fromOthers(4)]

    private static func entry(
        _ kind: AuditKind, _ changes: [AuditChange], by: String? = "Olga", byID: String? = "olga"
    ) -> AuditEntry {
        AuditEntry(
            number: 1, at: FakeHome.now, kind: kind, by: by, byID: byID, address: "10.0.0.7", about: "Ben",
            changes: changes.map(\.description))
    }

    private func page(
        _ entries: AuditEntry..., language: String, path: String = "/audit"
    ) async throws -> String {
        let home = FakeHome { $0.audit = entries }
        return try await home.ask(path, languages: [language]).text
    }

    /// What stands below the heading and the address, one a line.
    private static func shown(_ page: String) -> [String] {
        page.matches(of: /<p class="quiet">(.*?)<\/p>/).dropFirst().map { String($0.1) }
    }

    @Test(
        "Each change is said in the reader's language; names, ids and addresses stay as they are",
        arguments: [
            (
                "en",
                [
                    "Role: caregiver", "Role: provider, before: client", "Name before: Role: Anna",
                    "Kind: Screen", "Client: maria", "Person: ben",
                    "Code valid until Tuesday 10 March 2026 14:30",
                    "A new password", "Logged out in 1 browser", "Logged out in 2 browsers",
                    "1 invitation no longer works", "3 device codes no longer work",
                    "The login that this browser had before has ended",
                    "Logged out in the browser that was used longest ago: there were too many",
                    "Everywhere: in 2 browsers", "By the link of the first start",
                    "By the link of <code>beckon coordinator</code>",
                    "By a link that they made where they were logged in", "For a device", "For an invitation",
                    "For a link to log in", "A new file", "SHA-256: 00ff", "Only comments",
                    "Sections: alerts and voices", "Kind: WebP", "With a passkey",
                    "With a code of their app", "With a recovery code", "Login provider: Role: client",
                    "1 link with a login provider no longer counts",
                    "2 links with login providers no longer count", "1 passkey no longer works",
                    "The second step is off", "37 more", "5 from 10.0.0.1",
                    "4 from other addresses",
                ]
            ),
            (
                "de",
                [
                    "Rolle: Betreuungsperson", "Rolle: Fachperson, vorher: betreute Person",
                    "Name vorher: Role: Anna", "Art: Bildschirm", "Betreute Person: maria", "Person: ben",
                    "Der Code gilt bis Dienstag, 10. März 2026, 14:30", "Ein neues Passwort",
                    "In 1 Browser abgemeldet",
                    "In 2 Browsern abgemeldet", "1 Einladung gilt nicht mehr",
                    "3 Gerätecodes gelten nicht mehr",
                    "Die frühere Anmeldung in diesem Browser ist beendet",
                    "Abgemeldet im Browser, der am längsten nicht benutzt wurde: Es waren zu viele",
                    "Überall: in 2 Browsern", "Durch den Link des ersten Starts",
                    "Durch den Link von <code>beckon coordinator</code>",
                    "Durch einen Link aus einem Browser, in dem die Person schon angemeldet war",
                    "Für ein Gerät", "Für eine Einladung", "Für einen Link zum Anmelden", "Eine neue Datei",
                    "SHA-256: 00ff", "Nur Kommentare", "Abschnitte: alerts und voices", "Art: WebP",
                    "Mit einem Passkey", "Mit einem Code der App", "Mit einem Notfallcode",
                    "Anmeldedienst: Role: client", "1 Verknüpfung mit einem Anmeldedienst gilt nicht mehr",
                    "2 Verknüpfungen mit Anmeldediensten gelten nicht mehr", "1 Passkey gilt nicht mehr",
                    "Der zweite Schritt ist aus", "37 weitere",
                    "5 von 10.0.0.1", "4 von anderen Adressen",
                ]
            ),
        ])
    func changes(language: String, expected: [String]) async throws {
        let text = try await page(
            Self.entry(.roleChanged, Self.changes), Self.entry(.failuresGathered, Self.counts),
            language: language)
        #expect(Self.shown(text) == expected)
    }

    private static let duties: [AuditChange] = [
        .place("East"), .place(""), .needsDuty(true), .needsDuty(false), .date(.first),
        .holder("Ben"),
        .holder(""),
    ]

    @Test("No text for a change is one that no change has, and no translation leaves one in English")
    func whole() throws {
        let shipped = try Translation.shipped()
        let words = AuditChangeWords(zone: .utc)
        let said = Set(
            (Self.changes + Self.counts + Self.duties).compactMap { change in
                if case .named(let name, _) = words.text(change) { name } else { nil }
            })
        let english = try #require(shipped.first { $0.language == "en" })
        #expect(said == english.names.filter { $0.hasPrefix("audit.changed_") })
        for language in ["de", "fr"] {
            let own = try #require(shipped.first { $0.language == language })
            let same = said.filter { own.pattern($0) == english.pattern($0) }
            #expect(
                same.subtracting(["audit.changed_checksum", "audit.changed_person"]) == [], "\(language)")
        }
    }

    @Test("A setting's name, and a text that no Beckon writes any more, stay as they were stored")
    func verbatim() async throws {
        var old = Self.entry(.roleChanged, [])
        old.changes = ["role: chief"]
        let settings = Self.entry(.settingsWritten, [.named("scan_time"), .named("new")])
        let text = try await page(settings, old, language: "fr")
        #expect(Self.shown(text) == ["scan_time", "new", "role: chief"])
    }

    @Test("A device that has no name is said as the devices' page says it, and a person by their name")
    func devices() async throws {
        let own = Self.entry(.personAdded, [], by: "display", byID: nil)
        let paired = Self.entry(.personAdded, [], by: "display", byID: UUID().uuidString)
        let person = Self.entry(.personAdded, [], by: "display", byID: "display")
        for (entry, name) in [(own, "Bildschirm"), (paired, "Bildschirm"), (person, "display")] {
            #expect(try await page(entry, language: "de").contains("durch \(name), von 10.0.0.7"))
        }
    }

    @Test(
        "Who was not let in is named where that is known",
        arguments: [
            (.secondStepFailed, "Ben typed a wrong code at the second step", nil),
            (.providerLogInFailed, "Somebody was not let in with a login provider", nil),
            (
                .passkeyFailed, "Somebody was not let in with a passkey: Ben",
                "Somebody was not let in with a passkey"
            ),
        ] as [(AuditKind, String, String?)])
    func notLetIn(_ kind: AuditKind, words: String, ofNobody: String?) async throws {
        var entry = Self.entry(kind, [], by: nil, byID: nil)
        let known = try await page(entry, language: "en")
        #expect(known.contains("<h2>\(words)</h2>") && known.contains("not let in</span>"))
        guard let ofNobody else { return }
        entry.about = nil
        #expect(try await page(entry, language: "en").contains("<h2>\(ofNobody)</h2>"))
    }

    @Test("Names of passkeys, and of what was changed of a provider, stay as they are")
    func names() async throws {
        let passkey = Self.entry(.passkeyAdded, [.named("role: client")])
        let provider = Self.entry(.loginProviderChanged, [.named("issuer"), .named("client_id")])
        let text = try await page(passkey, provider, language: "de")
        #expect(Self.shown(text) == ["role: client", "issuer", "client_id"])
    }

    @Test("The exported table has the texts that programs read, in every language")
    func table() async throws {
        let text = try await page(
            Self.entry(.roleChanged, [.role(.provider, was: .client), .ended(.sessions, 2)]), language: "de",
            path: "/audit.csv")
        #expect(text.contains("role: provider, was client; ended: 2 sessions"))
    }
}
