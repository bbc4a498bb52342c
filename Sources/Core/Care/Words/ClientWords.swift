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
    /// How many may come to one client within an hour: one a minute.
    public static let mostAnHour = 60
    /// With so many within an hour the house, such as Home Assistant, can say nothing more: the rest is for people.
    public static let mostOfHouse = 20

    public var id: UUID
    /// The client's id.
    public var client: String
    /// 1 to 200 characters.
    public var text: String
    /// Who says it, as the client hears it.
    public var by: String
    /// When the service got them, by its own clock.
    public var at: Date
    /// When the client's kiosk had said them; `nil` while it has not.
    public var saidAt: Date?
    /// When somebody took them back while they waited; `nil` where nobody has. A kiosk that did not know of it may have said them all the same.
    public var takenBackAt: Date?

    public init(
        id: UUID, client: String, text: String, by: String, at: Date, saidAt: Date? = nil,
        takenBackAt: Date? = nil
    ) {
        self.id = id
        self.client = client
        self.text = text
        self.by = by
        self.at = at
        self.saidAt = saidAt
        self.takenBackAt = takenBackAt
    }

    enum CodingKeys: String, CodingKey {
        case id, client, text, by, at
        case saidAt = "said_at"
        case takenBackAt = "taken_back_at"
    }

    /// What has become of them.
    public enum Standing: Sendable, Equatable {
        /// They wait for a calm moment.
        case waiting
        case said
        /// There was no calm moment in time: the client does not hear them any more.
        case notSaid
        /// Somebody took them back in time.
        case takenBack
    }

    /// What has become of them at a moment, by the service's clock.
    public func standing(at now: Date) -> Standing {
        if saidAt != nil { return .said }
        if takenBackAt != nil { return .takenBack }
        return isOld(at: now) ? .notSaid : .waiting
    }

    /// Whether they have waited for too long to be said at a moment, by the service's clock.
    public func isOld(at now: Date) -> Bool { now.timeIntervalSince(at) > Self.longestWait }
}

/// That a client's kiosk has said words: the body of `POST /words/{id}/receipts`.
public struct WordsReceipt: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the kiosk.
    public var id: UUID
    /// When it had said them, by the kiosk's clock; by the service's where `isTimeOfArrival`.
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(id: UUID, at: Date, isTimeOfArrival: Bool = false) {
        self.id = id
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, at
        case isTimeOfArrival = "time_is_arrival"
    }
}

/// What was said to a client lately, the latest first: the answer to `GET /clients/{id}/words`.
public struct WordsPage: Codable, Sendable, Equatable {
    public var words: [ClientWords]
    /// The service's clock: by it, words grow too old to be said.
    public var now: Date

    public init(words: [ClientWords], now: Date) {
        self.words = words
        self.now = now
    }
}
