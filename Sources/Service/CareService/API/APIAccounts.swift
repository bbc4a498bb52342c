import Care
import CareStore
import HTTPTypes
import Hummingbird
import Synchronization

/// Who can log in, and how.
enum APIAccounts {
    static let places = [
        APIPlace("account", APIMethod(.put, for: .people, of: .account, change)),
        APIPlace(
            "account/leaving", APIMethod(.post, for: .people.subtracting([.client]), of: .account, leave)),
        APIPlace("accounts", APIMethod(.get, for: .coordinators, list)),
        APIPlace("accounts/{id}", APIMethod(.delete, for: .coordinators, take)),
    ]

    /// Somebody's own name, language and password.
    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let person = caller.person, let session = caller.session, let token = caller.csrfToken else {
            throw CareProblem(.notFound, "you are not logged in")
        }
        let change = try await call.plan(AccountChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        if let reminders = change.reminders {
            try APIRules.check { () throws(FieldProblem) in
                do throws(FieldProblem) { try reminders.check(role: person.role) } catch {
                    throw error.inside("reminders")
                }
            }
        }
        if let name = change.name, person.role == .client, name.trimmed != person.name {
            throw CareProblem(
                .forbidden, "a client is called as others here call them: ask a coordinator to change it",
                field: "name")
        }
        let (core, now) = (call.core, call.core.clock.wall())
        var password: NewPassword?
        if let new = change.password {
            // Somebody who finds a page left open must not be able to take over the account.
            let old = try await call.check(change.oldPassword ?? "", of: caller, "old_password")
            try APIRules.check { () throws(FieldProblem) in
                try AccessRules.checkPassword(new, "password", of: change.name ?? person.name)
            }
            password = NewPassword(try await core.gate.hasher.hash(new), replaces: old)
        }
        let (name, stored) = (change.name?.trimmed, password)
        if let name { try await call.checkRename(person.id, to: name) }
        let changed = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.changeAccount(
                of: person.id, name: name, language: change.language, reminders: change.reminders,
                password: stored, sequence: change.sequence, keeping: session, at: now)
        }
        core.endStreams(of: Set(changed.ended))
        // A code that somebody has photographed must not outlive the password that was changed because of it.
        if password != nil { core.gate.endWhatBegan(in: [session]) }
        if name != nil || change.reminders != nil { core.agendaChanged() }
        if let name {
            core.hub.namesChanged()
            try await call.rename(person.id, to: name)
        }
        return try APICall.response(
            .ok, Session(person: changed.person, hasPassword: caller.hasPassword, csrfToken: token))
    }

    /// Whoever leaves is logged out everywhere at once; a coordinator can let them come back.
    private static func leave(_ call: APICall, _ caller: Caller) async throws -> Response {
        guard let session = caller.session else { throw CareProblem(.notFound, "you are not logged in") }
        let person = try caller.loggedIn()
        let leaving = try await call.plan(Leaving.self)
        try APIRules.check { () throws(FieldProblem) in try leaving.check() }
        let checked = try await call.check(leaving.password, of: caller, "password")
        let now = call.core.clock.wall()
        let ended = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.leave(person.id, checked: checked, from: session, at: now)
        }
        call.core.endStreams(of: Set(ended))
        await call.core.forgetSecrets(of: person.id)
        call.core.hub.journalAdvanced()
        // The turn passes to another person.
        call.core.agendaChanged()
        call.core.hub.namesChanged()
        return call.loggedOut()
    }

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            AccountPage(accounts: try await store.accounts(at: now))
        }
    }

    private static func take(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (person, coordinator, now) = (call.id, try caller.loggedIn().id, call.core.clock.wall())
        let ended = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.takeLogin(of: person, by: coordinator, at: now)
        }
        call.core.endStreams(of: Set(ended))
        call.core.hub.journalAdvanced()
        return APICall.nothing()
    }
}
