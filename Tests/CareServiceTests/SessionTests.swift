import Care
import Foundation
import Logging
import NIOHTTP1
import OwnFolders
import Testing

@testable import CareService

@Suite("Logging in and out")
struct SessionTests {
    @Test("The link of the first start makes one coordinator, and then opens nothing")
    func setUp() async throws {
        try await RunningService.with { service in
            let wrong = Setup(token: "another", name: "Mallory", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", wrong, as: nil).status == 403)
            let short = Setup(token: RunningService.setupToken, name: "Olga", password: "short")
            #expect(try await service.post("/api/v1/setup", short, as: nil).problem.field == "password")
            let olga = try await service.setUp()
            #expect(olga.session.person.role == .coordinator && olga.session.person.id == "olga")
            let again = Setup(
                token: RunningService.setupToken, name: "Mallory", password: Visitor.password)
            #expect(try await service.post("/api/v1/setup", again, as: nil).status == 403)
            #expect(try await olga.send(.GET, "session").decode(Session.self) == olga.session)
        }
    }

    @Test("A link that was asked for on the machine gives a lost login a new password, once, and for an hour")
    func coordinatorAgain() async throws {
        let home = try OwnFolder()
        let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        _ = try TokenFiles.ensure(inHome: home.path, logger: quiet)
        let file = home.file("tokens/" + TokenFiles.again)
        let token = TokenFiles.token()
        @Sendable func write(hoursAgo: TimeInterval) throws {
            try Data((token + "\n").utf8).write(to: URL(fileURLWithPath: file))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600, .modificationDate: Date(timeIntervalSinceNow: -3600 * hoursAgo)],
                ofItemAtPath: file)
        }
        try await RunningService.with {
            let files = TokenFiles.setup(inHome: home.path, logger: quiet)
            $0.setup = SetupToken(
                make: { RunningService.setupToken }, forget: {}, again: files.again,
                forgetAgain: files.forgetAgain)
        } _: { service in
            let olga = try await service.setUp()
            let setup = Setup(token: token, name: "olga", password: "another good one")
            #expect(try await service.post("/api/v1/setup", setup, as: nil).status == 403)
            try write(hoursAgo: 1.1)
            #expect(try await service.post("/api/v1/setup", setup, as: nil).status == 403)
            try write(hoursAgo: 0.9)
            #expect(try await service.get("/api/v1/setup/" + token, as: nil).status == 204)
            let again = try Visitor(service, await service.post("/api/v1/setup", setup, as: nil))
            #expect(again.session.person.id == "olga")
            #expect(try await olga.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Olga").status == 401)
            #expect(try await service.logIn("Olga", "another good one").status == 201)
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try await service.post("/api/v1/setup", setup, as: nil).status == 403)
        }
    }

    @Test("The cookie is for this home's pages alone, and no script reads it")
    func cookie() async throws {
        try await RunningService.with { service in
            _ = try await service.setUp()
            let cookie = try #require(
                try await service.logIn("olga ").headers.first(name: "Set-Cookie"))
            for part in ["beckon_session=", "Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=7776000"] {
                #expect(cookie.contains(part))
            }
            // Without TLS a browser would not take it.
            #expect(!cookie.contains("Secure"))
        }
    }

    @Test("A cookie begins anew whenever it is written down that its owner was here, and not each time")
    func cookieSlides() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let screen = try await service.pair(.display, client: "client", by: olga)
            let screenCookie = "beckon_screen=\(screen.token)"
            @Sendable func sent(_ path: String, _ cookie: String) async throws -> String? {
                try await service.send(
                    service.message(.GET, path, as: nil, headers: [("Cookie", cookie)])
                ).headers.first(name: "Set-Cookie")
            }
            #expect(try await sent("/api/v1/session", olga.cookie) == nil)
            _ = try await sent("/display", screenCookie)
            #expect(try await sent("/display", screenCookie) == nil)
            for path in ["/api/v1/session", "/now"] {
                service.clock.pass(.seconds(301))
                let again = try #require(try await sent(path, olga.cookie))
                #expect(again.hasPrefix(olga.cookie + "; ") && again.contains("Max-Age=7776000"))
                #expect(try await sent(path, olga.cookie) == nil)
            }
            let shown = try #require(try await sent("/display", screenCookie))
            #expect(shown.hasPrefix(screenCookie + "; ") && shown.contains("HttpOnly; SameSite=Strict"))
            #expect(shown.contains("Max-Age=34560000"))
            // Who logs out has no cookie any more.
            service.clock.pass(.seconds(301))
            let ended = try await olga.send(.DELETE, "session")
            #expect(ended.headers["Set-Cookie"].count == 1)
            #expect(ended.headers.first(name: "Set-Cookie")?.hasPrefix("beckon_session=; ") == true)
        }
    }

    @Test("Who can log in here is not told: unknown names and wrong passwords are answered alike")
    func alike() async throws {
        try await RunningService.with { service in
            _ = try await service.setUp()
            let wrong = try await service.logIn("Olga", "not her password")
            let unknown = try await service.logIn("Nobody", "not her password")
            #expect(wrong.status == 401 && unknown.status == 401)
            #expect(wrong.body == unknown.body)
            #expect(try await service.logIn("Olga", "").status == 401)
        }
    }

    @Test("A session that a browser had before is worth nothing after it logs in")
    func fixation() async throws {
        try await RunningService.with { service in
            let first = try await service.setUp()
            let made = "beckon_session=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            let login = try CareJSON.encoder().encode(LogIn(name: "Olga", password: Visitor.password))
            let answer = try await service.send(
                service.message(
                    .POST, "/api/v1/sessions", as: nil, body: login, headers: [("Cookie", made)]))
            let second = try Visitor(service, answer)
            #expect(second.cookie != made && second.cookie != first.cookie)
            let taken = service.message(.GET, "/api/v1/session", as: nil, headers: [("Cookie", made)])
            #expect(try await service.send(taken).status == 401)
            // One's own session before it ends.
            let third = try Visitor(
                service,
                await service.send(
                    service.message(
                        .POST, "/api/v1/sessions", as: nil, body: login,
                        headers: [("Cookie", second.cookie)])))
            #expect(try await second.send(.GET, "session").status == 401)
            #expect(try await third.send(.GET, "session").status == 200)
            #expect(try await first.send(.GET, "session").status == 200)
        }
    }

    @Test("What a session changes needs its own token, and no other's")
    func csrf() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            for token in [nil, "", "x", ben.session.csrfToken, olga.session.csrfToken + "x"] {
                var page = olga
                page.csrf = token
                let refused = try await page.send(
                    .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Eve"))
                #expect(refused.status == 403)
                #expect(try refused.problem.field == "X-CSRF-Token")
                #expect(try await page.send(.DELETE, "session").status == 403)
                #expect(try await page.send(.GET, "session").status == 200)
            }
            let foreign = try await olga.send(
                .DELETE, "session", headers: [("Sec-Fetch-Site", "cross-site")])
            #expect(foreign.status == 403)
            let otherOrigin = try await olga.send(
                .DELETE, "session", headers: [("Origin", "http://evil.example")])
            #expect(otherOrigin.status == 403)
            #expect(
                try await olga.send(
                    .DELETE, "session", headers: [("Origin", "http://127.0.0.1:\(service.port)")]
                ).status == 204)
        }
    }

    @Test("Nobody is logged in or out from another site's page")
    func otherSites() async throws {
        try await RunningService.with { service in
            _ = try await service.setUp()
            let login = try CareJSON.encoder().encode(LogIn(name: "Olga", password: Visitor.password))
            for header in [
                ("Sec-Fetch-Site", "cross-site"), ("Origin", "http://evil.example"), ("Origin", "null"),
            ] {
                let message = service.message(
                    .POST, "/api/v1/sessions", as: nil, body: login, headers: [header])
                #expect(try await service.send(message).status == 403)
            }
        }
    }

    @Test("Logging out ends one session, logging out everywhere all, and their streams at once")
    func logOut() async throws {
        try await RunningService.with { service in
            let one = try await service.setUp()
            let two = try Visitor(service, await service.logIn("Olga"))
            let three = try Visitor(service, await service.logIn("Olga"))
            let page: SessionPage = try await two.send(.GET, "sessions").decode()
            #expect(page.sessions.count == 3 && page.sessions.count { $0.isThis } == 1)
            try await one.events { lines in
                try await lines.untilReady()
                #expect(try await one.send(.DELETE, "session").status == 204)
                while let block = try await lines.next() { #expect(!block.contains("event: asked")) }
            }
            #expect(try await one.send(.GET, "session").status == 401)
            #expect(try await two.send(.GET, "session").status == 200)
            try await three.events { lines in
                try await lines.untilReady()
                #expect(try await two.send(.DELETE, "sessions").status == 204)
                while try await lines.next() != nil {}
            }
            for visitor in [one, two, three] {
                #expect(try await visitor.send(.GET, "session").status == 401)
            }
        }
    }

    @Test("A new password needs the old one, and logs out everywhere else")
    func password() async throws {
        try await RunningService.with { service in
            let one = try await service.setUp()
            let two = try Visitor(service, await service.logIn("Olga"))
            let new = "seven slow old trams"
            let refused = try await one.send(
                .PUT, "account", AccountChange(password: new, oldPassword: "not the old one"))
            #expect(refused.status == 403)
            #expect(try refused.problem.field == "old_password")
            #expect(try await one.send(.PUT, "account", AccountChange(password: new)).status == 422)
            let change = AccountChange(name: "Olga M.", password: new, oldPassword: Visitor.password)
            let changed = try await one.send(.PUT, "account", change)
            #expect(changed.status == 200)
            #expect(try changed.decode(Session.self).person.name == "Olga M.")
            #expect(try await one.send(.GET, "session").status == 200)
            #expect(try await two.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Olga M.").status == 401)
            #expect(try await service.logIn("Olga", new).status == 401)
            #expect(try await service.logIn("Olga M.", new).status == 201)
        }
    }

    @Test("Whoever has left, or lost their login, is out at once")
    func left() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            try await ben.events { lines in
                try await lines.untilReady()
                #expect(try await olga.send(.DELETE, "accounts/ben").status == 204)
                while try await lines.next() != nil {}
            }
            #expect(try await ben.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Ben").status == 401)
            let eve = try await service.invite(.caregiver, "Eve", by: olga)
            var person = eve.session.person
            person.isActive = false
            #expect(try await olga.send(.PUT, "people/eve", person).status == 200)
            #expect(try await eve.send(.GET, "session").status == 401)
            #expect(try await service.logIn("Eve").status == 401)
            // Somebody has to be left who can invite.
            #expect(try await olga.send(.DELETE, "accounts/olga").status == 403)
            var own = olga.session.person
            own.role = .caregiver
            #expect(try await olga.send(.PUT, "people/olga", own).status == 403)
        }
    }

    @Test("Wrong passwords are answered ever later, and the right one again after that")
    func wrongPasswords() async throws {
        try await RunningService.with { service in
            _ = try await service.setUp()
            var statuses: [Int: Int] = [:]
            for _ in 0..<300 {
                let answer = try await service.logIn("Olga", "wrong wrong wrong")
                statuses[answer.status, default: 0] += 1
                guard answer.status == 429 else { continue }
                let wait = try #require(answer.headers.first(name: "Retry-After").flatMap { Int($0) })
                #expect((1...60).contains(wait))
            }
            #expect(statuses == [401: 5, 429: 295])
            #expect(try await service.logIn("Olga").status == 429)
            #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            service.clock.pass(.seconds(60))
            #expect(try await service.logIn("Olga").status == 201)
            // And it is as if nothing had been.
            #expect(try await service.logIn("Olga", "wrong wrong wrong").status == 401)
        }
    }
}

