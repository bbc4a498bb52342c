public import FoundationEssentials

/// One reward for one person: asked for, or reached.
public struct RewardGrant: Codable, Sendable, Equatable, Identifiable {
    public enum State: String, Codable, Sendable, CaseIterable {
        /// It was asked for, and somebody else is to say yes.
        case waiting
        /// It is theirs, and still to be handed over.
        case granted
        /// It was handed over.
        case given
        case refused
        /// Whoever had asked for it does not want it any more.
        case withdrawn

        /// Whether somebody still has to do something.
        public var isOpen: Bool { self == .waiting || self == .granted }
        /// Whether what it cost is theirs again.
        public var isReturned: Bool { self == .refused || self == .withdrawn }
    }

    public var id: UUID
    /// The reward's id.
    public var reward: UUID
    /// As it was called and shown then.
    public var title: String
    public var symbol: String?
    /// Whose it is, by id.
    public var person: String
    public var name: String
    /// Whether it is a client's.
    public var isClient: Bool
    /// What it cost; 0 where it was reached.
    public var cost: Int
    /// Which crossing of its threshold it was, from 1 on; absent where it was asked for.
    public var crossing: Int?
    public var state: State
    /// Why it was refused.
    public var reason: String?
    /// When it was asked for or reached.
    public var at: Date
    public var changedAt: Date
    /// Who changed it last, by name.
    public var changedBy: String?
    /// The journal's number of its last change.
    public var sequence: Int64

    public init(
        id: UUID, reward: UUID, title: String, symbol: String? = nil, person: String, name: String,
        isClient: Bool = true, cost: Int, crossing: Int? = nil, state: State, reason: String? = nil, at: Date,
        changedAt: Date,
        changedBy: String? = nil, sequence: Int64
    ) {
        self.id = id
        self.reward = reward
        self.title = title
        self.symbol = symbol
        self.person = person
        self.name = name
        self.isClient = isClient
        self.cost = cost
        self.crossing = crossing
        self.state = state
        self.reason = reason
        self.at = at
        self.changedAt = changedAt
        self.changedBy = changedBy
        self.sequence = sequence
    }

    /// Whether it may become this. What was paid for and is not handed over can still be given back; what was reached has cost nothing.
    public func mayBecome(_ next: State) -> Bool {
        switch state {
        case .waiting: [.granted, .given, .refused, .withdrawn].contains(next)
        case .granted: next == .given || next == .withdrawn && cost > 0
        case .given, .refused, .withdrawn: false
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, reward, title, symbol, person, name, cost, crossing, state, reason, at, sequence
        case isClient = "client"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }
}

/// Somebody asks for a reward: the body of `POST /grants`.
public struct NewGrant: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    public var reward: UUID
    /// For whom, by id.
    public var person: String
    public var by: String?
    public var at: Date

    public init(id: UUID, reward: UUID, person: String, by: String? = nil, at: Date) {
        self.id = id
        self.reward = reward
        self.person = person
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(person, "person", mayHaveCapitals: true)
        try FieldChecks.name(by, "by")
    }
}

/// What becomes of a reward that was asked for or reached: the body of `POST /grants/{id}/answers`.
public struct GrantAnswer: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing.
    public var id: UUID
    /// Not `waiting`.
    public var state: RewardGrant.State
    /// Needed where it is refused.
    public var reason: String?
    public var by: String?
    public var at: Date

    public init(id: UUID, state: RewardGrant.State, reason: String? = nil, by: String? = nil, at: Date) {
        self.id = id
        self.state = state
        self.reason = reason
        self.by = by
        self.at = at
    }

    public func check() throws(FieldProblem) {
        guard state != .waiting else {
            throw FieldProblem("state", "write granted, given, refused or withdrawn")
        }
        guard state != .refused || reason != nil else {
            throw FieldProblem("reason", "say why, so that it can be told")
        }
        try FieldChecks.text(reason, "reason")
        try FieldChecks.name(by, "by")
    }
}

/// What was asked for or reached, the latest first: the answer to `GET /grants`.
public struct GrantPage: Codable, Sendable, Equatable {
    public var grants: [RewardGrant]
    /// Give it as `before` for the next page; absent on the last one.
    public var next: Int64?

    public init(grants: [RewardGrant], next: Int64? = nil) {
        self.grants = grants
        self.next = next
    }
}
