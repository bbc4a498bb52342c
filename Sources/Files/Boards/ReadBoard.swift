import StaffFiles

/// A board with the places of its items, as the checks need it.
struct ReadBoard {
    var path: String
    var board: Board
    var items: [ReadItem]
    var log: FindingLog
    /// The place of its name.
    var namePlace = SourceRange.start
}

/// An item with the places of its keys.
struct ReadItem {
    var item: BoardItem
    /// Where the item begins.
    var range: SourceRange
    /// The keys that the file has.
    var places: [ItemKey: SourceRange]
    /// The items of a group, with their places.
    var children: [ReadItem]

    /// Where a finding about one key points: the value's or key's place, or the item's.
    func place(of key: ItemKey) -> SourceRange { places[key] ?? range }

    /// Where a finding about what scanning says points.
    var cuePlace: SourceRange { places[.cue] ?? place(of: .label) }
}
