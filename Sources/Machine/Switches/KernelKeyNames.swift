internal import CEvdev

/// Linux's names of keys, from libevdev; `HomeFiles` defines how staff write them.
public enum KernelKeyNames {
    /// The kernel's name, e.g. `KEY_SPACE`, or the number if there is none.
    public static func linuxName(_ code: UInt16) -> String {
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) } ?? "\(code)"
    }
}
