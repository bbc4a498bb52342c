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
                indices.filter { items[$0].countsAsGroup } + indices.filter { !items[$0].countsAsGroup }
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
    /// Whether `group_item` offers it among the groups: groups, and boards that are opened like one. A live list
    /// keeps its place: it is often empty, and what is asked for should not wait for it.
    public var countsAsGroup: Bool {
        switch action {
        case .group, .open: true
        case .request, .speak, .list: false
        }
    }
}
