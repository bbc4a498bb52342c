public import FoundationEssentials

/// What each of the household has done lately: the answer to `GET /chores/shares`.
///
/// In the order of their names. There are no ranks, and nothing is said of what somebody has not done.
public struct ChoreShares: Codable, Sendable, Equatable {
    /// How much one person has done.
    public struct Share: Codable, Sendable, Equatable {
        /// Their id.
        public var person: String
        public var name: String
        /// How many times they did a chore; of one in parts, each time that they did some of them.
        public var times: Int
        /// How many minutes these usually take, as far as the chores say.
        public var minutes: Int

        public init(person: String, name: String, times: Int, minutes: Int) {
            self.person = person
            self.name = name
            self.times = times
            self.minutes = minutes
        }
    }

    /// How far back it may look, in weeks.
    public static let weeksRange = 1...52
    /// How far back it looks where nothing else is asked, in weeks.
    public static let usualWeeks = 4

    public var from: Date
    public var until: Date
    public var shares: [Share]

    public init(from: Date, until: Date, shares: [Share]) {
        self.from = from
        self.until = until
        self.shares = shares
    }
}
