/// Which part of a life a need is about: one that every home knows, or a home's own words.
///
/// Docs: `docs/decisions/0223-what-kind-of-need.md`.
public enum NeedKind: Hashable, Sendable {
    case physical, social, emotional
    /// As the home writes it.
    case own(String)

    /// Those that every home knows, in the order in which they are offered.
    public static let known: [NeedKind] = [.physical, .social, .emotional]
    /// What a search writes for needs without a kind; no home's own words can be it.
    public static let none = "none"
    /// Longest words of a home's own, in characters: they stand on a button.
    static let longest = 60

    /// A known one by its code, whatever the capitals; everything else is the home's own.
    public init(_ text: String) {
        self = Self.known.first { $0.text == text.lowercased() } ?? .own(text)
    }

    /// As messages and rows have it: a code, or the home's own words.
    public var text: String {
        switch self {
        case .physical: "physical"
        case .social: "social"
        case .emotional: "emotional"
        case .own(let words): words
        }
    }

    /// Throws for a home's own words that are too long, or have characters that cannot be seen.
    public func check(_ field: String) throws(FieldProblem) {
        try FieldChecks.name(text, field, limit: Self.longest)
        guard text != Self.none else {
            throw FieldProblem(
                field, "`\(Self.none)` stands for no kind: leave `\(field)` out, or write another word")
        }
    }

    /// The known ones in their order, then the home's own by their words.
    public static func sorted(_ kinds: some Sequence<NeedKind>) -> [NeedKind] {
        kinds.sorted { ($0.place, $0.text) < ($1.place, $1.text) }
    }

    private var place: Int { Self.known.firstIndex(of: self) ?? Self.known.count }
}

extension NeedKind: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
