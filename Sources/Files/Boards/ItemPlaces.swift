import StaffFiles

/// The places of the items in one board file.
public struct ItemPlaces {
    /// The first line of each item, from 1, by its id.
    public let lines: [String: Int]
    private let items: [ReadItem]

    init(_ items: [ReadItem]) {
        self.items = items
        lines = Dictionary(BoardChecks.flattened(items).map { ($0.item.id, $0.range.line) }) { first, _ in
            first
        }
    }

    /// The file's text with moves made and its comments kept; `nil` where that cannot be done line by line.
    ///
    /// It is a proposal: read it, and compare it with the board that was meant, before it is written.
    public func text(_ text: String, moving moves: [BoardMove]) -> String? {
        guard var cut = BoardText(text, items: items) else { return nil }
        for move in moves {
            guard cut.apply(move) else { return nil }
        }
        return cut.text
    }
}
