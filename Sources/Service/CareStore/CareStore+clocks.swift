import Care
public import Foundation
import GRDB
import Synchronization

/// The home's time zone, which may be changed while the store is open.
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
    /// Adjusts what is due if the wall clock was set. Call it right before anything that plans by the clock.
    ///
    /// - Parameter uptime: The steady clock at the moment of `now`.
    public func follow(_ now: Date, uptime: Duration) async throws(CareStoreError) {
        let (policy, clockSteps) = (policy, clockSteps)
        try await write { db in try clockSteps.follow(now, uptime: uptime, policy: policy, in: db) }
    }

    /// Whether a clock that shows this is certainly wrong: it is before Beckon, or beyond all that people plan.
    public static func isCertainlyWrong(_ now: Date) -> Bool {
        now.milliseconds < RoutineClock.earliest || !PlannedTimes.contains(now)
    }

    /// How far routines had been processed, if the clock now shows a clearly earlier time and it is unknown
    /// which of the two is right; `nil` while the clock is believed.
    public func clockIsBehind() async throws(CareStoreError) -> Date? {
        try await read { db in try RoutineClock.doubted(in: db) }
    }

    /// The machine's zone rules were updated: the next `takeDue` recalculates everything that is to come.
    public func zonesChanged() { planCache.clear() }

    /// The home has another zone, or the rules of its zone were changed: "today" and quiet hours shift, and
    /// with them what waits for the end of quiet hours.
    ///
    /// - Parameter zone: An IANA name.
    public func setHome(zone: String, now: Date) async throws(CareStoreError) {
        home.zone = zone
        let keeper = keeper(at: now)
        try await write { db in
            try Reminders.holdAnew(keeper, in: db)
            try CostCharges.reckonReminders(in: db)
        }
    }
}
