import CareStore
import Foundation
import Identity

/// The logins with providers that are under way, by the hashes of their states. In memory alone: each lasts some minutes, and a restart
/// ends them.
///
/// Each can be answered once, and only by the browser that has begun it: it was given a cookie then. So nobody can have somebody else log in as
/// themselves, or use an answer that they have seen.
struct LoginStarts {
    /// How long somebody may take at the provider: they may have to look for a password, or for their phone.
    static let life: Duration = .seconds(600)

    /// What somebody was sent to a provider for.
    enum Purpose: Sendable, Equatable {
        /// To log in.
        ///
        /// - Parameter next: Where they were going, a path of this site.
        case logIn(next: String?)
        /// To be linked, by somebody who has logged in. Their session is kept here: with what follows from another site, browsers do not
        /// send its cookie.
        case link(person: String, session: UUID)

        var isLink: Bool { if case .link = self { true } else { false } }
    }

    struct Start: Sendable {
        /// As it was then.
        let provider: StoredLoginProvider
        let request: AuthorizationRequest
        let purpose: Purpose
        /// SHA-256 of what the browser keeps.
        let cookie: Data
        /// From where it was begun.
        let sender: AttemptLimiter.Key
        /// By the steady clock.
        let expiresAt: Duration
    }

    private let most: Int
    private let mostOfOne: Int
    private var starts: [Data: Start] = [:]

    /// - Parameters:
    ///   - most: More than any home has people who log in at once.
    ///   - mostOfOne: The same of one address. Beyond it, the oldest of that address ends; beyond all, the oldest of those addresses that
    ///     have begun the most: whoever begins many ends their own.
    init(most: Int = 1000, mostOfOne: Int = 20) {
        self.most = most
        self.mostOfOne = mostOfOne
    }

    var count: Int { starts.count }

    mutating func begin(_ start: Start, at now: Duration) {
        starts = starts.filter { $0.value.expiresAt > now }
        let own = starts.filter { $0.value.sender == start.sender }
        if own.count >= mostOfOne {
            endOldest(of: own)
        } else if starts.count >= most {
            let counts = starts.values.reduce(into: [AttemptLimiter.Key: Int]()) {
                $0[$1.sender, default: 0] += 1
            }
            let highest = counts.values.max()
            endOldest(of: starts.filter { counts[$0.value.sender] == highest })
        }
        starts[Secrets.hash(start.request.state)] = start
    }

    private mutating func endOldest(of some: [Data: Start]) {
        if let oldest = some.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { starts[oldest.key] = nil }
    }

    /// Uses it up, also where it is not given because somebody else shows it: whoever knows a state and has not its cookie has seen what they should not.
    ///
    /// - Parameters:
    ///   - cookie: What the browser has shown; `nil` where that is nothing.
    ///   - provider: Whose answer it is said to be.
    mutating func take(_ state: String, cookie: String?, of provider: UUID, at now: Duration) -> Start? {
        guard let start = starts.removeValue(forKey: Secrets.hash(state)), start.expiresAt > now,
            start.provider.id == provider, let cookie, Secrets.matches(Secrets.hash(cookie), start.cookie)
        else { return nil }
        return start
    }

    /// A provider was changed or removed.
    mutating func end(of provider: UUID) { starts = starts.filter { $0.value.provider.id != provider } }
}
