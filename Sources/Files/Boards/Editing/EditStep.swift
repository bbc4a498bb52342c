import StaffFiles

/// Makes one change: in the text, and, on its own, in what the text is to mean.
struct EditStep {
    private(set) var file: BoardFile
    private(set) var meant: BoardMeaning
    /// Where the item is now.
    private(set) var path: ItemPath?
    /// Where the change begins in the old text, for a refusal.
    private(set) var place = 0
    /// Whether a key, an item or a group went: the comments there go too.
    private(set) var takesAway = false
    private let taken: Set<String>

    init(_ file: BoardFile, taken: Set<String>) {
        self.file = file
        self.taken = taken
        meant = file.meaning
    }

    mutating func make(_ change: BoardChange) throws(BoardEdit.Problem) {
        switch change {
        case .set(let fields, of: let item):
            try check(item)
            for case (let field, let value?) in fields { try ValueCheck.check(value, of: field) }
            let named = fields.map { ($0.key.rawValue, $0.value, $0.key.isSwitch) }
            try set(named.map { NewValue(key: $0, text: $1, isPlain: $2) }, of: item.path, order: .item)
            path = item.path
        case .setBoard(let fields):
            for case (let field, let value?) in fields { try ValueCheck.check(value, of: field) }
            try set(
                fields.map { NewValue(key: $0.key.rawValue, text: $0.value, isPlain: $0.key == .columns) },
                of: .board, order: .board)
        case .move(let item, to: let target, let emptied): try move(item, to: target, emptied)
        case .copy(let item): try copy(item)
        case .remove(let item, let emptied):
            try check(item)
            try remove(item.path, emptied)
        case .add(let item, at: let place): try add(item, at: place)
        }
    }

    private mutating func check(_ item: ItemAddress) throws(BoardEdit.Problem) {
        try file.check(item)
        place = try file.item(item.path).written.bytes.lowerBound
    }

    /// A place that there is: its level, and how many items are before it.
    private func check(_ target: ItemPlace, without moved: ItemPath? = nil) throws(BoardEdit.Problem)
        -> (list: ItemList, index: Int)
    {
        if let group = target.group {
            try file.check(group)
            guard case .mapping(let entries) = try file.item(group.path).content,
                entries.contains(where: { $0.key.value == ItemKey.group.rawValue })
            else { throw .unfit("Only a group can hold items.") }
        }
        let list = try file.list(in: target.path)
        let others = list.nodes.count - (moved?.group == target.path ? 1 : 0)
        let index = target.index ?? others
        guard (0...others).contains(index) else {
            throw .unfit("There is no such place on this level.")
        }
        return (list, index)
    }

    // MARK: - Fields

    private struct NewValue {
        var key: String
        /// `nil` to remove it.
        var text: String?
        var isPlain: Bool
    }

    private mutating func set(_ values: [NewValue], of path: ItemPath, order: KeyOrder) throws(BoardEdit
        .Problem)
    {
        let values = values.sorted { $0.key < $1.key }
        let mapping = try mapping(path)
        var replaced: [FileSplice] = []
        var (added, removed): ([NewValue], [String]) = ([], [])
        for value in values {
            let entry = mapping.entry(value.key)
            switch (entry, value.text) {
            case (nil, nil): continue
            case (nil, _?): added.append(value)
            case (_?, nil):
                guard !order.required.contains(value.key) else {
                    throw .unfit("`\(value.key)` cannot be left out.")
                }
                removed.append(value.key)
                meant[path]?[value.key] = nil
            case (let entry?, let text?):
                // A page shows a text on one line, and gives it back so.
                if case .scalar(let old, _) = entry.value.content,
                    old == text || WrittenNames.oneLine(old) == text
                {
                    continue
                }
                replaced.append(try mapping.replacing(entry, with: text, isPlain: value.isPlain))
                meant[path]?[value.key] = .value(text)
            }
        }
        if !replaced.isEmpty { file = try changed(replaced) }
        takesAway = !removed.isEmpty
        for key in removed {
            let mapping = try self.mapping(path)
            guard let entry = mapping.entry(key) else { continue }
            file = try changed([mapping.removing(entry)])
        }
        for value in added {
            guard let text = value.text else { continue }
            let splice = try self.mapping(path).adding(value.key, text, isPlain: value.isPlain, order: order)
            file = try changed([splice])
            meant[path]?[value.key] = .value(text)
        }
    }

    private func mapping(_ path: ItemPath) throws(BoardEdit.Problem) -> WrittenMapping {
        try file.mapping(path == .board ? file.root : file.item(path))
    }

