public import FoundationEssentials

/// What each of the household has done lately: the answer to `GET /chores/shares`.
///
/// In the order of their names. There are no ranks, and whoever did nothing is not in it.
public struct ChoreShares: Codable, Sendable, Equatable {
    /// What somebody did of the chores with one title.
    public struct Done: Codable, Sendable, Equatable {
        /// As it was called at the time.
        public var title: String
        public var symbol: String?
        /// As in `Share`.
        public var times: Int
        public var minutes: Int

        public init(title: String, symbol: String? = nil, times: Int, minutes: Int) {
            self.title = title
            self.symbol = symbol
            self.times = times
            self.minutes = minutes
        }
    }

    /// How much one person has done.
    public struct Share: Codable, Sendable, Equatable {
        /// Their id.
        public var person: String
        public var name: String
        /// How many times they did a chore; of one in parts, each time that they did some of them.
        public var times: Int
        /// How many minutes these usually take, as far as the chores say.
        public var minutes: Int
        /// What that was, in the order of titles; of more than `mostChores` titles those that came most often.
        public var chores: [Done]

        public init(person: String, name: String, times: Int, minutes: Int, chores: [Done] = []) {
            self.person = person
            self.name = name
            self.times = times
            self.minutes = minutes
            self.chores = chores
        }
    }

    /// As many titles are told of each person.
    public static let mostChores = 100
    /// How far back it may look, in weeks.
    public static let weeksRange = 1...52
    /// How far back it looks where nothing else is asked, in weeks.
    public static let usualWeeks = 4

    public var from: Date
    public var until: Date
    /// When the home's first chore was done that counts; absent where none was.
    public var firstAt: Date?
    public var shares: [Share]

    public init(from: Date, until: Date, firstAt: Date? = nil, shares: [Share]) {
        self.from = from
        self.until = until
        self.firstAt = firstAt
        self.shares = shares
    }

    enum CodingKeys: String, CodingKey {
        case from, until, shares
        case firstAt = "first_at"
    }
}
