/// The moves that make sense on a board, before anybody has asked what they save.
///
/// Whatever it is may go to another place of its level. Where staff allow it, an item, but no group, may also leave its
/// group for the level above, or go into a group of its own level or of that above: there it stands where its weight
/// puts it, or last.
struct MoveCandidates {
    /// A level does not grow beyond this.
    let largestLevel: Int
    let groups: BoardSuggestion.Limits.Groups
    /// How often an item, or what is behind it, is chosen.
    let weight: (BoardItem) -> Double

    func all(_ items: [BoardItem]) -> [BoardMove] { inLevel(Level(id: nil, items: items), above: nil) }

    private struct Level {
        var id: String?
        var items: [BoardItem]
        var staysTogether = false
    }

    private func inLevel(_ level: Level, above: Level?) -> [BoardMove] {
        let groups = Self.groups(level)
        let beside = above.map(Self.groups) ?? []
        var moves: [BoardMove] = []
        for (index, item) in level.items.enumerated() {
            if !item.isPinned { moves += within(level, item, at: index) }
            if case .group = item.action { continue }
            guard !item.isPinned, !level.staysTogether, self.groups != .keep else { continue }
            // A group of one would cost a press for nothing.
            let mayLeave = level.id == nil || level.items.count > 2
            guard mayLeave else { continue }
            if self.groups == .any {
                for target in groups + beside where target.id != level.id {
                    moves += into(target, item, from: level.id)
                }
            }
            if let above { moves += into(above, item, from: level.id) }
        }
        for group in groups { moves += inLevel(group, above: level) }
        return moves
    }

    private static func groups(_ level: Level) -> [Level] {
        level.items.compactMap { item in
            guard case .group(let inside) = item.action else { return nil }
            return Level(id: item.id, items: inside, staysTogether: item.staysTogether)
        }
    }

    private func within(_ level: Level, _ item: BoardItem, at index: Int) -> [BoardMove] {
        let others = level.items.enumerated().filter { $0.offset != index }.map(\.element.id)
        let behind: [String?] = [nil] + others
        let now = index == 0 ? nil : level.items[index - 1].id
        return behind.filter { $0 != now }.map { BoardMove(item: item.id, group: level.id, behind: $0) }
    }

    private func into(_ target: Level, _ item: BoardItem, from origin: String?) -> [BoardMove] {
        let words = FoldedText.words(item.cue)
        // Two that sound the same cannot be told apart in one level.
        let isHeardThere = target.items.contains { FoldedText.words($0.cue) == words }
        guard !target.staysTogether, target.items.count < largestLevel, !isHeardThere else { return [] }
        let own = weight(item)
        let place =
            target.items.firstIndex {
                // The group that it leaves weighs less without it.
                weight($0) - ($0.id == origin ? own : 0) < own
            } ?? target.items.count
        let byWeight = place == 0 ? nil : target.items[place - 1].id
        let last = target.items.last?.id
        let behind = byWeight == last ? [last] : [byWeight, last]
        return behind.map { BoardMove(item: item.id, group: target.id, behind: $0) }
    }
}
