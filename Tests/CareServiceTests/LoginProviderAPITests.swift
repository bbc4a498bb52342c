import Care
import CareStore
import Crypto
import Foundation
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

@Suite("People log in with a provider of OpenID Connect")
struct LoginProviderAPITests {
    @Test("Somebody is linked while they are logged in, logs in by it, and takes the link away")
    func logsIn() async throws {
        try await LoginScene.with { scene in
            let unknown = try await scene.logIn()
            #expect(unknown.status == 403)
            #expect(try unknown.problem.detail.hasPrefix("nobody here is linked with this login at Example"))
            let link = try await scene.link(scene.ben)
            #expect(link.providerName == "Example" && link.name == "Anna Smith" && !link.hasPicture)
            #expect(try await scene.logins(of: scene.ben) == [link])
            #expect(try await scene.logins(of: scene.olga).isEmpty)
            let answer = try await scene.logIn(next: "/plan")
            #expect(answer.status == 201)
            let outcome: LoginOutcome = try answer.decode()
            #expect(outcome.session?.person.id == "ben" && outcome.next == "/plan")
            let cookies = answer.headers["Set-Cookie"]
            #expect(cookies.contains { $0.hasPrefix("beckon_login=; ") })
            let session = try #require(cookies.first { $0.hasPrefix("beckon_session=") })
            let cookie = try #require(session.split(separator: ";").first.map(String.init))
            let own = scene.service.message(.GET, "/api/v1/session", as: nil, headers: [("Cookie", cookie)])
            #expect(try await scene.service.send(own).decode(Session.self) == outcome.session)
            // Nobody has typed a password in that session.
            let csrf = try #require(outcome.session?.csrfToken)
            let more = scene.service.message(
                .POST, "/api/v1/account/identities", as: nil,
                body: try CareJSON.encoder().encode(NewIdentity(provider: scene.id)),
                headers: [("Cookie", cookie), ("X-CSRF-Token", csrf)])
            #expect(try await scene.service.send(more).problem.field == "current_password")
            #expect(try await scene.providers(to: scene.olga).first?.people == 1)
            #expect(try await scene.logins(of: scene.ben).first?.usedAt == noon)
            let linked = try await scene.audit(.identityLinked)
            #expect(linked.map(\.by) == ["Ben"] && linked.first?.changes == ["provider: Example"])
            let logIns = try await scene.audit(.logIn)
            #expect(logIns.contains { $0.about == "Ben" && $0.changes.contains("provider: Example") })
            #expect(try await scene.audit(.providerLogInFailed).count == 1)
            // It is one's own.
            #expect(try await scene.olga.send(.DELETE, "account/identities/\(link.id)").status == 404)
            #expect(try await scene.ben.send(.DELETE, "account/identities/\(link.id)").status == 204)
            #expect(try await scene.logIn().status == 403)
            #expect(try await scene.service.logIn("Ben").status == 201)
        }
    }

    @Test("The same again renews what is told of somebody, and another's link stays another's")
    func linksOnce() async throws {
        try await LoginScene.with { scene in
            let first = try await scene.link(scene.ben)
            let again = try await scene.link(scene.ben, .init(name: "Anna Jones"))
            #expect(again.id == first.id && again.name == "Anna Jones")
            let begun = try scene.begun(
                try await scene.olga.send(
                    .POST, "account/identities", NewIdentity(provider: scene.id)))
            let taken = try await scene.answer(try scene.agreed(begun), cookie: begun.cookie)
            #expect(taken.status == 403)
            #expect(try await scene.logins(of: scene.olga).isEmpty)
            // Whoever has logged out meanwhile is linked with nobody.
            let other = try scene.begun(
                try await scene.olga.send(
                    .POST, "account/identities", NewIdentity(provider: scene.id)))
            #expect(try await scene.olga.send(.DELETE, "session").status == 204)
            let late = try await scene.answer(
                try scene.agreed(other, .init(subject: "another")), cookie: other.cookie)
            #expect(late.status == 403)
        }
    }

