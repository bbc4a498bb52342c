import RealTime
import Care
import CareStore
import Foundation
import Logging
import StoreFiles
import Synchronization

extension ServiceCore {
    /// How many unstored requests are remembered, so that each is called out once.
    private static let maximumUnstored = 1000

    func record(_ new: NewRequest) async throws(CareProblem) -> (Request, isNew: Bool) {
        do throws(CareProblem) {
            let (now, uptime) = (clock.wall(), clock.uptime())
            let result = try await write(on: .call) { store throws(CareStoreError) in
                do throws(CareStoreError) {
                    return try await store.record(new, receivedAt: now, uptime: uptime)
                } catch {
                    // Another row is damaged: this call must be called out all the same, not refused.
                    guard case .damaged = error else { throw error }
                    throw .invalid(field: "body", error.description)
                }
            }
            if result.isNew {
                hub.journalAdvanced()
                timeBell.ring()
                deliveryBells.ring()
            }
            stored(new)
            return result
        } catch {
            // The call's content was checked before, so if a constraint of the store refuses it, the store is
            // at fault. The kiosk keeps the call.
            if error.kind == .notAcceptable {
                callOut(new)
                throw CareProblem(.storeFailed, error.detail)
            }
            if error.kind == .storeFailed { callOut(new) }
            throw error
        }
    }

    func respond(
        to id: UUID, _ new: NewResponse, actor: Actor, claimant: String
    ) async throws(CareProblem) -> (Request, isNew: Bool) {
        let (now, uptime) = (clock.wall(), clock.uptime())
        let result = try await write(on: .call) { store throws(CareStoreError) in
            try await store.respond(
                to: id, new, actor: actor, claimant: claimant, receivedAt: now, uptime: uptime)
        }
        if result.isNew { callsChanged(areClaimed: new.state == .onTheWay) }
        return result
    }

    /// Gives what somebody is on the way to to another.
    func move(_ claims: ClaimMove) async throws(CareProblem) -> (requests: [Request], isNew: Bool) {
        let (now, uptime) = (clock.wall(), clock.uptime())
        let result = try await write(on: .call) { store throws(CareStoreError) in
            try await store.moveClaims(claims, receivedAt: now, uptime: uptime)
        }
        if result.isNew { callsChanged(areClaimed: true) }
        return result
    }

    /// - Parameter areClaimed: Whether a claim has begun, which may be the next to lapse.
    private func callsChanged(areClaimed: Bool) {
        hub.journalAdvanced()
        if areClaimed { timeBell.ring() }
        deliveryBells.ring()
    }

    /// Stores a fault and reports it; reports it even if it cannot be stored. Returns whether it is news.
    func report(_ fault: Fault) async throws(CareProblem) -> Bool {
        do throws(CareProblem) {
            let now = clock.wall()
            let event = try await write(on: .call) { store throws(CareStoreError) in
                try await store.record(fault, receivedAt: now)
            }
            forgetVolatile(fault, isStored: event != nil)
            if event != nil { hub.journalAdvanced() }
            return event != nil
        } catch {
            guard error.kind == .storeFailed else { throw error }
            // A fault that is not stored ends when somebody says so, whether or not that can be stored.
            if endVolatileCalls(fault, isStored: false) { return true }
            tellVolatile(fault)
            throw error
        }
    }

    /// Somebody has gone to see about calls that were only called out: the stations that sound them must
    /// learn that. Returns whether there were any.
    private func endVolatileCalls(_ fault: Fault, isStored: Bool) -> Bool {
        guard fault.kind == .requestNotStored, !fault.isActive else { return false }
        let wereThere = state.withLock { state in
            let before = state.volatileFaults.count
            state.volatileFaults.removeAll { $0.isLostCall(endedBy: fault) }
            return state.volatileFaults.count < before
        }
        // The journal reports what is stored.
        if wereThere, !isStored {
            hub.tell(JournalEvent(sequence: 0, at: clock.wall(), content: .fault(fault)))
        }
        return wereThere
    }

    /// Removes what was reported without being stored, once it is stored or over.
    private func forgetVolatile(_ fault: Fault, isStored: Bool) {
        if fault.kind == .requestNotStored, !fault.isActive {
            if !endVolatileCalls(fault, isStored: isStored), !isStored { tellVolatile(fault) }
        } else if isStored {
            state.withLock { state in _ = state.removeVolatile(fault.key) }
        } else if !fault.isActive {
            tellVolatile(fault)
        }
    }

