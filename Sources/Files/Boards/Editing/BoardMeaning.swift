import StaffFiles

/// What a part of a board file says, wherever and however it is written. The order of keys means nothing.
enum BoardMeaning: Equatable {
    case empty
    case value(String)
    case list([BoardMeaning])
    case keys([String: BoardMeaning])

    init(_ node: StaffNode) {
        switch node.content {
        case .empty: self = .empty
        case .scalar(let text, _): self = .value(text)
        case .sequence(let nodes): self = .list(nodes.map(BoardMeaning.init))
        case .mapping(let entries):
            self = .keys(
                Dictionary(entries.map { ($0.key.value, BoardMeaning($0.value)) }) { first, _ in first })
        }
    }

    init(_ item: NewItem) {
        var keys = Dictionary(
            uniqueKeysWithValues: item.fields.map { ($0.key.rawValue, BoardMeaning.value($0.value)) })
        if let items = item.items { keys[ItemKey.group.rawValue] = .list(items.map(BoardMeaning.init)) }
        self = .keys(keys)
    }

    /// What a key says.
    subscript(key: String) -> BoardMeaning? {
        get { if case .keys(let keys) = self { keys[key] } else { nil } }
        set {
            guard case .keys(var keys) = self else { return }
            keys[key] = newValue
            self = .keys(keys)
        }
    }

    /// The items of the board, or of a group; `nil` where it has none.
    subscript(itemsIn group: ItemPath) -> [BoardMeaning]? {
        get {
            guard
                case .list(let items)? = group == .board
                    ? self[BoardKey.items.rawValue] : self[group]?[ItemKey.group.rawValue]
            else { return nil }
            return items
        }
        set {
            let list = newValue.map { BoardMeaning.list($0) }
            if group == .board {
                self[BoardKey.items.rawValue] = list
            } else {
                self[group]?[ItemKey.group.rawValue] = list
            }
        }
    }

    /// An item; the board itself by the board's path.
    subscript(path: ItemPath) -> BoardMeaning? {
        get {
            if path == .board { return self }
            guard let items = self[itemsIn: path.group], items.indices.contains(path.index) else {
                return nil
            }
            return items[path.index]
        }
        set {
            guard let newValue else { return }
            if path == .board { self = newValue }
            guard path != .board, var items = self[itemsIn: path.group], items.indices.contains(path.index)
            else { return }
            items[path.index] = newValue
            self[itemsIn: path.group] = items
        }
    }

    mutating func insert(_ item: BoardMeaning, at path: ItemPath) {
        guard let items = self[itemsIn: path.group], path.index <= items.count else { return }
        self[itemsIn: path.group]?.insert(item, at: path.index)
    }

    mutating func remove(_ path: ItemPath) {
        guard self[path] != nil, path != .board else { return }
        self[itemsIn: path.group]?.remove(at: path.index)
    }
}