    @Test("What a provider says does not do alone where somebody has a second step")
    func secondStep() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            let session = try await scene.core.read { store throws(CareStoreError) in
                try await store.sessions(of: "ben", asking: UUID(), at: noon)
            }
            let id = try #require(session.first?.id)
            try await scene.core.write { store throws(CareStoreError) in
                try await store.switchOnSecondStep(
                    secret: Data(repeating: 7, count: 20), step: 1, recoveryCodes: [], of: "ben", from: id,
                    at: noon)
            }
            let answer = try await scene.logIn(next: "/plan")
            #expect(answer.status == 202)
            let outcome: LoginOutcome = try answer.decode()
            #expect(outcome.session == nil && outcome.secondStep != nil && outcome.next == "/plan")
            #expect(!answer.headers["Set-Cookie"].contains { $0.hasPrefix("beckon_session=") })
        }
    }

    @Test(
        "An answer counts once, for ten minutes, in the browser that has begun, and from the one that was asked"
    )
    func answersOnce() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            let begun = try scene.begun(try await scene.start())
            let right = try scene.agreed(begun)
            #expect(try await scene.answer(right, cookie: begun.cookie).status == 201)
            #expect(try await scene.answer(right, cookie: begun.cookie).status == 410)
            let other = try scene.begun(try await scene.start())
            for cookie in [begun.cookie, nil, other.cookie] {
                // Somebody else has seen it: then it is worth nothing for anybody.
                #expect(try await scene.answer(try scene.agreed(other), cookie: cookie).status == 410)
            }
            let second = UUID()
            #expect(try await scene.put(scene.change(name: "Second"), as: second).status == 201)
            let mixed = try scene.begun(try await scene.start())
            let answer = try await scene.answer(
                try scene.agreed(mixed), cookie: mixed.cookie, at: second)
            #expect(answer.status == 410)
            #expect(try answer.problem.field == "state")
            let late = try scene.begun(try await scene.start())
            scene.service.clock.pass(.seconds(601))
            #expect(try await scene.answer(try scene.agreed(late), cookie: late.cookie).status == 410)
            // What goes wrong uses it up, too.
            let unlucky = try scene.begun(try await scene.start())
            scene.server.state.withLock { $0.replies["/token"] = .init(status: 503) }
            #expect(
                try await scene.answer(try scene.agreed(unlucky), cookie: unlucky.cookie).status == 422)
            scene.server.state.withLock { $0.replies = [:] }
            #expect(
                try await scene.answer(try scene.agreed(unlucky), cookie: unlucky.cookie).status == 410)
        }
    }

    @Test("Who says so has to be the provider: its name in the answer, its code, and each part of its token")
    func trusts() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            let asked = scene.server.asked("/token")
            for issuer in [nil, scene.server.address + "/", "https://other.example"] {
                let begun = try scene.begun(try await scene.start())
                var answer = try scene.agreed(begun)
                answer.issuer = issuer
                let refused = try await scene.answer(answer, cookie: begun.cookie)
                #expect(refused.status == 403)
                #expect(
                    try refused.problem.detail.hasPrefix("what Example has answered cannot be trusted"))
            }
            #expect(scene.server.asked("/token") == asked)
            // A code of another login than the one that was begun.
            let (one, other) = (
                try scene.begun(try await scene.start()), try scene.begun(try await scene.start())
            )
            var swapped = try scene.agreed(one)
            swapped.code = try scene.agreed(other).code
            #expect(try await scene.answer(swapped, cookie: one.cookie).status == 403)
            for code in [nil, "", "made up", String(repeating: "x", count: 5000)] {
                let begun = try scene.begun(try await scene.start())
                let answer = LoginAnswer(state: begun.state, code: code, issuer: scene.server.address)
                #expect(try await scene.answer(answer, cookie: begun.cookie).status == 403)
            }
            #expect(try await scene.providers(to: scene.olga).first?.problem == nil)
            let changes: [(@Sendable (inout FakeProvider.Claims) -> Void, Int)] = [
                ({ $0.iss += "/" }, 403), ({ $0.aud = "another" }, 403), ({ $0.nonce = "made up" }, 403),
                ({ $0.sub = "" }, 403), ({ $0.exp -= 7200 }, 422), ({ $0.iat += 7200 }, 422),
            ]
            for (change, status) in changes {
                scene.server.state.withLock { $0.change = change }
                #expect(try await scene.logIn().status == status)
            }
            scene.server.state.withLock { $0.change = nil }
            #expect(try await scene.audit(.providerLogInFailed).count > 5)
            #expect(try await scene.logIn().status == 201)
        }
    }

    @Test("A key that is not known has the keys read anew, at most once a minute")
    func rotates() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            #expect(scene.server.asked("/keys") == 1)
            scene.server.state.withLock { $0.rotate(to: "second") }
            #expect(try await scene.logIn().status == 403)
            #expect(scene.server.asked("/keys") == 1)
            scene.service.clock.pass(.seconds(61))
            #expect(try await scene.logIn().status == 201)
            #expect(try await scene.logIn().status == 201)
            #expect(scene.server.asked("/keys") == 2)
            // Somebody else signs, and calls their key as the provider calls its own.
            let own = scene.server.state.withLock { state in
                let own = state.signs
                state.signs.key = P256.Signing.PrivateKey()
                return own
            }
            #expect(try await scene.logIn().status == 403)
            #expect(scene.server.asked("/keys") == 2)
            scene.service.clock.pass(.seconds(61))
            #expect(try await scene.logIn().status == 403)
            #expect(try await scene.logIn().status == 403)
            #expect(scene.server.asked("/keys") == 3)
            scene.server.state.withLock { $0.signs = own }
            #expect(try await scene.logIn().status == 201)
            // The provider has another key, and calls it as the one before.
            scene.server.state.withLock { $0.rotate(to: "second") }
            scene.service.clock.pass(.seconds(61))
            #expect(try await scene.logIn().status == 201)
            #expect(scene.server.asked("/keys") == 4)
            #expect(try await scene.providers(to: scene.olga).first?.problem == nil)
        }
    }

    @Test("A provider that is away keeps nobody from their password, is told to coordinators, and comes back")
    func away() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            let begun = try scene.begun(try await scene.start())
            scene.service.clock.pass(.seconds(3601))
            let path = "/.well-known/openid-configuration"
            let asked = scene.server.asked(path)
            scene.server.state.withLock { $0.replies["*"] = .init(status: 503) }
            for _ in 0..<3 {
                let away = try await scene.start()
                #expect(away.status == 422)
                #expect(try away.problem.detail == "Example does not answer: log in with your password")
            }
            #expect(scene.server.asked(path) == asked + 1)
            #expect(try await scene.providers(to: scene.olga).first?.problem == .failing)
            #expect(try await scene.providers().first?.problem == nil)
            #expect(try await scene.service.logIn("Ben").status == 201)
            // What was begun an hour ago is over.
            #expect(try await scene.answer(try scene.agreed(begun), cookie: begun.cookie).status == 410)
            scene.server.state.withLock { $0.replies = [:] }
            scene.service.clock.pass(.seconds(6))
            #expect(try await scene.logIn().status == 201)
            #expect(try await scene.providers(to: scene.olga).first?.problem == nil)
            let replies: [(FakeProvider.Reply, PlatformProblem, String)] = [
                (.init(status: 500), .failing, "does not answer"),
                (.json("<html>"), .unreadable, "cannot log anybody in"),
                (.init(status: 302, headers: [("Location", "/elsewhere")]), .moved, "cannot log anybody in"),
                (.json(#"{"error": "invalid_client"}"#, status: 401), .refused, "cannot log anybody in"),
                (.init(body: Data(count: 70_000)), .tooLarge, "cannot log anybody in"),
            ]
            for (reply, problem, words) in replies {
                scene.server.state.withLock { $0.replies["/token"] = reply }
                let answer = try await scene.logIn()
                #expect(answer.status == 422, "\(problem)")
                #expect(try answer.problem.detail.contains(words), "\(problem)")
                #expect(try await scene.providers(to: scene.olga).first?.problem == problem)
            }
            // Each of them is recorded, and the answer that was too late.
            let failed = try await scene.audit(.providerLogInFailed)
            #expect(failed.count == replies.count + 1)
            #expect(failed.allSatisfy { $0.changes == ["provider: Example"] && $0.about == nil })
            scene.server.state.withLock { $0.replies = [:] }
            try await scene.server.end()
            scene.service.clock.pass(.seconds(3601))
            #expect(
                try await scene.start().problem.detail == "Example does not answer: log in with your password"
            )
            #expect(try await scene.providers(to: scene.olga).first?.problem == .unreachable)
        }
    }

    @Test("Who has not agreed there is told so, and it counts for nothing")
    func denied() async throws {
        try await LoginScene.with { scene in
            for (error, words) in [
                ("access_denied", "Example has not let you in"), ("server_error", "Example could not log"),
            ] {
                let begun = try scene.begun(try await scene.start())
                let answer = try await scene.answer(
                    LoginAnswer(state: begun.state, issuer: scene.server.address, error: error),
                    cookie: begun.cookie)
                #expect(answer.status == 403)
                #expect(try answer.problem.detail.hasPrefix(words))
                #expect(try answer.problem.field == "error")
                let linking = try scene.begun(
                    try await scene.ben.send(.POST, "account/identities", NewIdentity(provider: scene.id)))
                let unlinked = try await scene.answer(
                    LoginAnswer(state: linking.state, issuer: scene.server.address, error: error),
                    cookie: linking.cookie)
                #expect(unlinked.status == 403)
                #expect(try unlinked.problem.detail.hasSuffix("so nothing was linked: try again"))
            }
            #expect(scene.server.asked("/token") == 0)
            #expect(try await scene.audit(.providerLogInFailed).isEmpty)
            #expect(try await scene.providers(to: scene.olga).first?.problem == nil)
        }
    }

    @Test(
        "Of one address twenty logins are under way, none pushes out another, and each browser has one; links count by themselves"
    )
    func many() async throws {
        try await LoginScene.with { scene in
            let first = try scene.begun(try await scene.start())
            for _ in 1..<20 { #expect(try await scene.start().status == 201) }
            let refused = try await scene.start()
            #expect(refused.status == 429)
            #expect(
                try refused.problem.detail.hasPrefix("too many logins with providers have begun from here"))
            #expect(refused.headers.first(name: "Retry-After") == "600")
            let link = try await scene.link(scene.ben)
            var last = first
            for _ in 0..<3 { last = try scene.begun(try await scene.start(cookie: last.cookie)) }
            #expect(try await scene.answer(try scene.agreed(first), cookie: first.cookie).status == 410)
            #expect(try await scene.answer(try scene.agreed(last), cookie: last.cookie).status == 201)
            #expect(try await scene.logins(of: scene.ben).map(\.id) == [link.id])
            #expect(try await scene.start().status == 201)
            #expect(try await scene.start().status == 429)
            scene.service.clock.pass(.seconds(600))
            #expect(try await scene.start().status == 201)
        }
    }

    @Test("A link that somebody else's browser session comes with is refused, and all that fails is recorded")
    func othersSession() async throws {
        try await LoginScene.with { scene in
            func begin() async throws -> LoginScene.Begun {
                try scene.begun(
                    try await scene.ben.send(
                        .POST, "account/identities", NewIdentity(provider: scene.id)))
            }
            let begun = try await begin()
            let answer = try await scene.answer(
                try scene.agreed(begun), cookie: begun.cookie + "; " + scene.olga.cookie)
            #expect(answer.status == 403)
            #expect(try answer.problem.detail.hasPrefix("somebody else has logged in here"))
            #expect(scene.server.asked("/token") == 0)
            let entry = try #require(try await scene.audit(.providerLogInFailed).first)
            #expect(entry.about == "Ben" && entry.by == "Olga" && entry.changes == ["provider: Example"])
            // The provider is away, another browser shows it, and it is another's already.
            let away = try await begin()
            scene.server.state.withLock { $0.replies["/token"] = .init(status: 503) }
            #expect(try await scene.answer(try scene.agreed(away), cookie: away.cookie).status == 422)
            scene.server.state.withLock { $0.replies = [:] }
            let seen = try await begin()
            #expect(try await scene.answer(try scene.agreed(seen), cookie: nil).status == 410)
            try await scene.link(scene.olga)
            let taken = try await begin()
            #expect(try await scene.answer(try scene.agreed(taken), cookie: taken.cookie).status == 403)
            let failed = try await scene.audit(.providerLogInFailed)
            #expect(failed.map(\.about) == Array(repeating: "Ben", count: 4))
            #expect(failed.allSatisfy { $0.changes == ["provider: Example"] })
            #expect(try await scene.logins(of: scene.ben).isEmpty)
            // One's own session may come along.
            let own = try await begin()
            let linked = try await scene.answer(
                try scene.agreed(own, .init(subject: "another")),
                cookie: own.cookie + "; " + scene.ben.cookie)
            #expect(linked.status == 200)
        }
    }

    @Test("Who tries many wrong answers has to wait")
    func limited() async throws {
        try await LoginScene.with { scene in
            var statuses: Set<Int> = []
            for _ in 0..<25 {
                let answer = LoginAnswer(state: UUID().uuidString, code: "x", issuer: nil)
                statuses.insert(try await scene.answer(answer, cookie: "beckon_login=x").status)
            }
            #expect(statuses == [410, 429])
        }
    }

    @Test(
        "What another site has a browser ask for, and what a provider does wrong, keeps nobody from their password"
    )
    func notCounted() async throws {
        try await LoginScene.with { scene async throws in
            for _ in 0..<40 {
                let answer = LoginAnswer(state: UUID().uuidString, code: "x", issuer: nil)
                #expect(try await scene.answer(answer, cookie: nil).status == 410)
            }
            #expect(try await scene.audit(.providerLogInFailed).isEmpty)
            scene.server.state.withLock { $0.change = { $0.aud = "another" } }
            for _ in 0..<25 { #expect(try await scene.logIn().status == 403) }
            scene.server.state.withLock { $0.change = { $0.exp -= 7200 } }
            for _ in 0..<25 { #expect(try await scene.logIn().status == 422) }
            #expect(try await !scene.audit(.providerLogInFailed).isEmpty)
            #expect(try await scene.service.logIn("Ben").status == 201)
        }
    }

    // MARK: - What coordinators set

    @Test("A provider's name is for everybody, and all else for coordinators; its secret for nobody")
    func told() async throws {
        try await LoginScene.with { scene in
            let plain = LoginProvider(id: scene.id, name: "Example", home: scene.home, isHere: true)
            #expect(try await scene.providers() == [plain])
            #expect(try await scene.providers(to: scene.ben) == [plain])
            var whole = plain
            (whole.issuer, whole.clientID, whole.hasSecret, whole.people) = (
                scene.server.address, FakeProvider.client, true, 0
            )
            #expect(try await scene.providers(to: scene.olga) == [whole])
            try await scene.link(scene.ben)
            _ = try await scene.logIn()
            var told = ""
            for path in ["login-providers", "account/logins", "audit?limit=200"] {
                told += String(decoding: try await scene.olga.send(.GET, path).body, as: UTF8.self)
            }
            for file in [scene.service.storePath, scene.service.storePath + "-wal"] {
                told += String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
            }
            #expect(told.contains("Example") && !told.contains(FakeProvider.secret))
            for (place, mode) in [(scene.folder, 0o700), (scene.folder + "/" + scene.id.uuidString, 0o600)] {
                let rights =
                    try FileManager.default.attributesOfItem(atPath: place)[.posixPermissions] as? Int
                #expect(rights == mode)
            }
            var dumped = ""
            let secret = LoginSecret(issuer: scene.server.address, secret: "hush")
            dump(secret, to: &dumped)
            #expect(!"\(secret) \(String(reflecting: secret)) \(dumped)".contains("hush"))
        }
    }

    @Test("Only a coordinator who has just typed their password changes one, and what is wrong is said where")
    func set() async throws {
        try await LoginScene.with { scene in
            #expect(try await scene.put(scene.change(), by: scene.ben).status == 403)
            #expect(try await scene.ben.send(.DELETE, "login-providers/\(scene.id)").status == 403)
            let renamed: LoginProvider = try await scene.put(
                scene.change(name: "The town", secret: nil)
            ).decode()
            #expect(renamed.name == "The town" && renamed.hasSecret == true)
            let wrong: [(LoginProviderChange, String)] = [
                (scene.change(issuer: scene.server.address + "/"), "issuer"),
                (scene.change(issuer: "http://login.example"), "issuer"),
                (scene.change(issuer: "login.example"), "issuer"),
                (scene.change(issuer: "https://login.example?x=1"), "issuer"),
                (scene.change(name: " "), "name"), (scene.change(name: "Exam\u{202E}ple"), "name"),
                (scene.change(home: "home.example"), "home"),
                (scene.change(home: "https://home.example/beckon"), "home"),
                (scene.change(home: "ftp://home.example"), "home"),
                (scene.change(issuer: "http://127.0.0.1:1", secret: nil), "client_secret"),
                (scene.change(issuer: "http://127.0.0.1:1"), "issuer"),
            ]
            for (change, field) in wrong {
                let answer = try await scene.put(change)
                #expect(answer.status == 422, "\(change)")
                #expect(try answer.problem.field == field, "\(change)")
            }
            let (discovery, keys) = ("/.well-known/openid-configuration", "/keys")
            let replies: [(String, FakeProvider.Reply, String)] = [
                (discovery, .init(status: 404), "is no provider"), (discovery, .json("{}"), "is no provider"),
                (discovery, .json("[" + String(repeating: " ", count: 70_000)), "too large"),
                (discovery, .init(status: 302), "another address"), (keys, .json(#"{"keys": []}"#), "keys"),
                (keys, .init(status: 500), "something is wrong with it"),
            ]
            for (path, reply, words) in replies {
                scene.server.state.withLock { $0.replies = [path: reply] }
                let problem = try await scene.put(scene.change(secret: "another")).problem
                #expect(problem.field == "issuer")
                #expect(problem.detail.contains(words), "\(problem.detail)")
            }
            scene.server.state.withLock { $0.replies = [:] }
            #expect(try await scene.providers(to: scene.olga).map(\.name) == ["The town"])
            // It needs no secret any more, and none is shown.
            let open: LoginProvider = try await scene.put(scene.change(secret: "")).decode()
            #expect(open.hasSecret == false)
            #expect(try await scene.logIn().status == 422)
            let login = try #require(scene.server.state.withLock { $0.asked.last { $0.path == "/token" } })
            #expect(login.authorization == nil && login.form["client_id"] == FakeProvider.client)
            #expect(try await scene.audit(.loginProviderAdded).count == 1)
            scene.service.clock.pass(.seconds(601))
            #expect(try await scene.put(scene.change()).problem.field == "current_password")
            #expect(
                try await scene.olga.send(.DELETE, "login-providers/\(scene.id)").problem.field
                    == "current_password")
        }
    }

    @Test("Only its name and the home's address are changed without asking it, and so while it is away")
    func renamed() async throws {
        try await LoginScene.with { scene in
            let path = "/.well-known/openid-configuration"
            let asked = scene.server.asked(path)
            scene.server.state.withLock { $0.replies["*"] = .init(status: 503) }
            for number in 0..<25 {
                let change = scene.change(
                    name: "Town \(number)", secret: number.isMultiple(of: 2) ? nil : FakeProvider.secret)
                #expect(try await scene.put(change).status == 200)
            }
            #expect(try await scene.providers(to: scene.olga).first?.hasSecret == true)
            #expect(scene.server.asked(path) == asked)
            for _ in 0..<19 {
                #expect(try await scene.put(scene.change(secret: "another")).status == 422)
            }
            let often = try await scene.put(scene.change(secret: "another"))
            #expect(often.status == 429)
            #expect(try often.problem.detail.hasPrefix("the login provider was asked very often"))
            #expect(try await scene.put(scene.change(name: "Still")).status == 200)
            scene.server.state.withLock { $0.replies = [:] }
            #expect(try await scene.link(scene.ben).providerName == "Still")
        }
    }

    @Test("Whoever has come by another address is told where logging in works")
    func elsewhere() async throws {
        try await LoginScene.with { scene in
            #expect(try await scene.put(scene.change(home: "https://Home.example:443/")).status == 200)
            let told = try #require(try await scene.providers().first)
            #expect(told.home == "https://home.example" && !told.isHere)
            let refused = try await scene.start()
            #expect(refused.status == 403)
            #expect(try refused.problem.detail.contains("https://home.example/login alone"))
            let link = try await scene.ben.send(
                .POST, "account/identities", NewIdentity(provider: scene.id))
            #expect(link.status == 403)
            #expect(try link.problem.detail.contains("https://home.example/account/ways alone"))
            #expect(try await scene.put(scene.change(home: scene.home)).status == 200)
            #expect(try await scene.start().status == 201)
        }
    }

    @Test("What was begun with a provider that is changed or removed is over, and its links go with it")
    func removed() async throws {
        try await LoginScene.with { scene in
            try await scene.link(scene.ben)
            let renamed = try scene.begun(try await scene.start())
            #expect(try await scene.put(scene.change(name: "The town")).status == 200)
            #expect(try await scene.answer(try scene.agreed(renamed), cookie: renamed.cookie).status == 201)
            let before = try scene.begun(try await scene.start())
            #expect(try await scene.put(scene.change(secret: "another")).status == 200)
            #expect(try await scene.answer(try scene.agreed(before), cookie: before.cookie).status == 410)
            let begun = try scene.begun(try await scene.start())
            #expect(try await scene.olga.send(.DELETE, "login-providers/\(scene.id)").status == 204)
            #expect(try await scene.answer(try scene.agreed(begun), cookie: begun.cookie).status == 410)
            #expect(try await scene.providers().isEmpty)
            #expect(try await scene.logins(of: scene.ben).isEmpty)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder).isEmpty)
            #expect(try await scene.start().status == 404)
            let link = try await scene.ben.send(
                .POST, "account/identities", NewIdentity(provider: scene.id))
            #expect(link.status == 404)
            #expect(try link.problem.detail.hasSuffix("so nothing was linked"))
            #expect(try await scene.olga.send(.DELETE, "login-providers/\(scene.id)").status == 404)
            #expect(try await scene.put(scene.change()).status == 201)
            #expect(try await scene.logIn().status == 403)
        }
    }

    // MARK: - Name and picture

    @Test("Whoever is linked takes over their name and picture, each when they want to")
    func adopts() async throws {
        try await LoginScene.with { scene in
            let somebody = FakeProvider.Somebody(picture: scene.server.address + "/me")
            scene.server.state.withLock {
                $0.replies["/me"] = .init(type: "application/octet-stream", body: PictureTests.png)
            }
            let link = try await scene.link(scene.ben, somebody)
            #expect(link.hasPicture && scene.server.asked("/userinfo") == 0)
            #expect(try await scene.ben.send(.GET, "session").decode(Session.self).person.name == "Ben")
            let path = "account/identities/\(link.id)/adoptions"
            #expect(try await scene.ben.send(.POST, path, IdentityAdoption()).status == 422)
            #expect(try await scene.olga.send(.POST, path, IdentityAdoption(name: true)).status == 404)
            let named: Person = try await scene.ben.send(.POST, path, IdentityAdoption(name: true)).decode()
            #expect(named.id == "ben" && named.name == "Anna Smith")
            #expect(scene.server.asked("/me") == 0)
            let both = try await scene.ben.send(.POST, path, IdentityAdoption(name: true, picture: true))
            #expect(both.status == 200)
            let kept = try await scene.olga.send(.GET, "people/ben/picture")
            #expect(kept.body == PictureTests.png && kept.headers.first(name: "Content-Type") == "image/png")
            #expect(try await scene.audit(.nameChanged).map(\.about) == ["Anna Smith"])
            let replies: [(FakeProvider.Reply, String)] = [
                (.json("<svg/>"), "not a PNG"), (.init(status: 404), "cannot be fetched"),
                (.init(status: 302), "cannot be fetched"), (.init(body: Data(count: 3 << 20)), "larger than"),
                (.init(body: PictureTests.png(width: 4097)), "pixels"),
            ]
            for (reply, words) in replies {
                scene.server.state.withLock { $0.replies["/me"] = reply }
                let problem = try await scene.ben.send(.POST, path, IdentityAdoption(picture: true)).problem
                #expect(problem.field == "picture")
                #expect(problem.detail.contains(words), "\(problem.detail)")
            }
            #expect(try await scene.olga.send(.GET, "people/ben/picture").body == PictureTests.png)
            for _ in 0..<20 {
                _ = try await scene.ben.send(.POST, path, IdentityAdoption(picture: true))
            }
            #expect(try await scene.ben.send(.POST, path, IdentityAdoption(picture: true)).status == 429)
        }
    }

    @Test("What the token does not say is asked once, when somebody is linked, and believed only of them")
    func userInfo() async throws {
        try await LoginScene.with { scene in
            var somebody = FakeProvider.Somebody(name: nil)
            somebody.told = .init(name: "Anna  S.", picture: "https://pictures.example/anna")
            let link = try await scene.link(scene.ben, somebody)
            #expect(link.name == "Anna S." && link.hasPicture)
            #expect(try await scene.logIn(somebody).status == 201)
            #expect(scene.server.asked("/userinfo") == 1)
            somebody.told.sub = "another"
            let doubtful = try await scene.link(scene.ben, somebody)
            #expect(doubtful.id == link.id && doubtful.name == nil && !doubtful.hasPicture)
            scene.server.state.withLock { $0.replies["/userinfo"] = .init(status: 500) }
            #expect(try await scene.link(scene.ben, somebody).name == nil)
            let path = "account/identities/\(link.id)/adoptions"
            for (wanted, field) in [
                (IdentityAdoption(name: true), "name"), (IdentityAdoption(picture: true), "picture"),
            ] {
                let answer = try await scene.ben.send(.POST, path, wanted)
                #expect(answer.status == 422)
                #expect(try answer.problem.field == field)
            }
        }
    }

    @Test(
        "A client is called as others call them, and may take their picture; without a password nobody is linked"
    )
    func clients() async throws {
        try await LoginScene.with { scene in
            scene.server.state.withLock { $0.replies["/me"] = .init(body: PictureTests.png) }
            let somebody = FakeProvider.Somebody(picture: scene.server.address + "/me")
            let leo = try await scene.service.invite(.client, "Leo", by: scene.olga)
            let link = try await scene.link(leo, somebody)
            let path = "account/identities/\(link.id)/adoptions"
            let name = try await leo.send(.POST, path, IdentityAdoption(name: true))
            #expect(name.status == 403)
            #expect(try name.problem.field == "name")
            #expect(try await leo.send(.POST, path, IdentityAdoption(picture: true)).status == 200)
            let login: LoginOutcome = try await scene.logIn(somebody).decode()
            #expect(login.session?.person.id == leo.session.person.id)
            let invitation: Invitation = try await scene.olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .client, name: "Mia")
            ).decode()
            let phone = try Visitor(
                scene.service,
                await scene.service.post(
                    "/api/v1/invitations/\(invitation.code)/acceptance",
                    Acceptance(name: "Mia", password: nil), as: nil))
            let refused = try await phone.send(
                .POST, "account/identities", NewIdentity(provider: scene.id))
            #expect(refused.status == 403)
            #expect(try refused.problem.detail.contains("password"))
        }
    }
}
