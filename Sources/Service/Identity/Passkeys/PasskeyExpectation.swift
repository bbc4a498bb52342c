public import FoundationEssentials

/// What an answer must be about.
public struct PasskeyExpectation: Sendable, Equatable {
    /// The random bytes of the question.
    public var challenge: Data
    /// Scheme, host and, unless it is the scheme's own, port of the page, exactly as browsers write it: `https://home.example:8443`.
    public var origin: String
    /// The relying party's id: `home.example`.
    public var host: String

    public init(challenge: Data, origin: String, host: String) {
        self.challenge = challenge
        self.origin = origin
        self.host = host
    }
}
