import Care
import CareStore
import Foundation
import Hummingbird

/// Looking back: what was asked and done, by whom, and how long it took.
enum APIHistory {
    static let places = [
        APIPlace("history", APIMethod(.get, for: .caregivers, of: .clients, list)),
        APIPlace("history/kinds", APIMethod(.get, for: .caregivers, of: .clients, kinds)),
        APIPlace("history/requests/{id}", APIMethod(.get, for: .caregivers, of: .clients, story)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        var search = try await search(call, caller)
        if let after = try call.query.text("after") {
            guard let place = HistorySearch.Place(after) else {
                throw CareProblem(.badRequest, "it is not the `next` of an earlier page", field: "after")
            }
            search.after = place
        }
        search.limit = try call.limit()
        return try await call.answer { [search] store throws(CareStoreError) in
            try await store.history(search)
        }
    }

    private static func kinds(_ call: APICall, _ caller: Caller) async throws -> Response {
        let search = try await search(call, caller)
        return try await call.answer { store throws(CareStoreError) in
            try await store.historyKinds(search)
        }
    }

    /// What both ask for.
    private static func search(_ call: APICall, _ caller: Caller) async throws -> HistorySearch {
        let query = call.query
        var search = HistorySearch(
            from: try query.optionalDate("from"), until: try query.optionalDate("until"),
            client: try query.text("client"), by: try query.text("by"), text: try query.text("text"))
        if let from = search.from, let until = search.until, from >= until {
            throw CareProblem(.notAcceptable, "it is not later than `from`", field: "until")
        }
        if let kind = try query.text("kind") {
            guard let known = HistorySearch.Kind(rawValue: kind) else {
                let words = HistorySearch.Kind.allCases.map(\.rawValue).joined(separator: ", ")
                throw CareProblem(.notAcceptable, "use one of \(words)", field: "kind")
            }
            search.kind = known
        }
        search.needKind = try query.text("need_kind").flatMap(HistorySearch.KindOfNeed.init)
        search.cardKinds = try await call.cardKinds()
        search.withGoals = caller.sight.plans.includes(goal: true)
        return search
    }

    private static func story(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = try call.uuid()
        let kinds = try await call.cardKinds()
        let found = try await call.core.read { store throws(CareStoreError) in
            try await store.story(of: id, cardKinds: kinds)
        }
        guard let found else { throw CareProblem(.notFound, "there is no request \(id)", field: "id") }
        return try APICall.response(.ok, found)
    }
}
