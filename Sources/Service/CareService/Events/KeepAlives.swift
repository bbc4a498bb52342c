import RealTime
import Synchronization

/// Lets open streams show that they are alive, all at once.
///
/// It has a bell of its own: to look for all that may be due, as `Timekeeper` does, would wake a dozen threads each time.
final class KeepAlives: Sendable {
    private let core: ServiceCore
    /// By the steady clock.
    private let next: Mutex<Duration>

    init(core: ServiceCore) {
        self.core = core
        next = Mutex(core.clock.uptime() + core.configuration.keepAlive)
    }

    func run() async { await core.streamBell.run { turn() } }

    /// Returns for how long nothing is to be shown; `nil` while no stream is open.
    private func turn() -> Duration? {
        guard !core.hub.isEmpty || !core.displays.isEmpty else { return nil }
        let now = core.clock.uptime()
        let (isDue, next) = next.withLock { next in
            let isDue = next <= now
            if isDue { next = now + core.configuration.keepAlive }
            return (isDue, next)
        }
        if isDue {
            core.hub.keepAlive()
            core.displays.keepAlive()
        }
        return next - now
    }
}
