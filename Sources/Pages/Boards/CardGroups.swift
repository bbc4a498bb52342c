import Care

/// The groups of a board as forms name them: by their ids, which they keep when somebody moves cards meanwhile.
struct CardGroups {
    /// The board's own level.
    static let top = "top"
    private static let byID = "id:"
    /// Of a group whose id is missing, or that of something else too: only good for the board that the form was made from.
    private static let byPath = "at:"

    private let cards: [BoardCard]
    private let byPlace: [String: BoardCard]
    /// How many cards have an id.
    private let counts: [String: Int]
    /// How many cards each group has, the board itself under no path.
    private let sizes: [String: Int]

    init(_ board: HomeBoard) {
        cards = board.cards
        byPlace = Dictionary(cards.map { ($0.path, $0) }) { first, _ in first }
        counts = Dictionary(cards.map { ($0.id, 1) }, uniquingKeysWith: +)
        sizes = Dictionary(cards.map { (Self.group(of: $0.path), 1) }, uniquingKeysWith: +)
    }

    /// How many cards a group has; those in groups of it are not counted.
    func size(of group: String) -> Int { sizes[group] ?? 0 }

    /// All but a card itself and what is in it.
    func places(for card: BoardCard?) -> [BoardCard] {
        cards.filter { group in
            group.isGroup && !(card.map { (group.path + ".").hasPrefix($0.path + ".") } ?? false)
        }
    }

    /// - Parameter path: Of a group; empty for the board itself.
    func key(of path: String) -> String {
        guard let group = byPlace[path] else { return Self.top }
        return !group.id.isEmpty && counts[group.id] == 1
            ? Self.byID + group.id : Self.byPath + path
    }

    /// - Returns: Empty for the board itself; `nil` where there is no such group any more.
    func path(of key: String) -> String? {
        if key == Self.top { return "" }
        return cards.first { $0.isGroup && self.key(of: $0.path) == key }?.path
    }

    /// Whether a key says nothing on a board that others have changed.
    static func isByPath(_ key: String) -> Bool { key.hasPrefix(byPath) }

    /// The group that a path is in, empty for the board: `2.0` is in `2`.
    static func group(of path: String) -> String {
        path.split(separator: ".").dropLast().joined(separator: ".")
    }

    /// Where the next card of a group comes.
    func end(of group: String) -> String {
        group.isEmpty ? "\(size(of: group))" : "\(group).\(size(of: group))"
    }
}
