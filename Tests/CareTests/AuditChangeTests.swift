import Foundation
import Recurrence
import Testing

@testable import Care

@Suite("What an entry of the audit log says has changed")
struct AuditChangeTests {
    private static let time = Date(timeIntervalSince1970: 1_795_370_400.25)

    /// At least one of each, with the text that is stored: no later version may write another one.
    private static let texts: [(AuditChange, String)] = [
        (.role(.caregiver), "role: caregiver"),
        (.role(.provider, was: .client), "role: provider, was client"),
        (.name(was: "Anna"), "name: was Anna"), (.device(.display), "kind: display"),
        (.client("maria"), "client: maria"), (.person("ben"), "person: ben"),
        (.until(time), "until: 2026-11-22T18:00:00.250Z"), (.newPassword, "a new password"),
        (.ended(.sessions, 1), "ended: 1 session"), (.ended(.sessions, 2), "ended: 2 sessions"),
        (.ended(.invitations, 1), "ended: 1 invitation"), (.ended(.pairings, 3), "ended: 3 device codes"),
        (.endedSession(.ofThisBrowser), "ended: the session that this browser had"),
        (
            .endedSession(.oldest),
            "ended: the session that was used longest ago, because there were too many"
        ),
        (.everywhere(1), "everywhere: 1 sessions"),
        (.link(.ofFirstStart), "by the link of the first start"),
        (.link(.ofCoordinatorCommand), "by the link of beckon coordinator"),
        (.link(.ofOwnSession), "by a link that they made where they were logged in"),
        (.code(.device), "for: a device"), (.code(.invitation), "for: an invitation"),
        (.code(.logInLink), "for: a login link"), (.more(37), "37 more"),
        (.from("2001:db8::7", 5), "5 from 2001:db8::7"), (.fromOthers(4), "4 from others"),
        (.newFile, "new"), (.checksum("00ff"), "sha256: 00ff"), (.sections([]), "changed: comments"),
        (.sections(["alerts", "voices"]), "changed: alerts, voices"), (.picture(.webp), "kind: image/webp"),
        (.place("East"), "place: East"), (.place(""), "place: "), (.holder("Ben"), "holder: Ben"),
        (.holder(""), "holder: "),
        (.needsDuty(true), "somebody has to be on duty there"),
        (.needsDuty(false), "nobody has to be on duty there"),
        (.date(WallTime(clamping: 1_774_735_200)), "date: 2026-03-28T22:00:00"),
        (.named("scan_time"), "scan_time"),
        (.ended(.identities, 1), "ended: 1 linked login"),
        (.ended(.passkeys, 2), "ended: 2 passkeys"), (.ended(.secondSteps, 1), "ended: 1 second step"),
        (.way(.passkey), "with a passkey"), (.way(.code), "with a code of their app"),
        (.way(.recoveryCode), "with a recovery code"), (.provider("Example"), "provider: Example"),
    ]

    /// In which entries a change may stand.
    private static func kind(of change: AuditChange) -> AuditKind {
        switch change {
        case .named: .settingsWritten
        case .more, .from, .fromOthers: .failuresGathered
        case .role, .name, .device, .client, .person, .until, .newPassword, .ended, .endedSession,
            .everywhere,
            .link, .way, .provider, .code, .newFile, .checksum, .sections, .picture, .place, .needsDuty,
            .date, .holder:
            .roleChanged
        }
    }

    @Test("It is stored as the text that programs know, and read from that again", arguments: texts)
    func stored(_ change: AuditChange, _ text: String) {
        #expect(change.description == text)
        #expect(AuditChange(text, in: Self.kind(of: change)) == change)
    }

    @Test("Each is among them: links, codes and all that can end, too")
    func all() {
        let changes = Self.texts.map(\.0)
        #expect(Set(changes.map { Mirror(reflecting: $0).children.first?.label ?? "\($0)" }).count == 26)
        for link in AuditChange.Link.allCases { #expect(changes.contains(.link(link))) }
        for way in AuditChange.Way.allCases { #expect(changes.contains(.way(way))) }
        for code in AuditChange.CodePurpose.allCases { #expect(changes.contains(.code(code))) }
        for session in AuditChange.EndedSession.allCases { #expect(changes.contains(.endedSession(session))) }
    }

    @Test(
        "A name stays a name, whatever somebody is called",
        arguments: [
            "new", "37 more", "role: client", "was Ben", ", was client", " ", "Zoë: O’Brien", "name: was X",
        ])
    func names(_ name: String) {
        #expect(AuditChange("name: was \(name)", in: .nameChanged) == .name(was: name))
        #expect(AuditChange(name, in: .settingsWritten) == .named(name))
        #expect(AuditChange(name, in: .phrasesWritten) == .named(name))
    }

    @Test(
        "A text that none of them has is not read as one",
        arguments: [
            "", "role: chief", "role: client, was", "role: client, was client, was client", "kind: lamp",
            "until: tomorrow", "ended: all", "ended: two sessions", "everywhere: many", "for: fun", "37 more",
            "rolle: client", "name: Anna", "scan_time",
        ])
    func unknown(_ text: String) {
        #expect(AuditChange(text, in: .roleChanged) == nil)
        #expect(AuditChange("x " + text, in: .failuresGathered) == nil)
    }
}
