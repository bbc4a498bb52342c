import Care
import HTTPTypes
import Hummingbird

/// What is broken, and when it is over.
enum APIFaults {
    static let places = [
        APIPlace(
            "faults", APIMethod(.get, for: [.kiosk, .station], list),
            APIMethod(.post, for: [.kiosk, .station], report))
    ]

    private static func list(_ call: APICall, _ actor: Actor) async throws -> Response {
        _ = try call.query.isOnly("open", of: "state")
        return try APICall.response(.ok, FaultPage(faults: try await call.desk.openFaults()))
    }

    private static func report(_ call: APICall, _ actor: Actor) async throws -> Response {
        let fault = try await call.body(Fault.self)
        try APIRules.check(fault, from: actor)
        let isNew = try await call.desk.report(fault)
        return try APICall.response(isNew ? .created : .ok, fault)
    }
}
