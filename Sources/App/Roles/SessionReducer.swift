import FoundationEssentials
import Kiosk
import Station
import Time

/// A pure reducer as its runtime sees it.
protocol SessionReducer: Sendable {
    associatedtype Event: Sendable
    associatedtype Effect: Sendable

    /// The event that says that `nextWake` has come.
    static var wakeEvent: Event { get }
    var nextWake: Instant? { get }
    mutating func handle(_ event: Event, at now: Instant, wall: Date) -> [Effect]
}

extension SharedKiosk: SessionReducer {
    static var wakeEvent: SharedKioskEvent { .machine(.wake) }
}

extension StationSession: SessionReducer {
    static var wakeEvent: StationEvent { .wake }
}
