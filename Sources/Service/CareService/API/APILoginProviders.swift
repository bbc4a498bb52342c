import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Identity
import Logging

/// Providers by which people log in, and the way through them.
enum APILoginProviders {
    static let places = [
        APIPlace("login-providers", APIMethod(open: .get, asksWhoAsks: true, list)),
        APIPlace(
            "login-providers/{id}", APIMethod(.put, for: .coordinators, put),
            APIMethod(.delete, for: .coordinators, remove)),
        APIPlace("login-providers/{id}/starts", APIMethod(open: .post, start)),
        APIPlace("login-providers/{id}/answers", APIMethod(open: .post, answer)),
    ]

    private static func list(_ call: APICall) async throws -> Response {
        guard call.visitor?.role == .coordinator else {
            let all = try await call.core.read { store throws(CareStoreError) in
                try await store.loginProviders()
            }
            return try APICall.response(.ok, LoginProviderPage(providers: all.map { told($0, call) }))
        }
        let (all, counts) = try await call.core.read { store throws(CareStoreError) in
            (try await store.loginProviders(), try await store.loginProviderCounts())
        }
        return try APICall.response(
            .ok, LoginProviderPage(providers: all.map { told($0, people: counts[$0.id] ?? 0, call) }))
    }

    /// What everybody is told.
    private static func told(_ provider: StoredLoginProvider, _ call: APICall) -> LoginProvider {
        LoginProvider(
            id: provider.id, name: provider.name, home: provider.home, isHere: isHere(provider, call))
    }

    /// What coordinators are told.
    private static func told(
        _ provider: StoredLoginProvider, people: Int, _ call: APICall
    ) -> LoginProvider {
        var told = told(provider, call)
        let logins = call.core.logins
        (told.issuer, told.clientID, told.people) = (provider.issuer, provider.clientID, people)
        (told.hasSecret, told.problem) = (logins.secret(of: provider) != nil, logins.problem(of: provider))
        return told
    }

    // MARK: - What coordinators set

    private static func put(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        let change = try await call.plan(LoginProviderChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        try core.gate.checkConfirmed(caller)
        let coordinator = try caller.loggedIn().id
        let provider = StoredLoginProvider(
            id: id, name: change.name.trimmed, home: try home(change, call),
            issuer: try issuer(change.issuer), clientID: change.clientID.trimmed)
        return try await core.logins.inTurn(id) {
            let known = try await core.loginProvider(id)
            // It is taken and never given: whoever writes another issuer is not to have it shown there.
            let before = core.logins.secrets.read(id)
            let isOther = known.map { $0.issuer != provider.issuer } ?? false
            guard !isOther || before == nil || change.clientSecret != nil else {
                throw CareProblem(
                    .notAcceptable,
                    "this is another provider: write its secret too, or say that it has given none",
                    field: "client_secret")
            }
            let secret = change.clientSecret.map {
                LoginSecret(issuer: provider.issuer, secret: $0.trimmed)
            }
            let isSecretNew = secret.map { $0 != before && !($0.secret.isEmpty && before == nil) } ?? false
            let isSame = known?.issuer == provider.issuer && known?.clientID == provider.clientID
            // Its name and the home's address are nothing that it could be asked about: they can be changed while it is away.
            let trial: LoginProviderDesk.Trial? =
                if isSame, !isSecretNew { nil } else {
                    try await tried(provider, by: coordinator, core)
                }
            try await call.lookAgain()
            if let secret, isSecretNew, !secret.secret.isEmpty {
                try await core.logins.secrets.write(secret, id)
            }
            let isNew: Bool
            do throws(CareProblem) {
                isNew = try await call.write(as: caller) { store throws(CareStoreError) in
                    try await store.putLoginProvider(provider, by: coordinator, isSecretNew: isSecretNew)
                }
            } catch {
                await putBack(before, id, core)
                throw error
            }
            if let secret, secret.secret.isEmpty { core.logins.secrets.forget(id) }
            if let trial { core.logins.keep(trial, of: provider) }
            let counts = try await core.read { store throws(CareStoreError) in
                try await store.loginProviderCounts()
            }
            return try APICall.response(
                isNew ? .created : .ok, told(provider, people: counts[id] ?? 0, call))
        }
    }

    /// Asks it what it offers, which each coordinator can have done so often.
    private static func tried(
        _ provider: StoredLoginProvider, by coordinator: String, _ core: ServiceCore
    ) async throws(CareProblem) -> LoginProviderDesk.Trial {
        try core.logins.ask(of: coordinator)
        do throws(ProviderTrouble) { return try await core.logins.tried(provider.issuer) } catch {
            throw error.toldToCoordinator
        }
    }

    /// The store has not taken the change: what opens it is again as it was.
    private static func putBack(_ before: LoginSecret?, _ id: UUID, _ core: ServiceCore) async {
        guard let before else {
            core.logins.secrets.forget(id)
            return
        }
        do throws(CareProblem) { try await core.logins.secrets.write(before, id) } catch {
            core.causes.log(
                .warning, "the secret of a login provider could not be put back", reason: "\(error)")
        }
    }

    /// The origin to which the provider is to send people back.
    private static func home(
        _ change: LoginProviderChange, _ call: APICall
    ) throws(CareProblem) -> String {
        guard let typed = change.home else {
            guard let here = call.source.origin.flatMap(origin) else {
                throw CareProblem(
                    .notAcceptable,
                    "write under which address people open this home, such as https://home.example:4280",
                    field: "home")
            }
            return here
        }
        guard let home = origin(typed.trimmed) else {
            throw CareProblem(
                .notAcceptable, "it is no address of this home, such as https://home.example:4280",
                field: "home")
        }
        return home
    }

    /// The issuer exactly as it was typed, without what copying has put around it.
    private static func issuer(_ typed: String) throws(CareProblem) -> String {
        let issuer = typed.trimmed
        let isPlain = issuer.contains("://") && issuer.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        do throws(PlatformAddress.Problem) { _ = try PlatformAddress.url(issuer) } catch {
            guard error == .notAnAddress || !isPlain else {
                throw CareProblem(
                    .notAcceptable,
                    "what is secret would be readable on its way: write an address with https",
                    field: "issuer")
            }
        }
        guard isPlain, URL(string: issuer).flatMap(ProviderDiscovery.address(of:)) != nil else {
            throw CareProblem(
                .notAcceptable, "write it exactly as the provider does, such as https://login.example",
                field: "issuer")
        }
        return issuer
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        try core.gate.checkConfirmed(caller)
        let coordinator = try caller.loggedIn().id
        return try await core.logins.inTurn(id) {
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.removeLoginProvider(id, by: coordinator)
            }
            core.logins.forget(id)
            return APICall.nothing()
        }
    }

