import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Identity

/// By which providers somebody logs in, and what they take over from there.
enum APIIdentities {
    static let places = [
        APIPlace("account/logins", APIMethod(.get, for: .people, of: .account, list)),
        APIPlace("account/identities", APIMethod(.post, for: .people, of: .account, add)),
        APIPlace("account/identities/{id}", APIMethod(.delete, for: .people, of: .account, remove)),
        APIPlace("account/identities/{id}/adoptions", APIMethod(.post, for: .people, of: .account, adopt)),
    ]

    /// All the ways in which somebody logs in, besides their password.
    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let person = try caller.loggedIn().id
        let (identities, providers) = try await call.core.read { store throws(CareStoreError) in
            (try await store.identities(of: person), try await store.loginProviders())
        }
        let links = identities.compactMap { identity in
            providers.first { $0.id == identity.provider }.map { IdentityLink(identity, at: $0.name) }
        }
        return try APICall.response(
            .ok,
            OwnLogins(
                identities: links, secondStep: try await call.secondStepState(of: person),
                passkeys: try await call.ownPasskeys(of: person), canAddPasskey: call.canAddPasskey))
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.body(NewIdentity.self)
        let person = try caller.loggedIn()
        guard let session = caller.session else { throw CareProblem(.notFound, "you are not logged in") }
        try call.checkOwnPassword(of: caller)
        guard let provider = try await call.core.loginProvider(new.provider) else {
            throw APILoginProviders.gone(isLink: true)
        }
        return try await APILoginProviders.begin(provider, .link(person: person.id, session: session), call)
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, person) = (try call.uuid(), try caller.loggedIn().id)
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.unlink(id, of: person)
        }
        return APICall.nothing()
    }

    // MARK: - Name and picture

    private static func adopt(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, core) = (try call.uuid(), call.core)
        let wanted = try await call.body(IdentityAdoption.self)
        let person = try caller.loggedIn()
        guard let session = caller.session else { throw CareProblem(.notFound, "you are not logged in") }
        guard wanted.name || wanted.picture else {
            throw CareProblem(
                .notAcceptable, "choose what to take over: the name, the picture, or both", field: "name")
        }
        let identities = try await core.read { store throws(CareStoreError) in
            try await store.identities(of: person.id)
        }
        guard let identity = identities.first(where: { $0.id == id }),
            let provider = try await core.loginProvider(identity.provider)
        else { throw CareProblem(.notFound, "this login is not linked any more", field: "id") }
        // All is looked at before anything is changed.
        let name = try wanted.name ? name(of: identity, provider, person) : nil
        let picture = try await wanted.picture ? picture(of: identity, provider, person, core) : nil
        if picture != nil { try await call.lookAgain() }
        if let name, name != person.name { try await take(name, person, session, call, caller) }
        if let picture {
            let now = core.clock.wall()
            _ = try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.setPicture(
                    of: person.id, picture.kind, picture.bytes, checksum: picture.checksum, at: now)
            }
        }
        let people = try await core.read { store throws(CareStoreError) in try await store.people() }
        return try APICall.response(.ok, people.first { $0.id == person.id } ?? person)
    }

    private static func name(
        of identity: StoredIdentity, _ provider: StoredLoginProvider, _ person: Person
    ) throws(CareProblem) -> String {
        guard person.role != .client else {
            throw CareProblem(
                .forbidden, "a client is called as others here call them: ask a coordinator to change it",
                field: "name")
        }
        guard let name = identity.name else {
            throw CareProblem(
                .notAcceptable, "\(provider.name) does not tell what you are called", field: "name")
        }
        try APIRules.check { () throws(FieldProblem) in try AccessRules.checkName(name, "name") }
        return name
    }

    /// As somebody changes their own name by hand.
    private static func take(
        _ name: String, _ person: Person, _ session: UUID, _ call: APICall, _ caller: Caller
    ) async throws {
        let (core, now) = (call.core, call.core.clock.wall())
        try await call.checkRename(person.id, to: name)
        let changed = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.changeAccount(
                of: person.id, name: name, password: nil, keeping: session, at: now)
        }
        core.endStreams(of: Set(changed.ended))
        core.agendaChanged()
        core.hub.namesChanged()
        try await call.rename(person.id, to: name)
    }

    /// Fetched, and looked at as one that somebody sends.
    private static func picture(
        of identity: StoredIdentity, _ provider: StoredLoginProvider, _ person: Person, _ core: ServiceCore
    ) async throws(CareProblem) -> (kind: PictureKind, bytes: Data, checksum: String) {
        guard let address = identity.picture.flatMap({ URL(string: $0) }) else {
            throw CareProblem(.notAcceptable, "\(provider.name) has no picture of you", field: "picture")
        }
        try core.logins.ask(of: person.id)
        let fetched: [UInt8]
        do throws(ProviderTrouble) {
            let said = try await core.logins.said(by: provider)
            fetched = Array(try await core.logins.picture(at: address, said))
        } catch {
            throw CareProblem(
                .notAcceptable,
                error == .away(.tooLarge)
                    ? "it is larger than \(PersonPicture.mostBytes / 1024) KiB: choose a smaller picture"
                    : "the picture at \(provider.name) cannot be fetched: try again later",
                field: "picture")
        }
        // What it is, its bytes say: whatever the provider calls it.
        let kind = PictureHeader(fetched)?.kind ?? .png
        try APIRules.check { () throws(FieldProblem) in try PictureHeader.check(fetched, isKind: kind) }
        let stripped = try APIPictures.stripped(fetched, kind: kind)
        return (kind, Data(stripped), Secrets.checksum(of: stripped))
    }
}
