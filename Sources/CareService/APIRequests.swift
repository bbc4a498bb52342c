import Care
import CareStore
import HTTPTypes
import Hummingbird

/// What the client has asked, what became of it, and what was written down about it.
enum APIRequests {
    static let places = [
        APIPlace(
            "requests", APIMethod(.get, for: .home, list),
            APIMethod(.post, for: [.kiosk], ask)),
        APIPlace("requests/{id}", APIMethod(.get, for: .home, read)),
        APIPlace("requests/{id}/responses", APIMethod(.post, for: .home, respond)),
        APIPlace(
            "requests/{id}/notes", APIMethod(.get, for: .caregivers, notes),
            APIMethod(.post, for: .caregivers, note)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let isOnlyOpen = try call.query.isOnly("open", of: "state")
        let (after, limit) = try call.page()
        return try await call.answer { store throws(CareStoreError) in
            try await store.requests(onlyOpen: isOnlyOpen, after: after, limit: limit)
        }
    }

    private static func ask(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.body(NewRequest.self)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        guard caller.client ?? new.client == new.client else {
            throw CareProblem(.forbidden, "this kiosk serves another client", field: "client")
        }
        return try APICall.response(try await call.desk.record(new))
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let found = try await call.desk.read { store throws(CareStoreError) in try await store.request(id) }
        guard let found else { throw CareProblem(.notFound, "there is no request \(id)", field: "id") }
        return try APICall.response(.ok, found)
    }

    private static func respond(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var new = try await call.body(NewResponse.self)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        new.by = try caller.signed(new.by)
        if caller.role == .kiosk, let own = caller.client {
            let request = try await call.desk.read { store throws(CareStoreError) in
                try await store.request(id)
            }
            guard request?.client ?? own == own else {
                throw CareProblem(.forbidden, "this kiosk serves another client", field: "id")
            }
        }
        return try APICall.response(try await call.desk.respond(to: id, new, actor: caller.actor))
    }

    private static func notes(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        return try await call.answer { store throws(CareStoreError) in
            NotePage(notes: try await store.notes(request: id))
        }
    }

    private static func note(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        var written = try await call.body(RequestNote.self)
        try APIRules.check { () throws(FieldProblem) in try written.check() }
        try APIRules.check(written.at, from: caller.role, call.desk)
        written.by = try caller.signed(written.by)
        let new = written
        return try APICall.response(
            try await call.desk.change { store, now throws(CareStoreError) in
                try await store.addNote(request: id, new, receivedAt: now)
            })
    }
}
