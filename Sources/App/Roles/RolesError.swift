public import HomeFiles
public import StaffFiles
public import WholeFiles

/// What keeps a role from starting.
public enum RolesError: Error, Equatable, CustomStringConvertible, Sendable {
    case file(WholeFileError)
    /// The files that ship with Beckon are not where they belong.
    case shippedFilesMissing(searched: [String])
    case noThread
    /// A file of the home has mistakes.
    case filesRefused([Finding])
    /// A setting could not be written.
    case notChanged(SettingsEdit.Problem)
    case noToken(path: String)

    public var description: String {
        switch self {
        case .file(let error): error.description
        case .shippedFilesMissing(let searched):
            "the boards and sounds that belong to Beckon were not found in \(searched.joined(separator: " or ")). "
                + "Set BECKON_SHARE to the folder that holds `boards` and `sounds`."
        case .noThread: "the system refuses another thread. Raise its limit (`ulimit -u`)."
        case .filesRefused(let findings): FindingReport(findings).text
        case .notChanged(let problem): problem.description
        case .noToken(let path):
            "\(path): the device's token is missing. Start the service on this home once, or copy the file from the "
                + "machine where the service runs."
        }
    }
}
