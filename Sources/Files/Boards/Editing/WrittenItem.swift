import StaffFiles

/// An item as its file has it, also where the board has mistakes: what a page shows and lets people change.
public struct WrittenItem: Hashable, Sendable {
    public var path: ItemPath
    /// Written, or made from the label.
    public var id: String
    public var label: String
    /// As they are written, each on one line.
    public var fields: [ItemField: String]
    /// What a group holds; `nil` for what is no group.
    public var items: [WrittenItem]?

    /// To change it, and nothing else that has come to its place meanwhile.
    public var address: ItemAddress { ItemAddress(path, id: id, label: label) }
}

extension BoardEdit {
    /// The items of a board file, level by level.
    public static func items(in bytes: [UInt8], file: String) throws(Problem) -> [WrittenItem] {
        let root = try BoardFile(bytes, name: file).root
        return items(BoardFile.items(root, BoardKey.items.rawValue), in: .board)
    }

    private static func items(_ nodes: [StaffNode], in group: ItemPath) -> [WrittenItem] {
        nodes.enumerated().map { index, node in
            let names = WrittenNames(node)
            var fields: [ItemField: String] = [:]
            var inside: [WrittenItem]?
            if case .mapping(let entries) = node.content {
                for entry in entries {
                    if entry.key.value == ItemKey.group.rawValue {
                        inside = items(BoardFile.items(node, ItemKey.group.rawValue), in: group.item(index))
                    }
                    guard let field = ItemField(rawValue: entry.key.value),
                        case .scalar(let text, _) = entry.value.content
                    else { continue }
                    fields[field] = WrittenNames.oneLine(text)
                }
            }
            return WrittenItem(
                path: group.item(index), id: names.id, label: names.label, fields: fields, items: inside)
        }
    }
}
