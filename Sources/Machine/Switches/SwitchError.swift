internal import Glibc

/// Why switches cannot be read, with what to do about it.
public enum SwitchError: Error, Equatable, CustomStringConvertible {
    case cannotOpen(path: String, errno: Int32)
    /// Not an input device, or it went away while it was asked what it is.
    case cannotIdentify(path: String, errno: Int32)
    /// The reader's own descriptors or thread could not be made.
    case cannotStart(what: String, errno: Int32)

    public var description: String {
        switch self {
        case .cannotOpen(let path, EACCES), .cannotOpen(let path, EPERM):
            "\(path): no permission to read this device. \(Self.permissionHelp)"
        case .cannotOpen(let path, let errno):
            "\(path): cannot be opened: \(errorText(errno)). Unplug the switch and plug it in again."
        case .cannotIdentify(let path, let errno):
            "\(path): does not answer as an input device: \(errorText(errno)). Choose another device; "
                + "`beckon devices` lists them."
        case .cannotStart(let what, let errno):
            "Switches cannot be read: \(what): \(errorText(errno)). Close programs that are not needed, "
                + "then start Beckon again."
        }
    }

    /// How a user gets the rights; also for `beckon doctor`.
    public static let permissionHelp =
        "Add the user to the group that owns input devices (`sudo usermod -aG input \"$USER\"`), "
        + "then log out and in again."
}

/// What the system says of a device, in words.
func errorText(_ code: Int32) -> String {
    switch code {
    case ENODEV, ENXIO, ENOENT: "it is not there any more"
    case EBUSY: "another program has taken it"
    case EACCES, EPERM: "this user may not read it"
    case EINVAL, ENOTTY: "it is no input device"
    case EIO: "it does not answer"
    case EMFILE, ENFILE: "too many files are open at once"
    case ENOMEM, EAGAIN: "the system has no room for more"
    default: "the system’s error \(code), \(strerror(code).map { String(cString: $0) } ?? "unknown")"
    }
}
