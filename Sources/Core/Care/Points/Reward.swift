public import FoundationEssentials

/// How somebody gets a reward.
///
/// In JSON an object with a `kind`: `{"kind": "reached", "at": 20, "again": true}`, `{"kind": "redeemed", "cost": 15, "approval": true}`.
public enum RewardWay: Sendable, Equatable {
    /// It comes by itself once so many points were collected, whatever was done with them; with `again`, each time that as many more were.
    case reached(at: Int, again: Bool)
    /// It is asked for, and costs so many points; with `approval`, somebody else says yes first.
    case redeemed(cost: Int, approval: Bool)

    /// What one takes at least and at most, in points.
    public static let range = 1...100_000

    /// How many points it takes.
    public var points: Int {
        switch self {
        case .reached(let points, _), .redeemed(let points, _): points
        }
    }

    /// How many times it was reached by somebody who has collected so much: once for each crossing.
    public func crossings(of collected: Int) -> Int {
        switch self {
        case .redeemed: 0
        case .reached(let threshold, let again):
            again ? max(0, collected) / threshold : (collected >= threshold ? 1 : 0)
        }
    }
}

extension RewardWay: Codable {
    private enum Kind: String, Codable { case reached, redeemed }
    private enum CodingKeys: String, CodingKey { case kind, at, again, cost, approval }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .reached:
            self = .reached(
                at: try container.decode(Int.self, forKey: .at),
                again: try container.decodeIfPresent(Bool.self, forKey: .again) ?? false)
        case .redeemed:
            self = .redeemed(
                cost: try container.decode(Int.self, forKey: .cost),
                approval: try container.decodeIfPresent(Bool.self, forKey: .approval) ?? false)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .reached(let threshold, let again):
            try container.encode(Kind.reached, forKey: .kind)
            try container.encode(threshold, forKey: .at)
            if again { try container.encode(again, forKey: .again) }
        case .redeemed(let cost, let approval):
            try container.encode(Kind.redeemed, forKey: .kind)
            try container.encode(cost, forKey: .cost)
            if approval { try container.encode(approval, forKey: .approval) }
        }
    }
}

/// Something nice that points lead to, as people write it down.
public struct RewardContent: Codable, Sendable, Equatable {
    /// `An evening at the cinema`.
    public var title: String
    /// More about it.
    public var details: String?
    /// A character or a symbol of the home, as boards name it.
    public var symbol: String?
    /// For whom, by id; empty for everybody who wants points.
    public var people: [String]
    public var way: RewardWay

    public init(
        title: String, details: String? = nil, symbol: String? = nil, people: [String] = [], way: RewardWay
    ) {
        self.title = title
        self.details = details
        self.symbol = symbol
        self.people = people
        self.way = way
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            details: try container.decodeIfPresent(String.self, forKey: .details),
            symbol: try container.decodeIfPresent(String.self, forKey: .symbol),
            people: try container.decodeIfPresent([String].self, forKey: .people) ?? [],
            way: try container.decode(RewardWay.self, forKey: .way))
    }

    /// Whether it is for this person.
    public func isFor(_ person: String) -> Bool { people.isEmpty || people.contains(person) }
}

public struct Reward: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var content: RewardContent
    /// `false` once it was taken away; what was asked for or reached before stays.
    public var isActive: Bool
    /// Rises with each change: what a writer has read.
    public var sequence: Int64
    public var changedAt: Date
    public var changedBy: String?

    public init(
        id: UUID, content: RewardContent, isActive: Bool = true, sequence: Int64, changedAt: Date,
        changedBy: String? = nil
    ) {
        self.id = id
        self.content = content
        self.isActive = isActive
        self.sequence = sequence
        self.changedAt = changedAt
        self.changedBy = changedBy
    }

    enum CodingKeys: String, CodingKey {
        case id, content, sequence
        case isActive = "active"
        case changedAt = "changed_at"
        case changedBy = "changed_by"
    }
}

/// A reward is made or changed: the body of `PUT /rewards/{id}`.
public struct RewardChange: Codable, Sendable, Equatable {
    public var content: RewardContent
    public var isActive: Bool
    /// The `sequence` of what the writer had read; 0 for a new one. Another one now is a conflict.
    public var replaces: Int64
    public var by: String?

    public init(content: RewardContent, isActive: Bool = true, replaces: Int64 = 0, by: String? = nil) {
        self.content = content
        self.isActive = isActive
        self.replaces = replaces
        self.by = by
    }

    enum CodingKeys: String, CodingKey {
        case content, replaces, by
        case isActive = "active"
    }
}

/// All rewards, by their titles: the answer to `GET /rewards`.
public struct RewardList: Codable, Sendable, Equatable {
    public var rewards: [Reward]

    public init(rewards: [Reward]) { self.rewards = rewards }
}
