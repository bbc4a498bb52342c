public import FoundationEssentials

/// For whom an amount is, and how it is divided among them.
///
/// In JSON an object with a `kind`: `{"kind": "equally", "people": ["anna", "ben"]}`, `{"kind": "shares", "shares": [{"person": "anna",
/// "count": 2}, …]}`, `{"kind": "exact", "amounts": [{"person": "anna", "amount": 700}, …]}`.
public enum CostSplit: Sendable, Hashable {
    /// Each the same.
    case equally([String])
    /// As many parts as each has.
    case shares([CostCount])
    /// So much each; together it is the whole amount.
    case exact([CostShare])

    /// Their ids, as they were written.
    public var people: [String] {
        switch self {
        case .equally(let people): people
        case .shares(let counts): counts.map(\.person)
        case .exact(let shares): shares.map(\.person)
        }
    }
}

/// How many parts of an amount are a person's.
public struct CostCount: Codable, Hashable, Sendable {
    /// The person's id.
    public var person: String
    /// 1 to 1000.
    public var count: Int

    public init(person: String, count: Int) {
        self.person = person
        self.count = count
    }
}

extension CostSplit {
    /// Each person's part of an amount, in the order of their ids; together it is the amount.
    ///
    /// What cannot be divided is dealt out, one smallest unit to each, beginning with another person for another expense, so that it does
    /// not always cost the same one (decision 0270). Everybody can reckon it again: sort the ids by their characters' numbers; the first
    /// of those who get one is at the remainder of the last eight bytes of the expense's id, read as one number, by how many they are.
    ///
    /// - Parameter id: The expense's.
    public func parts(of amount: Int64, id: UUID) -> [CostShare] {
        let counts: [CostCount]
        switch self {
        case .equally(let people): counts = people.map { CostCount(person: $0, count: 1) }
        case .shares(let own): counts = own
        case .exact(let shares): return shares.sorted { Self.isBefore($0.person, $1.person) }
        }
        let sorted = counts.sorted { Self.isBefore($0.person, $1.person) }
        let whole = sorted.reduce(Int64(0)) { $0 + Int64($1.count) }
        guard whole > 0 else { return [] }
        // At most 10^12 times 1000: far within an Int64.
        var parts = sorted.map {
            CostShare(person: $0.person, amount: amount * Int64($0.count) / whole)
        }
        let rest = Int(amount - parts.reduce(0) { $0 + $1.amount })
        let first = Self.firstPlace(id, of: parts.count)
        for place in 0..<rest { parts[(first + place) % parts.count].amount += 1 }
        return parts
    }

    private static func firstPlace(_ id: UUID, of count: Int) -> Int {
        let bytes = withUnsafeBytes(of: id.uuid) { Array($0.suffix(8)) }
        return Int(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(count))
    }

    private static func isBefore(_ one: String, _ other: String) -> Bool {
        one.utf8.lexicographicallyPrecedes(other.utf8)
    }
}

extension CostSplit: Codable {
    private enum Kind: String, Codable { case equally, shares, exact }

    private enum CodingKeys: String, CodingKey { case kind, people, shares, amounts }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .equally: self = .equally(try container.decode([String].self, forKey: .people))
        case .shares: self = .shares(try container.decode([CostCount].self, forKey: .shares))
        case .exact: self = .exact(try container.decode([CostShare].self, forKey: .amounts))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .equally(let people):
            try container.encode(Kind.equally, forKey: .kind)
            try container.encode(people, forKey: .people)
        case .shares(let counts):
            try container.encode(Kind.shares, forKey: .kind)
            try container.encode(counts, forKey: .shares)
        case .exact(let shares):
            try container.encode(Kind.exact, forKey: .kind)
            try container.encode(shares, forKey: .amounts)
        }
    }
}
