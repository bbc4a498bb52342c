/// How somebody stands: what they have, and how far the next rewards are.
public struct PointStanding: Codable, Sendable, Equatable {
    /// By id.
    public var person: String
    public var name: String
    /// Whether it is a client's: those are everybody's to see who cares for them, a housemate's are not.
    public var isClient: Bool
    /// What can be redeemed, as it is shown and said: never below 0.
    public var total: Int
    /// How many points the next ones make up first, after an undo of what was redeemed already; 0 as a rule.
    public var missing: Int
    /// What was collected ever, less what was undone; redeeming takes nothing from it. What thresholds are compared with; never below 0.
    public var collected: Int
    /// Whether this person wants points.
    public var isOn: Bool
    /// The rewards that are for this person: those that are reached first, then the others by what is left.
    public var rewards: [RewardProgress]

    public init(
        person: String, name: String, isClient: Bool = true, sum: Int, collected: Int, isOn: Bool,
        rewards: [RewardProgress] = []
    ) {
        self.person = person
        self.name = name
        self.isClient = isClient
        total = max(0, sum)
        missing = max(0, -sum)
        self.collected = max(0, collected)
        self.isOn = isOn
        self.rewards = rewards
    }

    enum CodingKeys: String, CodingKey {
        case person, name, total, missing, collected, rewards
        case isClient = "client"
        case isOn = "on"
    }
}

/// How everybody stands whose points the reader may see, in the order of their names: the answer to `GET /points`. There are no ranks.
public struct PointStandings: Codable, Sendable, Equatable {
    public var people: [PointStanding]

    public init(people: [PointStanding]) { self.people = people }
}

/// How far somebody is from one reward.
public struct RewardProgress: Codable, Sendable, Equatable {
    public var reward: Reward
    /// How many points they have towards it, 0 to `needed`.
    public var points: Int
    /// How many it takes; positive.
    public var needed: Int
    /// Whether they could ask for it now: of a reward that is redeemed. One that is reached comes by itself.
    public var canBeAskedFor: Bool

    /// How many are left: more than `needed` where an undo has to be made up first.
    public var left: Int

    /// - Parameter sum: How many points they have towards it; below 0 where an undo has to be made up first.
    public init(reward: Reward, sum: Int, needed: Int, canBeAskedFor: Bool) {
        self.reward = reward
        points = min(max(0, sum), needed)
        self.needed = needed
        self.canBeAskedFor = canBeAskedFor
        left = max(0, needed - sum)
    }

    /// - Parameters:
    ///   - sum: What all lines of this person come to.
    ///   - collected: What those come to that were collected.
    ///   - reached: How many times this person has reached it.
    /// - Returns: `nil` where it can be reached once only, and was.
    public init?(_ reward: Reward, sum: Int, collected: Int, reached: Int) {
        switch reward.content.way {
        case .redeemed(let cost, _):
            self.init(reward: reward, sum: sum, needed: cost, canBeAskedFor: sum >= cost)
        case .reached(let threshold, let again):
            guard again || reached == 0 else { return nil }
            self.init(
                reward: reward, sum: collected - threshold * reached, needed: threshold, canBeAskedFor: false)
        }
    }

    enum CodingKeys: String, CodingKey {
        case reward, points, needed, left
        case canBeAskedFor = "can_be_asked_for"
    }
}
