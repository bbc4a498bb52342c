import Care
import CareStore
import Foundation
import Identity
import NIOHTTP1
import Synchronization

/// What this run knows of the providers by which people log in: what each says of itself, by which keys it signs, and who is on their way
/// through it. Asks them, and waits for none of them for long: whoever waits has a password.
final class LoginProviderDesk: Sendable {
    /// So long what a provider says of itself is not read again.
    private static let discoveryLasts: Duration = .seconds(3600)
    /// The same of its keys: one that it has withdrawn is not to count for ever.
    private static let keysLast: Duration = .seconds(86_400)
    /// A key that is not known has them read anew at most so often.
    private static let keysAtMostEvery: Duration = .seconds(60)
    /// So long a provider that did not answer is not asked again: many who press its button at once are not to wait one behind the other.
    private static let failureLasts: Duration = .seconds(5)

    /// What a provider says of itself.
    struct Said: Sendable {
        let discovery: ProviderDiscovery
        /// Whether the provider itself is in the home's network: only then may what it names be there, too.
        let isInside: Bool
        /// By the steady clock.
        let readAt: Duration
    }

    /// By which keys one signs.
    struct KnownKeys: Sendable {
        let keys: ProviderKeys
        /// By the steady clock.
        let readAt: Duration
    }

    /// Both, as they were read for a coordinator who adds or changes a provider.
    struct Trial: Sendable {
        let said: Said
        let keys: KnownKeys
    }

    private struct Failure: Sendable {
        let trouble: ProviderTrouble
        /// By the steady clock.
        let at: Duration
    }

    private struct Entry: Sendable {
        /// Of whom all this is known: a coordinator may have written another one since.
        let issuer: String
        var said: Said?
        var keys: KnownKeys?
        /// Of the last reading, if that has failed.
        var failure: Failure?
        /// What was wrong when it was asked last.
        var problem: PlatformProblem?
    }

    private struct State: Sendable {
        var entries: [UUID: Entry] = [:]
        /// Pictures that people take over, and providers that coordinators try.
        var asked = AskBudget()

        func entry(of provider: StoredLoginProvider) -> Entry {
            let known = entries[provider.id]
            return known?.issuer == provider.issuer
                ? known ?? Entry(issuer: provider.issuer) : Entry(issuer: provider.issuer)
        }
    }

    let secrets: PlatformSecrets<LoginSecret>
    let starts = Mutex(LoginStarts())
    let access: PlatformAccess
    private let uptime: @Sendable () -> Duration
    private let turns = ProviderTurns()
    private let state = Mutex(State())

    /// - Parameter access: How platforms outside are reached; for these, answers are waited for as long as the configuration says of logins.
    init(
        _ configuration: CareServiceConfiguration, access: PlatformAccess,
        uptime: @escaping @Sendable () -> Duration
    ) {
        secrets = PlatformSecrets(besideStore: configuration.storePath, "logins")
        var access = access
        access.patience = configuration.loginPatience
        access.wholePatience = configuration.loginPatience * 2
        self.access = access
        self.uptime = uptime
    }

    /// Does something with one provider while nobody else reads or changes it.
    func inTurn<Value, Problem: Error>(
        _ id: UUID, _ body: () async throws(Problem) -> Value
    ) async throws(Problem) -> Value {
        try await turns.take(id, body)
    }

    /// Counts that somebody has something fetched; throws where they have done that too often.
    func ask(of person: String) throws(CareProblem) {
        let now = uptime()
        guard state.withLock({ $0.asked.take(of: person, at: now) }) else {
            throw CareProblem(
                .tooMany,
                "the login provider was asked very often just now: try again in ten minutes")
        }
    }

    // MARK: - Who is on their way

    /// - Parameters:
    ///   - cookie: What the browser is given.
    ///   - old: What it was given before, and shows; `nil` where that is nothing.
    ///   - address: From where it comes.
    /// - Returns: `nil`, or how long to wait where too many have begun from there.
    func begin(
        _ request: AuthorizationRequest, at provider: StoredLoginProvider, for purpose: LoginStarts.Purpose,
        cookie: String, replacing old: String?, from address: String
    ) -> Duration? {
        let now = uptime()
        let start = LoginStarts.Start(
            provider: provider, request: request, purpose: purpose, cookie: Secrets.hash(cookie),
            sender: .init(purpose, from: address), expiresAt: now + LoginStarts.life)
        return starts.withLock { $0.begin(start, replacing: old, at: now) }
    }

    /// Uses up what was begun.
    func take(_ state: String, cookie: String?, of provider: UUID) -> LoginStarts.Taken {
        let now = uptime()
        return starts.withLock { $0.take(state, cookie: cookie, of: provider, at: now) }
    }

    // MARK: - What is known

    /// What was wrong when it was asked last.
    func problem(of provider: StoredLoginProvider) -> PlatformProblem? {
        state.withLock { $0.entry(of: provider).problem }
    }

    func note(_ problem: PlatformProblem?, of provider: StoredLoginProvider) {
        state.withLock { state in
            var entry = state.entry(of: provider)
            entry.problem = problem
            state.entries[provider.id] = entry
        }
    }

    /// A coordinator has added or changed it; what was begun before does not count any more.
    func keep(_ trial: Trial, of provider: StoredLoginProvider) {
        state.withLock {
            $0.entries[provider.id] = Entry(issuer: provider.issuer, said: trial.said, keys: trial.keys)
        }
        starts.withLock { $0.end(of: provider.id) }
    }

    func forget(_ id: UUID) {
        state.withLock { $0.entries[id] = nil }
        starts.withLock { $0.end(of: id) }
        secrets.forget(id)
    }

