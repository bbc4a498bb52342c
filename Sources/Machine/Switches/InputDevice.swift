internal import CEvdev
internal import Glibc
import Time

/// One open device of `/dev/input`, through libevdev. Stays on the thread that opened it.
final class InputDevice {
    /// The result of one read from a device.
    enum Reading {
        case change(DeviceKeys.Change, key: UInt16, at: Instant?)
        /// Nothing is waiting.
        case empty
        /// `ENODEV` after unplugging.
        case failed(errno: Int32)
    }

    enum Grab {
        case grabbed
        case refused(errno: Int32)
    }

    let path: String
    let identity: DeviceIdentity
    let descriptor: Int32
    /// Whether the kernel stamps this device's events on the monotonic clock; else the reader's time counts.
    let hasMonotonicTime: Bool
    private let evdev: OpaquePointer
    private var isSyncing = false

    init(path: String) throws(SwitchError) {
        // O_NOCTTY: whatever the path is, it must not become our controlling terminal.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .cannotOpen(path: path, errno: errno) }
        var opened: OpaquePointer?
        let status = libevdev_new_from_fd(descriptor, &opened)
        guard status == 0, let evdev = opened else {
            close(descriptor)
            throw .cannotIdentify(path: path, errno: -status)
        }
        self.path = path
        self.descriptor = descriptor
        self.evdev = evdev
        identity = DeviceIdentity(
            name: Self.text(libevdev_get_name(evdev)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)))
        hasMonotonicTime = libevdev_set_clock_id(evdev, CLOCK_MONOTONIC) == 0
    }

    deinit {
        // Closing would end a grab as well; libevdev only frees its own memory.
        libevdev_free(evdev)
        close(descriptor)
    }

    /// Where it is plugged in; empty if the device does not say.
    var port: String { Self.text(libevdev_get_phys(evdev)) }
    var serial: String { Self.text(libevdev_get_uniq(evdev)) }

    var isFullKeyboard: Bool { LinuxKey.letterRow.allSatisfy(hasKey) }

    func hasKey(_ code: UInt16) -> Bool {
        libevdev_has_event_code(evdev, UInt32(EV_KEY), UInt32(code)) == 1
    }

    /// All its keys and buttons that are down, as last asked of the kernel.
    var keysDown: Set<UInt16> {
        Set(
            (UInt16(0)..<UInt16(KEY_CNT)).filter {
                hasKey($0) && libevdev_get_event_value(evdev, UInt32(EV_KEY), UInt32($0)) > 0
            })
    }

    /// Grabs the device.
    func grab() -> Grab {
        let status = libevdev_grab(evdev, LIBEVDEV_GRAB)
        return status == 0 ? .grabbed : .refused(errno: -status)
    }

    func ungrab() { libevdev_grab(evdev, LIBEVDEV_UNGRAB) }

    /// The next change of a key. After `SYN_DROPPED`, libevdev compares with the kernel's present state,
    /// and each difference comes as found down or found up.
    func read() -> Reading {
        while true {
            var event = input_event()
            let flag = isSyncing ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let status = libevdev_next_event(evdev, flag.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                let wasSyncing = isSyncing
                isSyncing = status == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
                guard event.type == UInt16(EV_KEY) else { continue }
                let at = hasMonotonicTime ? Self.instant(event.time) : nil
                return .change(Self.change(event.value, found: wasSyncing), key: event.code, at: at)
            case -EAGAIN where isSyncing:
                isSyncing = false
            case -EAGAIN:
                return .empty
            case -EINTR:
                continue
            default:
                return .failed(errno: -status)
            }
        }
    }

    private static func change(_ value: Int32, found: Bool) -> DeviceKeys.Change {
        switch (value, found) {
        case (0, true): .foundUp
        case (_, true): .foundDown
        case (0, false): .release
        case (1, false): .press
        case (_, false): .repeated
        }
    }

    private static func instant(_ time: timeval) -> Instant {
        Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_usec) * 1000)
    }

    /// Without control characters, which a device's name may hold and a terminal would obey.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer else { return "" }
        return String(
            String.UnicodeScalarView(
                String(cString: pointer).unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
