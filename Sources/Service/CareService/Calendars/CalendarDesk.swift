import Care
import CareStore
import Foundation
import Synchronization

/// What this run knows of the calendars outside: when each is read or written again, and what opens it.
final class CalendarDesk: Sendable {
    /// So long changes of the plan are gathered before they are written.
    private static let gathering: Duration = .seconds(30)

    let secrets: PlatformSecrets<CalendarSecret>
    let places = PlatformPlaces(ReadingPace.ofCalendars)
    /// Those that are written.
    private let written = Mutex<Set<UUID>>([])

    init(_ configuration: CareServiceConfiguration) {
        secrets = PlatformSecrets(besideStore: configuration.storePath, "calendars")
    }

    /// Which of all are written.
    func settle(_ records: [CalendarRecord]) {
        let ids = Set(records.filter { $0.link.kind == .davOut }.map(\.id))
        written.withLock { $0 = ids }
    }

    /// The plan has changed: it is written soon.
    ///
    /// - Parameter uptime: Now, by the steady clock.
    func planHasChanged(at uptime: Duration) {
        let ids = written.withLock { $0 }
        if !ids.isEmpty { places.hasten(ids, within: Self.gathering, at: uptime) }
    }
}
