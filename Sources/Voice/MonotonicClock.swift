// The compiler counts the C library's `timespec` to the first module whose headers hold it.
import CALSA
import Glibc
import Scanning

/// Reads the clock that switch edges are stamped with.
enum MonotonicClock {
    static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}
