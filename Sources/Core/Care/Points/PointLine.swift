public import FoundationEssentials

/// One line of the ledger of points. Lines are only ever added; a total is their sum.
public struct PointLine: Codable, Sendable, Equatable, Identifiable {
    public enum Kind: String, Codable, Sendable, CaseIterable {
        /// A chore that counts.
        case earned
        /// A chore that counts no longer: the same with a minus.
        case undone
        /// Somebody else said thanks for something that is no chore.
        case given
        /// A reward was asked for: what it costs, with a minus.
        case redeemed
        /// It was refused or taken back: what it cost.
        case returned

        /// Whether it says how much somebody has collected, and not what they do with it.
        public var isCollected: Bool {
            switch self {
            case .earned, .undone, .given: true
            case .redeemed, .returned: false
            }
        }
    }

    /// Rises with each line; what `before` of the next page names.
    public var number: Int64
    public var id: UUID
    /// Whose points they are, by id: a client, or anybody else of the home.
    public var person: String
    public var kind: Kind
    /// Below zero for what is taken back or redeemed; never 0.
    public var points: Int
    /// What for, as people read it: the chore, the reward, or why they were given.
    public var what: String
    /// The entry by which the chore was done.
    public var entry: UUID?
    /// The reward that was asked for: a `RewardGrant`.
    public var grant: UUID?
    /// Who did it, by name.
    public var by: String?
    /// The id of whoever did it; `nil` where nobody had logged in, as at a station, and for lines that are older than this member.
    public var byID: String?
    public var at: Date

    public init(
        number: Int64, id: UUID, person: String, kind: Kind, points: Int, what: String, entry: UUID? = nil,
        grant: UUID? = nil, by: String? = nil, byID: String? = nil, at: Date
    ) {
        self.number = number
        self.id = id
        self.person = person
        self.kind = kind
        self.points = points
        self.what = what
        self.entry = entry
        self.grant = grant
        self.by = by
        self.byID = byID
        self.at = at
    }

    enum CodingKeys: String, CodingKey {
        case number, id, person, kind, points, what, entry, grant, by, at
        case byID = "by_id"
    }
}

/// The lines of one person, the latest first, with how they stand: the answer to `GET /points/{person}`.
public struct PointPage: Codable, Sendable, Equatable {
    public var standing: PointStanding
    public var lines: [PointLine]
    /// Give it as `before` for the next page; absent on the last one.
    public var next: Int64?

    public init(standing: PointStanding, lines: [PointLine], next: Int64? = nil) {
        self.standing = standing
        self.lines = lines
        self.next = next
    }
}

/// Points for something that is no chore: the body of `POST /points/{person}/gifts`.
public struct PointGift: Codable, Sendable, Equatable, Identifiable {
    /// What one gift may have. Points are never taken away, so that there is no gift below zero.
    public static let range = 1...1000

    public var id: UUID
    /// `range`.
    public var points: Int
    /// What for: "helped Ben with the bags".
    public var reason: String
    public var by: String?
    public var at: Date

    public init(id: UUID, points: Int, reason: String, by: String? = nil, at: Date) {
        self.id = id
        self.points = points
        self.reason = reason
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.number(points, "points", in: Self.range, "points")
        try FieldChecks.text(reason, "reason")
        try FieldChecks.name(by, "by")
    }
}

/// Somebody wants points or none: the body of `PUT /points/{person}/switch`.
public struct PointSwitch: Codable, Sendable, Equatable {
    /// How often points are switched on for one person within a day: each is a line of the audit log, which is to have room for others'.
    /// Switched off they are at any time.
    public static let mostADay = 20

    /// `false`: chores pay nothing to this person, and nothing is said or shown of points. What they have stays theirs.
    public var isOn: Bool
    public var by: String?

    public init(isOn: Bool, by: String? = nil) {
        self.isOn = isOn
        self.by = by
    }

    enum CodingKeys: String, CodingKey {
        case by
        case isOn = "on"
    }

    public func check() throws(FieldProblem) { try FieldChecks.name(by, "by") }
}
