import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Identity
import Synchronization

/// The second step of logging in: codes of an app, and recovery codes.
enum APISecondSteps {
    static let places = [
        APIPlace("session/second-step", APIMethod(open: .post, answer)),
        APIPlace(
            "account/second-step", APIMethod(.post, for: .people, of: .account, begin),
            APIMethod(.put, for: .people, of: .account, switchOn),
            APIMethod(.delete, for: .people, of: .account, switchOff)),
        APIPlace("account/recovery-codes", APIMethod(.post, for: .people, of: .account, makeCodes)),
        APIPlace("accounts/{id}/second-step", APIMethod(.delete, for: .coordinators, switchOffOther)),
    ]

    // MARK: - Logging in

    private static func answer(_ call: APICall) async throws -> Response {
        let answer = try await call.body(SecondStepAnswer.self)
        try APIRules.check { () throws(FieldProblem) in try answer.check() }
        let (core, gate) = (call.core, call.core.gate)
        let address = AttemptLimiter.Key.address(call.source.address)
        guard let person = gate.pendingLogin(answer.token)?.person else {
            try await call.attempt([address])
            throw over()
        }
        let key = AttemptLimiter.Key.secondStep(person)
        // With 50 random bits no recovery code is guessed. So whoever guesses those of the app locks nobody out who has one.
        let isRecoveryCode = RecoveryCode.hash(SecondStepCode.plain(answer.code)) != nil
        let (name, stored) = try await core.read { store throws(CareStoreError) in
            (try await store.personName(person), try await store.secondStep(of: person))
        }
        let keys = isRecoveryCode ? [address] : [key, address]
        try await call.attempt(keys, about: name)
        guard let stored, let tried = gate.attemptLogin(answer.token) else { throw over() }
        let now = core.clock.wall()
        let typed = SecondStepCode(
            answer.code, stored, at: now, isClockWrong: try await core.isClockWrong(now))
        let problem: CareProblem
        switch typed {
        case .shown(let second):
            guard let login = gate.takeLogin(answer.token) else { throw over() }
            switch try await logIn(call, login, second, answer.token) {
            case .begun(let new, let person, let hasPassword):
                gate.succeeded(name: key, address: address)
                // A provider's word is no password that was just typed.
                let isConfirmed = if case .password = login.first { true } else { false }
                return try call.response(new, person, hasPassword: hasPassword, isConfirmed: isConfirmed)
            // The first step does not count any more, whatever the second one is: their password has changed since, or their link has gone.
            case .refused, .secondStep:
                gate.giveBack(keys)
                throw over()
            // Only the store knows which recovery codes are left, and whose code was the first of two at once.
            case .secondStepRefused:
                gate.putBack(login, answer.token)
                problem =
                    switch second {
                    case .code: used()
                    case .recoveryCode: wrong("this recovery code is wrong, or was used already")
                    }
            }
        case .used: problem = used()
        case .wrong:
            problem = wrong("this code is wrong: type the one that the app shows now, or a recovery code")
        case .wrongByClock:
            problem = wrong(
                "the clock of this machine may be wrong, and then no code of the app is right: type a recovery code"
            )
        }
        await call.failed(.secondStepFailed, about: name)
        guard !tried.isLastTry else {
            _ = gate.takeLogin(answer.token)
            throw CareProblem(.gone, "that was wrong too often: log in again", field: "token")
        }
        throw problem
    }

    /// If the store cannot do it now, it can be tried again.
    private static func logIn(
        _ call: APICall, _ login: PendingLogins.Login, _ second: SecondStep, _ token: String
    ) async throws -> LoggedIn {
        do { return try await call.logIn(login.person, by: login.first, and: second) } catch {
            call.core.gate.putBack(login, token)
            throw error
        }
    }

    private static func over() -> CareProblem {
        CareProblem(.gone, "this took too long, or was done already: log in again", field: "token")
    }

    private static func used() -> CareProblem {
        wrong("this code was used already: wait for the next one")
    }

    private static func wrong(_ detail: String) -> CareProblem {
        CareProblem(.forbidden, detail, field: "code")
    }

    // MARK: - One's own

