import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Identity

/// What follows when a provider has sent somebody back.
extension APILoginProviders {
    static func answer(_ call: APICall) async throws -> Response {
        let answer = try await call.body(LoginAnswer.self)
        let (id, core) = (try call.uuid(), call.core)
        guard
            let cookie = SessionCookie.token(
                .login, in: call.request.headers, isSecure: call.source.isSecure)
        else {
            // Nothing can come of it, so it is no try: pages of other sites can have any browser ask for this, without the cookie, and
            // are not to keep its people from logging in. Whoever has begun it does not go on with it either.
            if case .foreign(let start) = core.logins.take(answer.state, cookie: nil, of: id) {
                // No other site makes up a state that is another's.
                await failed(start, at: start.provider.name, call)
            }
            throw over()
        }
        let keys = [AttemptLimiter.Key.address(call.source.address)]
        try await call.attempt(keys)
        let known = try await core.loginProvider(id)
        // From here on nothing is answered twice, whatever comes of it.
        switch core.logins.take(answer.state, cookie: cookie, of: id) {
        case .own(let start): return try await finish(answer, start, known, keys, call)
        case .foreign(let start): await failed(start, at: start.provider.name, call)
        case .none:
            await call.failed(.providerLogInFailed, changes: known.map { [.provider($0.name)] } ?? [])
        }
        throw over()
    }

    /// - Parameter known: The provider as it is now; `nil` where it was removed.
    private static func finish(
        _ answer: LoginAnswer, _ start: LoginStarts.Start, _ known: StoredLoginProvider?,
        _ keys: [AttemptLimiter.Key], _ call: APICall
    ) async throws -> Response {
        let core = call.core
        // A coordinator has changed it since, or removed it.
        guard let provider = known, provider.issuer == start.provider.issuer,
            provider.clientID == start.provider.clientID, provider.home == start.provider.home
        else {
            core.gate.giveBack(keys)
            await failed(start, at: known?.name ?? start.provider.name, call)
            throw gone(isLink: start.purpose.isLink)
        }
        if case .link(let person, _) = start.purpose, let visitor = call.visitor?.person, visitor.id != person
        {
            core.gate.giveBack(keys)
            await failed(start, at: provider.name, call)
            throw CareProblem(
                .forbidden,
                "somebody else has logged in here since this was begun, so nothing was linked: begin again on your own page, under Ways to log in"
            )
        }
        let claims: IDTokenClaims
        do throws(LogInTrouble) { claims = try await core.identify(answer, of: start) } catch {
            if error.isRecorded { await failed(start, at: provider.name, call) }
            // What the provider itself does wrong keeps nobody from their password.
            if error != .untrusted { core.gate.giveBack(keys) }
            throw error.told(of: provider.name, isLink: start.purpose.isLink)
        }
        switch start.purpose {
        case .logIn(let next):
            return try await logIn(claims, provider, next: next, keys, call)
        case .link(let person, let session):
            core.gate.giveBack(keys)
            do { return try await link(claims, provider, person, session, call) } catch {
                await failed(start, at: provider.name, call)
                throw error
            }
        }
    }

    /// Records that nobody was let in or linked.
    ///
    /// - Parameter provider: What it is called now.
    private static func failed(_ start: LoginStarts.Start, at provider: String, _ call: APICall) async {
        var about: String?
        if case .link(let person, _) = start.purpose {
            // It is recorded even where their name cannot be read.
            do throws(CareProblem) {
                about = try await call.core.read { store throws(CareStoreError) in
                    try await store.personName(person)
                }
            } catch { about = person }
        }
        await call.failed(
            .providerLogInFailed, about: about, changes: [.provider(provider)], by: call.visitor)
    }

    private static func over() -> CareProblem {
        CareProblem(
            .gone,
            "this was begun in another browser, more than ten minutes ago, or was used already: begin again",
            field: "state")
    }

    private static func logIn(
        _ claims: IDTokenClaims, _ provider: StoredLoginProvider, next: String?,
        _ keys: [AttemptLimiter.Key], _ call: APICall
    ) async throws -> Response {
        let identity = try await call.core.read { store throws(CareStoreError) in
            try await store.identity(issuer: provider.issuer, subject: claims.subject)
        }
        let end: LoggedIn? =
            if let identity {
                try await call.logIn(identity.person, by: .identity(identity.id))
            } else { nil }
        switch end {
        case .begun(let new, let person, let hasPassword)?:
            call.core.gate.giveBack(keys)
            var response = try Self.response(
                .created,
                LoginOutcome(
                    session: Session(
                        person: person, hasPassword: hasPassword, csrfToken: new.kept.csrfToken),
                    next: next), call)
            response.headers.append(
                HTTPField(
                    name: .setCookie,
                    value: SessionCookie.set(token: new.token, isSecure: call.source.isSecure)))
            return response
        case .secondStep(let asked)?:
            call.core.gate.giveBack(keys)
            return try response(.accepted, LoginOutcome(secondStep: asked, next: next), call)
        case .refused?, .secondStepRefused?, nil:
            // The same for somebody whom nobody here knows and for somebody who has left: nobody learns who is here.
            await call.failed(.providerLogInFailed, changes: [.provider(provider.name)])
            throw CareProblem(
                .forbidden,
                "nobody here is linked with this login at \(provider.name): log in with your password, and link it on your own page, under Ways to log in"
            )
        }
    }

    private static func link(
        _ claims: IDTokenClaims, _ provider: StoredLoginProvider, _ person: String, _ session: UUID,
        _ call: APICall
    ) async throws -> Response {
        let name = claims.name.map { DirectionMarks.removed(from: $0).trimmed }
        let identity = StoredIdentity(
            id: UUID(), person: person, provider: provider.id, issuer: provider.issuer,
            subject: claims.subject, name: name?.isEmpty == true ? nil : name, picture: claims.picture,
            linkedAt: call.core.clock.wall())
        let linked = try await call.write(as: nil) { store throws(CareStoreError) in
            try await store.link(identity, from: session, address: call.source.address)
        }
        return try response(
            .ok, LoginOutcome(linked: IdentityLink(linked, at: provider.name)), call)
    }

    /// Without the cookie that has done its part.
    private static func response(
        _ status: HTTPResponse.Status, _ outcome: LoginOutcome, _ call: APICall
    ) throws -> Response {
        var response = try APICall.response(status, outcome)
        response.headers.append(
            HTTPField(
                name: .setCookie,
                value: SessionCookie.removed(.login, isSecure: call.source.isSecure)))
        return response
    }
}

extension IdentityLink {
    /// What its owner is told.
    ///
    /// - Parameter provider: As the provider is called here.
    init(_ identity: StoredIdentity, at provider: String) {
        self.init(
            id: identity.id, provider: identity.provider, providerName: provider, name: identity.name,
            hasPicture: identity.picture != nil, linkedAt: identity.linkedAt, usedAt: identity.usedAt)
    }
}
