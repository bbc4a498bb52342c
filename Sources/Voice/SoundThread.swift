import CALSA
import Glibc

/// For threads outside the engine that must not be late either: the one that reads the switch, the one that decides.
public enum ThreadPriority {
    /// Gives the calling thread a low real-time priority, or a better nice value where that is refused.
    ///
    /// Only for work of microseconds: while it runs, it keeps ordinary threads from its core.
    public static func raise() { if !SoundThread.makeRealTime() { SoundThread.hasten() } }
}

/// Threads for calls that may block or must not be late; nothing of this runs on Swift's shared executor.
enum SoundThread {
    /// How urgently a thread wants the processor.
    enum Urgency: Sendable {
        case normal
        /// A better nice value where it is allowed: for work that takes milliseconds.
        case brisk
        /// Real-time where it is allowed, else as `brisk`: for work that takes microseconds.
        case raised
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Starts a detached thread; false where the system refuses one.
    @discardableResult
    static func start(
        _ name: String, urgency: Urgency, onStart: @escaping @Sendable (String) -> Void,
        body: @escaping @Sendable () -> Void
    ) -> Bool {
        let start = Start {
            // The kernel takes 15 characters.
            pthread_setname_np(pthread_self(), String(name.utf8.prefix(15)) ?? "voice")
            switch urgency {
            case .normal: break
            case .brisk: hasten()
            case .raised: if !makeRealTime() { hasten() }
            }
            onStart(name)
            body()
        }
        let pointer = Unmanaged.passRetained(start)
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, pointer.toOpaque())
        guard code == 0 else {
            pointer.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// A low real-time priority: above all ordinary work, below the kernel's own threads. Threads that a sound
    /// server's library starts from here inherit it, which they need as much as we do.
    fileprivate static func makeRealTime() -> Bool {
        var parameters = sched_param(sched_priority: 5)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }

    /// On Linux the calling thread alone, because `who` 0 is the thread's own id.
    fileprivate static func hasten() { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -11) }
}
