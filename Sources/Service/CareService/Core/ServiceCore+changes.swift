import Care
import CareStore
import Foundation
import RealTime

extension ServiceCore {
    /// Writes what somebody has sent about people, needs and routines; then the streams look for news, and the clock for what is
    /// due.
    ///
    /// Where an event tells it, it is in the journal by then: the store writes both in one transaction. People and receipts
    /// have none: `agendaChanged` tells of them. A look without news costs nothing.
    func change<Value: Sendable>(
        _ body: (CareStore, Date) async throws(CareStoreError) -> (Value, isNew: Bool)
    ) async throws(CareProblem) -> (Value, isNew: Bool) {
        let (now, uptime) = (clock.wall(), clock.uptime())
        let result = try await write { store throws(CareStoreError) in
            // What is put off, or made, is counted by a clock whose steps have been seen.
            try await store.follow(now, uptime: uptime)
            return try await body(store, now)
        }
        hub.journalAdvanced()
        timeBell.ring()
        deliveryBells.ring()
        return result
    }

    /// Lets everybody fetch a new agenda: the home has another day, a reminder was told or put off, or somebody comes or goes.
    ///
    /// Stored nowhere: whoever is not connected now fetches it when it connects.
    func agendaChanged() {
        hub.agendaChanged()
    }
}
