/// What a client can be asked to do: the exercises of the home, the answer to `GET /exercises`.
public struct ExerciseList: Codable, Sendable, Equatable {
    public struct Exercise: Codable, Sendable, Equatable, Identifiable {
        /// What a routine names: `calm`.
        public var id: String
        /// As the client hears and reads it.
        public var name: String
        /// BCP 47.
        public var language: String
        /// One emoji, or the path of a picture beside the boards.
        public var symbol: String?
        /// What is said before it begins.
        public var instructions: String
        /// Whether the client's breathing allows it.
        public var isAllowed: Bool

        public init(
            id: String, name: String, language: String, symbol: String? = nil, instructions: String,
            isAllowed: Bool
        ) {
            self.id = id
            self.name = name
            self.language = language
            self.symbol = symbol
            self.instructions = instructions
            self.isAllowed = isAllowed
        }

        enum CodingKeys: String, CodingKey {
            case id, name, language, symbol, instructions
            case isAllowed = "allowed"
        }

        /// What stands for it in what is planned, where pictures of boards are not shown.
        public var emoji: String? { symbol.flatMap { $0.contains(".") ? nil : $0 } }
    }

    /// The one that is done where no other is chosen first, then the others in the order of their files.
    public var exercises: [Exercise]
    /// Which of them suit the client: `any`, `no_holds` or `none`, as the setting `care.breathing` has it.
    public var breathing: String
    /// How many days before its own something opens that the client was given to do, 1–7, as the setting `sessions.open_ahead_days` has it;
    /// absent where it opens on its day.
    public var opensDaysAhead: Int?

    public init(exercises: [Exercise], breathing: String, opensDaysAhead: Int? = nil) {
        self.exercises = exercises
        self.breathing = breathing
        self.opensDaysAhead = opensDaysAhead
    }

    enum CodingKeys: String, CodingKey {
        case exercises, breathing
        case opensDaysAhead = "open_ahead_days"
    }
}

/// Which exercises suit a client: the body of `PUT /people/{id}/breathing`.
public struct BreathingChange: Codable, Sendable, Equatable {
    /// `any`, `no_holds` or `none`.
    public var breathing: String
    /// Whether its writer has said that it is meant: to allow more than before needs that.
    @PresentIfTrue public var isOnPurpose: Bool

    public init(breathing: String, isOnPurpose: Bool = false) {
        self.breathing = breathing
        self.isOnPurpose = isOnPurpose
    }

    enum CodingKeys: String, CodingKey {
        case breathing
        case isOnPurpose = "on_purpose"
    }
}
