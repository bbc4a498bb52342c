import Care
import CareStore
import Foundation
import HTTPTypes
import Logging
import RealTime
import StoreFiles
import Synchronization

/// Controls access: how often somebody may try, how passwords are checked, and when somebody was last seen.
final class AccessDesk: Sendable {
    /// How often "last seen" is stored at most, because each write has to reach the disk.
    static let seenEvery: TimeInterval = 300
    /// How long an invitation can be used.
    static let invitationLife: TimeInterval = 7 * 86_400
    /// How long a code for a device can be used.
    static let pairingLife: TimeInterval = 3600

    let hasher: PasswordHasher
    /// How long after a login, or after the password was typed again, sensitive changes of the same session need no password: whoever sets up
    /// a home has just typed it. Decision 0467.
    static let confirmedFor: Duration = .seconds(600)

    /// Which refusals are recorded one by one.
    let budget = Mutex(FailureBudget())
    private let limiter = Mutex(AttemptLimiter())
    private let days = Mutex(DayBudget())
    /// When the password of a session was last typed, by the steady clock; forgotten at a restart.
    private let confirmations = Mutex<[UUID: Duration]>([:])
    /// Hashes of the used links of `beckon coordinator`: each works once, even if its file cannot be removed.
    private let usedLinks = Mutex<Set<Data>>([])
    private let seen = Mutex(Seen())

    /// When paired devices were last seen.
    private struct Seen {
        /// In this run.
        var last: [UUID: Date] = [:]
        /// What is still to be stored.
        var unwritten: [UUID: Date] = [:]
    }

    /// By which people log in on their phones.
    let links = Mutex(LoginLinks())
    /// Whose second step is still to come.
    let pendingLogins = Mutex(PendingLogins())
    /// Which have not been switched on yet.
    let newSecondSteps = Mutex(NewSecondSteps())
    /// What authenticators are to sign.
    let challenges = Mutex(PasskeyChallenges())

    let uptime: @Sendable () -> Duration

    init(cost: PasswordHasher.Cost, uptime: @escaping @Sendable () -> Duration) {
        hasher = PasswordHasher(cost: cost)
        self.uptime = uptime
    }

    /// Counts a try; throws if it comes too soon.
    func attempt(_ keys: [AttemptLimiter.Key]) throws(APIFailure) {
        guard let seconds = wait(keys) else { return }
        throw APIFailure(
            CareProblem(
                .tooMany,
                "that was wrong too often: try again in \(seconds == 1 ? "a second" : "\(seconds) seconds")"),
            headers: [.retryAfter: "\(seconds)"])
    }

    /// Counts that somebody registers from an address; throws if it comes too soon after others.
    func registers(from address: String) throws(APIFailure) {
        guard let seconds = wait([.registering(address)]) else { return }
        throw APIFailure(
            CareProblem(
                .tooMany,
                "too many have registered from here: try again in \(seconds == 1 ? "a second" : "\(seconds) seconds")"
            ), headers: [.retryAfter: "\(seconds)"])
    }

    /// Counts a try, or says how many seconds to wait for one.
    private func wait(_ keys: [AttemptLimiter.Key]) -> Int? {
        let now = uptime()
        return limiter.withLock { $0.attempt(keys, at: now) }.map {
            max(1, Int(($0 / .seconds(1)).rounded(.up)))
        }
    }

    /// The password, or the code of the second step, was right.
    ///
    /// - Parameter name: Under which the tries were counted beside the address.
    func succeeded(name: AttemptLimiter.Key, address: AttemptLimiter.Key) {
        let now = uptime()
        limiter.withLock { limiter in
            limiter.forget(name)
            limiter.giveBack(address, at: now)
        }
    }

    /// Notes that the password of a session was typed just now.
    func confirm(_ session: UUID) {
        let now = uptime()
        confirmations.withLock { all in
            all = all.filter { now - $0.value < Self.confirmedFor }
            all[session] = now
        }
    }

    private func isConfirmed(_ session: UUID) -> Bool {
        let now = uptime()
        return confirmations.withLock { all in all[session].map { now - $0 < Self.confirmedFor } ?? false }
    }

