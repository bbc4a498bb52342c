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

    /// Whose are counted together: people who have logged in count by their session, so that nobody else at their address keeps them from
    /// being linked.
    enum Sender: Hashable, Sendable {
        case address(AttemptLimiter.Key)
        case session(UUID)

        /// - Parameter address: From where it was begun.
        init(_ purpose: Purpose, from address: String) {
            switch purpose {
            case .logIn: self = .address(.address(address))
            case .link(_, let session): self = .session(session)
            }
        }
    }

    /// What came of an answer.
    enum Taken: Sendable {
        /// It belongs to what this browser has begun.
        case own(Start)
        /// What another browser has begun, or at another provider: whoever shows it has seen what they should not. It counts for nobody
        /// any more.
        case foreign(Start)
        /// Nothing was begun, or it is over.
        case none
    }

    struct Start: Sendable {
        /// As it was then.
        let provider: StoredLoginProvider
        let request: AuthorizationRequest
        let purpose: Purpose
        /// SHA-256 of what the browser keeps.
        let cookie: Data
        let sender: Sender
        /// By the steady clock.
        let expiresAt: Duration
    }

    private let most: Int
    private let mostOfOne: Int
    private var starts: [Data: Start] = [:]

    /// - Parameters:
    ///   - most: More than any home has people who log in at once.
    ///   - mostOfOne: The same of one address, and of one session. Beyond it, nobody else begins to log in from that address, because
    ///     otherwise anybody there could end what the others have begun; of a session, its oldest ends. Beyond all, the oldest login ends
    ///     of those addresses that have begun the most: whoever begins many ends their own.
    init(most: Int = 1000, mostOfOne: Int = 20) {
        self.most = most
        self.mostOfOne = mostOfOne
    }

    var count: Int { starts.count }

    /// Ends what the same browser has begun before: it keeps one cookie, so it could not come back with that any more.
    ///
    /// - Parameter cookie: Of what the browser has begun before, as it shows it; `nil` where that is nothing.
    /// - Returns: `nil`, or how long to wait where there are too many, and nothing has begun.
    mutating func begin(_ start: Start, replacing cookie: String?, at now: Duration) -> Duration? {
        starts = starts.filter { $0.value.expiresAt > now }
        if let cookie {
            let hash = Secrets.hash(cookie)
            starts = starts.filter { !Secrets.matches($0.value.cookie, hash) }
        }
        let own = starts.filter { $0.value.sender == start.sender }
        if own.count >= mostOfOne {
            switch start.sender {
            case .address: return wait(for: own, at: now)
            case .session: endOldest(of: own)
            }
        } else if starts.count >= most {
            let logIns = starts.filter { if case .address = $0.value.sender { true } else { false } }
            switch start.sender {
            case .address where logIns.isEmpty: return wait(for: starts, at: now)
            // Links give way to links alone.
            case .address, .session: endOldest(ofThoseWithMost: logIns.isEmpty ? starts : logIns)
            }
        }
        starts[Secrets.hash(start.request.state)] = start
        return nil
    }

    private func wait(for some: [Data: Start], at now: Duration) -> Duration {
        (some.values.map(\.expiresAt).min() ?? now) - now
    }

    private mutating func endOldest(ofThoseWithMost some: [Data: Start]) {
        let counts = some.values.reduce(into: [Sender: Int]()) { $0[$1.sender, default: 0] += 1 }
        let highest = counts.values.max()
        endOldest(of: some.filter { counts[$0.value.sender] == highest })
    }

    private mutating func endOldest(of some: [Data: Start]) {
        if let oldest = some.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { starts[oldest.key] = nil }
    }

    /// Uses it up, also where it is not given because somebody else shows it.
    ///
    /// - Parameters:
    ///   - cookie: What the browser has shown; `nil` where that is nothing.
    ///   - provider: Whose answer it is said to be.
    mutating func take(_ state: String, cookie: String?, of provider: UUID, at now: Duration) -> Taken {
        guard let start = starts.removeValue(forKey: Secrets.hash(state)), start.expiresAt > now else {
            return .none
        }
        guard start.provider.id == provider, let cookie, Secrets.matches(Secrets.hash(cookie), start.cookie)
        else { return .foreign(start) }
        return .own(start)
    }

    /// A provider was changed or removed.
    mutating func end(of provider: UUID) { starts = starts.filter { $0.value.provider.id != provider } }
}
