public import Scanning

/// In which order scanning walks over one level.
public enum ScanOrder {
    /// One place of a level.
    public enum Place: Equatable, Sendable {
        /// An item, by its index in the level as the file has it.
        case item(Int)
        case goBack
    }

    /// The places of a level, in the order in which they are offered.
    ///
    /// - Parameter isTop: The first board's own level, from which there is nowhere to go back to.
    public static func places(
        of items: [BoardItem], pattern: ScanParameters.Pattern, backItem: ScanParameters.BackItem, isTop: Bool
    ) -> [Place] {
        let indices = Array(items.indices)
        let ordered: [Int] =
            switch pattern {
            case .linear: indices
            case .groupItem:
                indices.filter { items[$0].opensLevel } + indices.filter { !items[$0].opensLevel }
            }
        let places = ordered.map { Place.item($0) }
        guard !isTop else { return places }
        return switch backItem {
        case .start: [.goBack] + places
        case .end: places + [.goBack]
        case .none: places
        }
    }
}

extension BoardItem {
    /// Whether choosing it leads to more items: such items are offered first by `group_item`.
    public var opensLevel: Bool {
        switch action {
        case .group, .open, .list: true
        case .request, .speak: false
        }
    }
}
