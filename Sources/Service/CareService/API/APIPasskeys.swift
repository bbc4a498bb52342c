import Care
import CareStore
import Channels
import Foundation
import HTTPTypes
import Hummingbird
import Identity

/// Passkeys: logging in with what is in one's phone, computer or stick, without a password.
enum APIPasskeys {
    static let places = [
        APIPlace("account/passkeys", APIMethod(.post, for: .people, of: .account, add)),
        APIPlace("account/passkeys/challenges", APIMethod(.post, for: .people, of: .account, offer)),
        APIPlace("account/passkeys/{id}", APIMethod(.delete, for: .people, of: .account, remove)),
        APIPlace("passkeys/challenges", APIMethod(open: .post, ask)),
        APIPlace("passkeys/sessions", APIMethod(open: .post, logIn)),
    ]

    // MARK: - One's own

    private static func offer(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, session) = try own(call, caller)
        let site = try call.passkeySite()
        let known = try await call.core.read { store throws(CareStoreError) in
            try await store.passkeys(of: person.id)
        }
        // Said before the authenticator has made one that nobody takes.
        guard known.count < Passkey.most else {
            throw CareProblem(
                .notAcceptable, "you have \(Passkey.most) passkeys already: remove one first", field: "name")
        }
        let handle = known.first?.handle ?? newHandle()
        let (challenge, left) = call.core.gate.makeChallenge(.making(session: session), handle: handle)
        return try APICall.response(
            .created,
            PasskeyOffer(
                challenge: challenge, host: site.host, home: call.core.homeName ?? "Beckon",
                user: Base64URL.encode(handle), userName: person.name,
                algorithms: PasskeyAlgorithm.offered,
                excluded: known.filter { $0.host == site.host }.map { Base64URL.encode($0.credential) },
                expiresAt: call.core.clock.wall().addingTimeInterval(left / .seconds(1))))
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.body(NewPasskey.self)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        let (person, session) = try own(call, caller)
        let site = try call.passkeySite()
        let challenge = call.core.gate.takeChallenge(new.challenge) { $0 == .making(session: session) }
        guard let challenge else {
            throw CareProblem(.gone, "this took too long: begin again", field: "challenge")
        }
        let made: (credential: Data, key: Data, count: UInt32)
        do throws(PasskeyFault) {
            guard let clientData = Base64URL.decode(new.clientData),
                let attestation = Base64URL.decode(new.attestation)
            else { throw PasskeyFault.malformed }
            made = try PasskeyCreation.read(
                clientData: clientData, attestation: attestation, site.expectation(challenge.bytes))
        } catch { throw problem(error) }
        let passkey = StoredPasskey(
            id: UUID(), person: person.id, name: new.name.trimmed, credential: made.credential,
            key: made.key, handle: challenge.handle, host: site.host, count: made.count,
            since: call.core.clock.wall())
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.addPasskey(passkey, from: session)
        }
        return try APICall.response(.created, Passkey(passkey))
    }

    private static func problem(_ fault: PasskeyFault) -> CareProblem {
        switch fault {
        case .notVerified, .notPresent:
            CareProblem(
                .forbidden,
                "this device does not ask for a face, finger or PIN, so whoever has it could log in: set that up, or take another device"
            )
        case .unknownAlgorithm, .badKey:
            CareProblem(
                .forbidden,
                "this device makes a kind of passkey that is not known here: take another device")
        case .malformed, .wrongType, .wrongChallenge, .wrongOrigin, .crossOrigin, .wrongHost, .signature,
            .counter:
            CareProblem(.forbidden, "this passkey could not be made: try again")
        }
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, person) = (try call.uuid(), try caller.loggedIn().id)
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.removePasskey(id, of: person)
        }
        return APICall.nothing()
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

    /// Random, so that it says of nobody who they are.
    private static func newHandle() -> Data {
        var generator = SystemRandomNumberGenerator()
        return Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    // MARK: - Logging in

    /// It names nobody, and costs nobody else anything: what one machine asks for pushes out its own alone.
    private static func ask(_ call: APICall) async throws -> Response {
        let site = try call.passkeySite()
        let address = AttemptLimiter.Key.address(call.source.address).value
        let (challenge, left) = call.core.gate.makeChallenge(.logIn(from: address))
        return try APICall.response(
            .created,
            PasskeyQuestion(
                challenge: challenge, host: site.host,
                expiresAt: call.core.clock.wall().addingTimeInterval(left / .seconds(1))))
    }

    private static func logIn(_ call: APICall) async throws -> Response {
        let answer = try await call.body(PasskeyAnswer.self)
        let site = try call.passkeySite()
        let keys = [AttemptLimiter.Key.address(call.source.address)]
        try await call.attempt(keys)
        let challenge = call.core.gate.takeChallenge(answer.challenge) { purpose in
            if case .logIn = purpose { true } else { false }
        }
        let found = try await passkey(of: answer, call)
        guard let challenge, let found, let count = verify(answer, found.passkey, site, challenge.bytes),
            case .begun(let new, let person, let hasPassword) = try await call.logIn(
                found.passkey.person, by: .passkey(found.passkey.id, count: count))
        else {
            await call.failed(.passkeyFailed, about: found?.owner)
            // The same for all causes: which of them it is, helps whoever tries another's.
            throw CareProblem(
                .forbidden, "this passkey lets nobody in here: try again, or log in with your password")
        }
        call.core.gate.giveBack(keys)
        return try call.response(new, person, hasPassword: hasPassword)
    }

    private static func passkey(
        of answer: PasskeyAnswer, _ call: APICall
    ) async throws(CareProblem) -> (passkey: StoredPasskey, owner: String?)? {
        guard let credential = Base64URL.decode(answer.credential), (1...1023).contains(credential.count)
        else { return nil }
        return try await call.core.read { store throws(CareStoreError) in
            guard let passkey = try await store.passkey(credential: credential) else { return nil }
            return (passkey, try await store.personName(passkey.person))
        }
    }

    /// How often the authenticator says that it has signed; `nil` where it is not this passkey that has signed this.
    private static func verify(
        _ answer: PasskeyAnswer, _ passkey: StoredPasskey, _ site: PasskeySite, _ challenge: Data
    ) -> UInt32? {
        guard passkey.host == site.host, let clientData = Base64URL.decode(answer.clientData),
            let authenticatorData = Base64URL.decode(answer.authenticatorData),
            let signature = Base64URL.decode(answer.signature)
        else { return nil }
        if let user = answer.user, Base64URL.decode(user) != passkey.handle { return nil }
        do throws(PasskeyFault) {
            return try PasskeyAssertion.read(
                clientData: clientData, authenticatorData: authenticatorData, signature: signature,
                key: passkey.key, storedCount: passkey.count, site.expectation(challenge))
        } catch { return nil }
    }
}

