/// Which devices are read, as `beckon.yaml` and `--switch` say it.
public enum DeviceSelection: Hashable, Sendable {
    /// Every device that has at least one of the configured keys.
    case auto
    /// The terminal's keys; not a device of `/dev/input`.
    case terminal
    case nothing
    /// A device node, or a link to one (`/dev/input/by-id/…`).
    case path(String)
    /// As the device calls itself; upper and lower case are the same.
    case name(String)
    case ids(vendor: UInt16, product: UInt16)

    /// Reads `auto`, `terminal`, `none`, a path with a `/`, `vendor:product` of four hexadecimal digits each,
    /// or else a name.
    public init(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "terminal": self = .terminal
        case "none": self = .nothing
        case let path where path.hasPrefix("/"): self = .path(path)
        default:
            if let (vendor, product) = Self.ids(text) {
                self = .ids(vendor: vendor, product: product)
            } else {
                self = .name(text)
            }
        }
    }

    private static func ids(_ text: String) -> (UInt16, UInt16)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.count == 4 && $0.allSatisfy(\.isHexDigit) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        return (vendor, product)
    }

    /// Whether any node may be meant, so that each has to be opened and examined.
    var looksForDevices: Bool {
        switch self {
        case .auto, .name, .ids: true
        case .terminal, .nothing, .path: false
        }
    }

    /// Whether a device of that name and these ids is meant; paths are compared by callers with access to the
    /// file system.
    func matches(_ identity: DeviceIdentity) -> Bool {
        switch self {
        case .auto: true
        case .name(let name): identity.name.lowercased() == name.lowercased()
        case .ids(let vendor, let product): identity.vendor == vendor && identity.product == product
        case .terminal, .nothing, .path: false
        }
    }
}

/// A device's own description.
struct DeviceIdentity: Equatable {
    var name: String
    var vendor: UInt16
    var product: UInt16
}
