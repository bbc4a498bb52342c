import Calendars
import Foundation
import Logging
import Recurrence
import Synchronization
import Wording

/// What this run needs for feeds: how they are written, and how often each was given.
final class FeedDesk: Sendable {
    private let zones: @Sendable (String) -> ZoneRules?
    private let version: String
    private let texts: HomeTexts
    private let budget = Mutex(FeedBudget())

    init(_ configuration: CareServiceConfiguration, logger: Logger) {
        zones = configuration.zones.known
        version = configuration.version
        texts = HomeTexts(configuration.translations, logger: logger)
    }

    /// What writes them.
    ///
    /// - Parameter home: The home's zone, as it is now.
    func writer(home: ZoneRules) -> CalendarWriter {
        CalendarWriter(home: home, zones: zones, version: version)
    }

    /// What everything is called in a feed that says when something is planned, and not what.
    ///
    /// - Parameter language: The home's, BCP 47; `nil` where nobody knows it.
    func planned(in language: String?) async -> String {
        // Without its texts, a service has a word all the same.
        guard let words = await texts.translation(in: [language]) else { return "Planned" }
        return words(Text("calendar_feed.planned"))
    }

    /// How long to wait for a whole feed; `nil`: it may be given now, by the steady clock.
    func wait(for feed: UUID, at uptime: Duration) -> Duration? {
        budget.withLock { $0.wait(for: feed, at: uptime) }
    }

    /// Counts one that is given; or says how long to wait for it.
    func take(_ feed: UUID, at uptime: Duration) -> Duration? {
        budget.withLock { $0.take(feed, at: uptime) }
    }
}
