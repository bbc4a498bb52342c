import Care
import CareStore
import Foundation
import Logging
import Synchronization

/// The faults that the service itself finds, as long as they last.
extension ServiceCore {
    /// How many names a fault's detail lists.
    private static let mostNames = 5

    /// Reports that one of the service's own faults has begun, has another detail, or is over (`nil`). What
    /// was reported already is not reported again.
    func tellOwn(_ kind: FaultKind, _ detail: String?) async {
        let isNews = state.withLock { $0.toldOwn.updateValue(detail, forKey: kind) != .some(detail) }
        guard isNews else { return }
        do throws(CareProblem) {
            let told = try await report(
                serviceFault(kind, isActive: detail != nil, detail: String((detail ?? "").prefix(500))))
            if told {
                logger.log(
                    level: detail == nil ? .notice : .error,
                    "\(kind.rawValue)\(detail == nil ? " is over" : "")",
                    metadata: detail.map { ["detail": "\($0)"] } ?? [:])
            }
        } catch {
            // It was called out; it is stored once that is possible.
            state.withLock { _ = $0.toldOwn.removeValue(forKey: kind) }
            causes.log(.warning, "not stored: \(kind.rawValue)", reason: "\(error)")
        }
    }

    /// Checks whether the certificate's files were changed, whatever the state of the store.
    func lookAtCertificate() async {
        await tellOwn(.certificateUnusable, certificate.look(at: clock.wall(), uptime: clock.uptime()))
    }

    /// Checks whether all routines can be planned, the clock is plausible, and the home's time zone exists.
    func lookAtPlans() async {
        await tellOwn(.zoneMissing, home.missing)
        do throws(CareProblem) {
            let behind = try await read { store throws(CareStoreError) in try await store.clockIsBehind() }
            await tellOwn(.clockBehind, behind?.formatted(.iso8601))
            let unplanned = try await read { store throws(CareStoreError) in
                try await store.unplannedRoutines()
            }
            await lookAtRecords()
            guard let unplanned else { return }
            await tellOwn(.routineUnplanned, unplanned.isEmpty ? nil : Self.names(of: unplanned))
        } catch {
            logger.debug("could not check which routines cannot be planned", metadata: ["error": "\(error)"])
        }
    }

    /// Checks whether something in the store had to be left out because it cannot be read.
    private func lookAtRecords() async {
        do throws(CareProblem) {
            let calls = try await read { store throws(CareStoreError) in try await store.callsWithoutID() }
            await tellOwn(.callUnreadable, calls.isEmpty ? nil : Self.list(calls.map { "row \($0)" }))
            let rows = try await read { store throws(CareStoreError) in try await store.unreadableRows() }
            await tellOwn(.recordUnreadable, rows.isEmpty ? nil : Self.list(rows.map(\.description)))
        } catch {
            logger.debug("could not check which rows cannot be read", metadata: ["error": "\(error)"])
        }
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(mostNames).joined(separator: ", ") + (names.count > mostNames ? ", …" : "")
    }

    /// `Medicine (Maria), Walk (Ben)`: names alone, in a sentence of whatever language.
    private static func names(of routines: [UnplannedRoutine]) -> String {
        let names = routines.prefix(mostNames).map { routine in
            routine.title.map { "\($0) (\(routine.client))" } ?? routine.client
        }
        return names.joined(separator: ", ") + (routines.count > mostNames ? ", …" : "")
    }
}
