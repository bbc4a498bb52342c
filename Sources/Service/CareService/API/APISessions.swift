import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Logging in and out, and the first coordinator.
enum APISessions {
    static let places = [
        APIPlace("setup", APIMethod(open: .post, setUp)),
        APIPlace("setup/{id}", APIMethod(open: .get, lookAtSetup)),
        APIPlace(
            "sessions", APIMethod(open: .post, logIn), APIMethod(.get, for: .people, of: .account, list),
            APIMethod(.delete, for: .people, of: .account, logOutEverywhere)),
        APIPlace(
            "session", APIMethod(.get, for: .people, of: .account, read),
            APIMethod(.delete, for: .people, of: .account, logOut)),
        APIPlace("session/confirmation", APIMethod(.post, for: .people, of: .account, confirm)),
        APIPlace("sessions/{id}", APIMethod(.delete, for: .people, of: .account, end)),
    ]

    private static func setUp(_ call: APICall) async throws -> Response {
        let setup = try await call.body(Setup.self)
        try APIRules.check { () throws(FieldProblem) in try setup.check() }
        let isAgain = try await check(setup.token, call)
        let password = try await call.core.gate.hasher.hash(setup.password)
        let new = call.newSession()
        // Two people who use the same link at once must not both get in.
        if isAgain, !call.core.gate.take(setup.token) {
            await call.failed(.setupFailed)
            throw usedLink()
        }
        let unnamed = await caregiverWithoutName(setup.name.trimmed, call)
        let made: (person: Person, ended: [UUID])
        do throws(CareProblem) {
            made = try await call.write(as: nil) { store throws(CareStoreError) in
                try await store.setUp(
                    name: setup.name.trimmed, password: password, isAgain: isAgain, unnamed: unnamed,
                    new.kept)
            }
        } catch {
            if isAgain { call.core.gate.putBack(setup.token) }
            throw error
        }
        let (person, ended) = made
        isAgain ? call.core.configuration.setup?.forgetAgain() : call.core.configuration.setup?.forget()
        call.core.endStreams(of: Set(ended))
        call.core.logger.notice(
            "a coordinator was made: the link no longer works", metadata: ["person": "\(person.id)"])
        call.core.agendaChanged()
        if person.id == unnamed {
            // They are in; their name is in the store, and the file's is tried again with their next change of it.
            do { try await call.rename(person.id, to: person.name) } catch {
                call.core.logger.error(
                    "beckon.yaml does not name the coordinator", metadata: ["error": "\(error)"])
            }
        }
        return try call.response(new, person)
    }

    /// The id of whoever answers at the home's own station, if nobody has named them and the settings can take this name: they are
    /// whoever sets up, so that nobody without a name stands in every list.
    private static func caregiverWithoutName(_ name: String, _ call: APICall) async -> String? {
        let people = call.core.configuration.people
        guard let caregiver = people.first(where: { $0.role == .caregiver && !$0.isNamed }) else {
            return nil
        }
        do { try await call.checkRename(caregiver.id, to: name) } catch { return nil }
        return caregiver.id
    }

    /// Somebody who comes too late should not have to think of a password first.
    private static func lookAtSetup(_ call: APICall) async throws -> Response {
        _ = try await check(call.id, call)
        return Response(status: .noContent)
    }

    /// Throws unless this is the token of the first start's link and nobody can log in yet, or the token of a
    /// link that was made on the machine itself: then it returns `true`.
    private static func check(_ presented: String, _ call: APICall) async throws -> Bool {
        let address = AttemptLimiter.Key.address(call.source.address)
        try await call.attempt([address])
        if let again = call.core.configuration.setup?.again(), Secrets.matches(presented.utf8, again.utf8) {
            guard !call.core.gate.isTaken(presented) else {
                await call.failed(.setupFailed)
                throw usedLink()
            }
            call.core.gate.giveBack([address])
            return true
        }
        guard let token = try await call.core.setupToken() else {
            await call.failed(.setupFailed)
            throw CareProblem(
                .forbidden, "somebody can log in already: ask a coordinator to invite you", field: "token")
        }
        guard Secrets.matches(presented.utf8, token.utf8) else {
            await call.failed(.setupFailed)
            throw CareProblem(
                .forbidden, "this link is not the one that the service has printed last: look at its log",
                field: "token")
        }
        call.core.gate.giveBack([address])
        return false
    }

    private static func usedLink() -> CareProblem {
        CareProblem(
            .forbidden,
            "this link has already been used: run `beckon coordinator` on the machine for another one",
            field: "token")
    }

