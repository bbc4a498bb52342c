import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// What the client has asked, what became of it, and what was written down about it.
enum APIRequests {
    static let places = [
        APIPlace(
            "requests", APIMethod(.get, for: .household, of: .clients, list),
            APIMethod(.post, for: .clients, of: .clients, ask)),
        APIPlace("requests/{id}", APIMethod(.get, for: .household, of: .clients, read)),
        APIPlace("requests/{id}/responses", APIMethod(.post, for: .answerers, of: .clients, respond)),
        APIPlace(
            "requests/{id}/notes", APIMethod(.get, for: .caregivers, of: .clients, notes),
            APIMethod(.post, for: .caregivers, of: .clients, note)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let state = try call.query.word("state", of: ["open", "waiting", "recent"])
        let (after, limit) = try call.page()
        let now = call.core.clock.wall()
        if state == "recent" {
            return try await call.answer { store throws(CareStoreError) in
                try await store.recentRequests(of: caller.client, at: now)
            }
        }
        if state == "waiting" {
            // A client has all of their own.
            let reader = caller.client == nil ? caller.person?.id : nil
            return try await call.answer { store throws(CareStoreError) in
                try await store.waitingRequests(of: caller.client, for: reader, limit: limit)
            }
        }
        let isOnlyOpen = state == "open"
        return try await call.answer { store throws(CareStoreError) in
            try await store.requests(onlyOpen: isOnlyOpen, of: caller.client, after: after, limit: limit)
        }
    }

    private static func ask(_ call: APICall, _ caller: Caller) async throws -> Response {
        var sent = try await call.report(NewRequest.self)
        try APIRules.check { () throws(FieldProblem) in try sent.check() }
        sent.dropOddSymbol()
        // The token decides whose kiosk it is: a call is never refused for what the kiosk's own file says. A
        // kiosk with a copy of the home's own token may serve somebody else: then its message says whom to go
        // to. So may one that names somebody whom it was not given.
        let own = caller.client(of: call.core.configuration)
        let isAtAnothersBed =
            caller.role == .kiosk && (caller.device == nil && sent.client != own || caller.unserved != nil)
        sent.client = own
        // A phone has no call to keep for later, and its own clock would decide whose call is the oldest: the time of arrival is
        // stored, as for a time that no clock shows.
        if caller.role == .client { sent.askedAt = CareJSON.times.upperBound }
        if !isAtAnothersBed { sent.clientName = await call.core.name(ofClient: own) ?? sent.clientName }
        return try APICall.response(try await call.core.record(sent))
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        try APICall.response(.ok, try await request(try call.uuid(), call, caller))
    }

    /// A request as its reader may see it: for a kiosk or client, other clients' requests do not exist.
    private static func request(
        _ id: UUID, _ call: APICall, _ caller: Caller
    ) async throws(CareProblem) -> Care.Request {
        let found = try await call.core.read { store throws(CareStoreError) in try await store.request(id) }
        guard let found, found.client == caller.client ?? found.client else {
            throw CareProblem(.notFound, "there is no request \(id)", field: "id")
        }
        return found
    }

    private static func respond(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var new = try await call.report(NewResponse.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        guard caller.role != .house || [.onTheWay, .met].contains(new.state) else {
            throw CareProblem(
                .forbidden, "the house sets on_the_way and met, and nothing else", field: "state")
        }
        new.by = try caller.signed(new.by)
        if caller.client != nil { _ = try await request(id, call, caller) }
        return try APICall.response(
            try await call.core.respond(to: id, new, actor: caller.actor, claimant: caller.claimant))
    }

    private static func notes(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        return try await call.answer { store throws(CareStoreError) in
            NotePage(notes: try await store.notes(request: id))
        }
    }

    private static func note(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var written = try await call.report(RequestNote.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.core)
        written.by = try caller.signed(written.by)
        let new = written
        return try APICall.response(
            try await call.core.change { store, now throws(CareStoreError) in
                try await store.addNote(request: id, new, receivedAt: now)
            })
    }
}
