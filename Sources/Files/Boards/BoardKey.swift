/// The keys of a board file.
enum BoardKey: String, CaseIterable {
    case board, name, language, columns, items

    static let names = allCases.map(\.rawValue)
}

/// The keys of an item.
enum ItemKey: String, CaseIterable {
    case id, label, symbol, color, kind, cue
    case cueSound = "cue_sound"
    case say
    case saySound = "say_sound"
    case called, confirm, pinned, together, group, open, request, list, pace, propose

    static let names = allCases.map(\.rawValue)

    /// What choosing an item does; it has at most one of them.
    static let actions: [ItemKey] = [.group, .open, .request, .list, .pace, .propose]
}
