import StaffFiles

/// Labels and ids that nothing else has yet.
struct FreeNames {
    /// The ids of all items.
    private(set) var ids: Set<String>

    init(_ file: BoardFile, taken: Set<String>) {
        ids = taken
        add(BoardFile.items(file.root, BoardKey.items.rawValue))
    }

    /// For a file that is not there yet.
    init(taken: Set<String>) { ids = taken }

    private mutating func add(_ items: [StaffNode]) {
        for item in items {
            ids.insert(WrittenNames(item).id)
            add(BoardFile.items(item, ItemKey.group.rawValue))
        }
    }

    /// An id that is taken from now on: this one, or one with a number, such as `tea-2`.
    mutating func id(like wanted: String) -> String {
        let base = wanted.isEmpty ? "item" : String(wanted.prefix(60))
        let id = ids.contains(base) ? Self.numbered(base, "-") { !ids.contains($0) } : base
        ids.insert(id)
        return id
    }

    /// `Tea 2`, or the next number that is free.
    static func numbered(_ text: String, _ separator: Character, isFree: (String) -> Bool) -> String {
        var (base, number) = (text[...], 1)
        if let last = text.lastIndex(of: separator), last > text.startIndex {
            let digits = text[text.index(after: last)...]
            if digits.count <= 3, let own = Int(digits), own > 1 { (base, number) = (text[..<last], own) }
        }
        repeat { number += 1 } while !isFree("\(base)\(separator)\(number)")
        return "\(base)\(separator)\(number)"
    }

    // MARK: - New items

    /// A new item with the ids that it and what is in it need.
    mutating func named(_ item: NewItem) -> NewItem {
        var item = item
        let label = item.fields[.label] ?? ""
        if item.fields[.id] == nil {
            let made = FoldedText.id(label)
            let free = id(like: made)
            if free != made { item.fields[.id] = free }
        }
        item.items = item.items?.map { named($0) }
        return item
    }

    // MARK: - Copies

    /// What a copy and the items in it are called, by their paths.
    mutating func copy(
        of node: StaffNode, at path: ItemPath, among siblings: [StaffNode]
    ) -> [(path: ItemPath, fields: [ItemField: String])] {
        let own = WrittenNames(node)
        let heard = Set(
            siblings.flatMap { [WrittenNames($0).label, WrittenNames($0).cue] }.map(FoldedText.words))
        func other(_ text: String) -> String {
            Self.numbered(text, " ") { !heard.contains(FoldedText.words($0)) }
        }
        var fields: [ItemField: String] = [.label: other(own.label)]
        if own.hasCue { fields[.cue] = other(own.cue) }
        let made = FoldedText.id(fields[.label] ?? "")
        if own.hasID {
            fields[.id] = id(like: own.id)
        } else {
            let free = id(like: made)
            if free != made { fields[.id] = free }
        }
        return [(path, fields)] + inside(of: node, at: path)
    }

    /// Items in a copied group keep their labels.
    private mutating func inside(
        of node: StaffNode, at path: ItemPath
    ) -> [(path: ItemPath, fields: [ItemField: String])] {
        var named: [(path: ItemPath, fields: [ItemField: String])] = []
        for (index, item) in BoardFile.items(node, ItemKey.group.rawValue).enumerated() {
            named.append((path.item(index), [.id: id(like: WrittenNames(item).id)]))
            named += inside(of: item, at: path.item(index))
        }
        return named
    }
}
