import Care
import Foundation
import NIOSSL
import Synchronization
import WholeFiles

/// The certificate with which the service speaks TLS, read again when its files change.
///
/// | files | in use | so it listens | what is told |
/// |---|---|---|---|
/// | none are set | nothing | as the settings say, without TLS | nothing |
/// | good | they | as the settings say | nothing, or that their time is over |
/// | bad at the start | nothing | to this machine alone, without TLS | what is wrong |
/// | bad later | what was good last | as before | what is wrong, after a short wait |
/// | good again | they | as the settings say | that it is over |
final class ServedCertificate: Sendable {
    private struct State {
        var inUse: LoadedCertificate?
        var stamp: [FileStatus.Stamp?] = []
        /// Why the files cannot be used, and since when that is known.
        var problem: (error: CareServiceError, since: Duration)?
        var reach: Reach
        /// Whether the home's own kiosk and station have a socket, so that switching the port to TLS does not
        /// affect them.
        var portMayChange = false
        /// What was wrong at the last check.
        var words: String?
        /// Where the settings want the service to listen.
        var host: String
        /// They want it since it listens somewhere else.
        var isMoved = false
        /// Told when it should listen otherwise than now.
        var changes: AsyncStream<Void>.Continuation?

        /// Where it should listen instead of where it does. The home's own kiosk and station, where they have no socket, must still
        /// reach it.
        func move(_ files: CertificateFiles?) -> Reach? {
            guard isMoved else { return nil }
            let next: Reach =
                files == nil ? .plain(host: host) : ServedCertificate.reach(host, isUsable: inUse != nil)
            return portMayChange || next.answersThose(of: reach) ? next : nil
        }

        /// Whether it could listen to others, too.
        var isMended: Bool { reach.isOwnMachine && inUse != nil && portMayChange }
    }

    enum Reach: Equatable, Sendable {
        case secure(host: String)
        /// As the home's settings say.
        case plain(host: String)
        /// To its own machine, because the certificate cannot be used.
        case ownMachine(host: String)

        var host: String {
            switch self {
            case .secure(let host), .plain(let host), .ownMachine(let host): host
            }
        }

        var isSecure: Bool {
            switch self {
            case .secure: true
            case .plain, .ownMachine: false
            }
        }

        var isOwnMachine: Bool {
            switch self {
            case .ownMachine: true
            case .secure, .plain: false
            }
        }

        /// Whether programs of its own machine that have reached it at another place still do.
        func answersThose(of before: Reach) -> Bool {
            guard isSecure == before.isSecure else { return false }
            func isAny(_ host: String) -> Bool { NetworkAddress(host)?.isAny ?? false }
            func isLoopback(_ host: String) -> Bool {
                isAny(host) || CareServiceConfiguration.isLoopback(host)
            }
            return isAny(host) || host == before.host || isLoopback(host) && isLoopback(before.host)
        }
    }

    /// Renewing a certificate writes two files, one after the other.
    private static let settling: Duration = .seconds(10)

    private let files: CertificateFiles?
    private let state: Mutex<State>

    /// - Parameter host: Where the settings want the service to listen.
    init(_ files: CertificateFiles?, host: String, uptime: Duration) {
        self.files = files
        state = Mutex(State(reach: .plain(host: host), host: host))
        state.withLock { state in
            guard let files else { return }
            Self.read(files, &state, at: uptime)
            state.reach = Self.reach(host, isUsable: state.inUse != nil)
        }
    }

    /// Where it listens now.
    var reach: Reach { state.withLock { $0.reach } }
    /// For new connections; `nil` without TLS.
    var context: NIOSSLContext? { state.withLock { $0.inUse?.context } }
    /// Why it listens to its own machine alone.
    var problem: CareServiceError? { state.withLock { $0.problem?.error } }
    /// Whether it could listen to others, too.
    var isMended: Bool { state.withLock { $0.isMended } }

