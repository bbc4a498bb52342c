/// Who does a routine, as it is written down.
///
/// In JSON an object with a `kind`: `{"kind": "fixed", "person": "anna"}`, `{"kind": "in_turn", "people":
/// ["anna", "ben"]}`. Kinds are only ever added: decisions are stored with each occurrence, never here.
public enum AssignmentRule: Sendable, Equatable {
    /// Always this person; nobody while they are away.
    case fixed(person: String)
    /// One after the other, in this order; who is away is passed over and is next when back.
    case inTurn(people: [String])
}

extension AssignmentRule: Codable {
    private enum Kind: String, Codable {
        case fixed
        case inTurn = "in_turn"
    }

    private enum CodingKeys: String, CodingKey { case kind, person, people }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .fixed: self = .fixed(person: try container.decode(String.self, forKey: .person))
        case .inTurn: self = .inTurn(people: try container.decode([String].self, forKey: .people))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .fixed(let person):
            try container.encode(Kind.fixed, forKey: .kind)
            try container.encode(person, forKey: .person)
        case .inTurn(let people):
            try container.encode(Kind.inTurn, forKey: .kind)
            try container.encode(people, forKey: .people)
        }
    }
}

/// Who does one occurrence, and why; kept with it once it is decided.
public struct Assignment: Codable, Sendable, Equatable {
    /// `nil`: nobody who could do it is there.
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
