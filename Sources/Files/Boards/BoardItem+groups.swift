public import Care

/// What an item has from the groups around it unless it has its own.
extension BoardItem {
    /// The colours of all items inside these, by their ids.
    public static func colors(of items: some Sequence<BoardItem>) -> [String: CardColor] {
        inherited(\.color, of: items)
    }

    /// The kinds of need of all items inside these, by their ids.
    public static func kinds(of items: some Sequence<BoardItem>) -> [String: NeedKind] {
        inherited(\.kind, of: items)
    }

    /// Which lists these items and those inside them open.
    public static func lists(of items: some Sequence<BoardItem>) -> Set<LiveList> {
        items.reduce(into: []) { lists, item in
            switch item.action {
            case .list(let list): lists.insert(list)
            case .group(let inside): lists.formUnion(Self.lists(of: inside))
            case .open, .request, .speak, .pace, .propose: break
            }
        }
    }

    private static func inherited<Value>(
        _ member: KeyPath<BoardItem, Value?>, of items: some Sequence<BoardItem>
    ) -> [String: Value] {
        var values: [String: Value] = [:]
        func add(_ items: [BoardItem], _ around: Value?) {
            for item in items {
                let value = item[keyPath: member] ?? around
                if let value { values[item.id] = value }
                if case .group(let inside) = item.action { add(inside, value) }
            }
        }
        add(Array(items), nil)
        return values
    }
}
