import Care
import CareStore
import Foundation
import Hummingbird

/// Who logged in, who was refused, and changes of access and settings.
enum APIAudit {
    static let places = [APIPlace("audit", APIMethod(.get, for: .coordinators, list))]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let query = call.query
        var search = AuditSearch(
            from: try query.optionalDate("from"), until: try query.optionalDate("until"),
            onlyFailures: try query.isOnly("yes", of: "failures"), name: try query.text("name"),
            before: try query.number("before", in: 1...Int64.max), limit: try call.limit())
        if let from = search.from, let until = search.until, from >= until {
            throw CareProblem(.notAcceptable, "it is not later than `from`", field: "until")
        }
        if let kind = try query.text("kind") {
            guard let known = AuditKind(rawValue: kind) else {
                let words = AuditKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw CareProblem(.notAcceptable, "use one of \(words)", field: "kind")
            }
            search.kind = known
        }
        return try await call.answer { [search] store throws(CareStoreError) in try await store.audit(search)
        }
    }
}

extension APICall {
    /// Who asks, for the audit log.
    func actor(_ caller: Caller?) -> AuditActor {
        AuditActor(
            name: caller.map { $0.person?.name ?? $0.role.rawValue },
            id: caller.flatMap { $0.person?.id ?? $0.device?.uuidString }, address: source.address)
    }

    /// The store, with changes recorded in the audit log under the caller.
    func write<Value: Sendable>(
        as caller: Caller?, _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        let (actor, now) = (actor(caller), core.clock.wall())
        return try await core.write { store throws(CareStoreError) in
            try await body(store.audited(as: actor, at: now))
        }
    }

    /// Records a change outside the store: of a file or the settings.
    func note(
        _ kind: AuditKind, about: String? = nil, changes: [AuditChange] = [], by caller: Caller?
    ) async {
        await core.note(kind, about: about, changes: changes, by: actor(caller))
    }

    /// Records that somebody was refused.
    func failed(
        _ kind: AuditKind, about: String? = nil, changes: [AuditChange] = [], by caller: Caller? = nil
    ) async {
        await core.failed(kind, about: about, changes: changes, by: actor(caller))
    }

    /// Counts a try; throws if it comes too soon, which is recorded too.
    func attempt(
        _ keys: [AttemptLimiter.Key], about: String? = nil, by caller: Caller? = nil
    ) async throws {
        do throws(APIFailure) { try core.gate.attempt(keys) } catch {
            await failed(.limited, about: about, by: caller)
            throw error
        }
    }
}
