import Glibc

/// How many connections the service has room for.
enum ConnectionLimit {
    /// Enough for 200 open pages, 200 kiosks, and their other messages.
    private static let most = 640

    /// At most a quarter of this process's file descriptors, so that connections cannot use up those that
    /// stores and voices need.
    static func current() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return most / 4 }
        return max(16, Int(min(rlim_t(most), limit.rlim_cur / 4)))
    }
}
