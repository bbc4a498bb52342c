import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// Codes by which people get a login.
enum APIInvitations {
    static let places = [
        APIPlace(
            "invitations", APIMethod(.get, for: .coordinators, list),
            APIMethod(.post, for: .coordinators, invite)),
        // The path has the invitation's code where it is read, and its id where it is withdrawn.
        APIPlace(
            "invitations/{id}", APIMethod(open: .get, read),
            APIMethod(.delete, for: .coordinators, withdraw)),
        APIPlace("invitations/{id}/acceptance", APIMethod(open: .post, accept)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            InvitationPage(invitations: try await store.invitations(at: now))
        }
    }

    private static func invite(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewInvitation.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try await checkConfirmed(new, call, caller)
        let (now, person) = (call.core.clock.wall(), try caller.loggedIn().id)
        return try APICall.response(
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.addInvitation(
                    new, by: person, at: now, expiresAt: now.addingTimeInterval(AccessDesk.invitationLife)
                ) { Secrets.code() }
            })
    }

    /// Inviting a coordinator, or giving somebody a new password, needs the same rights as changing a role.
    private static func checkConfirmed(
        _ new: NewInvitation, _ call: APICall, _ caller: Caller
    ) async throws {
        let isNewPassword = try await hasPassword(new.person, call.core)
        if new.role == .coordinator || isNewPassword { try call.core.gate.checkConfirmed(caller) }
    }

    /// Whether somebody has a password, which one that they choose by an invitation replaces.
    private static func hasPassword(_ person: String?, _ core: ServiceCore) async throws -> Bool {
        guard let person else { return false }
        return try await core.read { store throws(CareStoreError) in
            try await store.password(of: person)?.isThere ?? false
        }
    }

    private static func read(_ call: APICall) async throws -> Response {
        let (code, keys) = try await call.tryCode(call.id)
        let now = call.core.clock.wall()
        let found = try await call.core.read { store throws(CareStoreError) in
            try await store.invitation(code: code, at: now)
        }
        guard let found else { throw await Self.unknown(call) }
        call.core.gate.giveBack(keys)
        return try APICall.response(
            .ok,
            InvitationView(
                role: found.role, name: found.name, home: call.core.homeName,
                hasPassword: try await hasPassword(found.person, call.core)))
    }

    private static func accept(_ call: APICall) async throws -> Response {
        let acceptance = try await call.body(Acceptance.self)
        try APIRules.check { () throws(FieldProblem) in try acceptance.check() }
        let (code, keys) = try await call.tryCode(call.id)
        let (core, now) = (call.core, call.core.clock.wall())
        // Checked before the password is hashed, because hashing is slow and guessers should not be able to
        // cause it.
        let invitation = try await core.read { store throws(CareStoreError) in
            try await store.invitation(code: code, at: now)
        }
        guard let invitation else { throw await Self.unknown(call) }
        core.gate.giveBack(keys)
        let password = try await password(acceptance, invitation, core)
        let new = call.newSession()
        let accepted = try await call.write(as: nil) { store throws(CareStoreError) in
            try await store.accept(
                code: code, name: acceptance.name.trimmed, password: password, new.kept)
        }
        guard let accepted else { throw await Self.unknown(call) }
        core.endStreams(of: Set(accepted.ended))
        core.agendaChanged()
        if accepted.needsSecondStep, let password {
            return try APICall.response(
                .accepted, try await call.askSecondStep(accepted.person.id, .password(password)))
        }
        return try call.response(
            new, accepted.person, hasPassword: accepted.hasPassword, isConfirmed: password != nil)
    }

    /// What somebody has chosen; `nil` for a client who links a phone without one.
    private static func password(
        _ acceptance: Acceptance, _ invitation: Invitation, _ core: ServiceCore
    ) async throws -> StoredPassword? {
        guard let password = acceptance.password else {
            guard invitation.role == .client else {
                throw CareProblem(
                    .notAcceptable, "choose a password: only clients are linked without one",
                    field: "password")
            }
            return nil
        }
        try APIRules.check { () throws(FieldProblem) in
            try AccessRules.checkPassword(password, "password", of: invitation.name)
        }
        return try await core.gate.hasher.hash(password)
    }

    private static func withdraw(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.withdrawInvitation(id)
        }
        return APICall.nothing()
    }

    private static func unknown(_ call: APICall) async -> CareProblem {
        await call.failed(.codeFailed, changes: [.code(.invitation)])
        return CareProblem(
            .notFound,
            "this code is wrong, used or expired: ask for another",
            field: "id")
    }
}

extension APICall {
    /// Counts a try of a code; returns the code as stored, and the token that undoes the count if it is
    /// right.
    func tryCode(_ text: String) async throws -> (code: String, keys: [AttemptLimiter.Key]) {
        let keys = [AttemptLimiter.Key.codes, .address(source.address)]
        guard let code = AccessRules.code(text.removingPercentEncoding ?? text) else {
            throw CareProblem(.notFound, "this is not a code such as K7M-4QX", field: "id")
        }
        try await attempt(keys)
        return (code, keys)
    }
}