    /// Throws unless the password was typed recently: somebody who finds a page left open must not be able to
    /// take over the home.
    func checkConfirmed(_ caller: Caller) throws(CareProblem) {
        guard let session = caller.session else { return }
        guard isConfirmed(session) else {
            throw CareProblem(
                .forbidden, "type your password again: this changes who may do what here",
                field: "current_password")
        }
    }

    /// Uses up a link; returns `false` if it was used already.
    func take(_ link: String) -> Bool { usedLinks.withLock { $0.insert(Secrets.hash(link)).inserted } }

    /// The action it was used for failed: it can be used again.
    func putBack(_ link: String) { usedLinks.withLock { _ = $0.remove(Secrets.hash(link)) } }

    func isTaken(_ link: String) -> Bool { usedLinks.withLock { $0.contains(Secrets.hash(link)) } }

    /// Notes that a device was seen. Returns whether that is to be stored, which is done after its message
    /// has been answered.
    func sees(_ device: UUID, last: Date?, at now: Date) -> Bool {
        seen.withLock { seen in
            if let last = seen.last[device] ?? last, abs(now.timeIntervalSince(last)) < Self.seenEvery {
                return false
            }
            (seen.last[device], seen.unwritten[device]) = (now, now)
            return true
        }
    }

    /// When a device was last seen in this run, to within some minutes.
    func lastSeen(_ device: UUID) -> Date? { seen.withLock { $0.last[device] } }

    /// The devices whose "last seen" is to be stored.
    func takeSeen() -> [UUID: Date] {
        seen.withLock { seen in
            defer { seen.unwritten = [:] }
            return seen.unwritten
        }
    }

    /// Counts one more of what somebody writes; `false`: there were too many within a day.
    func take(_ kind: DayBudget.Kind, of person: String) -> Bool {
        let now = uptime()
        return days.withLock { $0.take(kind, of: person, at: now) }
    }

    func giveBack(_ kind: DayBudget.Kind, of person: String) {
        days.withLock { $0.giveBack(kind, of: person) }
    }

    /// The code or token was right.
    func giveBack(_ keys: [AttemptLimiter.Key]) {
        let now = uptime()
        limiter.withLock { limiter in for key in keys { limiter.giveBack(key, at: now) } }
    }
}

extension ServiceCore {
    /// Whose token this is.
    func caller(bearer token: String) async throws(CareProblem) -> Caller? {
        // These tokens are accepted without the store: a home whose disk is full can still call.
        switch configuration.tokens.actor(of: token) {
        case .kiosk: return Caller(role: .kiosk, client: configuration.client)
        case .station: return Caller(role: .station)
        case .person, nil: break
        }
        // Text that cannot be a token is not searched for.
        guard token.utf8.count == 43 else { return nil }
        let hash = Secrets.hash(token)
        let found: Device?
        do throws(CareProblem) {
            found = try await read { store throws(CareStoreError) in try await store.device(hash: hash) }
        } catch {
            // A call must not be lost because its token cannot be looked up: the last known device counts.
            // For an unknown token the answer is that the store fails, even if a single row is to blame: with
            // any other answer a kiosk would give up its call.
            guard let known = devices.device(hash: hash) else {
                throw CareProblem(.storeFailed, error.detail)
            }
            return caller(known.kind, known.id, known.client)
        }
        guard let found else { return nil }
        var caller = caller(found.kind, found.id, found.client)
        if gate.sees(found.id, last: found.lastSeen, at: clock.wall()) {
            caller.isSeenAnew = true
            timeBell.ring()
        }
        return caller
    }

    private func caller(_ kind: DeviceKind, _ id: UUID, _ client: String?) -> Caller {
        let served: String? =
            switch kind {
            case .kiosk, .display: client ?? configuration.client
            case .station: nil
            }
        return Caller(role: CallerRole(kind), device: id, client: served)
    }

