/// Whose settings are asked for or changed.
public enum SettingsScope: Hashable, Sendable {
    /// All of the home, its own client and the service's own machine: `beckon.yaml`.
    case home
    /// What goes with a client to whichever kiosk they use: `clients/ID.yaml`, or their options of `beckon.yaml` where that is theirs.
    case client(String)
    /// What a paired kiosk has of its own: `devices/ID.yaml`.
    case device(String)

    /// The folder in the home where each of a kind has a file; `nil` for the home's own file.
    public var folder: String? {
        switch self {
        case .home: nil
        case .client: "clients"
        case .device: "devices"
        }
    }

    /// Relative to the home's folder.
    public var fileName: String {
        switch self {
        case .home: HomeFileKind.settingsName
        case .client(let id): "clients/\(id).yaml"
        case .device(let id): "devices/\(id).yaml"
        }
    }

    /// By a file's name, as `fileName` has it; `nil` for a board, and for what leads anywhere else.
    public init?(fileName name: String) {
        if name == HomeFileKind.settingsName {
            self = .home
            return
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].hasSuffix(".yaml") else { return nil }
        let id = String(parts[1].dropLast(5))
        guard !id.isEmpty, id.utf8.count <= Self.longestID,
            id.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        else { return nil }
        switch parts[0] {
        case "clients": self = .client(id)
        case "devices": self = .device(id)
        default: return nil
        }
    }

    /// In bytes; ids of people and devices are shorter.
    private static let longestID = 90
}
