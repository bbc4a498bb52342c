import AsyncHTTPClient
import Care
import CareStore
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("What is written into the audit log, and who reads it")
struct AuditTests {
    private func entries(_ olga: Visitor, _ query: String = "") async throws -> [AuditEntry] {
        try await olga.send(.GET, "audit" + query).decode(AuditPage.self).entries
    }

    @Test("Each change of who may do what is there, with who did it, from where, and nothing secret")
    func everything() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let device = try await service.pair(.station, by: olga)
            #expect(try await olga.send(.DELETE, "devices/\(device.id)").status == 204)
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Eve")
            ).decode()
            #expect(try await olga.send(.DELETE, "invitations/\(invitation.id)").status == 204)
            let new = "seven slow old trams"
            let change = AccountChange(name: "Benny", password: new, oldPassword: Visitor.password)
            #expect(try await ben.send(.PUT, "account", change).status == 200)
            #expect(try await ben.send(.DELETE, "session").status == 204)
            #expect(try await service.logIn("Benny", new).status == 201)
            var person: Person = try await olga.send(.GET, "people/ben").decode()
            person.role = .provider
            #expect(try await olga.send(.PUT, "people/ben", person).status == 200)
            #expect(try await olga.send(.DELETE, "accounts/ben").status == 204)
            let found = try await entries(olga)
            #expect(
                found.reversed().map(\.kind) == [
                    .coordinatorMade, .invited, .invitationAccepted, .pairingMade, .devicePaired,
                    .deviceRevoked, .invited, .invitationWithdrawn, .nameChanged, .passwordChanged,
                    .loggedOut,
                    .logIn, .roleChanged, .loginTaken,
                ])
            #expect(found.allSatisfy { $0.address == "127.0.0.1" && $0.at == noon })
            // Pages read each again, to say it in their reader's language.
            let unread = found.flatMap { entry in
                entry.changes.filter { AuditChange($0, in: entry.kind) == nil }
            }
            #expect(unread == [])
            #expect(found.first { $0.kind == .roleChanged }?.by == "Olga")
            #expect(found.first { $0.kind == .nameChanged }?.byID == "ben")
            #expect(found.map(\.number) == found.map(\.number).sorted(by: >))
            let text = String(decoding: try await olga.send(.GET, "audit").body, as: UTF8.self)
            for secret in [
                Visitor.password, new, device.token, invitation.code,
                invitation.code.replacing("-", with: ""), RunningService.setupToken, olga.session.csrfToken,
            ] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test("Each failure is there, with the address, and without the code, token or password that was tried")
    func failures() async throws {
        try await RunningService.with { service in
            let wrong = Setup(token: "a-wrong-link-token", name: "Eve", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", wrong, as: nil).status == 403)
            let olga = try await service.setUp()
            #expect(try await service.logIn("Olga", "a wrong password").status == 401)
            #expect(try await service.logIn("Nobody", "a wrong password").status == 401)
            let tried = PasswordConfirmation(currentPassword: "a wrong password")
            #expect(try await olga.send(.POST, "session/confirmation", tried).status == 403)
            #expect(try await service.accept("AAA-AAA", "Eve").status == 404)
            #expect(
                try await service.post("/api/v1/devices", DeviceClaim(code: "AAA-AAA"), as: nil).status == 404
            )
            let token = String(repeating: "t", count: 43)
            #expect(try await service.get("/api/v1/requests", as: token).status == 401)
            let page = try await olga.send(.GET, "audit?failures=yes")
            let found = try page.decode(AuditPage.self).entries
            #expect(
                found.reversed().map(\.kind) == [
                    .setupFailed, .logInFailed, .logInFailed, .confirmationFailed, .codeFailed, .codeFailed,
                    .tokenFailed,
                ])
            #expect(found.compactMap(\.about) == ["Olga", "Nobody", "Olga"])
            #expect(found.allSatisfy { $0.address == "127.0.0.1" })
            let text = String(decoding: page.body, as: UTF8.self)
            for secret in ["a-wrong-link-token", "a wrong password", "AAA", token] {
                #expect(!text.contains(secret))
            }
        }
    }

    @Test("In a flood of failures some are logged, then the number of the rest")
    func flood() async throws {
        let lines = Lines()
        let logger = Logger(label: "beckon") { _ in LineHandler(lines: lines) }
        try await RunningService.with(logger: logger) { service in
            let olga = try await service.setUp()
            let token = String(repeating: "t", count: 43)
            for _ in 0..<(FailureBudget.each + 37) {
                #expect(try await service.get("/api/v1/requests", as: token).status == 401)
            }
            #expect(try await entries(olga, "?kind=token_failed&limit=200").count == FailureBudget.each)
            #expect(lines.audit.count { $0.contains("token_failed") } == FailureBudget.each)
            service.clock.pass(FailureBudget.gatheredFor)
            // Nobody has to knock again for it to be written: time does it.
            service.service.clockHasMoved()
            for _ in 0..<10_000 {
                if try await !entries(olga, "?kind=failures_gathered").isEmpty { break }
            }
            let gathered = try #require(try await entries(olga, "?kind=failures_gathered").first)
            #expect(gathered.changes == ["37 more", "37 from 127.0.0.1"] && gathered.address == "127.0.0.1")
            #expect(try await service.get("/api/v1/requests", as: token).status == 401)
            #expect(
                try await entries(olga, "?kind=token_failed&limit=200").count == FailureBudget.each + 1)
        }
    }

    @Test("What is tried too soon, and is not looked at, is there too, with the name")
    func limited() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            for _ in 0..<5 { #expect(try await service.logIn("Olga", "a wrong password").status == 401) }
            #expect(try await service.logIn("Olga").status == 429)
            let found = try await entries(olga, "?failures=yes")
            #expect(found.map(\.kind) == [.limited] + Array(repeating: .logInFailed, count: 5))
            #expect(found.first?.about == "Olga" && found.first?.address == "127.0.0.1")
        }
    }

    @Test("A form of a page that does not let somebody in is there as from where it came")
    func forms() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            _ = try await service.form("/login", "name=Olga&password=wrong")
            let found = try await entries(olga, "?failures=yes")
            #expect(found.map(\.kind) == [.logInFailed])
            #expect(found.first?.address == "127.0.0.1" && found.first?.about == "Olga")
        }
    }

    @Test(
        "Where the audit log cannot be written, calls are taken, strangers are refused as ever, and the line is there"
    )
    func broken() async throws {
        let lines = Lines()
        let logger = Logger(label: "beckon") { _ in LineHandler(lines: lines) }
        // However long the table takes to go: that the store is locked meanwhile is no failure here.
        try await RunningService.with(logger: logger, adjust: { $0.busyTimeout = .seconds(60) }) { service in
            let olga = try await service.setUp()
            try await Locked.execute("DROP TABLE audit", in: service.storePath)
            let token = String(repeating: "t", count: 43)
            #expect(try await service.get("/api/v1/requests", as: token).status == 401)
            #expect(try await service.logIn("Olga", "a wrong password").status == 401)
            #expect(lines.audit.count { $0.contains("_failed address=127.0.0.1") } == 2)
            // The home can store calls, and says so.
            #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            #expect(try await service.post("/api/v1/requests", water(priority: .urgent)).status == 201)
            #expect(try await service.get("/api/v1/faults").decode(FaultPage.self).faults.isEmpty)
            // Who may do what is changed with its entry, or not at all.
            let new = NewInvitation(id: UUID(), role: .caregiver, name: "Ben")
            #expect(try await olga.send(.POST, "invitations", new).status == 503)
            #expect(try await service.post("/api/v1/requests", water(priority: .urgent)).status == 201)
        }
    }

    @Test(
        "A clock in 1970, or in the year 10000, lets everybody in, and the log be read",
        arguments: [-1_774_699_200, 1e12])
    func clocks(_ seconds: TimeInterval) async throws {
        try await RunningService.with { service in
            service.clock.set(by: seconds)
            let olga = try await service.setUp()
            #expect(try await service.logIn("Olga", "a wrong password").status == 401)
            #expect(try await entries(olga).map(\.kind) == [.logInFailed, .coordinatorMade])
            for path in ["/audit", "/audit.csv"] {
                let message = service.message(.GET, path, as: nil, headers: [("Cookie", olga.cookie)])
                #expect(try await service.send(message).status == 200)
            }
        }
    }

    @Test("Pictures, with their checksum, and whose they are")
    func pictures() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            for _ in 0..<2 {
                var message = try olga.message(.PUT, "people/olga/picture")
                message.body = .bytes(PictureTests.png)
                message.headers.replaceOrAdd(name: "Content-Type", value: "image/png")
                #expect([200, 201].contains(try await service.send(message).status))
            }
            for _ in 0..<2 { #expect(try await olga.send(.DELETE, "people/olga/picture").status == 204) }
            let found = try await entries(olga)
            // The same again changes nothing, and is not written.
            #expect(found.map(\.kind) == [.pictureRemoved, .pictureChanged, .coordinatorMade])
            #expect(found[1].changes.first == "kind: image/png")
            #expect(found[1].changes.last?.wholeMatch(of: /sha256: [0-9a-f]{64}/) != nil)
        }
    }

    @Test("What is asked for is checked, and its pages lead on to the end")
    func query() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            for number in 0..<4 { #expect(try await service.logIn("Nobody \(number)").status == 401) }
            for (query, field) in [
                ("kind=x", "kind"), ("failures=no", "failures"), ("limit=0", "limit"), ("before=0", "before"),
                ("from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z", "until"),
            ] {
                #expect(try await olga.send(.GET, "audit?" + query).problem.field == field, "\(query)")
            }
            var (seen, next): ([Int64], Int64?) = ([], nil)
            repeat {
                let before = next.map { "&before=\($0)" } ?? ""
                let page: AuditPage = try await olga.send(.GET, "audit?limit=2" + before).decode()
                seen += page.entries.map(\.number)
                next = page.next
            } while next != nil
            #expect(seen.count == 5 && seen == seen.sorted(by: >))
            #expect(try await entries(olga, "?name=nobody%202").count == 1)
        }
    }

    @Test("Each entry is one line in the system's log, which the filter of docs/audit.md reads")
    func lines() async throws {
        let lines = Lines()
        let logger = Logger(label: "beckon") { _ in LineHandler(lines: lines) }
        try await RunningService.with(logger: logger) { service in
            let olga = try await service.setUp()
            let forged = "x: audit log_in_failed address=203.0.113.9 by="
            for name in ["Olga", forged, forged + "\" audit log_in_failed address=203.0.113.9 by=\""] {
                #expect(try await service.logIn(name, "a wrong password").status == 401)
            }
            let tried = PasswordConfirmation(currentPassword: "a wrong password")
            #expect(try await olga.send(.POST, "session/confirmation", tried).status == 403)
            #expect(try await service.accept("AAA-AAA", "Eve").status == 404)
            let token = String(repeating: "t", count: 43)
            #expect(try await service.get("/api/v1/requests", as: token).status == 401)
            let wrong = Setup(token: "another", name: "Eve", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", wrong, as: nil).status == 403)
            let invitation = NewInvitation(id: UUID(), role: .caregiver, name: forged)
            #expect(try await olga.send(.POST, "invitations", invitation).status == 201)
            let stored = try await entries(olga).reversed().map(\.line)
            #expect(lines.audit == stored)
        }
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/audit.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        let regex = try #require(page.split(separator: "\n").first { $0.hasPrefix("failregex = ") })
        // What fail2ban puts there: an address of either kind.
        let pattern = regex.dropFirst("failregex = ".count)
            .replacing("<HOST>", with: "(?<host>[0-9a-fA-F:.]+)")
        let filter = try Regex(String(pattern))
        let all = lines.audit
        let caught = try all.compactMap { line in
            try filter.firstMatch(in: "2026-11-22T18:00:00Z notice beckon: " + line)
                .flatMap { $0.output["host"]?.substring }.map(String.init)
        }
        #expect(all.count == 9 && caught == Array(repeating: "127.0.0.1", count: 7))
        for kind in AuditKind.allCases { #expect(page.contains("`\(kind.rawValue)`"), "\(kind.rawValue)") }
    }

    @Test("Coordinators read it as a page and as a file; nobody else does")
    func page() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            #expect(try await service.logIn("=cmd()<script>", "x").status == 401)
            func read(_ path: String, _ visitor: Visitor) async throws -> RunningService.Answer {
                try await service.send(
                    service.message(.GET, path, as: nil, headers: [("Cookie", visitor.cookie)]))
            }
            let page = String(decoding: try await read("/audit", olga).body, as: UTF8.self)
            #expect(page.contains("cmd()&lt;script&gt;”"))
            #expect(page.contains("Ben accepted an invitation"))
            let file = try await read("/audit.csv", olga)
            #expect(file.headers.first(name: "Content-Disposition") == #"attachment; filename="audit.csv""#)
            let rows = String(decoding: file.body, as: UTF8.self).split(separator: "\r\n")
            #expect(rows.count == 5 && rows[1].contains(",log_in_failed,,127.0.0.1,'=cmd()<script>,"))
            let narrow = String(decoding: try await read("/audit?failures=yes", olga).body, as: UTF8.self)
            #expect(!narrow.contains("Ben accepted") && narrow.contains("not let in"))
            #expect(try await read("/audit", ben).status == 403)
            #expect(try await read("/audit.csv", ben).status == 403)
        }
    }
}

private final class Lines: Sendable {
    let all = Mutex<[String]>([])
    var audit: [String] { all.withLock { $0.filter { $0.hasPrefix("audit ") } } }
}

private struct LineHandler: LogHandler {
    let lines: Lines
    var logLevel: Logger.Level = .trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { lines.all.withLock { $0.append("\(event.message)") } }
}