extension Visitor {
    func events(_ body: (inout EventLines) async throws -> Void) async throws {
        try await service.events(try message(.GET, "events"), body)
    }
}

@Suite("The link of the first start, and who may listen where")
struct FirstStartTests {
    @Test("The token is the same after a restart, for its owner's eyes alone, and gone once used")
    func file() throws {
        let home = try OwnFolder()
        _ = try TokenFiles.ensure(inHome: home.file("home"), logger: quiet)
        let setup = TokenFiles.setup(inHome: home.file("home"), logger: quiet)
        let token = try setup.make()
        #expect(token.count == 43)
        #expect(try TokenFiles.setup(inHome: home.file("home"), logger: quiet).make() == token)
        let path = home.file("home/tokens/setup")
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o600)
        setup.forget()
        setup.forget()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("The link is there until somebody can log in")
    func path() async throws {
        try await RunningService.with { service in
            let before = await service.service.setupPath()
            #expect(before == "/setup/\(RunningService.setupToken)")
            _ = try await service.setUp()
            let after = await service.service.setupPath()
            #expect(after == nil)
        }
    }

    @Test(
        "Without TLS, other machines are only listened to if people say so",
        arguments: ["0.0.0.0", "10.0.0.5", "::", "beckon.local", "127.evil.example"])
    func plain(host: String) async throws {
        #expect(!CareServiceConfiguration.isLoopback(host))
        await #expect(throws: CareServiceError.plainHTTP(host: host)) {
            try await RunningService.with {
                $0.host = host
            } _: { _ in
            }
        }
        for own in ["127.0.0.1", "127.0.0.53", "::1", "localhost"] {
            #expect(CareServiceConfiguration.isLoopback(own))
        }
    }
}
