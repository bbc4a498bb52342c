import Care
import CareStore
import HTTPTypes
import Hummingbird

/// The zones and rooms of the home.
enum APIPlaces {
    static let places = [
        APIPlace("places", APIMethod(.get, for: .caregivers, list)),
        APIPlace(
            "places/{id}", APIMethod(.put, for: .coordinators, set),
            APIMethod(.delete, for: .coordinators, remove)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in
            PlacePage(places: try await store.places())
        }
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        let place = try await call.plan(Place.self)
        guard place.id == id else {
            throw CareProblem(.notAcceptable, "it is not the id in the path, \(id)", field: "id")
        }
        try APIRules.check { () throws(FieldProblem) in try place.check() }
        let actor = call.actor(caller)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.audited(as: actor, at: now).setPlace(place, at: now)
        }
        call.core.agendaChanged()
        return try APICall.response(made)
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, actor) = (call.id, call.actor(caller))
        _ = try await call.core.change { store, now throws(CareStoreError) in
            try await store.audited(as: actor, at: now).removePlace(id)
            return (true, isNew: true)
        }
        call.core.agendaChanged()
        return APICall.nothing()
    }
}
