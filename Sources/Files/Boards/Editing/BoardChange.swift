/// One change of a board file.
public enum BoardChange: Hashable, Sendable {
    /// Sets fields of an item; `nil` removes one. What is `nil` and not there stays so.
    case set([ItemField: String?], of: ItemAddress)
    /// Sets fields of the board itself; `nil` removes one.
    case setBoard([BoardField: String?])
    /// Puts an item with all that is in it at another place: among its siblings, into a group, or out of one.
    case move(ItemAddress, to: ItemPlace, emptied: EmptiedGroup = .refused)
    /// Puts a copy right behind an item, with ids of its own and a label that differs: "Tea 2".
    case copy(ItemAddress)
    /// Removes an item with all that is in it, and the comment right above it.
    case remove(ItemAddress, emptied: EmptiedGroup = .refused)
    /// Puts a new item or group at a place.
    case add(NewItem, at: ItemPlace)

    /// What becomes of a group that has lost its last item.
    public enum EmptiedGroup: String, Hashable, Sendable {
        /// Nothing is changed.
        case refused
        /// It goes too, and so does a group that has held nothing else.
        case removed
    }

    public static func set(_ field: ItemField, to text: String?, of item: ItemAddress) -> BoardChange {
        .set([field: text], of: item)
    }

    /// One step back among its siblings.
    public static func moveUp(_ item: ItemAddress) -> BoardChange { step(item, by: -1) }

    /// One step on among its siblings.
    public static func moveDown(_ item: ItemAddress) -> BoardChange { step(item, by: 1) }

    private static func step(_ item: ItemAddress, by step: Int) -> BoardChange {
        .move(item, to: ItemPlace(in: above(item.path), at: item.path.index + step))
    }

    /// The group that an item is in; `nil` for the board.
    private static func above(_ path: ItemPath) -> ItemAddress? {
        path.indices.count > 1 ? ItemAddress(path.group) : nil
    }
}

/// An item or a group that is not on the board yet.
public struct NewItem: Hashable, Sendable {
    /// One without an id gets one only if that which its label makes is taken.
    public var fields: [ItemField: String]
    /// What a group holds, at least one; `nil` for what is no group.
    public var items: [NewItem]?

    public init(_ fields: [ItemField: String], items: [NewItem]? = nil) {
        self.fields = fields
        self.items = items
    }
}
