import Dispatch
import Logging
import RealTime
import Scanning
import Synchronization
import Time

/// Keeps a kiosk's memory of its switch: read at the start, written at most every five minutes and at the end, on a
/// queue of its own. While nothing changes, nothing wakes up.
final class SwitchMemoryKeeper: Sendable {
    static let interval: Duration = .seconds(300)

    private struct State {
        /// The file's content.
        var written = SwitchMemory()
        var latest = SwitchMemory()
        var lastWrite: Instant?
        var isDue = false
        var hasFailed = false
    }

    private let path: String
    private let logger: Logger
    private let queue = DispatchQueue(label: "switch-memory")
    private let state = Mutex(State())

    init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// What an earlier run has kept; a damaged file is set aside, and learning starts again.
    func recall() -> SwitchMemory {
        switch SwitchMemoryFile.read(path) {
        case .memory(let memory):
            state.withLock { ($0.written, $0.latest) = (memory, memory) }
            return memory
        case .nothing: break
        case .damaged(let reason):
            let aside = SwitchMemoryFile.setAside(path)
            logger.warning(
                "the record of the switch cannot be read; learning starts again",
                metadata: ["file": "\(path)", "reason": "\(reason)", "kept": "\(aside ?? "no")"])
        }
        return SwitchMemory()
    }

    /// Takes what the session knows now; called after every event, so that it only compares.
    func note(_ memory: SwitchMemory) {
        let wait = state.withLock { state -> Duration? in
            guard memory != state.latest else { return nil }
            state.latest = memory
            guard !state.isDue else { return nil }
            state.isDue = true
            let due = state.lastWrite?.advanced(by: Self.interval) ?? MonotonicClock.now
            return max(.zero, MonotonicClock.now.duration(to: due))
        }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.nanoseconds))) { [self] in write() }
    }

    /// Writes what is not written yet.
    func finish() { queue.sync { write() } }

    private func write() {
        let (memory, isNews) = state.withLock { state in
            state.isDue = false
            state.lastWrite = MonotonicClock.now
            return (state.latest, state.latest != state.written)
        }
        guard isNews else { return }
        do {
            try SwitchMemoryFile.write(memory, to: path)
            state.withLock { ($0.written, $0.hasFailed) = (memory, false) }
        } catch {
            // Only what was learnt since is lost, so this is logged once.
            let isFirst = state.withLock { state in
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isFirst { logger.warning("the memory of the switch could not be saved: \(error)") }
        }
    }
}
