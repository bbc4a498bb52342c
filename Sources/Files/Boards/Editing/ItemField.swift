/// The fields of an item that have a single value, in the order in which the shipped boards write them.
public enum ItemField: String, CaseIterable, Hashable, Sendable {
    case id, label, symbol, color, kind, cue
    case cueSound = "cue_sound"
    case say
    case saySound = "say_sound"
    case called, request, open, list, pace, propose, confirm, pinned, together

    /// Whether it is `true` or `false`, and never in quotes.
    var isSwitch: Bool {
        switch self {
        case .confirm, .pinned, .together: true
        case .id, .label, .symbol, .color, .kind, .cue, .cueSound, .say, .saySound, .called, .request, .open,
            .list, .pace, .propose:
            false
        }
    }
}

/// The fields of a board itself that have a single value.
public enum BoardField: String, CaseIterable, Hashable, Sendable {
    case board, name, language, columns
}

/// The keys of a mapping in the order in which they are usually written.
struct KeyOrder {
    private let ranks: [String: Int]
    /// Without them the file is refused.
    let required: Set<String>

    private init(_ keys: [String], required: Set<String>) {
        ranks = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        self.required = required
    }

    static let item = KeyOrder(
        ItemField.allCases.map(\.rawValue) + [ItemKey.group.rawValue], required: [ItemKey.label.rawValue])
    static let board = KeyOrder(
        BoardField.allCases.map(\.rawValue) + [BoardKey.items.rawValue],
        required: Set(BoardKey.names).subtracting([BoardKey.columns.rawValue]))

    /// The index of the key behind which a new one is written; `nil` if it is to be the first.
    func predecessor(of key: String, among keys: [String]) -> Int? {
        guard let rank = ranks[key] else { return keys.indices.last }
        let before = keys.indices.filter { (ranks[keys[$0]] ?? .max) < rank }
        return before.max { (ranks[keys[$0]] ?? 0) < (ranks[keys[$1]] ?? 0) }
    }
}
