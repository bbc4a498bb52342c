public import Logging
public import ServiceLifecycle
import Glibc
import Synchronization

/// Tells systemd when this program is ready, that it is alive, and when it stops: `Type=notify` and `WatchdogSec=` of a unit.
///
/// Alive means that every part has just answered **from its own loop**, behind all that was waiting there. A loop that hangs
/// gives no answer, systemd hears nothing, and restarts the program.
public final class Supervisor: Service, CustomStringConvertible {
    public var description: String { "supervision" }

    /// Asks a part: it calls the closure from its own loop, behind what is waiting there. Must not block.
    public typealias Question = @Sendable (_ answer: @escaping @Sendable () -> Void) -> Void

    /// A part of the program without which it cannot do its job.
    public struct Part: Sendable {
        fileprivate let supervisor: Supervisor
        fileprivate let number: Int

        /// The part can do its job from now on.
        ///
        /// - Parameter ask: how it is asked whether it is alive; a part without a loop of its own answers at once.
        public func ready(_ ask: @escaping Question = { $0() }) { supervisor.ready(number, ask) }
    }

    private struct State {
        var rounds = Rounds()
        var questions: [Int: Question] = [:]
        /// Whether silence was reported.
        var hasComplained = false
    }

    private let socket: NotifySocket
    /// From one round to the next; `nil` if nobody watches.
    let interval: Duration?
    private let logger: Logger
    private let state = Mutex(State())

    /// - Returns: `nil` if no supervisor is configured or reachable.
    public convenience init?(environment: [String: String], logger: Logger) {
        guard let path = environment["NOTIFY_SOCKET"], !path.isEmpty else { return nil }
        do throws(SupervisionError) {
            self.init(
                socket: try NotifySocket(path: path),
                interval: Self.interval(environment, process: getpid()),
                logger: logger)
        } catch {
            logger.warning("\(error)")
            return nil
        }
    }

    init(socket: NotifySocket, interval: Duration?, logger: Logger) {
        self.socket = socket
        self.interval = interval
        self.logger = logger
    }

    /// Half of `WATCHDOG_USEC`, as sd_watchdog_enabled(3) asks for, if it is meant for this process.
    static func interval(_ environment: [String: String], process: Int32) -> Duration? {
        if let wanted = environment["WATCHDOG_PID"], Int32(wanted) != process { return nil }
        guard let text = environment["WATCHDOG_USEC"], let time = Int64(text), time > 1 else { return nil }
        return .microseconds(time / 2)
    }

    /// Names a part that has to be ready before the program is; to be called before `run`.
    public func part(_ name: String) -> Part {
        Part(supervisor: self, number: state.withLock { $0.rounds.add(name) })
    }

    /// Asks all parts again and again, until the program is to stop.
    public func run() async throws {
        begin()
        await cancelWhenGracefulShutdown { [self] in
            // Without a watchdog, it only waits for the end.
            while !Task.isCancelled {
                try? await Task.sleep(for: interval ?? .seconds(3600 * 24 * 365))
                if interval != nil, !Task.isCancelled { beginRound() }
            }
        }
        tell([.stopping, .status("Stopping.")])
    }

    /// All parts are named: from now on, the program is ready when they are.
    func begin() {
        let (isReady, waitedFor) = state.withLock { ($0.rounds.close(), $0.rounds.waitedFor) }
        tell(
            isReady
                ? [.ready, .status("Ready.")]
                : [.status("Starting: \(waitedFor.joined(separator: ", ")).")])
    }

    // MARK: - Rounds

    /// Asks every part once; tells who has not answered since the last time.
    func beginRound() {
        let (questions, silent) = state.withLock { state -> ([Int: Question], [String]) in
            if state.rounds.begin() { return (state.questions, []) }
            defer { if !state.rounds.silent.isEmpty { state.hasComplained = true } }
            return ([:], state.hasComplained ? [] : state.rounds.silent)
        }
        if !silent.isEmpty {
            let names = silent.joined(separator: ", ")
            logger.error("no answer from \(names): if this lasts, the watchdog restarts everything")
            tell([.status("No answer from \(names).")])
        }
        for (part, ask) in questions { ask { [weak self] in self?.answer(part) } }
    }

    private func answer(_ part: Int) {
        let (isLast, isRelief) = state.withLock { state -> (Bool, Bool) in
            guard state.rounds.answer(part) else { return (false, false) }
            defer { state.hasComplained = false }
            return (true, state.hasComplained)
        }
        if isLast { tell(isRelief ? [.alive, .status("Ready.")] : [.alive]) }
    }

    private func ready(_ part: Int, _ ask: @escaping Question) {
        let isComplete = state.withLock { state in
            state.questions[part] = ask
            return state.rounds.ready(part)
        }
        if isComplete { tell([.ready, .status("Ready.")]) }
    }

    private func tell(_ notices: [Notice]) {
        do throws(SupervisionError) { try socket.send(notices) } catch { logger.warning("\(error)") }
    }
}
