import Care
import CareStore
import HTTPTypes
import Hummingbird

/// Who can log in, and how.
enum APIAccounts {
    static let places = [
        APIPlace("account", APIMethod(.put, for: .people, change)),
        APIPlace("accounts", APIMethod(.get, for: .coordinators, list)),
        APIPlace("accounts/{id}", APIMethod(.delete, for: .coordinators, take)),
    ]

    /// Somebody's own name and password.
    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let person = caller.person, let session = caller.session, let token = caller.csrfToken else {
            throw CareProblem(.notFound, "you are not logged in")
        }
        let change = try await call.plan(AccountChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        let (desk, now) = (call.desk, call.desk.clock.wall())
        var password: NewPassword?
        if let new = change.password {
            // Whoever finds an open page must not be able to take it over.
            let old = try await checkOld(change.oldPassword ?? "", of: person, call)
            password = NewPassword(try await desk.gate.hasher.hash(new), replaces: old)
        }
        let (name, stored) = (change.name?.trimmed, password)
        if let name, name != person.name { try await desk.rename(person.id, to: name) }
        let changed = try await desk.write { store throws(CareStoreError) in
            try await store.changeAccount(
                of: person.id, name: name, password: stored, keeping: session, at: now)
        }
        desk.endStreams(of: Set(changed.ended))
        if name != nil { desk.agendaChanged() }
        return try APICall.response(.ok, Session(person: changed.person, csrfToken: token))
    }

    /// Gives the password as it is kept, if it is the right one.
    private static func checkOld(
        _ old: String, of person: Person, _ call: APICall
    ) async throws -> StoredPassword {
        let desk = call.desk
        let name = AttemptLimiter.Key.name(AccessRules.nameKey(person.name))
        let address = AttemptLimiter.Key.address(call.source.address)
        try desk.gate.attempt([name, address])
        let stored = try await desk.read { store throws(CareStoreError) in
            try await store.password(of: person.id)
        }
        guard try await desk.gate.hasher.matches(old, stored), let stored else {
            throw CareProblem(.forbidden, "this is not your password", field: "old_password")
        }
        desk.gate.succeeded(name: name, address: address)
        return stored
    }

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in
            AccountPage(accounts: try await store.accounts())
        }
    }

    private static func take(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, coordinator) = (call.id, try caller.loggedIn().id)
        let ended = try await call.desk.write { store throws(CareStoreError) in
            try await store.takeLogin(of: person, by: coordinator)
        }
        call.desk.endStreams(of: Set(ended))
        return APICall.nothing()
    }
}
