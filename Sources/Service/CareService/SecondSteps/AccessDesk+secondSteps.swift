import CareStore
import Channels
import Foundation
import Identity
import Synchronization

extension AccessDesk {
    // MARK: - Logins whose second step is still to come

    /// A new one, and how long it lasts from now.
    ///
    /// - Parameter address: From where the first step was done.
    func beginLogin(
        of person: String, by first: LogInProof, from address: String
    ) -> (token: String, left: Duration) {
        let (token, now) = (Secrets.token(), uptime())
        let machine = AttemptLimiter.Key.address(address).value
        let end = pendingLogins.withLock { $0.begin(person, first, from: machine, at: now, token: token) }
        return (token, end - now)
    }

    func pendingLogin(_ token: String) -> PendingLogins.Login? {
        let now = uptime()
        return pendingLogins.withLock { $0.find(token, at: now) }
    }

    /// Counts a try with it.
    func attemptLogin(_ token: String) -> PendingLogins.Login? {
        let now = uptime()
        return pendingLogins.withLock { $0.attempt(token, at: now) }
    }

    func takeLogin(_ token: String) -> PendingLogins.Login? {
        let now = uptime()
        return pendingLogins.withLock { $0.take(token, at: now) }
    }

    func putBack(_ login: PendingLogins.Login, _ token: String) {
        pendingLogins.withLock { $0.putBack(login, token: token) }
    }

    /// Somebody's second step was switched on or off: what has begun before is asked for anew.
    func endLogins(of person: String) { pendingLogins.withLock { $0.end(of: person) } }

    // MARK: - Second steps that are still to be switched on

    /// The session's secret, and how long it lasts from now.
    func newSecondStep(for session: UUID) -> (secret: Data, left: Duration) {
        let now = uptime()
        let made = newSecondSteps.withLock { steps in
            steps.make(for: session, at: now) {
                var generator = SystemRandomNumberGenerator()
                return OneTimePassword.secret(using: &generator)
            }
        }
        return (made.secret, made.expiresAt - now)
    }

    func secretOfNewSecondStep(for session: UUID) -> Data? {
        let now = uptime()
        return newSecondSteps.withLock { $0.secret(of: session, at: now) }
    }

    // MARK: - Passkeys

    /// A new challenge as browsers are told it, and how long it lasts from now.
    func makeChallenge(
        _ purpose: PasskeyChallenges.Purpose, handle: Data = Data()
    ) -> (text: String, left: Duration) {
        // 32 random bytes in base64url, as every token here.
        let (text, now) = (Secrets.token(), uptime())
        let end = challenges.withLock { $0.make(purpose, handle: handle, at: now, text: text) }
        return (text, end - now)
    }

    /// Uses a challenge up; `nil` also if it was made for something else.
    func takeChallenge(
        _ text: String, for isRight: (PasskeyChallenges.Purpose) -> Bool
    ) -> (bytes: Data, handle: Data)? {
        let now = uptime()
        guard let bytes = Base64URL.decode(text),
            let taken = challenges.withLock({ $0.take(text, at: now) }), isRight(taken.purpose)
        else { return nil }
        return (bytes, taken.handle)
    }

    // MARK: -

    /// What these sessions have begun ends with them: links by which phones log in, second steps and passkeys that were to be added.
    func endWhatBegan(in sessions: Set<UUID>) {
        guard !sessions.isEmpty else { return }
        links.withLock { links in for session in sessions { links.end(of: session) } }
        newSecondSteps.withLock { $0.end(of: sessions) }
        challenges.withLock { $0.end(of: sessions) }
    }
}
