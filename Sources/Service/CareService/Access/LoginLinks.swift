import Care
import Foundation

/// The links by which people log in on one more device, by their tokens' hashes. In memory alone: each lasts some minutes.
///
/// A session has one link at most. It ends with its time, with its use, and with its session: whoever changes a role or logs somebody
/// out, ends their sessions, and so what came of them. A new password keeps the session in which it was chosen, but not its link.
struct LoginLinks {
    /// How long a link lasts: as long as it takes to fetch a phone from another room.
    static let life: Duration = .seconds(600)

    struct Link {
        let session: UUID
        let token: String
        let name: String
        let expiresAt: Duration
    }

    /// More than any home has sessions that need one at once; beyond it, the oldest ends.
    private let most: Int
    private var links: [Data: Link] = [:]

    init(most: Int = 200) { self.most = most }

    /// The session's link: a new one, or the one that it has, while that lasts for half its time yet. So a page that is drawn again
    /// shows the same one.
    mutating func make(
        for session: UUID, name: String, at now: Duration, token: () -> String
    ) -> Link {
        links = links.filter { $0.value.expiresAt > now }
        if let kept = links.values.first(where: { $0.session == session }) {
            if kept.expiresAt - now > Self.life / 2 { return kept }
            links[Secrets.hash(kept.token)] = nil
        }
        if links.count >= most, let oldest = links.min(by: { $0.value.expiresAt < $1.value.expiresAt }) {
            links[oldest.key] = nil
        }
        let link = Link(session: session, token: token(), name: name, expiresAt: now + Self.life)
        links[Secrets.hash(link.token)] = link
        return link
    }

    func find(_ token: String, at now: Duration) -> Link? {
        links[Secrets.hash(token)].flatMap { $0.expiresAt > now ? $0 : nil }
    }

    /// Whoever has seen the link of this session gets nothing with it.
    mutating func end(of session: UUID) { links = links.filter { $0.value.session != session } }

    /// Uses it up: the second one gets nothing.
    mutating func take(_ token: String, at now: Duration) -> Link? {
        defer { links[Secrets.hash(token)] = nil }
        return find(token, at: now)
    }
}
