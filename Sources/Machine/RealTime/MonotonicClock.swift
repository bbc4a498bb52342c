import CLinux
import Glibc
public import Time

/// Reads `CLOCK_MONOTONIC`, the clock that the kernel stamps switch edges with.
public enum MonotonicClock {
    /// The present reading.
    public static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
