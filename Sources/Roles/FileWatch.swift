import Glibc
import RealTime

/// Tells when files in a folder have changed, a moment after the last change: an editor writes several times.
final class FileWatch: Sendable {
    /// Long enough for an editor's write and rename, short enough to feel at once.
    private static let quiet: Int32 = 300

    private let watch: Int32
    private let stopper = WakeUp()

    /// - Returns: `nil` where the system has no more watches; the log should say so.
    init?(folder: String) {
        watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        guard watch >= 0, inotify_add_watch(watch, folder, mask) >= 0 else { return nil }
    }

    deinit { close(watch) }

    /// Calls `onChange` on a thread of its own until `stop`.
    func start(onChange: @escaping @Sendable () -> Void) -> OwnThread.Handle? {
        let (watch, stopper) = (watch, stopper)
        return OwnThread.start("file-watch") {
            var hasChanged = false
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                var polled = [
                    pollfd(fd: watch, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: stopper.descriptor, events: Int16(POLLIN), revents: 0),
                ]
                let ready = poll(&polled, 2, hasChanged ? Self.quiet : -1)
                if polled[1].revents != 0 { return }
                if ready == 0, hasChanged {
                    hasChanged = false
                    onChange()
                } else if polled[0].revents != 0 {
                    while read(watch, &buffer, buffer.count) > 0 {}
                    hasChanged = true
                }
            }
        }
    }

    func stop() { stopper.signal() }
}
