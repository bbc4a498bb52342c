/// What a voice makes of a text.
public enum SpokenForm: Hashable, Sendable {
    /// Nothing is heard.
    case silence
    /// The sounds, in any notation that is the same for what sounds the same.
    case phonemes(String)
}

/// What the checks and costs of a board need to know about the voices.
public struct BoardVoices {
    /// How a text sounds in a language (BCP 47); `nil` where no voice can be asked.
    public var spokenForm: ((_ text: String, _ language: String) -> SpokenForm?)?
    /// How long a cue takes to say.
    public var cueDuration: (_ text: String, _ language: String) -> Duration

    public init(
        spokenForm: ((_ text: String, _ language: String) -> SpokenForm?)? = nil,
        cueDuration: @escaping (_ text: String, _ language: String) -> Duration = SpeechEstimate.duration
    ) {
        self.spokenForm = spokenForm
        self.cueDuration = cueDuration
    }
}
