public import Scanning

/// In which order scanning walks over one level.
public enum ScanOrder {
    /// One place of a level.
    public enum Place: Equatable, Sendable {
        /// An item, by its index in the level as the file has it.
        case item(Int)
        /// A row of the grid, by the indices of its items; always more than one.
        case row([Int])
        case goBack
    }

    /// The places of a level, in the order in which they are offered.
    ///
    /// - Parameters:
    ///   - columns: How many items are side by side in the grid; as many as make it square if `nil`.
    ///   - isTop: The first board's own level, from which there is nowhere to go back to.
    public static func places(
        of items: [BoardItem], pattern: ScanParameters.Pattern, backItem: ScanParameters.BackItem,
        columns: Int? = nil, isTop: Bool
    ) -> [Place] {
        let indices = Array(items.indices)
        let places: [Place] =
            switch pattern {
            case .linear: indices.map { .item($0) }
            case .groupItem:
                (indices.filter { items[$0].countsAsGroup } + indices.filter { !items[$0].countsAsGroup })
                    .map { .item($0) }
            case .rowColumn: rows(of: indices, columns: columns ?? squareColumns(items.count))
            }
        return isTop ? places : adding(backItem, to: places)
    }

    /// The places inside a row.
    public static func places(inRow indices: [Int], backItem: ScanParameters.BackItem) -> [Place] {
        adding(backItem, to: indices.map { .item($0) })
    }

    /// The columns of the squarest grid, wider rather than higher: 3 for 7 items.
    public static func squareColumns(_ count: Int) -> Int {
        (1...max(1, count)).first { $0 * $0 >= count } ?? 1
    }

    private static func rows(of indices: [Int], columns: Int) -> [Place] {
        // What fits into one row is chosen without a press to enter it.
        guard indices.count > columns else { return indices.map { .item($0) } }
        return stride(from: 0, to: indices.count, by: max(1, columns)).map { start in
            let row = Array(indices[start..<min(start + max(1, columns), indices.count)])
            // A row of one is its item: entering it would cost a press for nothing.
            return row.count == 1 ? .item(row[0]) : .row(row)
        }
    }

    private static func adding(_ back: ScanParameters.BackItem, to places: [Place]) -> [Place] {
        switch back {
        case .start: [.goBack] + places
        case .end: places + [.goBack]
        case .none: places
        }
    }
}

extension BoardItem {
    /// Whether `group_item` offers it among the groups: groups, and boards that are opened like one. A live list
    /// keeps its place: it is often empty, and what is asked for should not wait for it.
    public var countsAsGroup: Bool {
        switch action {
        case .group, .open: true
        case .request, .speak, .list, .pace, .propose: false
        }
    }
}
