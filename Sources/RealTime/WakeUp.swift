import CLinux
import Glibc

/// Wakes a thread that waits in `poll`: an eventfd, so that telling never blocks and never gets lost.
public final class WakeUp: Sendable {
    /// Readable from `signal` on.
    public let descriptor: Int32

    public init() { descriptor = beckon_eventfd() }

    deinit { close(descriptor) }

    /// Callable from any thread.
    public func signal() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }
}
