import CareStore
import Foundation

/// Logins whose first step was right and whose second one is still to come, by their tokens' hashes. In memory alone: each lasts some
/// minutes.
///
/// Its token is worth nothing without a code. It ends with its time, with its use, after some wrong codes, and when the second step of
/// its person is switched on or off.
struct PendingLogins {
    /// How long one lasts: as long as it takes to find the phone.
    static let life: Duration = .seconds(300)
    /// How many codes are tried with one.
    static let mostTries = 5
    /// How many one person can have: whoever knows a password pushes out that person's alone, and first those that they have begun
    /// themselves.
    static let mostOfOne = 5

    struct Login: Equatable {
        let person: String
        let first: LogInProof
        /// The machine on which the first step was done.
        let machine: String
        let expiresAt: Duration
        /// How many codes have come with it, this one included.
        fileprivate(set) var tries = 0

        var isLastTry: Bool { tries >= PendingLogins.mostTries }
    }

    /// More than any home has people who log in at once; beyond it, the oldest ends.
    private let most: Int
    private var logins: [Data: Login] = [:]

    init(most: Int = 1000) { self.most = most }

    var count: Int { logins.count }

    /// The first step was right. Returns when it is over.
    mutating func begin(
        _ person: String, _ first: LogInProof, from machine: String, at now: Duration, token: String
    ) -> Duration {
        if logins.contains(where: { $0.value.expiresAt <= now }) {
            logins = logins.filter { $0.value.expiresAt > now }
        }
        let own = logins.filter { $0.value.person == person }
        if own.count >= Self.mostOfOne {
            // The machine that has begun the most loses the oldest: so somebody elsewhere can finish.
            let counts = Dictionary(grouping: own.values, by: \.machine).mapValues(\.count)
            let largest = counts.values.max() ?? 0
            endOldest(of: own.filter { counts[$0.value.machine] == largest })
        }
        if logins.count >= most { endOldest(of: logins) }
        let login = Login(person: person, first: first, machine: machine, expiresAt: now + Self.life)
        logins[Secrets.hash(token)] = login
        return login.expiresAt
    }

    /// Without counting a try.
    func find(_ token: String, at now: Duration) -> Login? {
        logins[Secrets.hash(token)].flatMap { $0.expiresAt > now ? $0 : nil }
    }

    /// Counts a try before it is known whether it is right: a hundred at once are no more than the others. `nil`: there is none left.
    mutating func attempt(_ token: String, at now: Duration) -> Login? {
        guard var login = find(token, at: now), !login.isLastTry else { return nil }
        login.tries += 1
        logins[Secrets.hash(token)] = login
        return login
    }

    /// Uses it up: of two right codes at once the second one gets nothing.
    mutating func take(_ token: String, at now: Duration) -> Login? {
        defer { logins[Secrets.hash(token)] = nil }
        return find(token, at: now)
    }

    /// It has not logged in: it can be tried again, as often as it could before.
    mutating func putBack(_ login: Login, token: String) { logins[Secrets.hash(token)] = login }

    /// Their second step is another one now, or there is none any more.
    mutating func end(of person: String) { logins = logins.filter { $0.value.person != person } }

    private mutating func endOldest(of some: [Data: Login]) {
        guard let oldest = some.min(by: { $0.value.expiresAt < $1.value.expiresAt }) else { return }
        logins[oldest.key] = nil
    }
}
