import Care
import CareStore
import Foundation
import Hummingbird

/// Whom calls reach, and who has them.
enum APICalls {
    static let places = [
        APIPlace(
            "call-paths", APIMethod(.get, for: .caregivers, paths),
            APIMethod(.put, for: .coordinators, setPaths)),
        APIPlace("call-cards", APIMethod(.get, for: [.client], of: .clients, cards)),
        APIPlace("handover/claims", APIMethod(.post, for: .caregivers, of: .clients, move)),
    ]

    private static func paths(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await call.answer { store throws(CareStoreError) in try await store.callPaths() }
    }

    private static func setPaths(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.body(NewCallPaths.self)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        written.by = try caller.signed(written.by)
        let (new, actor) = (written, call.actor(caller))
        let made = try await call.core.change { store, now throws(CareStoreError) in
            try await store.audited(as: actor, at: now).setCallPaths(new, at: now)
        }
        return try APICall.response(.ok, made.0)
    }

    /// The cards of the client's boards, and the needs that caregivers have added. A card goes before a need with its id, as at a kiosk.
    private static func cards(_ call: APICall, _ caller: Caller) async throws -> Response {
        let client = caller.client(of: call.core.configuration)
        let language = try call.query.text("language")
        let needs = try await call.core.read { store throws(CareStoreError) in
            try await store.needs(client: client)
        }
        let added = needs.filter { $0.uses.contains(.asked) }.map { CallCard($0) }
        var known: Set<String> = []
        var page = try await call.boardCards(of: client, in: language)
        page.cards = (page.cards + added).filter { known.insert($0.need).inserted }
        return try APICall.response(.ok, page)
    }

    private static func move(_ call: APICall, _ caller: Caller) async throws -> Response {
        var written = try await call.report(ClaimMove.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let made = try await call.core.move(written)
        return try APICall.response((MovedClaims(requests: made.requests), isNew: made.isNew))
    }
}
