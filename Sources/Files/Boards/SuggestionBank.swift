/// What a client can propose for the board: some hundred needs in groups, in one language.
///
/// Not to be confused with `BoardSuggestion`, which proposes to staff in which order a board should be.
public struct SuggestionBank: Equatable, Sendable {
    /// A group that a person would look in: "Garden and nature".
    public struct Group: Equatable, Sendable {
        /// Unique among the groups, the same in every language.
        public var id: String
        public var label: String
        /// What scanning says; the label where the file gives none.
        public var cue: String
        /// One emoji.
        public var symbol: String?
        /// The most wanted first.
        public var suggestions: [Suggestion]

        public init(id: String, label: String, cue: String, symbol: String?, suggestions: [Suggestion]) {
            self.id = id
            self.label = label
            self.cue = cue
            self.symbol = symbol
            self.suggestions = suggestions
        }
    }

    /// One need that is not on the board yet.
    public struct Suggestion: Equatable, Sendable {
        /// Unique in the bank, the same in every language; a proposal names it.
        public var id: String
        public var label: String
        /// What scanning says; the label where the file gives none.
        public var cue: String
        /// What the main voice says for it; the label where the file gives none.
        public var say: String
        /// How a sentence names it: "asks for *a walk*".
        public var called: String
        /// One emoji.
        public var symbol: String?

        public init(id: String, label: String, cue: String, say: String, called: String, symbol: String?) {
            self.id = id
            self.label = label
            self.cue = cue
            self.say = say
            self.called = called
            self.symbol = symbol
        }
    }

    /// BCP 47, e.g. `en-GB`.
    public var language: String
    /// The most wanted first.
    public var groups: [Group]

    public init(language: String, groups: [Group]) {
        self.language = language
        self.groups = groups
    }

    /// The groups as items of a board, for the kiosk to scan. Their ids cannot be those of a board file.
    public var items: [BoardItem] {
        groups.map { group in
            BoardItem(
                id: Self.mark + group.id, label: group.label, cue: group.cue, say: group.label,
                symbol: group.symbol, called: group.label, action: .group(group.suggestions.map(Self.item)))
        }
    }

    private static func item(_ suggestion: Suggestion) -> BoardItem {
        BoardItem(
            id: mark + suggestion.id, label: suggestion.label, cue: suggestion.cue, say: suggestion.say,
            symbol: suggestion.symbol, called: suggestion.called, action: .propose(.suggestion(suggestion)))
    }

    private static let mark = "suggestion:"

    /// Whether an item is one of `items`.
    public static func isGroup(_ item: BoardItem) -> Bool { item.id.hasPrefix(mark) }

    /// Looks a suggestion up by its id.
    public subscript(id: String) -> Suggestion? {
        for group in groups {
            if let found = group.suggestions.first(where: { $0.id == id }) { return found }
        }
        return nil
    }
}
