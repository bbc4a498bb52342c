/// A voice of eSpeak NG, and who chose it.
public enum WantedVoice: Hashable, Sendable {
    /// Set in this machine's settings, as a voice. eSpeak NG may start the program `mbrola` for it: the service changes
    /// no such setting.
    case set(String)
    /// Found for a language. Boards and phrases name their own, and people who may change those must not be
    /// able to start a program.
    case ofLanguage(String)

    /// eSpeak NG's name of a voice or language.
    public var name: String {
        switch self {
        case .set(let name), .ofLanguage(let name): name
        }
    }

    /// Whether the program `mbrola` may be started for it.
    var mayStartProgram: Bool {
        switch self {
        case .set: true
        case .ofLanguage: false
        }
    }
}
