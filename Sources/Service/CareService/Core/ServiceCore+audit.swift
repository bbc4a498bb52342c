import Care
import CareStore
import Foundation
import Logging
import StoreFiles
import Synchronization

extension ServiceCore {
    /// Writes into the audit log what was done outside of the store, or was not done. What is done is done, also where it cannot
    /// be written down: then the system's log has it alone.
    ///
    /// It goes behind all calls, and a store in which only this fails goes on taking calls: whether calls can be stored is not
    /// judged by it.
    func note(_ kind: AuditKind, about: String?, changes: [String], by actor: AuditActor) async {
        let now = clock.wall()
        let problem: String
        if let store = state.withLock({ $0.store }) {
            let result = await StoreLane.$current.withValue(.page) {
                () async -> Result<Void, CareStoreError> in
                do throws(CareStoreError) {
                    return .success(
                        try await store.note(kind, about: about, changes: changes, by: actor, at: now))
                } catch { return .failure(error) }
            }
            switch result {
            case .success: return
            case .failure(let error): problem = "\(error)"
            }
        } else {
            problem = "the store is not open"
        }
        let entry = AuditEntry(
            number: 0, at: now, kind: kind, by: actor.name, byID: actor.id, address: actor.address,
            about: about, changes: changes)
        logger.notice("\(entry.line)")
        causes.log(.warning, "the audit log cannot be written", reason: problem)
    }

    /// Somebody was not let in. Repeated failures are counted, and recorded from time to time.
    func failed(_ kind: AuditKind, about: String?, changes: [String] = [], by actor: AuditActor) async {
        await noteGathered()
        switch gate.budget.withLock({ $0.take(from: actor.address, at: clock.uptime()) }) {
        case .written: await note(kind, about: about, changes: changes, by: actor)
        case .counted: break
        }
    }

    /// Writes down how many failures were only counted, once they have been gathered for long enough.
    func noteGathered() async {
        guard let gathered = gate.budget.withLock({ $0.gathered(at: clock.uptime()) }) else { return }
        let address =
            gathered.addresses.count == 1 && gathered.others == 0 ? gathered.addresses.first?.address : nil
        await note(
            .failuresGathered, about: nil, changes: gathered.changes, by: AuditActor(address: address ?? ""))
    }
}
