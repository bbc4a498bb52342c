import Care
import CareStore
import Foundation
import Hummingbird

/// What clients have set themselves to do. Goals are made, changed and deleted as routines are, and marked by entries.
enum APIGoals {
    /// Neither stations nor screens: they stand where everybody passes.
    private static let parties: Set<CallerRole> = [.kiosk, .client, .caregiver, .coordinator, .provider]

    static let places = [APIPlace("goals", APIMethod(.get, for: parties, of: .clients, list))]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let asked = try call.query.text("client")
        let seen = caller.plans(in: call.core.configuration)
        let whose: PlanReach = asked.map(seen.narrowed) ?? seen
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            try await store.goals(of: whose, now: now)
        }
    }
}
