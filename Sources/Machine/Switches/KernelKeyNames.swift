internal import CEvdev

/// Linux's names of keys, from libevdev; `HomeFiles` defines how staff write them.
public enum KernelKeyNames {
    /// The kernel's name, e.g. `KEY_SPACE`, or the number if there is none.
    public static func linuxName(_ code: UInt16) -> String {
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) } ?? "\(code)"
    }

    /// For people: `space`, `kp1`, `left button`.
    public static func readableName(_ code: UInt16) -> String {
        let name = linuxName(code)
        if name.hasPrefix("KEY_") { return name.dropFirst(4).lowercased().spaced }
        if name.hasPrefix("BTN_") { return name.dropFirst(4).lowercased().spaced + " button" }
        return "key \(name)"
    }
}

extension String {
    fileprivate var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
}
