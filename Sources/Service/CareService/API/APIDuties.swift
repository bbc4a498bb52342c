import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import Recurrence
import ZoneFiles

/// Who is on duty when, and who takes a date of whom.
enum APIDuties {
    static let places = [
        APIPlace(
            "duties", APIMethod(.get, for: .caregivers, list), APIMethod(.post, for: .coordinators, add)),
        APIPlace("duties/now", APIMethod(.get, for: .caregivers, now)),
        APIPlace("duties/times", APIMethod(.get, for: .caregivers, times)),
        APIPlace("duties/{id}", APIMethod(.get, for: .caregivers, read)),
        APIPlace("duties/{id}/changes", APIMethod(.post, for: .coordinators, change)),
        APIPlace("duties/{id}/swaps", APIMethod(.post, for: .staff, of: .people, move)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyActive = try call.query.isOnly("active", of: "state")
        let person = try call.query.text("person")
        let (after, limit) = try call.page()
        return try await call.answer { store throws(CareStoreError) in
            try await store.duties(onlyActive: isOnlyActive, of: person, after: after, limit: limit)
        }
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let found = try await call.core.read { store throws(CareStoreError) in try await store.duty(id) }
        guard let found else { throw CareProblem(.notFound, "there is no duty \(id)", field: "id") }
        return try APICall.response(.ok, found)
    }

    private static func now(_ call: APICall, _ caller: Caller) async throws -> Response {
        let now = call.core.clock.wall()
        return try await call.answer { store throws(CareStoreError) in try await store.dutyStanding(now: now)
        }
    }

    private static func times(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (from, until) = (try call.query.date("from"), try call.query.date("until"))
        guard from < until else {
            throw CareProblem(.notAcceptable, "it is not later than `from`", field: "until")
        }
        guard until.timeIntervalSince(from) <= Double(DutyTimePage.longestDays) * 86_400 else {
            throw CareProblem(
                .notAcceptable,
                "it is more than \(DutyTimePage.longestDays) days after from: ask for less at a time",
                field: "until")
        }
        return try await call.answer { store throws(CareStoreError) in
            try await store.dutyTimes(from: from, until: until)
        }
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        var planned = try await call.plan(NewDuty.self, from: caller)
        planned.by = try caller.signed(planned.by)
        let new = planned
        let zones = call.core.configuration.zones
        try checkZone(of: new.content, zones)
        try APIRules.check { () throws(FieldProblem) in try new.check(zones: zones.known) }
        try APIRules.check(new.at, from: caller.role, call.core)
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            try await store.addDuty(new, receivedAt: now)
        }
    }

    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var planned = try await call.plan(DutyChange.self, from: caller)
        planned.by = try caller.signed(planned.by)
        let change = planned
        let zones = call.core.configuration.zones
        try checkZone(of: change.content, zones)
        try APIRules.check { () throws(FieldProblem) in try change.check(zones: zones.known) }
        try APIRules.check(change.at, from: caller.role, call.core)
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            try await store.changeDuty(id, change, receivedAt: now)
        }
    }

    private static func move(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var planned = try await call.plan(DutyMove.self, from: caller)
        planned.by = try caller.signed(planned.by)
        let move = planned
        try APIRules.check { () throws(FieldProblem) in try move.check() }
        try APIRules.check(move.at, from: caller.role, call.core)
        // Who takes a date without naming anybody, takes it themselves.
        let person = try caller.loggedIn().id
        let isCoordinator = caller.role == .coordinator
        return try await changed(call, caller) { store, now throws(CareStoreError) in
            var move = move
            if isCoordinator, move.kind == .take { move.person = move.person ?? person }
            return try await store.moveDuty(id, move, as: isCoordinator ? nil : person, receivedAt: now)
        }
    }

    private static func changed(
        _ call: APICall, _ caller: Caller,
        _ body: (CareStore, Date) async throws(CareStoreError) -> (Duty, isNew: Bool)
    ) async throws -> Response {
        let actor = call.actor(caller)
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await body(store.audited(as: actor, at: now), now)
        }
        call.core.agendaChanged()
        return try APICall.response(made)
    }

    /// For an unknown zone of time, the answer names the one that was probably meant.
    private static func checkZone(of content: DutyContent?, _ zones: ZoneFiles) throws(CareProblem) {
        guard let zone = content?.schedule?.zone else { return }
        do { _ = try zones.rules(for: zone) } catch {
            throw CareProblem(.notAcceptable, error.description, field: "content.schedule.zone")
        }
    }
}