    // MARK: - On the way to one

    private static func start(_ call: APICall) async throws -> Response {
        let request = try await call.body(LoginStartRequest.self)
        guard let provider = try await call.core.loginProvider(try call.uuid()) else {
            throw gone(isLink: false)
        }
        return try await begin(provider, .logIn(next: AccessRules.next(request.next)), call)
    }

    static func gone(isLink: Bool) -> CareProblem {
        CareProblem(
            .notFound,
            isLink
                ? "this provider is not offered here any more, so nothing was linked"
                : "this provider is not offered here any more: log in with your password", field: "id")
    }

    /// Sends the browser to a provider, with a cookie by which it is known when it comes back.
    static func begin(
        _ provider: StoredLoginProvider, _ purpose: LoginStarts.Purpose, _ call: APICall
    ) async throws -> Response {
        let core = call.core
        // The provider sends it back to that address, under which it would not have the cookie of another one.
        guard isHere(provider, call) else {
            throw CareProblem(
                .forbidden,
                purpose.isLink
                    ? "linking with \(provider.name) works under \(provider.home)/account/ways alone: go on there"
                    : "logging in with \(provider.name) works under \(provider.home)/login alone: go on there",
                field: "id")
        }
        let said: LoginProviderDesk.Said
        do throws(ProviderTrouble) { said = try await core.logins.said(by: provider) } catch {
            core.causes.log(
                .warning, "a login provider cannot be used", reason: "\(provider.issuer): \(error)")
            throw error.told(of: provider.name, isLink: purpose.isLink)
        }
        let request = AuthorizationRequest { UInt8.random(in: .min ... .max) }
        let address = request.address(
            at: said.discovery, clientID: provider.clientID,
            redirectURI: provider.home + LoginProvider.returnPath(of: provider.id))
        guard let address else {
            throw ProviderTrouble.unfit(.unreadable).told(of: provider.name, isLink: purpose.isLink)
        }
        let cookie = Secrets.token()
        let old = SessionCookie.token(
            .login, in: call.request.headers, isSecure: call.source.isSecure)
        let wait = core.logins.begin(
            request, at: provider, for: purpose, cookie: cookie, replacing: old, from: call.source.address)
        if let wait { throw tooMany(wait) }
        var response = try APICall.response(
            .created,
            LoginStart(
                address: address.absoluteString,
                expiresAt: core.clock.wall().addingTimeInterval(LoginStarts.life / .seconds(1))))
        response.headers[.setCookie] = SessionCookie.set(
            .login, token: cookie, isSecure: call.source.isSecure)
        return response
    }

    private static func tooMany(_ wait: Duration) -> APIFailure {
        let seconds = max(1, Int((wait / .seconds(1)).rounded(.up)))
        return APIFailure(
            CareProblem(
                .tooMany,
                "too many logins with providers have begun from here: try again in some minutes, or log in with your password"
            ), headers: [.retryAfter: "\(seconds)"])
    }

    private static func isHere(_ provider: StoredLoginProvider, _ call: APICall) -> Bool {
        call.source.origin.flatMap(origin) == provider.home
    }

    /// Scheme, host and port of an address that has nothing else; `nil` for any other text.
    private static func origin(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "%") }),
            let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            let host = url.host, !host.isEmpty, ["", "/"].contains(url.path), url.query == nil,
            url.fragment == nil, url.user == nil, url.password == nil, (1...65_535).contains(url.port ?? 443)
        else { return nil }
        return PlatformAddress.origin(of: url)
    }
}
