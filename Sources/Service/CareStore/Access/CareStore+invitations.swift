public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores an invitation. The same message again gives what the first made, with `false`.
    ///
    /// - Parameter maker: The coordinator who invites; the code works as long as they may invite.
    public func addInvitation(
        _ new: NewInvitation, by maker: String, at: Date, expiresAt: Date, _ makeCode: @escaping CodeMaker
    ) async throws(CareStoreError) -> (Invitation, isNew: Bool) {
        try await write { db in
            if let id = new.person {
                guard let person = try People.find(id, in: db) else {
                    throw CareStoreError.invalid(field: "person", "nobody in this home has the id \(id)")
                }
                guard person.mayLogIn else {
                    throw CareStoreError.invalid(field: "person", "\(person.name) has left the home")
                }
                guard person.role == new.role else {
                    throw CareStoreError.invalid(
                        field: "role", "\(person.name) is \(person.role.rawValue): that stays as it is")
                }
            }
            let (found, isNew) = try Codes.invitations.add(
                new, id: new.id, by: maker, at: at, expiresAt: expiresAt, makeCode, in: db)
            if isNew {
                if new.person == nil { try People.checkNameIsFree(new.name, for: nil, in: db) }
                try People.checkAreClients(new.clients, in: db)
                try trail?.note(
                    .invited, about: new.name,
                    changes: [.role(new.role)] + (new.person.map { [.person($0)] } ?? [])
                        + (new.clients ?? []).map(AuditChange.client) + [.until(found.expiresAt)],
                    in: db)
            }
            return (Invitation(found), isNew)
        }
    }

    /// Those that can still be used, the newest first.
    public func invitations(at: Date) async throws(CareStoreError) -> [Invitation] {
        try await read { db in try Codes.invitations.waiting(at: at, in: db).map(Invitation.init) }
    }

    /// The invitation of a code, if it can be used.
    public func invitation(code: String, at: Date) async throws(CareStoreError) -> Invitation? {
        try await read { db in try Codes.invitations.find(code, at: at, in: db).map(Invitation.init) }
    }

    public func withdrawInvitation(_ id: UUID) async throws(CareStoreError) {
        try await write { db in
            let name = try Codes.invitations.content(of: id, as: NewInvitation.self, in: db)?.name
            guard try Codes.invitations.withdraw(id, in: db) else {
                throw CareStoreError.notFound("invitation \(id) that could still be used")
            }
            try trail?.note(.invitationWithdrawn, about: name, in: db)
        }
    }

    /// Accepts an invitation: the person gets a login, or a new password, and is logged in. `nil` if the code
    /// is not valid (any more).
    ///
    /// Somebody who had a login already keeps name, role and second step, and is logged out everywhere else; `ended` names
    /// those sessions, or the one for which there is no place any more. With a new password their links with providers and their
    /// passkeys end. Where `needsSecondStep` is `true`, they have the new password and no session has begun: whoever has their code
    /// alone is not let in.
    ///
    /// - Parameter password: `nil` for a client whose phone is linked without one: what lets them in elsewhere stays as it is.
    public func accept(
        code: String, name: String, password: StoredPassword?, _ session: NewSession
    ) async throws(CareStoreError) -> (
        person: Person, hasPassword: Bool, needsSecondStep: Bool, ended: [UUID]
    )? {
        let keeper = keeper(at: session.at)
        return try await write { db in
            let found: Codes.Found<NewInvitation>? = try Codes.invitations.find(
                code, at: session.at, in: db)
            guard let found else { return nil }
            let person: Person
            var ended = Rights.Ended()
            if let id = found.content.person {
                // An old code does not let in somebody who has left meanwhile, or is something else now.
                guard let known = try People.find(id, in: db), known.mayLogIn,
                    known.role == found.content.role
                else { return nil }
                person = known
                // A new password was allowed by somebody else, so all earlier sessions and codes end, and the other ways in.
                if password != nil { ended = try Rights.end(of: id, ways: .besidesPassword, in: db) }
            } else {
                let id = try Logins.freeID(for: name, in: db)
                try People.checkNameIsFree(name, for: id, in: db)
                let content = found.content
                person = Person(
                    id: id, name: name, role: content.role,
                    clients: content.role.clients(content.clients?.sorted()), sequence: 1)
                try People.put(person, at: session.at, in: db)
                try keeper.personChanged(id, in: db)
            }
            let isLinked = try password == nil && Logins.has(person.id, in: db)
            if !isLinked { try Logins.put(password ?? .none, of: person, at: session.at, in: db) }
            try Codes.invitations.use(found.id, at: session.at, in: db)
            try trail?.note(
                .invitationAccepted, about: person.name,
                changes: [.role(person.role)]
                    + (found.content.person == nil || password == nil ? [] : [.newPassword])
                    + ended.changes,
                by: AuditActor(name: person.name, id: person.id, address: session.address), in: db)
            let hasPassword = try Logins.password(of: person.id, in: db)?.isThere ?? false
            if password != nil, try SecondSteps.isOn(of: person.id, in: db) {
                return (person, hasPassword, true, ended.sessions)
            }
            let pushedOut = try Logins.begin(session, for: person.id, in: db)
            return (person, hasPassword, false, ended.sessions + pushedOut)
        }
    }
}

extension Invitation {
    fileprivate init(_ found: Codes.Found<NewInvitation>) {
        let code = AccessRules.readable(code: found.code)
        self.init(
            id: found.id, role: found.content.role, name: found.content.name, person: found.content.person,
            code: code, path: "/join/\(code)", expiresAt: found.expiresAt)
    }
}
