import Care
import CareStore
import Foundation
import Hummingbird
import Logging
import Synchronization

/// Who was let in, who was not, and what somebody has changed of that and of the settings.
enum APIAudit {
    static let places = [APIPlace("audit", APIMethod(.get, for: .coordinators, list))]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let query = call.query
        var search = AuditSearch(
            from: try query.optionalDate("from"), until: try query.optionalDate("until"),
            onlyFailures: try query.isOnly("yes", of: "failures"), name: try query.text("name"),
            before: try query.number("before", in: 1...Int64.max), limit: try call.limit())
        if let from = search.from, let until = search.until, from >= until {
            throw CareProblem(.notAcceptable, "it is not after from", field: "until")
        }
        if let kind = try query.text("kind") {
            guard let known = AuditKind(rawValue: kind) else {
                let words = AuditKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw CareProblem(.notAcceptable, "it is none of \(words)", field: "kind")
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

    /// Writes to the store what goes into the audit log as the caller's.
    func write<Value: Sendable>(
        as caller: Caller?, _ body: (CareStore) async throws(CareStoreError) -> Value
    ) async throws(CareProblem) -> Value {
        let (actor, now) = (actor(caller), desk.clock.wall())
        return try await desk.write { store throws(CareStoreError) in
            try await body(store.audited(as: actor, at: now))
        }
    }

    /// Writes down what was done outside of the store: a file, the settings.
    func note(
        _ kind: AuditKind, about: String? = nil, changes: [String] = [], by caller: Caller?
    ) async {
        await desk.note(kind, about: about, changes: changes, by: actor(caller))
    }

    /// Writes down that somebody was not let in.
    func failed(_ kind: AuditKind, about: String? = nil, by caller: Caller? = nil) async {
        await desk.failed(kind, about: about, by: actor(caller))
    }
}

extension CareDesk {
    /// What is done is done, also where it cannot be written down: then the system's log has it alone.
    func note(_ kind: AuditKind, about: String?, changes: [String], by actor: AuditActor) async {
        let now = clock.wall()
        do throws(CareProblem) {
            try await write { store throws(CareStoreError) in
                try await store.note(kind, about: about, changes: changes, by: actor, at: now)
            }
        } catch {
            log(kind, about: about, changes: changes, by: actor, at: now)
            logger.warning("the audit log cannot be written", metadata: ["error": "\(error)"])
        }
    }

    /// Each failure is one line in the system's log. In the store there are at most so many in a minute: whoever guesses must not
    /// keep the disk busy.
    func failed(_ kind: AuditKind, about: String?, by actor: AuditActor) async {
        switch gate.budget.withLock({ $0.take(at: clock.uptime()) }) {
        case .spent: log(kind, about: about, changes: [], by: actor, at: clock.wall())
        case .free(let leftOut):
            await note(
                kind, about: about,
                changes: leftOut == 0
                    ? [] : ["\(leftOut) failures before this one are in the system's log alone"],
                by: actor)
        }
    }

    private func log(
        _ kind: AuditKind, about: String?, changes: [String], by actor: AuditActor, at: Date
    ) {
        let entry = AuditEntry(
            number: 0, at: at, kind: kind, by: actor.name, byID: actor.id, address: actor.address,
            about: about.map { String($0.prefix(200)) }, changes: changes)
        logger.notice("\(entry.line)")
    }
}