    /// By which the home shows it who it is; `nil` where there is none for this issuer.
    func secret(of provider: StoredLoginProvider) -> String? {
        secrets.read(provider.id).flatMap { $0.issuer == provider.issuer ? $0.secret : nil }
    }

    // MARK: - What providers say of themselves

    /// What one says of itself: as it was read within the last hour, or now.
    func said(by provider: StoredLoginProvider) async throws(ProviderTrouble) -> Said {
        if let known = known(of: provider) { return known }
        return try await inTurn(provider.id) { () async throws(ProviderTrouble) -> Said in
            try await saidInTurn(provider)
        }
    }

    private func known(of provider: StoredLoginProvider) -> Said? {
        let now = uptime()
        return state.withLock { $0.entry(of: provider).said }
            .flatMap { now - $0.readAt < Self.discoveryLasts ? $0 : nil }
    }

    private func saidInTurn(_ provider: StoredLoginProvider) async throws(ProviderTrouble) -> Said {
        // Whoever was before may have read it, or have waited in vain.
        if let known = known(of: provider) { return known }
        try throwFailure(of: provider)
        do throws(ProviderTrouble) {
            let said = try await readSaid(provider.issuer)
            state.withLock { state in
                var entry = state.entry(of: provider)
                (entry.said, entry.failure, entry.problem) = (said, nil, nil)
                state.entries[provider.id] = entry
            }
            return said
        } catch {
            noteFailure(error, of: provider)
            throw error
        }
    }

    /// The keys by which one may have signed something.
    ///
    /// - Parameters:
    ///   - header: Of what it has signed.
    ///   - vain: When those were read with which its signature is not right, by the steady clock: a provider may have changed a key, and call the
    ///     new one as it called the old one.
    /// - Returns: `nil` where it has no such key, or was asked for them less than a minute ago.
    func keys(
        of provider: StoredLoginProvider, for header: TokenHeader, newerThan vain: Duration? = nil
    ) async throws(ProviderTrouble) -> KnownKeys? {
        if let known = fitting(provider, header, vain) { return known }
        return try await inTurn(provider.id) { () async throws(ProviderTrouble) -> KnownKeys? in
            if let known = fitting(provider, header, vain) { return known }
            let now = uptime()
            if let known = state.withLock({ $0.entry(of: provider).keys }),
                now - known.readAt < Self.keysAtMostEvery
            {
                return nil
            }
            let said = try await saidInTurn(provider)
            try throwFailure(of: provider)
            do throws(ProviderTrouble) {
                let found = try await readKeys(said)
                state.withLock { state in
                    var entry = state.entry(of: provider)
                    (entry.keys, entry.failure, entry.problem) = (found, nil, nil)
                    state.entries[provider.id] = entry
                }
                return found.keys.has(header) ? found : nil
            } catch {
                noteFailure(error, of: provider)
                throw error
            }
        }
    }

    private func fitting(
        _ provider: StoredLoginProvider, _ header: TokenHeader, _ vain: Duration?
    ) -> KnownKeys? {
        guard let known = state.withLock({ $0.entry(of: provider).keys }), known.keys.has(header),
            uptime() - known.readAt < Self.keysLast
        else { return nil }
        if let vain, known.readAt <= vain { return nil }
        return known
    }

    /// Throws what was wrong, where it was asked in vain just now.
    private func throwFailure(of provider: StoredLoginProvider) throws(ProviderTrouble) {
        let now = uptime()
        guard let failure = state.withLock({ $0.entry(of: provider).failure }),
            now - failure.at < Self.failureLasts
        else { return }
        throw failure.trouble
    }

    private func noteFailure(_ trouble: ProviderTrouble, of provider: StoredLoginProvider) {
        let failure = Failure(trouble: trouble, at: uptime())
        state.withLock { state in
            var entry = state.entry(of: provider)
            (entry.failure, entry.problem) = (failure, trouble.problem)
            state.entries[provider.id] = entry
        }
    }

    /// Reads both, whatever is known: for a coordinator who adds or changes it.
    func tried(_ issuer: String) async throws(ProviderTrouble) -> Trial {
        let said = try await readSaid(issuer)
        return Trial(said: said, keys: try await readKeys(said))
    }

    private func readSaid(_ issuer: String) async throws(ProviderTrouble) -> Said {
        guard let url = URL(string: issuer), let host = url.host,
            let address = ProviderDiscovery.address(of: url)
        else { throw ProviderTrouble.unfit(.unreadable) }
        // Looked up once: a name that leads outside, and inside a moment later or at the same time, is not to pass for one inside.
        let found = await access.resolver(host)
        let isInside = PlatformHost.isInside(found)
        var there = access
        there.resolver = { _ in found }
        let answer = try await asked(
            .GET, address, [("Accept", "application/json")], limit: ProviderDiscovery.longestBody,
            mayBeInside: isInside, by: there)
        let discovery = try await parsed { () throws(ProviderFault) in
            try ProviderDiscovery(answer, issuer: issuer)
        }
        return Said(discovery: discovery, isInside: isInside, readAt: uptime())
    }

    private func readKeys(_ said: Said) async throws(ProviderTrouble) -> KnownKeys {
        let answer = try await asked(
            .GET, said.discovery.keys, [("Accept", "application/json")], limit: ProviderKeys.longestBody,
            mayBeInside: said.isInside)
        let keys = try await parsed { () throws(ProviderFault) in try ProviderKeys(answer) }
        return KnownKeys(keys: keys, readAt: uptime())
    }
}
