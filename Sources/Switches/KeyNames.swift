internal import CEvdev

/// Linux key codes and their names, as libevdev knows them.
public enum KeyNames {
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

    /// Reads `57`, `KEY_SPACE`, `key_space` or `space`; `nil` for what no key is called.
    public static func code(named text: String) -> UInt16? {
        if let number = UInt16(text) { return number < UInt16(KEY_CNT) ? number : nil }
        let name = text.uppercased()
        for candidate in [name, "KEY_" + name, "BTN_" + name] {
            let code = libevdev_event_code_from_name(UInt32(EV_KEY), candidate)
            if code >= 0 { return UInt16(code) }
        }
        return nil
    }
}

extension String {
    fileprivate var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
}
