public import FoundationEssentials
public import Recurrence

/// How a client is, or was found: the body of `POST /moods`.
public struct NewMood: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// By id.
    public var client: String
    public var scale: MoodScale
    public var value: MoodValue
    /// The id of the mood that this one takes the place of.
    public var corrects: UUID?
    /// Which due time of which routine it was asked after: both or neither. It is done with it.
    public var routine: UUID?
    public var key: OccurrenceKey?
    public var appointment: UUID?
    /// Who says so, where it is not the client, as it is spoken.
    public var by: String?
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(
        id: UUID, client: String, scale: MoodScale, value: MoodValue, corrects: UUID? = nil,
        routine: UUID? = nil, key: OccurrenceKey? = nil, appointment: UUID? = nil, by: String? = nil,
        at: Date, isTimeOfArrival: Bool = false
    ) {
        self.id = id
        self.client = client
        self.scale = scale
        self.value = value
        self.corrects = corrects
        self.routine = routine
        self.key = key
        self.appointment = appointment
        self.by = by
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, client, scale, value, corrects, routine, key, appointment, by, at
        case isTimeOfArrival = "time_is_arrival"
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(client, "client", mayHaveCapitals: true)
        try scale.check(value, "value")
        guard corrects != id else { throw FieldProblem("corrects", "a mood cannot correct itself") }
        guard (routine == nil) == (key == nil) else {
            throw FieldProblem(
                routine == nil ? "routine" : "key",
                "it is missing: write both `routine` and `key`, or neither"
            )
        }
        try FieldChecks.text(by, "by")
    }
}

extension NewMood: TimedReport {}

/// A mood as it is kept: moods are only ever added.
public struct Mood: Codable, Sendable, Equatable, Identifiable {
    /// Rises with each that is stored; what `before` of the next page names.
    public var number: Int64
    public var mood: NewMood
    /// For an observation, the sign's name as it was then.
    public var words: String?
    /// The mood that took this one's place.
    public var correctedBy: UUID?
    /// When the service learnt of it, by its own clock.
    public var receivedAt: Date
    /// The time that counts: the sender's where it may be true, else `receivedAt`.
    public var countsAt: Date

    public var id: UUID { mood.id }

    /// A kiosk keeps what it could not send for so long, in seconds: what is said to be older was said by a wrong clock.
    public static let longestWait: TimeInterval = 7 * 86_400

    /// How many of one client are taken within a day: more come from a program that has gone wrong.
    public static let mostADay = 500
    /// So many there may be before others log one: what they log leaves the client room for their own.
    public static let mostADayOfOthers = 250

    /// When something counts that was said to be at a moment: a clock in 1970 or 9999 must not put it before or behind all others.
    public static func countsAt(_ said: Date, received: Date) -> Date {
        said > received || said < received.addingTimeInterval(-longestWait) ? received : said
    }

    public init(
        number: Int64, mood: NewMood, words: String? = nil, correctedBy: UUID? = nil, receivedAt: Date,
        countsAt: Date
    ) {
        self.number = number
        self.mood = mood
        self.words = words
        self.correctedBy = correctedBy
        self.receivedAt = receivedAt
        self.countsAt = countsAt
    }

    enum CodingKeys: String, CodingKey {
        case number, mood, words
        case correctedBy = "corrected_by"
        case receivedAt = "received_at"
        case countsAt = "counts_at"
    }
}

/// A page of moods, the newest first: the answer to `GET /moods`.
public struct MoodPage: Codable, Sendable, Equatable {
    public var moods: [Mood]
    /// Give it as `before` for the next page; absent on the last one.
    public var next: Int64?
    /// On the first page of one client's: among which faces they choose, as the setting `moods.faces` has it. Absent where this home has no
    /// settings of theirs.
    public var faces: MoodScale?

    public init(moods: [Mood], next: Int64? = nil, faces: MoodScale? = nil) {
        self.moods = moods
        self.next = next
        self.faces = faces
    }
}

/// What was logged after something planned.
public struct LoggedMood: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var scale: MoodScale
    public var value: MoodValue

    public init(id: UUID, scale: MoodScale, value: MoodValue) {
        self.id = id
        self.scale = scale
        self.value = value
    }
}

/// The signs by which others see how a client is: the client's own list, the answer to `GET /people/{id}/signs`.
public struct SignList: Codable, Sendable, Equatable {
    /// How many a client has at most.
    public static let most = 50

    public struct Sign: Codable, Sendable, Equatable, Identifiable {
        /// Such as `rubs-eyes`; a value of the scale `observation`.
        public var id: String
        /// "Rubs her eyes".
        public var label: String

        public init(id: String, label: String) {
            self.id = id
            self.label = label
        }
    }

    public var signs: [Sign]
    /// Rises with each change; 0 before the first. A writer sends the one that they have read: if somebody else has written meanwhile,
    /// that is a conflict.
    public var version: Int64

    public init(signs: [Sign] = [], version: Int64 = 0) {
        self.signs = signs
        self.version = version
    }

    public func check() throws(FieldProblem) {
        guard signs.count <= Self.most else {
            throw FieldProblem("signs", "there are \(signs.count): write at most \(Self.most)")
        }
        for (index, sign) in signs.enumerated() {
            try FieldChecks.id(sign.id, "signs[\(index)].id")
            try FieldChecks.name(sign.label, "signs[\(index)].label", limit: 120)
        }
        guard Set(signs.map(\.id)).count == signs.count else {
            throw FieldProblem("signs", "an id is there twice")
        }
        guard version >= 0 else { throw FieldProblem("version", "write what you have read, or 0 at first") }
    }
}
