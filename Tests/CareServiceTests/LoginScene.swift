import Care
import CareStore
import Foundation
import Logging
import NIOHTTP1
import Synchronization
import Testing

@testable import CareService

/// A home with a provider, a coordinator who has added it, and a caregiver.
struct LoginScene: Sendable {
    let service: RunningService
    let server: FakeProvider
    let olga: Visitor
    let ben: Visitor
    let id: UUID

    var core: ServiceCore { service.service.core }
    var home: String { "http://127.0.0.1:\(service.port)" }
    var folder: String { service.storePath + ".logins" }

    /// A login that a browser has begun.
    struct Begun: Sendable {
        var cookie: String
        /// The query with which it was sent to the provider.
        var question: [String: String]
        var state: String { question["state"] ?? "" }
    }

    func change(
        name: String = "Example", issuer: String? = nil, secret: String? = FakeProvider.secret,
        home: String? = nil
    ) -> LoginProviderChange {
        LoginProviderChange(
            name: name, issuer: issuer ?? server.address, clientID: FakeProvider.client, clientSecret: secret,
            home: home)
    }

    func put(
        _ change: LoginProviderChange, as id: UUID? = nil, by visitor: Visitor? = nil
    ) async throws -> RunningService.Answer {
        try await (visitor ?? olga).send(.PUT, "login-providers/\(id ?? self.id)", change)
    }

    func providers(to visitor: Visitor? = nil) async throws -> [LoginProvider] {
        let answer =
            if let visitor {
                try await visitor.send(.GET, "login-providers")
            } else { try await service.get("/api/v1/login-providers", as: nil) }
        return try answer.decode(LoginProviderPage.self).providers
    }

    /// - Parameter cookie: Of what the same browser has begun before.
    func start(
        _ next: String? = nil, at id: UUID? = nil, cookie: String? = nil
    ) async throws -> RunningService.Answer {
        try await service.send(
            service.message(
                .POST, "/api/v1/login-providers/\(id ?? self.id)/starts", as: nil,
                body: try CareJSON.encoder().encode(LoginStartRequest(next: next)),
                headers: cookie.map { [("Cookie", $0)] } ?? []))
    }

    func begun(_ answer: RunningService.Answer) throws -> Begun {
        #expect(answer.status == 201)
        let set = try #require(answer.headers.first(name: "Set-Cookie"))
        #expect(set.hasPrefix("beckon_login=") && set.contains("SameSite=Lax") && set.contains("HttpOnly"))
        let start: LoginStart = try answer.decode()
        #expect(start.address.hasPrefix(server.address + "/authorize?"))
        let query = start.address.split(separator: "?", maxSplits: 1).last.map(String.init) ?? ""
        let begun = Begun(
            cookie: try #require(set.split(separator: ";").first.map(String.init)),
            question: FakeProvider.fields(query))
        #expect(begun.question["redirect_uri"] == home + "/login/with/" + id.uuidString.lowercased())
        return begun
    }

    /// What the provider has sent a browser back with.
    func answer(
        _ answer: LoginAnswer, cookie: String?, at id: UUID? = nil
    ) async throws -> RunningService.Answer {
        try await service.send(
            service.message(
                .POST, "/api/v1/login-providers/\(id ?? self.id)/answers", as: nil,
                body: try CareJSON.encoder().encode(answer), headers: cookie.map { [("Cookie", $0)] } ?? []))
    }

    /// As the provider sends somebody back who has agreed there.
    func agreed(_ begun: Begun, _ somebody: FakeProvider.Somebody = .init()) throws -> LoginAnswer {
        LoginAnswer(
            state: begun.state, code: try server.agree(somebody, begun.question), issuer: server.address)
    }

    /// Begins to log in, agrees there, and comes back.
    func logIn(
        _ somebody: FakeProvider.Somebody = .init(), next: String? = nil
    ) async throws -> RunningService.Answer {
        let begun = try begun(try await start(next))
        return try await answer(try agreed(begun, somebody), cookie: begun.cookie)
    }

    /// Somebody who is logged in is linked.
    @discardableResult
    func link(
        _ visitor: Visitor, _ somebody: FakeProvider.Somebody = .init()
    ) async throws -> IdentityLink {
        let begun = try begun(
            try await visitor.send(.POST, "account/identities", NewIdentity(provider: id)))
        // Without the cookie of their session, which a browser does not send with what comes from elsewhere.
        let answer = try await answer(try agreed(begun, somebody), cookie: begun.cookie)
        #expect(answer.status == 200)
        return try #require(try answer.decode(LoginOutcome.self).linked)
    }

    func logins(of visitor: Visitor) async throws -> [IdentityLink] {
        try await visitor.send(.GET, "account/logins").decode(OwnLogins.self).identities
    }

    func audit(_ kind: AuditKind) async throws -> [AuditEntry] {
        try await olga.send(.GET, "audit?limit=200").decode(AuditPage.self).entries
            .filter { $0.kind == kind }
    }

    static func with(
        logger: Logger = quiet, _ body: @escaping @Sendable (LoginScene) async throws -> Void
    ) async throws {
        try await FakeProvider.with { server in
            try await RunningService.with(logger: logger, adjust: { $0.loginPatience = .seconds(1800) }) {
                service in
                let clock = service.clock.clock
                server.state.withLock { $0.now = clock.wall }
                let olga = try await service.setUp()
                let ben = try await service.invite(.caregiver, "Ben", by: olga)
                let scene = LoginScene(
                    service: service, server: server, olga: olga, ben: ben, id: UUID())
                #expect(try await scene.put(scene.change()).status == 201)
                try await body(scene)
            }
        }
    }
}
