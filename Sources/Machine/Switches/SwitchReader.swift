internal import Glibc
public import Logging
public import Scanning

/// Reads switches from `/dev/input` on a thread of its own and reports their events in order.
///
/// Devices may come, go and come back at any time. At rest the thread sleeps in the kernel without a timer.
/// `onEvent` and `onNotice` are called on that thread; they must not block, because the next press waits
/// behind them. Batteries are reported on another thread.
public final class SwitchReader: Sendable {
    struct Configuration: Sendable {
        var selection: [DeviceSelection]
        var keys: [UInt16: SwitchRole]
        var grab: Bool
        var directory: String
        var logger: Logger
        var onThreadStart: @Sendable () -> Void
        var onInterrupt: @Sendable () -> Void
        var onNotice: @Sendable (SwitchNotice) -> Void
        var onEvent: @Sendable (SwitchEvent) -> Void
    }

    private let configuration: Configuration
    private let thread = ReaderThread()

    /// - Parameters:
    ///   - keys: Linux key codes to what they mean.
    ///   - grab: Takes the devices for Beckon alone, as soon as none of their keys is down.
    ///   - onThreadStart: Called first on the reader's thread, e.g. to raise its priority.
    ///   - onInterrupt: Somebody typed Ctrl+C on a grabbed device. The terminal cannot see it, so without
    ///     this the owner of a grabbed keyboard would be locked out.
    ///   - onNotice: A device cannot be read or grabbed.
    public init(
        selection: [DeviceSelection], keys: [UInt16: SwitchRole], grab: Bool,
        directory: String = "/dev/input",
        logger: Logger, onThreadStart: @escaping @Sendable () -> Void = {},
        onInterrupt: @escaping @Sendable () -> Void = {},
        onNotice: @escaping @Sendable (SwitchNotice) -> Void = { _ in },
        onEvent: @escaping @Sendable (SwitchEvent) -> Void
    ) {
        configuration = Configuration(
            selection: selection, keys: keys, grab: grab, directory: directory, logger: logger,
            onThreadStart: onThreadStart, onInterrupt: onInterrupt, onNotice: onNotice, onEvent: onEvent)
    }

    deinit { stop() }

    /// Starts reading; present devices are reported at once. Only once: a stopped reader stays stopped.
    public func start() throws(SwitchError) {
        let configuration = configuration
        try thread.start("switches") { () throws(SwitchError) in
            let paths = configuration.selection.compactMap { choice -> String? in
                if case .path(let path) = choice { FolderWatch.parent(path) } else { nil }
            }
            var watch = try FolderWatch(folders: [configuration.directory] + paths)
            return { stop in
                configuration.onThreadStart()
                ReaderLoop(configuration).run(watch: &watch, stop: stop)
            }
        }
    }

    /// Ends reading and releases the devices. When it returns, no further event will come, except when it is
    /// called from within an event.
    public func stop() { thread.stop() }
}
