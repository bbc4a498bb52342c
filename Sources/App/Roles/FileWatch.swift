import Glibc
import RealTime

/// Tells when files in a folder have changed, a moment after the last change: an editor writes several times.
final class FileWatch: Sendable {
    /// Long enough for an editor's write and rename, short enough to feel at once.
    private static let quiet: Int32 = 300

    /// A folder, and the one file in it that matters; all of them if `nil`.
    struct Place {
        var folder: String
        var name: String?
    }

    private let watch: Int32
    /// The file that matters, by the number of its folder's watch.
    private let names: [Int32: String]
    private let stopper = WakeUp()

    /// - Returns: `nil` where the system has no more watches; the log should say so.
    init?(_ places: [Place]) {
        watch = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        let mask = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE)
        var names: [Int32: String] = [:]
        for place in places {
            let number = watch >= 0 ? inotify_add_watch(watch, place.folder, mask) : -1
            guard number >= 0 else {
                if watch >= 0 { close(watch) }
                return nil
            }
            names[number] = place.name
        }
        self.names = names
    }

    deinit { close(watch) }

    /// Calls `onChange` on a thread of its own until `stop`.
    func start(onChange: @escaping @Sendable () -> Void) -> OwnThread.Handle? {
        let (watch, names, stopper) = (watch, names, stopper)
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
                    while case let count = read(watch, &buffer, buffer.count), count > 0 {
                        if Self.matters(buffer[..<count], names) { hasChanged = true }
                    }
                }
            }
        }
    }

    func stop() { stopper.signal() }

    /// Whether one of the kernel's events (inotify(7): watch, mask, cookie, length, name) is of a file that matters.
    private static func matters(_ events: ArraySlice<UInt8>, _ names: [Int32: String]) -> Bool {
        let headLength = MemoryLayout<inotify_event>.size
        var rest = events
        while rest.count >= headLength {
            let head = rest.withUnsafeBytes { $0.loadUnaligned(as: inotify_event.self) }
            let name = rest.dropFirst(headLength).prefix(Int(head.len)).prefix { $0 != 0 }
            guard let wanted = names[head.wd] else { return true }
            if name.elementsEqual(wanted.utf8) { return true }
            rest = rest.dropFirst(headLength + Int(head.len))
        }
        return false
    }
}