    /// A request that cannot be stored still has to reach people: its text goes out as a fault.
    private func callOut(_ new: NewRequest) {
        let isNew = state.withLock { state in
            guard state.unstoredRequests.count < Self.maximumUnstored else { return false }
            return state.unstoredRequests.updateValue(new.client, forKey: new.id) == nil
        }
        guard isNew else { return }
        logger.error(
            "a request could not be stored; it was called out", metadata: ["request": "\(new.id)"])
        tellVolatile(
            Fault(
                id: new.id, source: "service", kind: .requestNotStored, client: new.client, isActive: true,
                clientName: new.clientName, detail: new.say, at: clock.wall()))
    }

    private func stored(_ new: NewRequest) {
        let isLast = state.withLock { state in
            state.unstoredRequests.removeValue(forKey: new.id) != nil
                && !state.unstoredRequests.values.contains(new.client)
        }
        guard isLast else { return }
        tellVolatile(
            Fault(
                id: UUID(), source: "service", kind: .requestNotStored, client: new.client, isActive: false,
                clientName: new.clientName, detail: "", at: clock.wall()))
    }

    func openFaults() async throws(CareProblem) -> [Fault] {
        let stored = try await read(on: .call) { store throws(CareStoreError) in try await store.openFaults()
        }
        return stored + volatileFaults
    }
}

extension Fault {
    /// Whether it is a lost call that somebody has ended after going to see: of that client, with those
    /// words. If an older version did not store the client's id, the name decides.
    fileprivate func isLostCall(endedBy end: Fault) -> Bool {
        guard kind == .requestNotStored, detail == end.detail else { return false }
        guard let client, let other = end.client else {
            return clientName == nil || end.clientName == nil || clientName == end.clientName
        }
        return client == other
    }
}

extension CareProblem {
    /// The answer to the sender for an error of the store.
    init(_ error: CareStoreError) {
        switch error {
        case .file(let failure): self.init(.storeFailed, failure.description)
        case .sameIDOtherContent(_, let current):
            self.init(
                .conflict, error.description, field: "id", current: current.map(CareProblem.Current.request))
        case .unknownRequest: self.init(.notFound, error.description)
        case .move(let move, let current):
            switch move {
            case .notFrom: self.init(.conflict, move.description, field: "state", current: .request(current))
            case .notBy: self.init(.forbidden, move.description, field: "state")
            case .reasonMissing: self.init(.notAcceptable, move.description, field: "reason")
            case .claimed:
                self.init(.conflict, move.description, field: "takes_over", current: .request(current))
            }
        case .notFound: self.init(.notFound, error.description)
        case .needChanged(let current):
            self.init(.conflict, error.description, field: "replaces", current: .need(current))
        case .personChanged(let current):
            self.init(.conflict, error.description, field: "sequence", current: .person(current))
        case .routineChanged(let current):
            self.init(.conflict, error.description, field: "replaces", current: .routine(current))
        case .callPathsChanged, .servedClientsChanged:
            self.init(.conflict, error.description, field: "replaces")
        case .proposalDecided(let current):
            self.init(.conflict, error.description, field: "approved", current: .proposal(current))
        case .placeChanged(let current):
            self.init(.conflict, error.description, field: "sequence", current: .place(current))
        case .dutyChanged(let current):
            self.init(.conflict, error.description, field: "replaces", current: .duty(current))
        case .offerGone(let current):
            self.init(.conflict, error.description, field: "of", current: .duty(current))
        case .placeInUse: self.init(.conflict, error.description, field: "id")
        case .expenseChanged: self.init(.conflict, error.description, field: "replaces")
        case .withdrawnAlready: self.init(.conflict, error.description)
        case .occurrenceConflict(let reason, let current):
            self.init(.conflict, reason, field: "kind", current: .occurrence(current))
        case .rewardChanged(let current):
            self.init(.conflict, error.description, field: "replaces", current: .reward(current))
        case .grantConflict(let reason, let current):
            self.init(.conflict, reason, field: "state", current: .grant(current))
        case .conflict(let field, let reason): self.init(.conflict, reason, field: field)
        case .invalid(let field, let reason): self.init(.notAcceptable, reason, field: field)
        case .goalsFull: self.init(.goalsFull, error.description, field: "content.goal")
        // With a field, the message is at fault, not its sender.
        case .notAllowed: self.init(.forbidden, error.description, field: "id")
        // Not 422: sent again later, it is taken.
        case .tooOften(let field, let reason): self.init(.tooMany, reason, field: field)
        case .tooMany: self.init(.notAcceptable, error.description, field: "until")
        // Not 503: sending it again would not help, and would delay what waits after it.
        case .damaged: self.init(.conflict, error.description)
        }
    }
}
