import Foundation

/// Secrets of apps that have not shown their first code yet, by the session that asked for them. In memory alone: each lasts some minutes.
///
/// A session has one at most. It ends with its time, with its use, with its session, and with a new password.
struct NewSecondSteps {
    /// How long one lasts: as long as it takes to find an app, and to fetch the phone from another room.
    static let life: Duration = .seconds(600)

    private struct Entry {
        let secret: Data
        var expiresAt: Duration
    }

    /// More than any home has sessions that need one at once; beyond it, the oldest ends.
    private let most: Int
    private var entries: [UUID: Entry] = [:]

    init(most: Int = 200) { self.most = most }

    var count: Int { entries.count }

    /// The session's secret: a new one, or the one that it has, which then lasts anew. So a page that is drawn again shows the same one,
    /// and the app that has read it already is right.
    mutating func make(
        for session: UUID, at now: Duration, secret: () -> Data
    ) -> (secret: Data, expiresAt: Duration) {
        entries = entries.filter { $0.value.expiresAt > now }
        if entries[session] == nil, entries.count >= most,
            let oldest = entries.min(by: { $0.value.expiresAt < $1.value.expiresAt })
        {
            entries[oldest.key] = nil
        }
        var entry = entries[session] ?? Entry(secret: secret(), expiresAt: now)
        entry.expiresAt = now + Self.life
        entries[session] = entry
        return (entry.secret, entry.expiresAt)
    }

    func secret(of session: UUID, at now: Duration) -> Data? {
        entries[session].flatMap { $0.expiresAt > now ? $0.secret : nil }
    }

    /// What these sessions have begun is worth nothing any more.
    mutating func end(of sessions: Set<UUID>) {
        for session in sessions { entries[session] = nil }
    }
}
