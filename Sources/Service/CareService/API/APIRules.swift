import Care
import CareStore
import Foundation
import Recurrence
import ZoneFiles

/// Rules for values beyond those of their types, which check most of it themselves (`check()`).
enum APIRules {
    /// Reports a check's finding in its own words.
    static func check(_ look: () throws(FieldProblem) -> Void) throws(CareProblem) {
        do throws(FieldProblem) { try look() } catch {
            throw CareProblem(.notAcceptable, error.message, field: error.field)
        }
    }

    /// When somebody did or wrote something. A device is not refused for a wrong clock, but a person's
    /// mistyped time is (decision 0140). If this machine's own clock is out of range, pages send what it
    /// shows.
    static func check(
        _ moment: Date, _ field: String = "at", from role: CallerRole, _ core: ServiceCore
    ) throws(CareProblem) {
        guard !role.isDevice, PlannedTimes.contains(core.clock.wall()) else { return }
        try check { () throws(FieldProblem) in try PlannedTimes.check(moment, field) }
    }

    /// Callers may not report for another role, device or client.
    static func check(_ fault: Fault, from caller: Caller) throws(CareProblem) {
        let role = caller.role
        if Set<CallerRole>.staff.contains(role) {
            // People cannot measure these faults; they can only end them after going to see.
            guard fault.kind.isLostCall, !fault.isActive, fault.source == "page" else {
                throw CareProblem(
                    .forbidden,
                    "a person ends only a request_not_stored or call_unreadable, as page, having gone to see",
                    field: "kind")
            }
        } else if fault.source != role.rawValue {
            throw CareProblem(.forbidden, "this token is the \(role.rawValue)'s", field: "source")
        }
        // Of a zone only the service itself tells.
        guard fault.place == nil else {
            throw CareProblem(
                .forbidden, "whether a zone has somebody on duty is for the service to say: leave it out",
                field: "place")
        }
        // Somebody who has gone to see ends a lost call, whichever device reported it.
        let isSeenTo = fault.kind.isLostCall && (fault.kind == .requestNotStored || !fault.isActive)
        if !isSeenTo || role == .kiosk {
            guard fault.client == nil || fault.client == caller.client else {
                throw CareProblem(
                    .forbidden, "this device reports nothing for that client: leave it out", field: "client")
            }
            guard fault.device == nil || fault.device == caller.device else {
                throw CareProblem(.forbidden, "this is another device's: leave it out", field: "device")
            }
        }
        try check { () throws(FieldProblem) in try fault.check() }
    }

    /// A client that is named must belong to the home. Clients of the settings always do.
    static func check(client: String?, _ field: String, _ core: ServiceCore) async throws(CareProblem) {
        guard let client, !core.configuration.people.contains(where: { $0.id == client }),
            client != core.configuration.client
        else { return }
        let people = try await core.read { store throws(CareStoreError) in try await store.people() }
        guard people.contains(where: { $0.id == client }) else {
            throw CareProblem(.notAcceptable, "nobody in this home has the id \(client)", field: field)
        }
    }

    static func check(_ new: NewRoutine, zones: ZoneFiles) throws(CareProblem) {
        try checkZone(of: new.content, zones)
        try check { () throws(FieldProblem) in try new.check(zones: zones.known) }
    }

    static func check(_ change: RoutineChange, zones: ZoneFiles) throws(CareProblem) {
        if let content = change.content { try checkZone(of: content, zones) }
        // The store checks what depends on the routine itself.
        try check { () throws(FieldProblem) in try change.check() }
    }

    /// For an unknown zone, the answer names the one that was probably meant.
    private static func checkZone(of content: RoutineContent, _ zones: ZoneFiles) throws(CareProblem) {
        do { _ = try zones.rules(for: content.schedule.zone) } catch {
            throw CareProblem(.notAcceptable, error.description, field: "content.schedule.zone")
        }
    }
}

extension ZoneFiles {
    /// The rules of a zone; `nil` if there are none, whatever the reason.
    func known(_ id: String) -> ZoneRules? { try? rules(for: id, guesses: false) }
}
