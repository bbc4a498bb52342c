import Care
import CareStore
import Foundation
import Hummingbird

/// What clients can be asked to do, and which of it suits them.
enum APIExercises {
    /// What suits a client says something of their health: neither stations nor screens read it.
    private static let parties: Set<CallerRole> = [.kiosk, .client, .caregiver, .coordinator, .provider]
    private static let deciders: Set<CallerRole> = [.coordinator, .provider]

    static let places = [
        APIPlace("exercises", APIMethod(.get, for: parties, of: .clients, list)),
        APIPlace("people/{id}/breathing", APIMethod(.put, for: deciders, of: .clients, setBreathing)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("client")
        let own = caller.askingClient(in: call.core.configuration)
        if let asked { try await checkClient(asked, call, caller) }
        // Of nobody in particular, it is the home's library.
        let client = own ?? asked
        let list = try await call.files().run { files throws(CareProblem) in
            files.exercises?(client) ?? ExerciseList(exercises: [], breathing: "any")
        }
        return try APICall.response(.ok, list)
    }

    private static func setBreathing(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = call.id
        try await checkClient(client, call, caller)
        let change = try await call.plan(BreathingChange.self)
        let made = try await call.files().run { files throws(CareProblem) in
            guard let set = files.setBreathing else {
                throw CareProblem(.notFound, "this service has no files of a home: it runs elsewhere")
            }
            return try set(client, change)
        }
        await call.note(
            .settingsWritten, about: SettingsScope.client(client).fileName,
            changes: [.named("care.breathing")], by: caller)
        await call.core.settingsWritten()
        return try APICall.response(.ok, made)
    }

    /// Throws where there is no such client for whoever asks.
    private static func checkClient(_ id: String, _ call: APICall, _ caller: Caller) async throws(CareProblem)
    {
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        let own = caller.askingClient(in: call.core.configuration)
        guard people.contains(where: { $0.id == id && $0.role == .client }), caller.sight.plans.includes(id),
            own == nil || own == id
        else { throw CareProblem(.notFound, "nobody in this home has the id \(id)", field: "client") }
    }
}
