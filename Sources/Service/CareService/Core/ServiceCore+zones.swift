import Care
import CareStore
import Dispatch
import Foundation
import Logging
import Recurrence
import Synchronization
import ZoneFiles

extension ServiceCore {
    /// The package with the zones may have been updated while the service runs: with the next look at what is due,
    /// everything to come is computed with the new rules.
    func readZonesAnew() async {
        let zones = configuration.zones
        let changed = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: zones.refresh()) }
        }
        guard !changed.isEmpty else { return }
        logger.notice("time zone rules have changed", metadata: ["zones": "\(changed.sorted())"])
        state.withLock { $0.store }?.zonesChanged()
    }

    /// The machine may have been set to another zone, or the rules of the home's zone may have changed; returns whether that
    /// is so. Then "today" and quiet hours follow them.
    func followHomeZone() async -> Bool {
        guard home.look() else { return false }
        sayHomeZone()
        guard let store = state.withLock({ $0.store }) else { return false }
        await tellHome(to: store)
        return true
    }

    /// Sets the zone of "today" and quiet hours.
    func tellHome(to store: CareStore) async {
        let (zone, now) = (home.rules.id, clock.wall())
        do throws(CareStoreError) { try await store.setHome(zone: zone, now: now) } catch {
            logger.error(
                "reminders held for quiet hours still use the old zone",
                metadata: ["error": "\(error)"])
        }
    }

    /// The home's time zone, for the log.
    func sayHomeZone() {
        if let problem = home.problem() {
            logger.error(
                "the home's time zone is missing: another is used",
                metadata: ["error": "\(problem)", "used": "\(home.rules.id)"])
        } else {
            logger.notice("the home's time zone", metadata: ["zone": "\(home.rules.id)"])
        }
    }
}
