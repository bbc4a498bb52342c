/// Puts the levels of boards into the order of frequency, and leaves everything in its group.
struct BoardOrder {
    /// How often an item that leads nowhere further is chosen.
    let weight: (BoardItem) -> Double

    func sorted(_ boards: BoardSet) -> BoardSet {
        var sorted = boards
        for path in boards.boards.keys {
            sorted.boards[path]?.items = self.sorted(boards.boards[path]?.items ?? [], boards, [path])
        }
        return sorted
    }

    private func sorted(_ items: [BoardItem], _ boards: BoardSet, _ opened: Set<String>) -> [BoardItem] {
        let ordered = items.enumerated().map {
            (offset: $0.offset, item: $0.element, weight: sum($0.element, boards, opened))
        }
        .sorted { (-$0.weight, $0.offset) < (-$1.weight, $1.offset) }
        return ordered.map { entry in
            var item = entry.item
            if case .group(let inside) = item.action { item.action = .group(sorted(inside, boards, opened)) }
            return item
        }
    }

    /// How often an item, or its content, is chosen; boards are counted where they are first opened.
    func sum(_ item: BoardItem, _ boards: BoardSet, _ opened: Set<String>) -> Double {
        switch item.action {
        case .request, .speak, .list, .pace, .propose: return weight(item)
        case .group(let inside): return inside.reduce(0) { $0 + sum($1, boards, opened) }
        case .open(let path):
            guard !opened.contains(path), let board = boards.boards[path] else { return 0 }
            return board.items.reduce(0) { $0 + sum($1, boards, opened.union([path])) }
        }
    }
}
