/// Who does a routine, as it is written down.
///
/// In JSON an object with a `kind`: `{"kind": "fixed", "person": "anna"}`, `{"kind": "in_turn", "people":
/// ["anna", "ben"], "per": "week"}`, `{"kind": "least_often", "people": ["anna", "ben"], "days": 28}`,
/// `{"kind": "claimed"}`. Kinds are only ever added: decisions are stored with each occurrence, never here.
public enum AssignmentRule: Sendable, Equatable {
    /// Always this person; nobody while they are away.
    case fixed(person: String)
    /// One after the other, in this order; who is away is passed over and is next when back. A turn is all that is due in one
    /// `TurnSpan`.
    case inTurn(people: [String], per: TurnSpan = .occurrence)
    /// Whoever had it least often in the last `days`; of several, who has waited longest.
    case leastOften(people: [String], days: Int = AssignmentRule.usualDays)
    /// Whoever of these takes it first; of everybody, where nobody is named.
    case claimed(people: [String] = [])

    /// As far as `leastOften` looks back where nothing else is said.
    public static let usualDays = 28

    /// Everybody whom it names.
    public var people: [String] {
        switch self {
        case .fixed(let person): [person]
        case .inTurn(let people, _), .leastOften(let people, _), .claimed(let people): people
        }
    }

    /// Whether it depends on who had it before.
    public var looksBack: Bool {
        switch self {
        case .fixed, .claimed: false
        case .inTurn, .leastOften: true
        }
    }
}

/// How much one turn is. Days, weeks and months are the home's; weeks begin on Monday (ISO 8601), whatever calendar somebody reads.
public enum TurnSpan: String, Codable, Sendable, CaseIterable {
    case occurrence, day, week, month
}

extension AssignmentRule: Codable {
    private enum Kind: String, Codable {
        case fixed
        case inTurn = "in_turn"
        case leastOften = "least_often"
        case claimed
    }

    private enum CodingKeys: String, CodingKey { case kind, person, people, per, days }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func people() throws -> [String] { try container.decode([String].self, forKey: .people) }
        switch try container.decode(Kind.self, forKey: .kind) {
        case .fixed: self = .fixed(person: try container.decode(String.self, forKey: .person))
        case .inTurn:
            self = .inTurn(
                people: try people(),
                per: try container.decodeIfPresent(TurnSpan.self, forKey: .per) ?? .occurrence)
        case .leastOften:
            self = .leastOften(
                people: try people(),
                days: try container.decodeIfPresent(Int.self, forKey: .days) ?? Self.usualDays)
        case .claimed:
            self = .claimed(people: try container.decodeIfPresent([String].self, forKey: .people) ?? [])
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .fixed(let person):
            try container.encode(Kind.fixed, forKey: .kind)
            try container.encode(person, forKey: .person)
        case .inTurn(let people, let span):
            try container.encode(Kind.inTurn, forKey: .kind)
            try container.encode(people, forKey: .people)
            if span != .occurrence { try container.encode(span, forKey: .per) }
        case .leastOften(let people, let days):
            try container.encode(Kind.leastOften, forKey: .kind)
            try container.encode(people, forKey: .people)
            try container.encode(days, forKey: .days)
        case .claimed(let people):
            try container.encode(Kind.claimed, forKey: .kind)
            if !people.isEmpty { try container.encode(people, forKey: .people) }
        }
    }
}

/// Who does one occurrence, and why; kept with it once it is decided.
public struct Assignment: Codable, Sendable, Equatable {
    /// `nil`: nobody who could do it is there, or nobody has taken it yet.
    public var person: String?
    /// As it is spoken.
    public var name: String?
    /// One line for people, e.g. "Ben's turn: Anna had it on Monday and Cleo is away".
    public var reason: String

    public init(person: String?, name: String?, reason: String) {
        self.person = person
        self.name = name
        self.reason = reason
    }
}
