import Care
import CareStore
import HTTPTypes
import Hummingbird

/// Who lives and works in the home.
enum APIPeople {
    static let places = [
        APIPlace("people", APIMethod(.get, for: [.station], list)),
        APIPlace(
            "people/{id}", APIMethod(.get, for: [.station], read), APIMethod(.put, for: [.station], set)),
    ]

    private static func list(_ call: APICall, _ actor: Actor) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in
            PeoplePage(people: try await store.people())
        }
    }

    private static func read(_ call: APICall, _ actor: Actor) async throws -> Response {
        let id = call.id
        let people = try await call.desk.read { store throws(CareStoreError) in try await store.people() }
        guard let found = people.first(where: { $0.id == id }) else {
            throw CareProblem(.notFound, "there is nobody with the id \(id)", field: "id")
        }
        return try APICall.response(.ok, found)
    }

    private static func set(_ call: APICall, _ actor: Actor) async throws -> Response {
        let id = call.id
        let person = try await call.plan(Person.self)
        guard person.id == id else {
            throw CareProblem(.notAcceptable, "it is not the id in the path, \(id)", field: "id")
        }
        try APIRules.check { () throws(FieldProblem) in try person.check() }
        let made = try await call.desk.change { store, now throws(CareStoreError) in
            try await store.setPerson(person, at: now)
        }
        // Whose turn it is may be another's now.
        call.desk.agendaChanged()
        return try APICall.response(made)
    }
}
