import StaffFiles

/// Where an item is in its board file: `[2, 0]` is the first item in the group that is the board's third item.
public struct ItemPath: Hashable, Sendable {
    /// From 0, from the board's own level inwards. Empty for the board itself.
    public var indices: [Int]

    public init(_ indices: [Int]) { self.indices = indices }

    /// The board itself, as the place of items that are in no group.
    public static let board = ItemPath([])

    /// The group that it is in.
    public var group: ItemPath { ItemPath(indices.dropLast()) }

    /// Its place among its siblings, from 0; 0 for the board.
    public var index: Int { indices.last ?? 0 }

    public func item(_ index: Int) -> ItemPath { ItemPath(indices + [index]) }

    /// Whether it is this item, or in it.
    func isIn(_ other: ItemPath) -> Bool { indices.starts(with: other.indices) }

    /// Where it is after an item was put in at another place.
    func after(insertionAt place: ItemPath) -> ItemPath { shifted(by: 1, from: place) }

    /// Where it is after another item was taken out.
    func after(removalOf other: ItemPath) -> ItemPath { shifted(by: -1, from: other) }

    private func shifted(by step: Int, from place: ItemPath) -> ItemPath {
        let level = place.indices.count - 1
        guard level >= 0, indices.count > level, indices.starts(with: place.group.indices),
            indices[level] >= place.index
        else { return self }
        var moved = self
        moved.indices[level] += step
        return moved
    }
}

extension ItemPath: CustomStringConvertible {
    /// `2.0`.
    public var description: String { indices.map(String.init).joined(separator: ".") }

    /// Reads `2.0`; `nil` if it is no path of an item, or of one that no file can hold.
    public init?(_ description: some StringProtocol) {
        let parts = description.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.allSatisfy({ (0...StaffFileLimits.entries).contains($0 ?? -1) }) else { return nil }
        self.init(parts.compactMap(\.self))
    }
}

extension ItemPath: Comparable {
    /// In the order of the file.
    public static func < (left: ItemPath, right: ItemPath) -> Bool {
        left.indices.lexicographicallyPrecedes(right.indices)
    }
}

/// An item as a page knew it: where it was, and what it was, so that a change never meets another one.
public struct ItemAddress: Hashable, Sendable {
    public var path: ItemPath
    /// As the reader has it, written or made from the label; not compared if `nil`.
    public var id: String?
    /// Not compared if `nil`.
    public var label: String?

    public init(_ path: ItemPath, id: String? = nil, label: String? = nil) {
        self.path = path
        self.id = id
        self.label = label
    }
}

/// A place for an item.
public struct ItemPlace: Hashable, Sendable {
    /// The group; `nil` is the board's own level.
    public var group: ItemAddress?
    /// How many of the items there are before it. An item that moves is not counted. `nil` is the end.
    public var index: Int?

    public init(in group: ItemAddress? = nil, at index: Int? = nil) {
        self.group = group
        self.index = index
    }

    var path: ItemPath { group?.path ?? .board }
}
