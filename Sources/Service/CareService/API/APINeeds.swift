import Care
import CareStore
import HTTPTypes
import Hummingbird

/// What can be asked for or scheduled, and what clients have proposed.
enum APINeeds {
    static let places = [
        APIPlace("needs", APIMethod(.get, for: .planners, of: .clients, list)),
        APIPlace("needs/{id}", APIMethod(.put, for: .caregivers, of: .clients, set)),
        APIPlace(
            "proposals", APIMethod(.get, for: .caregivers, of: .clients, proposals),
            APIMethod(.post, for: .home, of: .clients, propose)),
        APIPlace("proposals/{id}/decisions", APIMethod(.post, for: .caregivers, of: .clients, decide)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = try call.query.text("client")
        return try await call.answer { store throws(CareStoreError) in
            NeedPage(needs: try await store.needs(client: client).filter(caller.sight.sees))
        }
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        let change = try await call.plan(NeedChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check(id: id) }
        try await APIRules.check(client: change.client, "client", call.core)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.setNeed(id, change, at: now)
            })
    }

    private static func proposals(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyWaiting = try call.query.isOnly("waiting", of: "state")
        let (after, limit) = try call.page()
        return try await call.answer { store throws(CareStoreError) in
            try await store.proposals(onlyWaiting: isOnlyWaiting, after: after, limit: limit)
        }
    }

    private static func propose(_ call: APICall, _ caller: Caller) async throws -> Response {
        var sent = try await call.report(NewNeedProposal.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try sent.check() }
        try APIRules.check(sent.proposedAt, "proposed_at", from: caller.role, call.core)
        if caller.role == .kiosk {
            guard sent.client == caller.client(of: call.core.configuration) else {
                throw CareProblem(.forbidden, "a kiosk proposes for its own client", field: "client")
            }
            sent.clientName = await call.core.name(ofClient: sent.client) ?? sent.clientName
        } else {
            try await APIRules.check(client: sent.client, "client", call.core)
        }
        let new = sent
        return try APICall.response(
            try await call.withinDay(.proposals, of: new.client, field: "client") {
                () async throws(CareProblem) in
                try await call.core.change { store, now throws(CareStoreError) in
                    try await store.propose(new, receivedAt: now)
                }
            })
    }

    private static func decide(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var decision = try await call.plan(ProposalDecision.self, from: caller)
        decision.by = try caller.signed(decision.by)
        let decided = decision
        try APIRules.check { () throws(FieldProblem) in try decision.check() }
        try APIRules.check(decision.at, from: caller.role, call.core)
        try await APIRules.check(client: decision.need?.client, "need.client", call.core)
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.decide(id, decided, receivedAt: now)
            })
    }
}
