import Care
import CareStore
import Foundation

extension ServiceCore {
    /// What may pass is told after a day.
    private static let platformPatience: Duration = .seconds(86_400)

    /// Whether people have to know that a place outside cannot be read or written: somebody has to do something, or it has lasted too long.
    func isToBeTold(_ problem: PlatformProblem?, of id: UUID, in places: PlatformPlaces) -> Bool {
        guard let problem else { return false }
        // By the steady clock: that of the day may have been wrong.
        return !problem.mayPass || (places.failing(id, at: clock.uptime()) ?? .zero) >= Self.platformPatience
    }

    /// Tells of which clients something outside cannot be read or written any more, and of which it can again.
    ///
    /// - Parameter failing: What it is, by the client's id; `nil` for the household.
    func tell(
        _ kind: FaultKind, _ failing: [String?: [String]], in places: PlatformPlaces
    ) async throws(CareProblem) {
        guard places.mayHaveTold(!failing.isEmpty) else { return }
        let told = try await openFaults().filter { $0.kind == kind && $0.source == "service" }
        for (client, names) in failing.sorted(by: { ($0.key ?? "") < ($1.key ?? "") })
        where !told.contains(where: { $0.client == client }) {
            try await tell(kind, of: client, isActive: true, names.joined(separator: ", "))
        }
        for fault in told where failing[fault.client] == nil {
            try await tell(kind, of: fault.client, isActive: false, fault.detail)
        }
        places.hasTold(!failing.isEmpty)
    }

    private func tell(
        _ kind: FaultKind, of client: String?, isActive: Bool, _ detail: String
    ) async throws(CareProblem) {
        var fault = serviceFault(kind, isActive: isActive, detail: String(detail.prefix(500)))
        fault.client = client
        if let client { fault.clientName = await name(ofClient: client) ?? client }
        _ = try await report(fault)
    }

    /// Throws where a client has left.
    ///
    /// - Parameter detail: What is said then.
    func checkIsHere(_ client: String, else detail: String) async throws(CareProblem) {
        let people = try await read { store throws(CareStoreError) in try await store.people() }
        guard people.contains(where: { $0.id == client && !$0.isActive }) else { return }
        throw CareProblem(.notAcceptable, detail, field: "client")
    }
}