/// Under which address passkeys are made and used.
struct PasskeySite: Equatable {
    /// The relying party's id: the host name.
    let host: String
    /// As browsers write it.
    let origin: String

    func expectation(_ challenge: Data) -> PasskeyExpectation {
        PasskeyExpectation(challenge: challenge, origin: origin, host: host)
    }
}

extension CallSource {
    /// The host to which it was sent, without its port, in lower case; `nil` where it names none.
    var host: String? {
        guard let authority else { return nil }
        let host = HostNames.host(of: authority)
        return host.isEmpty ? nil : host
    }

    /// Browsers make and use passkeys under a name alone, and only where nobody in between can change what is shown: through TLS, or on
    /// this machine itself (W3C Web Authentication, 5.1.3; Secure Contexts, 3.1).
    func passkeySite() throws(CareProblem) -> PasskeySite {
        guard let host, let origin, NetworkAddress(host) == nil else {
            throw CareProblem(
                .notAcceptable,
                "passkeys need an address that is a name: open Beckon by its name, not by numbers",
                field: "Host")
        }
        guard isSecure || host == "localhost" else {
            throw CareProblem(
                .notAcceptable, "passkeys need a safe connection: open Beckon with https", field: "Host")
        }
        return PasskeySite(host: host, origin: origin)
    }
}

extension APICall {
    func passkeySite() throws(CareProblem) -> PasskeySite { try source.passkeySite() }

    /// Whether a passkey can be made under the address that asks.
    var canAddPasskey: Bool { (try? source.passkeySite()) != nil }

    /// Somebody's, in the order in which they were added.
    func ownPasskeys(of person: String) async throws(CareProblem) -> [Passkey] {
        try await core.read { store throws(CareStoreError) in try await store.passkeys(of: person) }
            .map(Passkey.init)
    }
}

extension Passkey {
    /// What its owner is told.
    init(_ stored: StoredPasskey) {
        self.init(
            id: stored.id, name: stored.name, host: stored.host, since: stored.since, usedAt: stored.usedAt)
    }
}