    /// The text with splices, if it can still be read: a part may repeat another one that was before it.
    private func changed(_ splices: [FileSplice]) throws(BoardEdit.Problem) -> BoardFile {
        do {
            return try file.applying(splices)
        } catch {
            throw file.byHand(
                "the file could not be read with this change", at: splices.first?.range.lowerBound ?? 0)
        }
    }

    // MARK: - Places

    private mutating func move(
        _ item: ItemAddress, to target: ItemPlace, _ emptied: BoardChange.EmptiedGroup
    ) throws(BoardEdit.Problem) {
        try check(item)
        let (list, index) = try check(target, without: item.path)
        let from = item.path
        guard !target.path.isIn(from) else { throw .unfit("A group cannot be put into itself.") }
        guard let moved = meant[from] else { throw .changed }
        let to = target.path.item(index)
        if target.path == from.group {
            if from != to { file = try changed([list.moving(from.index, to: to.index)]) }
            meant.remove(from)
            meant.insert(moved, at: to)
            path = to
            return
        }
        let text = try file.list(in: from.group).written(from.index, for: list, withHead: true)
        file = try changed([list.inserting(text, at: to.index)])
        meant.insert(moved, at: to)
        let old = from.after(insertionAt: to)
        let removed = try remove(old, emptied)
        // The item itself is at its new place.
        takesAway = removed != old
        path = to.after(removalOf: removed)
    }

    /// - Returns: What went: the item, or the group that it has left empty.
    @discardableResult private mutating func remove(
        _ item: ItemPath, _ emptied: BoardChange.EmptiedGroup
    ) throws(BoardEdit.Problem) -> ItemPath {
        var gone = item
        while try file.nodes(in: gone.group).count == 1 {
            guard gone.group != .board else { throw .unfit("A board needs at least one item.") }
            guard emptied == .removed else {
                throw .lastInGroup(WrittenNames(try file.item(gone.group)).label)
            }
            gone = gone.group
        }
        file = try changed([file.list(in: gone.group).removing(gone.index)])
        meant.remove(gone)
        takesAway = true
        return gone
    }

    // MARK: - New ones

    private mutating func copy(_ item: ItemAddress) throws(BoardEdit.Problem) {
        try check(item)
        let list = try file.list(in: item.path.group)
        let node = try file.item(item.path)
        guard !node.hasAnchor, let meaning = meant[item.path] else {
            throw file.byHand("a part of this is named by `&`, which can be there only once", at: place)
        }
        let to = item.path.group.item(item.path.index + 1)
        let text = try list.written(item.path.index, for: list, withHead: false)
        var names = FreeNames(file, taken: taken)
        let named = names.copy(of: node, at: to, among: list.nodes)
        file = try changed([list.inserting(text, at: to.index)])
        meant.insert(meaning, at: to)
        var splices: [FileSplice] = []
        for (path, fields) in named {
            let mapping = try mapping(path)
            for field in ItemField.allCases {
                guard let value = fields[field] else { continue }
                if let entry = mapping.entry(field.rawValue) {
                    splices.append(try mapping.replacing(entry, with: value, isPlain: false))
                } else {
                    splices.append(try mapping.adding(field.rawValue, value, isPlain: false, order: .item))
                }
                meant[path]?[field.rawValue] = .value(value)
            }
        }
        file = try changed(splices)
        path = to
    }

    private mutating func add(_ item: NewItem, at target: ItemPlace) throws(BoardEdit.Problem) {
        try ValueCheck.check(item)
        let (list, index) = try check(target)
        place = list.nodes[0].written.bytes.lowerBound
        var names = FreeNames(file, taken: taken)
        let named = names.named(item)
        let writer = ItemWriter(lineBreak: file.lineBreak, quotes: file.quotes)
        let leaves = list.nodes.filter { BoardFile.items($0, ItemKey.group.rawValue).isEmpty }
        let isBlock = !leaves.isEmpty && leaves.allSatisfy { $0.written.style == .block }
        let text =
            list.isFlow ? writer.flow(named) : writer.block(named, indent: list.indent, isBlock: isBlock)
        let to = target.path.item(index)
        file = try changed([list.inserting(text, at: to.index)])
        meant.insert(BoardMeaning(named), at: to)
        path = to
    }
}

extension StaffNode {
    /// Whether it or anything in it is named.
    fileprivate var hasAnchor: Bool {
        if written.hasAnchor { return true }
        if written.style == .alias { return false }
        return switch content {
        case .empty, .scalar: false
        case .sequence(let nodes): nodes.contains(where: \.hasAnchor)
        case .mapping(let entries): entries.contains { $0.value.hasAnchor }
        }
    }
}
