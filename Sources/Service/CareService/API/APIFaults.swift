import Care
import HTTPTypes
import Hummingbird

/// What is broken, and when it is over.
enum APIFaults {
    static let places = [
        APIPlace(
            "faults", APIMethod(.get, for: .home, of: .clients, list),
            APIMethod(.post, for: .reporters, of: .reports, report))
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        _ = try call.query.isOnly("open", of: "state")
        var faults = try await call.core.openFaults()
        if let client = caller.client {
            faults = faults.filter { $0.isTold(toKioskOf: client, device: caller.device) }
        }
        return try APICall.response(.ok, FaultPage(faults: faults))
    }

    private static func report(_ call: APICall, _ caller: Caller) async throws -> Response {
        var fault = try await call.report(Fault.self, from: caller)
        try APIRules.check(fault, from: caller)
        if let client = caller.client {
            fault.client = client
            fault.clientName = await call.core.name(ofClient: client) ?? fault.clientName
        }
        // A lost call belongs to its client, whoever ends it.
        fault.device = fault.kind == .requestNotStored ? nil : caller.device
        let isNew = try await call.core.report(fault)
        return try APICall.response(isNew ? .created : .ok, fault)
    }
}
