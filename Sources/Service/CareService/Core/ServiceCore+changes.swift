import Care
import CareStore
import Foundation
import RealTime

extension ServiceCore {
    /// Stores changes of people, needs and routines, then wakes the streams and the timekeeper.
    ///
    /// The store writes the change and its journal event in one transaction. Changes of people, and receipts,
    /// have no event: `agendaChanged` announces them. Waking the streams without news costs nothing.
    func change<Value: Sendable>(
        _ body: (CareStore, Date) async throws(CareStoreError) -> (Value, isNew: Bool)
    ) async throws(CareProblem) -> (Value, isNew: Bool) {
        let (now, uptime) = (clock.wall(), clock.uptime())
        let result = try await write { store throws(CareStoreError) in
            // Steps of the clock are handled first, because snoozes and new routines count from it.
            try await store.follow(now, uptime: uptime)
            return try await body(store, now)
        }
        hub.journalAdvanced()
        timeBell.ring()
        deliveryBells.ring()
        return result
    }

    /// Makes all clients fetch a new agenda: a new day has begun, a reminder was told or snoozed, or somebody
    /// is away or back.
    ///
    /// This event is not stored: clients that are not connected fetch the agenda when they connect.
    func agendaChanged() {
        hub.agendaChanged()
    }
}
