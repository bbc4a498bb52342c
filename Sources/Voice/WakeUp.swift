import CALSA
import Glibc

/// Wakes a thread that waits in `poll`: an eventfd, so that telling never blocks and never gets lost.
final class WakeUp: Sendable {
    let descriptor: Int32

    init() { descriptor = beckon_eventfd() }

    deinit { close(descriptor) }

    /// Callable from any thread.
    func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for a signal, at most so many nanoseconds (`nil`: without end); true if it was signalled.
    @discardableResult
    func wait(nanoseconds: Int64?) -> Bool {
        guard beckon_wait_readable(descriptor, nanoseconds.map { max(0, $0) } ?? -1) != 0 else {
            return false
        }
        var count: UInt64 = 0
        _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
        return true
    }
}
