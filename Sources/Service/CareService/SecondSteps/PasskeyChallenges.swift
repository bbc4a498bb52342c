import Foundation

/// What authenticators are to sign, each once, by the hashes of its text. In memory alone: each lasts some minutes.
///
/// Anybody may ask for one to log in, so that what one machine asks for pushes out its own alone.
struct PasskeyChallenges {
    /// How long one lasts: browsers give people up to five minutes.
    static let life: Duration = .seconds(300)
    /// How many one machine can have to log in. Behind a router many are one.
    static let mostOfOne = 50
    /// How many one session can have to make a passkey, in several windows.
    static let mostOfSession = 3

    /// For what it was asked.
    enum Purpose: Hashable, Sendable {
        /// To log in, from an address.
        case logIn(from: String)
        /// To make a passkey for whoever has a session.
        case making(session: UUID)

        fileprivate var most: Int {
            switch self {
            case .logIn: PasskeyChallenges.mostOfOne
            case .making: PasskeyChallenges.mostOfSession
            }
        }

        fileprivate func isOf(_ sessions: Set<UUID>) -> Bool {
            switch self {
            case .logIn: false
            case .making(let session): sessions.contains(session)
            }
        }
    }

    struct Challenge: Equatable {
        let purpose: Purpose
        /// By which the authenticator is to know its owner; empty where it knows it already.
        let handle: Data
        let expiresAt: Duration
    }

    /// More than any home has people who log in at once; beyond it, whoever has the most loses the oldest.
    private let most: Int
    private var challenges: [Data: Challenge] = [:]

    init(most: Int = 1000) { self.most = most }

    var count: Int { challenges.count }

    /// Returns when it is over.
    mutating func make(
        _ purpose: Purpose, handle: Data = Data(), at now: Duration, text: String
    ) -> Duration {
        if challenges.contains(where: { $0.value.expiresAt <= now }) {
            challenges = challenges.filter { $0.value.expiresAt > now }
        }
        let own = challenges.filter { $0.value.purpose == purpose }
        if own.count >= purpose.most {
            endOldest(of: own)
        } else if challenges.count >= most {
            let byPurpose = Dictionary(grouping: challenges) { $0.value.purpose }
            let largest = byPurpose.values.max { one, other in
                (one.count, Self.oldest(other)) < (other.count, Self.oldest(one))
            }
            endOldest(of: Dictionary(uniqueKeysWithValues: (largest ?? []).map { ($0.key, $0.value) }))
        }
        let challenge = Challenge(purpose: purpose, handle: handle, expiresAt: now + Self.life)
        challenges[Secrets.hash(text)] = challenge
        return challenge.expiresAt
    }

    /// Uses it up, whatever comes of it: the second one gets nothing.
    mutating func take(_ text: String, at now: Duration) -> Challenge? {
        guard let challenge = challenges.removeValue(forKey: Secrets.hash(text)),
            challenge.expiresAt > now
        else { return nil }
        return challenge
    }

    /// What these sessions have begun is worth nothing any more.
    mutating func end(of sessions: Set<UUID>) {
        guard challenges.contains(where: { $0.value.purpose.isOf(sessions) }) else { return }
        challenges = challenges.filter { !$0.value.purpose.isOf(sessions) }
    }

    private static func oldest(_ some: [(key: Data, value: Challenge)]) -> Duration {
        some.map(\.value.expiresAt).min() ?? .zero
    }

    private mutating func endOldest(of some: [Data: Challenge]) {
        guard let oldest = some.min(by: { $0.value.expiresAt < $1.value.expiresAt }) else { return }
        challenges[oldest.key] = nil
    }
}
