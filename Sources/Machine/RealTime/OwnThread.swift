import Glibc

/// Threads for work that may block or must not be late; none of it runs on Swift's shared executor.
public enum OwnThread {
    /// How urgently a thread wants the processor.
    public enum Urgency: Sendable {
        /// Runs after all other threads: for long work that nobody waits for.
        case patient
        case normal
        /// A better nice value if allowed: for work that takes milliseconds.
        case brisk
        /// Real-time if allowed, otherwise as `brisk`: for work that takes microseconds, because it blocks
        /// ordinary threads on its core meanwhile.
        case raised
    }

    /// A thread that can be waited for.
    public struct Handle: Sendable {
        fileprivate let thread: pthread_t

        /// Waits for its end; from the thread itself it cannot wait and returns at once. Once only.
        public func join() {
            if pthread_equal(thread, pthread_self()) != 0 {
                pthread_detach(thread)
            } else {
                pthread_join(thread, nil)
            }
        }

        /// Gives up waiting for it; once only, and not after `join`.
        public func detach() { pthread_detach(thread) }
    }

    fileprivate final class Start {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Starts a thread.
    ///
    /// - Parameter name: as `top -H` shows it; the kernel takes 15 bytes.
    /// - Returns: `nil` where the system refuses one.
    public static func start(
        _ name: String, urgency: Urgency = .normal, body: sending @escaping () -> Void
    ) -> Handle? {
        let start = Unmanaged.passRetained(
            Start {
                setName(name)
                switch urgency {
                case .patient: setNice(10)
                case .normal: if ownNice() < 0 { setNice(0) }
                case .brisk: setNice(-11)
                case .raised: if !makeRealTime() { setNice(-11) }
                }
                body()
            })
        var thread = pthread_t()
        guard create(&thread, start.toOpaque()) else {
            start.release()
            return nil
        }
        return Handle(thread: thread)
    }

    /// Every thread begins with the ordinary schedule. It would otherwise inherit that of the thread which
    /// starts it, and long work would become real-time.
    private static func create(_ thread: inout pthread_t, _ start: UnsafeMutableRawPointer) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        guard pthread_attr_init(attributes) == 0 else { return false }
        defer { pthread_attr_destroy(attributes) }
        var parameters = sched_param(sched_priority: 0)
        guard pthread_attr_setinheritsched(attributes, Int32(PTHREAD_EXPLICIT_SCHED)) == 0,
            pthread_attr_setschedpolicy(attributes, SCHED_OTHER) == 0,
            pthread_attr_setschedparam(attributes, &parameters) == 0
        else { return false }
        return pthread_create(&thread, attributes, ownThreadMain, start) == 0
    }

    /// Replaces `pthread_setname_np`, which Swift does not import.
    private static func setName(_ name: String) {
        let descriptor = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = write(descriptor, name, min(name.utf8.count, 15))
        close(descriptor)
    }

    /// A low real-time priority: above all ordinary work, below the kernel's own threads. Threads that a
    /// sound server's library starts from here inherit it, and need it, too.
    private static func makeRealTime() -> Bool {
        var parameters = sched_param(sched_priority: 5)
        return pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == 0
    }

    /// The calling thread's nice value, which it has from the thread that started it.
    private static func ownNice() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }

    /// On Linux this affects only the calling thread, because `who` 0 is the thread's own id.
    private static func setNice(_ value: Int32) {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, value)
    }
}

/// A file-level function: a closure would inherit its creator's isolation and trap on this thread.
private func ownThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<OwnThread.Start>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
}
