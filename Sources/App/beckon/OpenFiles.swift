import ArgumentParser
import Dispatch
import Glibc

/// How many files and connections a role may have open at once.
enum OpenFiles {
    /// What a whole home with a full service (640 connections) can use, with room to spare.
    private static let wanted: rlim_t = 4096
    /// Below this, parts of Beckon would not start, or end in the middle of their work.
    private static let needed: rlim_t = 128
    /// Below this, Dispatch may find no descriptor for the main thread, and then ends the process without a word.
    private static let neededByDispatch: rlim_t = 16

    /// Raises the limit as far as the system allows; throws, in words, where that is not enough to work with.
    static func makeRoom() throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur >= needed else { throw ValidationError(words(limit.rlim_cur)) }
    }

    /// Ends the program, in words, where not even Dispatch could work. Must be called before Dispatch does anything.
    static func exitWithoutRoomForDispatch() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
            limit.rlim_cur < neededByDispatch
        else { return }
        StandardError.write("Error: \(words(limit.rlim_cur))\n")
        exit(EX_USAGE)
    }

    private static func words(_ limit: rlim_t) -> String {
        "Only \(limit) files may be open at once here, and Beckon needs \(needed). Allow more: "
            + "`LimitNOFILE=4096` in the systemd unit, or `ulimit -n 4096` in the shell that starts it."
    }

    /// Dispatch opens a descriptor for each clock with its first timer; if that failed, the timer would never fire. So one
    /// timer for each clock is made at the start.
    static func openTimers() {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) {}
        Task { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