    /// Whether the home's own kiosk and station have a socket, and need the port no more.
    func portMayChange(_ may: Bool) { state.withLock { $0.portMayChange = may } }

    /// Where it could listen now.
    var wanted: Reach { state.withLock { Self.reach($0.host, isUsable: $0.inUse != nil) } }

    /// Yields an element when files that were bad can be used, and when the settings want it to listen elsewhere. The stream that
    /// was asked for before ends.
    func changes() -> AsyncStream<Void> {
        let (stream, teller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let isChanged = state.withLock { state in
            state.changes?.finish()
            state.changes = teller
            return state.isMended || state.move(files) != nil
        }
        if isChanged { teller.yield() }
        return stream
    }

    /// Whether it should listen somewhere else.
    var isMoved: Bool { state.withLock { $0.move(files) != nil } }

    /// The settings want it to listen at another address of this machine.
    ///
    /// - Returns: `false` where that has to wait for the next start, because the home's own kiosk would not reach it any more.
    func move(to host: String) -> Bool {
        let (teller, waits) = state.withLock { state -> (AsyncStream<Void>.Continuation?, Bool) in
            guard state.host != host else { return (nil, false) }
            state.host = host
            state.isMoved = true
            let isPossible = state.move(files) != nil
            return (isPossible ? state.changes : nil, !isPossible)
        }
        teller?.yield()
        return !waits
    }

    /// Where it should listen by now, if that is somewhere else; it counts as listening there from then on.
    func takeMove() -> Reach? {
        state.withLock { state in
            guard let reach = state.move(files) else { return nil }
            state.isMoved = false
            state.reach = reach
            return reach
        }
    }

    /// It has begun to listen there.
    func listens(at reach: Reach) { state.withLock { $0.reach = reach } }

    /// It cannot listen to others, whatever the files are.
    func staysOnItsOwnMachine() {
        state.withLock { state in
            state.reach = Self.reach(state.host, isUsable: false)
            state.portMayChange = false
        }
    }

    fileprivate static func reach(_ host: String, isUsable: Bool) -> Reach {
        if isUsable { return .secure(host: host) }
        return .ownMachine(host: CareServiceConfiguration.isLoopback(host) ? host : "127.0.0.1")
    }

    /// Checks whether the files have changed. Returns what is wrong with the certificate, in words for staff; `nil` for
    /// nothing.
    func look(at wall: Date, uptime: Duration) -> String? {
        guard let files else { return nil }
        let (words, teller) = state.withLock { state in
            if Self.stamp(files) != state.stamp { Self.read(files, &state, at: uptime) }
            // The problem lasts until the service listens again, which the next check finds.
            if !state.isMended { state.words = Self.words(files, state, wall, uptime) }
            return (state.words, state.isMended ? state.changes : nil)
        }
        teller?.yield()
        return words
    }

    private static func read(_ files: CertificateFiles, _ state: inout State, at uptime: Duration) {
        state.stamp = stamp(files)
        do throws(CareServiceError) {
            state.inUse = try files.load()
            state.problem = nil
        } catch {
            state.problem = (error, state.problem?.since ?? uptime)
        }
    }

    private static func words(
        _ files: CertificateFiles, _ state: State, _ wall: Date, _ uptime: Duration
    ) -> String? {
        guard let loaded = state.inUse else {
            return state.problem.map {
                "\($0.error.certificateProblem). Until that is fixed, the service listens to this machine alone"
            }
        }
        if state.reach.isOwnMachine {
            return
                "\(files.certificate) can be used again, but the service listens to this machine alone: restart Beckon"
        }
        if let problem = state.problem, uptime - problem.since >= settling {
            return
                "\(problem.error.certificateProblem). What was read before stays in use until Beckon is restarted"
        }
        return loaded.validity.problem(at: wall).map { "\(files.certificate): \($0)" }
    }

    private static func stamp(_ files: CertificateFiles) -> [FileStatus.Stamp?] {
        [FileStatus(files.certificate)?.stamp, FileStatus(files.key)?.stamp]
    }
}
