import CLinux
import Glibc
public import Time

/// Wakes a thread that waits, here or in `poll`: an eventfd, so that signalling never blocks and no signal
/// gets lost.
public final class WakeUp: Sendable {
    /// Readable from `signal` until `clear`; -1, with `errno` set by `init`, where the system has no descriptor left.
    public let descriptor: Int32

    public init() { descriptor = beckon_eventfd() }

    deinit { close(descriptor) }

    /// Callable from any thread.
    public func signal() { Self.signal(descriptor) }

    /// The same by descriptor, for signal handlers, which must not use objects.
    public static func signal(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Consumes all signals so far; never blocks.
    public func clear() {
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Waits for a signal and takes it, at most until the deadline (`nil`: without end); true if it was signalled.
    @discardableResult
    public func wait(until deadline: Instant? = nil) -> Bool {
        while true {
            let left = deadline.map { max(0, MonotonicClock.now.duration(to: $0).nanoseconds) }
            let ready = beckon_wait_readable(descriptor, left ?? -1)
            // A signal handler ran on this thread: neither signalled nor too late.
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            clear()
            return true
        }
    }
}
