/// Why a zone has no rules.
public enum ZoneFilesError: Error, Equatable, CustomStringConvertible {
    case unknown(String, meant: String?)
    case unreadable(path: String, why: String)
    /// The folder is not there at all.
    case noZones(folder: String)

    public var description: String {
        switch self {
        case .unknown(let id, let meant):
            "there is no time zone `\(id.prefix(64))`\(meant.map { ": did you mean `\($0)`?" } ?? ": write its IANA name, such as Europe/Berlin.")"
        case .unreadable(let path, let why):
            "\(path) cannot be used: \(why). Reinstall the package tzdata."
        case .noZones(let folder): "\(folder) is missing: install the package tzdata."
        }
    }
}
