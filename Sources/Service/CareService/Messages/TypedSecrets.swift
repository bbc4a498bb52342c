import Foundation
import Synchronization

/// What was typed as a secret in a change that was refused for something else: kept in memory for a while, so that whoever has typed it need not
/// do so again. Nobody can read it, and only the same session can use it, for the same channel.
final class TypedSecrets: Sendable {
    /// By the steady clock: long enough to look up the right address.
    static let keptFor: Duration = .seconds(15 * 60)
    /// So many changes are remembered; the oldest are forgotten.
    private static let most = 100

    private struct Place: Hashable {
        let session: UUID
        let channel: String
    }

    private struct Typed {
        var secrets: [String: String]
        var at: Duration
    }

    private let known = Mutex<[Place: Typed]>([:])

    /// Puts these in the place of what was typed before; none: forgets it.
    func keep(_ secrets: [String: String], in session: UUID, of channel: String, at uptime: Duration) {
        known.withLock { known in
            known = known.filter { uptime - $0.value.at < Self.keptFor }
            known[Place(session: session, channel: channel)] =
                secrets.isEmpty ? nil : Typed(secrets: secrets, at: uptime)
            if known.count > Self.most, let oldest = known.min(by: { $0.value.at < $1.value.at }) {
                known[oldest.key] = nil
            }
        }
    }

    /// What is still kept, by the names of fields.
    func secrets(in session: UUID, of channel: String, at uptime: Duration) -> [String: String] {
        known.withLock { known in
            guard let typed = known[Place(session: session, channel: channel)],
                uptime - typed.at < Self.keptFor
            else { return [:] }
            return typed.secrets
        }
    }
}
