/// A text to be heard as the home's kiosk would say it: the body of `POST /speech`.
public struct SpeechSample: Codable, Sendable, Equatable {
    /// The voices of `beckon.yaml`.
    public enum Voice: String, Codable, Sendable, CaseIterable {
        /// What the room hears for the client.
        case main
        /// What scanning whispers.
        case cue
        /// What caregivers hear.
        case alert
    }

    /// As a phrase may be: nobody listens longer.
    public static let mostCharacters = 400

    public var text: String
    /// BCP 47, where it is not the voice's own, as boards name theirs: `de`.
    public var language: String?
    /// `main` where it is absent.
    public var voice: Voice?

    public init(text: String, language: String? = nil, voice: Voice? = nil) {
        self.text = text
        self.language = language
        self.voice = voice
    }

    /// Throws where the text cannot be said.
    public func check() throws(FieldProblem) {
        try FieldChecks.text(text, "text", limit: Self.mostCharacters)
    }
}
