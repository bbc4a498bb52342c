internal import Glibc
import Scanning

/// `CLOCK_MONOTONIC`, the clock that the kernel stamps edges with.
enum MonotonicClock {
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