    private static func begin(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, session) = try own(call, caller)
        guard try await !call.secondStepState(of: person.id).isOn else {
            throw CareProblem(
                .conflict, "your second step is on already: switch it off before you set up another app")
        }
        let (secret, left) = call.core.gate.newSecondStep(for: session)
        return try APICall.response(
            .created,
            NewSecondStep(
                secret: Base32.encode(secret),
                address: OneTimePassword.address(
                    secret: secret, account: person.name, issuer: call.core.homeName ?? "Beckon"),
                expiresAt: call.core.clock.wall().addingTimeInterval(left / .seconds(1))))
    }

    private static func switchOn(_ call: APICall, _ caller: Caller) async throws -> Response {
        let proof = try await call.body(SecondStepProof.self)
        try APIRules.check { () throws(FieldProblem) in try proof.check() }
        let (person, session) = try own(call, caller)
        let (core, now) = (call.core, call.core.clock.wall())
        guard let secret = core.gate.secretOfNewSecondStep(for: session) else {
            throw CareProblem(.gone, "this took too long: begin again, with a new QR code", field: "code")
        }
        let step = OneTimePassword.match(
            SecondStepCode.plain(proof.code), secret: secret, at: now, after: .min)
        guard let step else {
            throw wrong(
                try await core.isClockWrong(now)
                    ? "the clock of this machine may be wrong, and then no code of the app is right: let somebody set it first"
                    : "this is not the code that the app shows now: type the newest one, and see whether your phone's clock is right"
            )
        }
        let codes = newCodes()
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.switchOnSecondStep(
                secret: secret, step: step, recoveryCodes: codes.hashes, of: person.id, from: session,
                at: now)
        }
        core.gate.newSecondSteps.withLock { $0.end(of: [session]) }
        core.gate.endLogins(of: person.id)
        return try APICall.response(.ok, codes.told)
    }

    private static func switchOff(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, _) = try own(call, caller)
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.switchOffSecondStep(of: person.id, by: nil)
        }
        call.core.gate.endLogins(of: person.id)
        return APICall.nothing()
    }

    private static func makeCodes(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, _) = try own(call, caller)
        guard try await call.secondStepState(of: person.id).isOn else {
            throw CareProblem(.conflict, "your second step is off: switch it on first")
        }
        let codes = newCodes()
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.replaceRecoveryCodes(codes.hashes, of: person.id)
        }
        return try APICall.response(.created, codes.told)
    }

    /// Whoever asks, having just typed their password, and where they are logged in.
    private static func own(
        _ call: APICall, _ caller: Caller
    ) throws(CareProblem) -> (Person, session: UUID) {
        let person = try caller.loggedIn()
        guard let session = caller.session else { throw CareProblem(.notFound, "you are not logged in") }
        try call.checkOwnPassword(of: caller)
        return (person, session)
    }

    private static func newCodes() -> (told: RecoveryCodes, hashes: [Data]) {
        var generator = SystemRandomNumberGenerator()
        let codes = RecoveryCode.makeAll(using: &generator)
        return (RecoveryCodes(codes: codes), codes.compactMap(RecoveryCode.hash))
    }

    // MARK: - Somebody's who has lost their app

    private static func switchOffOther(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, coordinator) = (call.id, try caller.loggedIn().id)
        try call.core.gate.checkConfirmed(caller)
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.switchOffSecondStep(of: person, by: coordinator)
        }
        call.core.gate.endLogins(of: person)
        return APICall.nothing()
    }
}

extension APICall {
    /// Throws unless the caller has typed their password recently, as whoever finds a page left open cannot. Who has none cannot either,
    /// and so gets no further way to log in.
    func checkOwnPassword(of caller: Caller) throws(CareProblem) {
        guard caller.hasPassword else {
            throw CareProblem(
                .forbidden,
                "this needs a password, and you have none: ask a coordinator for a code with which you choose one"
            )
        }
        try core.gate.checkConfirmed(caller)
    }

    /// Whether somebody's password needs a second step.
    func secondStepState(of person: String) async throws(CareProblem) -> SecondStepState {
        let stored = try await core.read { store throws(CareStoreError) in
            try await store.secondStep(of: person)
        }
        guard let stored else { return SecondStepState(isOn: false) }
        return SecondStepState(
            isOn: true, since: stored.since, recoveryCodesLeft: stored.recoveryCodesLeft)
    }
}
