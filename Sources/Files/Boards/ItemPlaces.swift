import StaffFiles

/// The places of the items in one board file.
public struct ItemPlaces {
    /// The first line of each item, from 1, by its id.
    public let lines: [String: Int]

    init(_ items: [ReadItem]) {
        lines = Dictionary(BoardChecks.flattened(items).map { ($0.item.id, $0.range.line) }) { first, _ in
            first
        }
    }

    /// The file's text with moves made and its comments kept; `nil` where only a person can make them safely.
    public func text(_ text: String, moving moves: [BoardMove]) -> String? {
        do {
            var file = try BoardFile(Array(text.utf8), name: "")
            for move in moves {
                guard let change = file.change(move) else { return nil }
                file = try file.applying(change).0
            }
            return String(decoding: file.bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }
}

extension BoardFile {
    /// A move by ids as one by places; `nil` where there is no such item, group or neighbour.
    fileprivate func change(_ move: BoardMove) -> BoardChange? {
        guard let item = path(of: move.item) else { return nil }
        var group = ItemPath.board
        if let id = move.group {
            guard let path = path(of: id) else { return nil }
            group = path
        }
        let others = Self.ids(self, in: group).filter { $0 != move.item }
        var index = 0
        if let behind = move.behind {
            guard let place = others.firstIndex(of: behind) else { return nil }
            index = place + 1
        }
        return .move(
            ItemAddress(item), to: ItemPlace(in: group == .board ? nil : ItemAddress(group), at: index))
    }

    /// None where there is no such level.
    private static func ids(_ file: BoardFile, in group: ItemPath) -> [String] {
        ((try? file.nodes(in: group)) ?? []).map { WrittenNames($0).id }
    }

    /// The place of the item with an id.
    private func path(of id: String, in group: ItemPath = .board) -> ItemPath? {
        let ids = Self.ids(self, in: group)
        if let index = ids.firstIndex(of: id) { return group.item(index) }
        return ids.indices.lazy.compactMap { path(of: id, in: group.item($0)) }.first
    }
}
