import Care
import HTTPTypes
import Hummingbird

/// What is broken, and when it is over.
enum APIFaults {
    static let places = [
        APIPlace(
            "faults", APIMethod(.get, for: .home, list),
            APIMethod(.post, for: .reporters, report))
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        _ = try call.query.isOnly("open", of: "state")
        return try APICall.response(.ok, FaultPage(faults: try await call.desk.openFaults()))
    }

    private static func report(_ call: APICall, _ caller: Caller) async throws -> Response {
        let fault = try await call.body(Fault.self)
        try APIRules.check(fault, from: caller.role)
        let isNew = try await call.desk.report(fault)
        return try APICall.response(isNew ? .created : .ok, fault)
    }
}
