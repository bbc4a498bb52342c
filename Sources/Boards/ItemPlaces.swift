import StaffFiles

/// Where the items of one board file stand in it.
public struct ItemPlaces: Equatable, Sendable {
    /// The first line of each item, from 1, by its id.
    public var lines: [String: Int]

    init(_ items: [ReadItem]) {
        lines = Dictionary(BoardChecks.flattened(items).map { ($0.item.id, $0.range.line) }) { first, _ in
            first
        }
    }
}
