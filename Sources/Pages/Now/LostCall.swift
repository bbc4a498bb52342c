import Care
import FoundationEssentials

/// A call that could not be stored anywhere: it rings until somebody says that they will go and see.
struct LostCall {
    let action: String
    /// Of the end that is sent; made with the page, so that tapping twice ends it once.
    let id: String

    /// `nil` for every other fault.
    init?(_ fault: Fault) {
        guard fault.kind.isLostCall else { return nil }
        action = "/now/\(fault.id.uuidString)/seeing"
        id = UUID().uuidString
    }

    static func see(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let id = call.form["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.badRequest, "this message has no id")
        }
        let open: FaultPage = try await call.api.get("faults", [("state", "open")])
        let fault = try NowPages.requestID(call)
        // It is gone: somebody else is already going.
        if var lost = open.faults.first(where: { $0.id == fault && $0.kind.isLostCall }) {
            lost.id = id
            lost.source = "page"
            lost.isActive = false
            lost.at = call.request.now
            try await call.api.send("POST", "faults", lost)
        }
        return .seeOther("/now")
    }
}
