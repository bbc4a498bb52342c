import Glibc

/// How many connections the service has room for.
enum ConnectionLimit {
    /// As many as 200 open pages, 200 kiosks, and what all of them ask beside it need.
    private static let most = 640

    /// A quarter of the descriptors that this process may have, so that nobody who connects can take those away that
    /// stores and voices need.
    static func current() -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return most / 4 }
        return max(16, Int(min(rlim_t(most), limit.rlim_cur / 4)))
    }
}
