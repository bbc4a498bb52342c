import Foundation

/// How often one feed is given as a whole: a calendar program that asks without an end must not keep the service at work.
///
/// An answer that says that nothing has changed does not count.
struct FeedBudget: Sendable {
    /// So many within an hour.
    static let most = 60
    static let hour: Duration = .seconds(3600)

    /// When each was given, the oldest first, by the steady clock; for feeds that were given within the last hour.
    private var given: [UUID: [Duration]] = [:]

    /// For how many feeds it counts.
    var count: Int { given.count }

    /// How long to wait for the next one; `nil`: it may be given now.
    func wait(for feed: UUID, at now: Duration) -> Duration? {
        let lately = (given[feed] ?? []).filter { now - $0 < Self.hour }
        guard lately.count >= Self.most, let first = lately.first else { return nil }
        return first + Self.hour - now
    }

    /// Counts one that is given; or says how long to wait for it, and counts nothing.
    mutating func take(_ feed: UUID, at now: Duration) -> Duration? {
        if let wait = wait(for: feed, at: now) { return wait }
        given = given.mapValues { $0.filter { now - $0 < Self.hour } }.filter { !$0.value.isEmpty }
        given[feed, default: []].append(now)
        return nil
    }
}
