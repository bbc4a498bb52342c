import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// Who registers by themselves, and who is let in.
enum APIRegistrations {
    static let places = [
        APIPlace(
            "registration", APIMethod(open: .get, isOpen), APIMethod(.put, for: .coordinators, turn)),
        APIPlace(
            "registrations", APIMethod(.get, for: .coordinators, list), APIMethod(open: .post, register)),
        APIPlace("registrations/{id}", APIMethod(.delete, for: .coordinators, refuse)),
        APIPlace("registrations/{id}/picture", APIMethod(.get, for: .coordinators, picture)),
        APIPlace("registrations/{id}/acceptance", APIMethod(.post, for: .coordinators, accept)),
    ]

    /// Longest message of somebody who registers, in bytes: their picture as base64, and the rest.
    private static let longest = PersonPicture.mostBytes * 4 / 3 + APIBody.limit

    private static func isOpen(_ call: APICall) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in
            RegistrationSwitch(isOpen: try await store.isRegistrationOpen())
        }
    }

    private static func turn(_ call: APICall, _ caller: Caller) async throws -> Response {
        let wanted = try await call.plan(RegistrationSwitch.self)
        let coordinator = try caller.loggedIn().id
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.setRegistration(isOpen: wanted.isOpen, by: coordinator)
        }
        return try APICall.response(.ok, wanted)
    }

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            RegistrationPage(registrations: try await store.registrations(at: now))
        }
    }

    private static func register(_ call: APICall) async throws -> Response {
        // Before anything is read of them: strangers must not make the service work where there is nothing for them.
        guard
            try await call.core.read({ store throws(CareStoreError) in
                try await store.isRegistrationOpen()
            })
        else {
            throw CareProblem(
                .forbidden, "nobody registers here by themselves: ask a coordinator to invite you")
        }
        return try await inTurn(call) { try await store(call) }
    }

    /// One at a time of each address, and two of all: what strangers send is large to read. A page has taken a place for its form.
    private static func inTurn(
        _ call: APICall, _ work: () async throws -> Response
    ) async throws -> Response {
        guard InProcessAPI.Kept.current == nil else { return try await work() }
        let (places, sender) = (call.core.strangersUploads, call.source.address)
        guard places.begin(sender) else {
            throw CareProblem(.tooMany, "too many register at once: try again in a few seconds")
        }
        defer { places.end(sender) }
        return try await work()
    }

    private static func store(_ call: APICall) async throws -> Response {
        let new = try await call.plan(NewRegistration.self, limit: longest)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        // Before the picture is looked at: one that is refused counts, too.
        try await call.attemptRegistering()
        let picture = try new.picture.map { try stripped(Array($0)) }
        let stored = StoredRegistration(
            id: new.id, name: new.name.trimmed, email: new.email,
            password: try await call.core.gate.hasher.hash(new.password), picture: picture,
            address: call.source.address, network: AttemptLimiter.Key.address(call.source.address).value)
        let now = call.core.clock.wall()
        let made = try await call.write(as: nil) { store throws(CareStoreError) in
            try await store.addRegistration(stored, at: now)
        }
        // Pages that are open show that somebody waits.
        if made.isNew { call.core.agendaChanged() }
        return try APICall.response(made)
    }

    /// Everything but the picture is taken off.
    private static func stripped(_ bytes: [UInt8]) throws -> (kind: PictureKind, bytes: Data) {
        guard let header = PictureHeader(bytes) else {
            throw CareProblem(
                .notAcceptable, "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                field: "picture")
        }
        try APIRules.check { () throws(FieldProblem) in
            try PictureHeader.check(bytes, isKind: header.kind)
        }
        return (header.kind, Data(try APIPictures.stripped(bytes, kind: header.kind)))
    }

    private static func refuse(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, coordinator, now) = (try call.uuid(), try caller.loggedIn().id, call.core.clock.wall())
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.refuseRegistration(id, by: coordinator, at: now)
        }
        call.core.agendaChanged()
        return APICall.nothing()
    }

    private static func picture(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let found = try await call.core.read { store throws(CareStoreError) in
            try await store.picture(ofRegistration: id)
        }
        guard let found else { throw CareProblem(.notFound, "there is no picture of \(id)", field: "id") }
        // It never changes as long as they wait.
        return try APIPictures.response(found.kind, version: 1, found.bytes, to: call)
    }

    /// Letting in a coordinator needs the same rights as inviting one.
    private static func accept(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, coordinator, now) = (try call.uuid(), try caller.loggedIn().id, call.core.clock.wall())
        var sent = try await call.plan(RegistrationAcceptance.self)
        try APIRules.check { () throws(FieldProblem) in try sent.check() }
        sent.name = sent.name?.trimmed
        let acceptance = sent
        if acceptance.role == .coordinator { try call.core.gate.checkConfirmed(caller) }
        let person = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.acceptRegistration(id, acceptance, by: coordinator, at: now) {
                Secrets.checksum(of: Array($0))
            }
        }
        call.core.agendaChanged()
        call.core.hub.namesChanged()
        return try APICall.response(.created, person)
    }
}

extension APICall {
    /// Counts a registration from this address; throws if it comes too soon after others.
    fileprivate func attemptRegistering() async throws {
        do throws(APIFailure) { try core.gate.registers(from: source.address) } catch {
            await failed(.limited)
            throw error
        }
    }
}
