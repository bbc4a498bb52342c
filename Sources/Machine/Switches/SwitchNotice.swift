/// Something about devices that staff should know, besides switch events.
public enum SwitchNotice: Hashable, Sendable, CustomStringConvertible {
    /// A device that is or may be meant cannot be opened; the text says what to do.
    case unreadable(path: String, reason: String)
    /// The device is read, but other programs read it too; if another has grabbed it, nothing arrives.
    case notExclusive(SwitchDevice, reason: String)
    /// A device was chosen by its path that has none of the configured keys.
    case withoutKeys(path: String, name: String)

    public var description: String {
        switch self {
        case .unreadable(_, let reason): reason
        case .notExclusive(let device, let reason):
            "\(device.path): “\(device.name)” could not be grabbed for Beckon alone: \(reason)."
        case .withoutKeys(let path, let name):
            "\(path): “\(name)” has none of the configured keys, so it is not read. "
                + "`beckon devices` shows which keys it has."
        }
    }
}
