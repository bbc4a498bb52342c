public import FoundationEssentials

/// What somebody says to a client by the client's kiosk: the body of `POST /clients/{id}/words`.
public struct NewClientWords: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// What the kiosk says: 1 to 200 characters.
    public var text: String
    /// Who says it, as the client hears it. Whoever has logged in says it by their own name.
    public var by: String?

    public init(id: UUID, text: String, by: String? = nil) {
        self.id = id
        self.text = text
        self.by = by
    }

    /// Throws where the text is empty or too long, or the name could read as another one.
    public func check() throws(FieldProblem) {
        try FieldChecks.text(text, "text", limit: ClientWords.longestText)
        try FieldChecks.name(by, "by")
    }
}

/// Words to a client, as the service keeps them and the client's kiosk says them.
public struct ClientWords: Codable, Sendable, Equatable, Identifiable {
    /// Longest text, in characters: about a quarter of a minute of speech.
    public static let longestText = 200
    /// How long they may wait for a calm moment, from `at`, in seconds. What is older than that is not said any more: "the doctor comes in
    /// ten minutes" would be wrong.
    public static let longestWait: TimeInterval = 30 * 60

    public var id: UUID
    /// The client's id.
    public var client: String
    /// 1 to 200 characters.
    public var text: String
    /// Who says it, as the client hears it.
    public var by: String
    /// When the service got them, by its own clock.
    public var at: Date

    public init(id: UUID, client: String, text: String, by: String, at: Date) {
        self.id = id
        self.client = client
        self.text = text
        self.by = by
        self.at = at
    }
}
