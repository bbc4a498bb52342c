public import Wording

/// How often each need was asked: counted by Beckon, or written down by staff.
public struct BoardUse: Equatable, Sendable {
    /// Where the counts come from, in English: `use.yaml`.
    public var source: String
    /// The same in each reader's language.
    public var told: Text
    /// By id. What is missing was never asked.
    public var counts: [String: Int]

    /// - Parameter told: `nil` where the source has the same name in each language, as a file has.
    public init(source: String, told: Text? = nil, counts: [String: Int]) {
        self.source = source
        self.told = told ?? .verbatim(source)
        self.counts = counts
    }

    /// A weight for every item of the boards, 0 for those that were never asked.
    public func weights(for boards: BoardSet) -> [String: Double] {
        let ids = boards.boards.values.flatMap { BoardItem.flattened($0.items).map(\.id) }
        return Dictionary(ids.map { ($0, Double(counts[$0] ?? 0)) }) { first, _ in first }
    }
}

extension BoardSet {
    /// Whether an item of that id is on any of the boards, or in a group of them.
    public func hasItem(_ id: String) -> Bool {
        boards.values.contains { BoardItem.flattened($0.items).contains { $0.id == id } }
    }
}

extension BoardItem {
    /// The items with all that is in their groups, in the order of the file.
    static func flattened(_ items: [BoardItem]) -> [BoardItem] {
        items.flatMap { item in
            if case .group(let inside) = item.action { [item] + flattened(inside) } else { [item] }
        }
    }

    /// Whether choosing it is an end in itself, and not only a way to other items.
    var isEnd: Bool {
        switch action {
        case .request, .speak, .list, .pace, .propose: true
        case .group, .open: false
        }
    }
}
