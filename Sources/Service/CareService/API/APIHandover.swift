import Care
import CareStore
import Hummingbird

/// The handover from one shift to the next.
enum APIHandover {
    static let places = [APIPlace("handover", APIMethod(.get, for: .caregivers, of: .clients, read))]

    /// Times are read here, by the home's zone and clock: the caller may have others.
    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let since = try call.query.required("since")
        let until = try call.query.text("until")
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in
            try await store.handover(
                since: since, until: until, withWishes: caller.role == .coordinator, now: now)
        }
    }
}
