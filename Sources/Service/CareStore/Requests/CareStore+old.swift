public import Foundation
import GRDB

extension CareStore {
    /// Deletes who has waited too long to be let in, and photos of chores whose time is over. Nothing as long as the clock may be wrong:
    /// it must not be gone when that is right again.
    ///
    /// - Parameter uptime: The steady clock at the moment of `now`.
    public func deleteOld(now: Date, uptime: Duration) async throws(CareStoreError) {
        let (policy, clockSteps) = (policy, clockSteps)
        try await write { db in
            try clockSteps.follow(now, uptime: uptime, policy: policy, in: db)
            guard try RoutineClock.isCertain(now, in: db) else { return }
            try Registrations.endOld(now, in: db)
            try ChorePhotos.deleteOld(now: now, in: db)
        }
    }
}
