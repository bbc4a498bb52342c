/// One item or group of a board goes to another place.
public struct BoardMove: Hashable, Sendable {
    /// The id of what moves.
    public var item: String
    /// The group that it is then in; `nil` is the board's own level.
    public var group: String?
    /// The item that it then follows; `nil` is the beginning of the level.
    public var behind: String?

    public init(item: String, group: String?, behind: String?) {
        self.item = item
        self.group = group
        self.behind = behind
    }

    /// The items with this moved; `nil` where there is no such item, group or neighbour.
    func applied(to items: [BoardItem]) -> [BoardItem]? {
        var items = items
        guard let moved = Self.remove(item, from: &items), insert(moved, into: &items, of: nil) else {
            return nil
        }
        return items
    }

    private static func remove(_ id: String, from items: inout [BoardItem]) -> BoardItem? {
        if let index = items.firstIndex(where: { $0.id == id }) { return items.remove(at: index) }
        for index in items.indices {
            guard case .group(var inside) = items[index].action else { continue }
            if let item = remove(id, from: &inside) {
                items[index].action = .group(inside)
                return item
            }
        }
        return nil
    }

    private func insert(_ moved: BoardItem, into items: inout [BoardItem], of level: String?) -> Bool {
        if level == group {
            guard let behind else {
                items.insert(moved, at: 0)
                return true
            }
            guard let index = items.firstIndex(where: { $0.id == behind }) else { return false }
            items.insert(moved, at: index + 1)
            return true
        }
        for index in items.indices {
            guard case .group(var inside) = items[index].action else { continue }
            if insert(moved, into: &inside, of: items[index].id) {
                items[index].action = .group(inside)
                return true
            }
        }
        return false
    }
}