    private static func logIn(_ call: APICall) async throws -> Response {
        let login = try await call.body(LogIn.self)
        try APIRules.check { () throws(FieldProblem) in try login.check() }
        let core = call.core
        let name = AttemptLimiter.Key.name(NameSkeleton.typed(login.name))
        let address = AttemptLimiter.Key.address(call.source.address)
        try await call.attempt([name, address], about: login.name)
        let now = core.clock.wall()
        // Both are always looked for: how long it takes must not say whether somebody waits under a name.
        let (known, waiting) = try await core.read { store throws(CareStoreError) in
            (
                try await store.password(ofName: login.name),
                try await store.registration(ofName: login.name, at: now)
            )
        }
        let isRight = try await core.gate.hasher.matches(login.password, known?.password)
        // That takes longer where somebody waits under the name, which whoever registers learns anyway, and says nothing of who is here.
        if let waiting, try await core.gate.hasher.matches(login.password, waiting.password), !isRight {
            // The name may be somebody else's too, whose tries this is not to free.
            core.gate.giveBack([address])
            throw CareProblem(
                .forbidden, "you are registered, and wait for a coordinator to let you in: try again later")
        }
        guard isRight, let known else {
            await call.failed(.logInFailed, about: login.name)
            throw Self.wrong()
        }
        var renewed: StoredPassword?
        if core.gate.hasher.isOutdated(known.password) {
            // If too many hashes wait, it is renewed at another login: this one was right.
            renewed = try? await core.gate.hasher.hash(login.password)
        }
        switch try await call.logIn(known.person, by: .password(known.password, renewed: renewed)) {
        case .begun(let new, let person, let hasPassword):
            core.gate.succeeded(name: name, address: address)
            return try call.response(new, person, hasPassword: hasPassword)
        case .secondStep(let asked):
            core.gate.succeeded(name: name, address: address)
            return try APICall.response(.accepted, asked)
        case .refused, .secondStepRefused:
            await call.failed(.logInFailed, about: login.name)
            throw Self.wrong()
        }
    }

    /// The answer is the same for people who are unknown or have left, so that it does not reveal who can log
    /// in.
    private static func wrong() -> CareProblem {
        CareProblem(.unauthorized, "wrong name or password", field: "password")
    }

    private static func read(_ call: APICall, _ caller: Caller) throws -> Response {
        guard let person = caller.person, let token = caller.csrfToken else {
            throw CareProblem(.notFound, "you are not logged in")
        }
        return try APICall.response(
            .ok, Session(person: person, hasPassword: caller.hasPassword, csrfToken: token))
    }

    private static func confirm(_ call: APICall, _ caller: Caller) async throws -> Response {
        let confirmation = try await call.body(PasswordConfirmation.self)
        try APIRules.check { () throws(FieldProblem) in try confirmation.check() }
        _ = try await call.check(confirmation.currentPassword, of: caller, "current_password")
        if let session = caller.session { call.core.gate.confirm(session) }
        return APICall.nothing()
    }

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let person = caller.person, let session = caller.session else {
            throw CareProblem(.notFound, "you are not logged in")
        }
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            SessionPage(sessions: try await store.sessions(of: person.id, asking: session, at: now))
        }
    }

    /// One of the caller's own sessions, this one included.
    private static func end(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, person) = (try call.uuid(), try caller.loggedIn().id)
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.endSession(id, of: person)
        }
        call.core.endStreams(of: [id])
        return id == caller.session ? call.loggedOut() : APICall.nothing()
    }

    private static func logOut(_ call: APICall, _ caller: Caller) async throws -> Response {
        if let session = caller.session, let person = caller.person?.id {
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.endSession(session, of: person)
            }
            call.core.endStreams(of: [session])
        }
        return call.loggedOut()
    }

    private static func logOutEverywhere(_ call: APICall, _ caller: Caller) async throws -> Response {
        if let person = caller.person {
            let ended = try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.endSessions(of: person.id)
            }
            call.core.endStreams(of: Set(ended))
        }
        return call.loggedOut()
    }
}

/// A new session: what the browser keeps, and what the store keeps.
struct BegunSession {
    let token: String
    let kept: NewSession
}

extension APICall {
    /// Always with a new token, so that a token from before the login is worthless.
    func newSession() -> BegunSession {
        let token = Secrets.token()
        return BegunSession(
            token: token,
            kept: NewSession(
                id: UUID(), hash: Secrets.hash(token), csrfToken: Secrets.token(),
                browser: request.headers.browser, address: source.address, at: core.clock.wall()))
    }

    /// - Parameter isConfirmed: Whether they have just typed their password.
    func response(
        _ session: BegunSession, _ person: Person, hasPassword: Bool = true, isConfirmed: Bool = true
    ) throws -> Response {
        if isConfirmed { core.gate.confirm(session.kept.id) }
        var response = try Self.response(
            .created,
            Session(person: person, hasPassword: hasPassword, csrfToken: session.kept.csrfToken))
        response.headers[.setCookie] = SessionCookie.set(token: session.token, isSecure: source.isSecure)
        return response
    }

    func loggedOut() -> Response {
        var response = Self.nothing()
        response.headers[.setCookie] = SessionCookie.removed(isSecure: source.isSecure)
        return response
    }

    /// Checks the caller's password; returns it as it is stored.
    ///
    /// - Parameter field: Where it is in the message.
    func check(_ password: String, of caller: Caller, _ field: String) async throws -> StoredPassword {
        let person = try caller.loggedIn()
        let name = AttemptLimiter.Key.name(NameSkeleton.typed(person.name))
        let address = AttemptLimiter.Key.address(source.address)
        try await attempt([name, address], about: person.name, by: caller)
        let stored = try await core.read { store throws(CareStoreError) in
            try await store.password(of: person.id)
        }
        guard try await core.gate.hasher.matches(password, stored), let stored else {
            await failed(.confirmationFailed, about: person.name, by: caller)
            throw CareProblem(.forbidden, "this is not your password", field: field)
        }
        core.gate.succeeded(name: name, address: address)
        return stored
    }

    /// Done, with no content.
    static func nothing() -> Response { Response(status: .noContent) }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
