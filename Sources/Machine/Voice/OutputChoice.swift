/// Where sound goes, as the command line chooses it.
public enum OutputChoice: Hashable, Sendable {
    /// Each role's own device; without any sound card, silence paced like speech.
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

    /// Whether the absence of the device is a fault: if a person named it, or if nobody reads the captions.
    func requires(configured: String, hasCaptions: Bool) -> Bool {
        switch self {
        case .auto: configured != "auto" || !hasCaptions
        case .none: false
        case .device: true
        }
    }
}
