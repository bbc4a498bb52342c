import Care
import CareStore
import HTTPTypes
import Hummingbird

/// Who lives and works in the home.
enum APIPeople {
    static let places = [
        APIPlace("people", APIMethod(.get, for: .planners, of: .clients, list)),
        APIPlace(
            "people/{id}", APIMethod(.get, for: .planners, of: .clients, read),
            APIMethod(.put, for: .caregivers, of: .people, set)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in
            PeoplePage(people: caller.sight.seen(of: try await store.people()))
        }
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        guard let found = caller.sight.seen(of: people).first(where: { $0.id == id }) else {
            throw CareProblem(.notFound, "there is nobody with the id \(id)", field: "id")
        }
        return try APICall.response(.ok, found)
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        let person = try await call.plan(Person.self)
        guard person.id == id else {
            throw CareProblem(.notAcceptable, "it is not the id in the path, \(id)", field: "id")
        }
        try APIRules.check { () throws(FieldProblem) in try person.check() }
        if caller.role == .caregiver { try checkOwn(person, caller) }
        let writer = Self.writer(caller)
        let before = try await call.core.read { store throws(CareStoreError) in
            try await store.people().first { $0.id == id }
        }
        if let before, before.role != person.role { try call.core.gate.checkConfirmed(caller) }
        let isRenamed = before.map { $0.name != person.name && $0.sequence == person.sequence } ?? false
        if isRenamed { try await call.checkRename(id, to: person.name) }
        let actor = call.actor(caller)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            let made = try await store.audited(as: actor, at: now).setPerson(person, by: writer, at: now)
            return ((person: made.0, ended: made.ended), isNew: made.isNew)
        }
        call.core.endStreams(of: Set(made.0.ended))
        if !made.0.person.isActive {
            await call.core.forgetCoursework(of: id)
            await call.core.forgetCalendars(of: id)
            await call.core.forgetSecrets(of: id)
        }
        // They connect again, and hear of the clients whom they come to see from now on.
        if made.0.person.role == .provider { call.core.hub.disconnect(person: id) }
        // The turn may have passed to another person.
        call.core.agendaChanged()
        call.core.hub.namesChanged()
        // If the message is sent again after the file could not be written, writing is tried again.
        if isRenamed || made.0.person == before {
            try await call.rename(id, to: made.0.person.name)
        }
        return try APICall.response((made.0.person, isNew: made.isNew))
    }

    private static func writer(_ caller: Caller) -> PersonWriter {
        guard caller.role == .coordinator, let person = caller.person else { return .other }
        return .coordinator(person.id)
    }

    /// Caregivers may set their own absences and how they are reminded. Everything else needs a coordinator.
    private static func checkOwn(_ person: Person, _ caller: Caller) throws(CareProblem) {
        guard let own = caller.person, own.id == person.id else {
            throw CareProblem(
                .forbidden, "a caregiver changes only what is their own: ask a coordinator", field: "id")
        }
        for (field, isSame) in [
            ("name", own.name == person.name), ("role", own.role == person.role),
            ("active", own.isActive == person.isActive),
        ] where !isSame {
            throw CareProblem(
                .forbidden, "a caregiver changes only their own absences and reminders", field: field)
        }
    }
}

extension APICall {
    /// The settings name some people too, and each start takes over those names. So a new name is written
    /// there as well, once it is stored. Throws if the file cannot be changed.
    func rename(_ id: String, to name: String) async throws {
        guard let files = try settings(naming: id) else { return }
        try await files.run { files throws(CareProblem) in try files.rename(id, name) }
        await core.settingsWritten()
    }

    /// Throws if somebody has to change the settings by hand; called before anything is changed.
    func checkRename(_ id: String, to name: String) async throws {
        try await settings(naming: id)?.run { files throws(CareProblem) in try files.checkRename(id, name) }
    }

    /// `nil` where they do not name that person.
    private func settings(naming id: String) throws(CareProblem) -> FileTurns? {
        let isNamed = core.configuration.people.contains { $0.id == id }
        return isNamed && core.configuration.files != nil ? try files() : nil
    }
}
