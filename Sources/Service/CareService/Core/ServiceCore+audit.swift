import Care
import CareStore
import Foundation
import Logging
import StoreFiles
import Synchronization

extension ServiceCore {
    /// Records in the audit log what was done outside the store, or refused. An action stands even if it
    /// cannot be recorded: then only the system's log has it.
    ///
    /// It goes behind all calls, and its failure does not count as a failure of the store: calls go on being
    /// stored.
    func note(_ kind: AuditKind, about: String?, changes: [AuditChange], by actor: AuditActor) async {
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
            about: about, changes: changes.map(\.description))
        logger.notice("\(entry.line)")
        causes.log(.warning, "the audit log cannot be written", reason: problem)
    }

    /// Records that somebody was refused. Repeated failures are counted, and recorded from time to time.
    func failed(_ kind: AuditKind, about: String?, changes: [AuditChange] = [], by actor: AuditActor) async {
        await noteGathered()
        switch gate.budget.withLock({ $0.take(from: actor.address, at: clock.uptime()) }) {
        case .written: await note(kind, about: about, changes: changes, by: actor)
        case .counted: break
        }
    }

    /// Records how many failures were only counted, once the period is over.
    func noteGathered() async {
        guard let gathered = gate.budget.withLock({ $0.gathered(at: clock.uptime()) }) else { return }
        let address =
            gathered.addresses.count == 1 && gathered.others == 0 ? gathered.addresses.first?.address : nil
        await note(
            .failuresGathered, about: nil, changes: gathered.changes, by: AuditActor(address: address ?? ""))
    }
}