    /// Stores which devices were seen since the last call: they have been answered.
    func writeSeen() async {
        let seen = gate.takeSeen()
        guard !seen.isEmpty, let store = state.withLock({ $0.store }), failure == nil else { return }
        // Access is not refused because it cannot be recorded.
        do throws(CareStoreError) { try await store.sawDevices(seen) } catch {
            logger.debug("when devices were last seen could not be saved", metadata: ["error": "\(error)"])
        }
    }

    /// The store's devices are the complete list; if they cannot be read, the earlier list stays.
    func rememberDevices(of store: CareStore) async {
        do throws(CareStoreError) { await devices.replace(try await store.deviceTokens()) } catch {
            logger.error("paired devices cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// Who a browser is: a logged-in person, or a client's display. `nil` for neither, or if the session is
    /// over.
    ///
    /// - Parameter path: What it asks for. A client's screen stays one where the client has logged in on it, too.
    func caller(
        cookies headers: HTTPFields, isSecure: Bool, for path: String
    ) async throws(CareProblem) -> Caller? {
        // An expired session must not block the same browser's use as a display.
        if let token = SessionCookie.token(in: headers, isSecure: isSecure),
            let caller = try await caller(session: token)
        {
            guard Self.isOfScreens(path), !Set.screens.contains(caller.role) else { return caller }
            return try await screen(headers, isSecure: isSecure) ?? caller
        }
        return try await screen(headers, isSecure: isSecure)
    }

    private static func isOfScreens(_ path: String) -> Bool {
        let place = path.prefix { $0 != "?" }
        return place == "/display" || place.hasPrefix("/display/") || place == "/api/v1/displays"
            || place.hasPrefix("/api/v1/displays/")
    }

    private func screen(_ headers: HTTPFields, isSecure: Bool) async throws(CareProblem) -> Caller? {
        guard let token = SessionCookie.token(.screen, in: headers, isSecure: isSecure),
            var screen = try await caller(bearer: token), screen.role == .display
        else { return nil }
        screen.csrfToken = Secrets.formToken(of: token)
        return screen
    }

    /// Whose session this is.
    func caller(session token: String) async throws(CareProblem) -> Caller? {
        guard token.utf8.count == 43 else { return nil }
        let (hash, now) = (Secrets.hash(token), clock.wall())
        let found = try await read { store throws(CareStoreError) in
            try await store.session(hash: hash, at: now)
        }
        guard let found else { return nil }
        let role = CallerRole(found.person.role)
        let isSeenAnew = await saw(found.lastSeen) { store, now throws(CareStoreError) in
            try await store.sawSession(found.id, at: now)
        }
        return Caller(
            role: role, person: found.person, client: role == .client ? found.person.id : nil,
            session: found.id, hasPassword: found.hasPassword, csrfToken: found.csrfToken,
            isSeenAnew: isSeenAnew)
    }

    /// Whether a caller who has just begun to listen still may, and may hear the same.
    func mayStillListen(_ caller: Caller) async -> Bool {
        do throws(CareProblem) {
            return try await read(on: .call) { store throws(CareStoreError) in
                if let session = caller.session, try await !store.isSession(session) { return false }
                if caller.role == .provider {
                    return try await store.people().first { $0.id == caller.person?.id }?.reach
                        == caller.person?.reach
                }
                if caller.session != nil { return true }
                if let device = caller.device { return try await store.isDevice(device) }
                return true
            }
        } catch { return caller.owner == nil || caller.device.map(devices.contains) ?? false }
    }

    /// Stores from time to time that somebody was seen; returns whether it did.
    private func saw(
        _ last: Date?, _ write: (CareStore, Date) async throws(CareStoreError) -> Void
    ) async -> Bool {
        let now = clock.wall()
        // Behind it, the clock is wrong: nothing would be stored.
        if let last, now.timeIntervalSince(last) < AccessDesk.seenEvery { return false }
        guard let store = state.withLock({ $0.store }), failure == nil else { return false }
        // Access is not refused because it cannot be recorded.
        do throws(CareStoreError) {
            try await write(store, now)
            return true
        } catch {
            logger.debug("when somebody was last seen could not be saved", metadata: ["error": "\(error)"])
            return false
        }
    }
}
