/// Where sound goes, as the command line chooses it.
public enum OutputChoice: Hashable, Sendable {
    /// Each role's own device; while that cannot be opened, silence paced like speech, and a fault.
    case auto
    /// Silence paced like speech, on purpose.
    case none
    /// This ALSA device for every role.
    case device(String)

    /// The device of a role; `nil` for silence.
    func device(for configured: String) -> String? {
        switch self {
        case .auto: configured == "auto" ? "default" : configured
        case .none: nil
        case .device(let name): name
        }
    }
}
