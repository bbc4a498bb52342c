import Care
public import Foundation
import GRDB
import Synchronization

/// Whose clocks the home lives by; they may be changed while the store is open.
final class HomeClocks: Sendable {
    private let id: Mutex<String>

    init(_ id: String) { self.id = Mutex(id) }

    /// An IANA name.
    var zone: String {
        get { id.withLock { $0 } }
        set { id.withLock { $0 = newValue } }
    }
}

extension CareStore {
    /// Brings what is due in line with the wall clock, if that was set: to be called right before whatever plans by it.
    ///
    /// - Parameter uptime: A clock that never jumps at the moment of `now`.
    public func follow(_ now: Date, uptime: Duration) async throws(CareStoreError) {
        let (policy, clockSteps) = (policy, clockSteps)
        try await write { db in try clockSteps.follow(now, uptime: uptime, policy: policy, in: db) }
    }

    /// Up to when routines had been taken, while the clock stands plainly before that and nobody can know which of both is
    /// right; `nil` while it is believed.
    public func clockIsBehind() async throws(CareStoreError) -> Date? {
        try await read { db in try RoutineClock.doubted(in: db) }
    }

    /// The machine's zones were updated: with the next `takeDue`, all that is to come is reckoned anew.
    public func zonesChanged() { planCache.clear() }

    /// The home lives by other clocks from now on, by another zone or because its zone's were changed: "today" and
    /// quiet hours mean something else, also for what waits for the end of them.
    ///
    /// - Parameter zone: An IANA name.
    public func setHome(zone: String, now: Date) async throws(CareStoreError) {
        home.zone = zone
        let keeper = keeper(at: now)
        try await write { db in try Reminders.holdAnew(keeper, in: db) }
    }
}
