import StaffFiles

/// A board file as it is written: its text, with the places of everything in it.
struct BoardFile {
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// As findings name it.
    let name: String
    /// The bytes behind a byte order mark; offsets count these.
    let text: [UInt8]
    let root: StaffNode
    /// What the file says.
    let meaning: BoardMeaning
    private let hasMark: Bool

    /// - Throws: `.unreadable` for what is no YAML that Beckon reads; a board with other mistakes can be changed.
    init(_ bytes: [UInt8], name: String) throws(BoardEdit.Problem) {
        self.name = name
        hasMark = bytes.starts(with: Self.mark)
        text = hasMark ? Array(bytes.dropFirst(3)) : bytes
        let (root, log) = StaffFile.read(bytes, file: name)
        let errors = log.findings.filter { $0.severity == .error }
        guard let root, errors.isEmpty else { throw .unreadable(FindingReport(errors).text) }
        self.root = root
        meaning = BoardMeaning(root)
    }

    /// Whether this file puts the values of an item's key into quotes also where that is not needed.
    func quotes(_ key: String) -> Bool { Self.quoteCount(key, Self.items(root, BoardKey.items.rawValue)) > 0 }

    /// How much more often a key has quotes that it does not need than none.
    private static func quoteCount(_ key: String, _ items: [StaffNode]) -> Int {
        var count = 0
        for item in items where item.written.style != .alias {
            guard case .mapping(let entries) = item.content else { continue }
            for entry in entries {
                if entry.key.value == ItemKey.group.rawValue {
                    count += quoteCount(key, Self.items(item, ItemKey.group.rawValue))
                } else if entry.key.value == key, case .scalar(let text, let isQuoted) = entry.value.content {
                    let isInFlow = item.written.style == .flow
                    if !isQuoted {
                        count -= 1
                    } else if ScalarText.isQuotedByChoice(
                        text, entry.value.written.style, isInFlow: isInFlow)
                    {
                        count += 1
                    }
                }
            }
        }
        return count
    }

    /// The whole file.
    var bytes: [UInt8] { (hasMark ? Self.mark : []) + text }

    func applying(_ splices: [FileSplice]) throws(BoardEdit.Problem) -> BoardFile {
        try BoardFile((hasMark ? Self.mark : []) + text.applying(splices), name: name)
    }

    /// The refusal to change a place.
    func byHand(_ reason: String, at offset: Int) -> BoardEdit.Problem {
        var line = 1
        var next = text.nextLine(after: 0)
        while next <= offset, next < text.count {
            line += 1
            next = text.nextLine(after: next)
        }
        return .asText(reason: reason, file: name, line: line)
    }

    // MARK: - Items

    /// The list of items of the board, or of a group.
    func list(in group: ItemPath) throws(BoardEdit.Problem) -> ItemList {
        let node = group == .board ? root : try item(group)
        let key = group == .board ? BoardKey.items.rawValue : ItemKey.group.rawValue
        guard let entry = try mapping(node).entry(key) else { throw .changed }
        return try ItemList(entry.value, behind: entry.keyBytes.upperBound, in: self)
    }

    /// An item's node.
    func item(_ path: ItemPath) throws(BoardEdit.Problem) -> StaffNode {
        let nodes = try nodes(in: path.group)
        guard nodes.indices.contains(path.index), !path.indices.isEmpty else { throw .changed }
        return nodes[path.index]
    }

    /// The nodes of the items of the board, or of a group; none of what is no group.
    func nodes(in group: ItemPath) throws(BoardEdit.Problem) -> [StaffNode] {
        var node = root
        var key = BoardKey.items.rawValue
        for index in group.indices {
            let items = Self.items(node, key)
            guard items.indices.contains(index) else { throw .changed }
            node = items[index]
            key = ItemKey.group.rawValue
        }
        return Self.items(node, key)
    }

    static func items(_ node: StaffNode, _ key: String) -> [StaffNode] {
        guard case .mapping(let entries) = node.content,
            let list = entries.first(where: { $0.key.value == key }),
            case .sequence(let items) = list.value.content
        else { return [] }
        return items
    }

    /// The place of an item, if it is still the one that was meant.
    func check(_ address: ItemAddress) throws(BoardEdit.Problem) {
        let names = WrittenNames(try item(address.path))
        if let id = address.id, id != names.id { throw .changed }
        if let label = address.label, label != names.label { throw .changed }
    }

    /// The keys of an item or of the board, if they can be changed one by one.
    func mapping(_ node: StaffNode) throws(BoardEdit.Problem) -> WrittenMapping {
        try WrittenMapping(node, in: self)
    }

    /// The line end that the file uses first.
    var lineBreak: String {
        let end = text.lineEnd(of: 0)
        return end < text.count
            ? String(decoding: text[end..<end + text.breakLength(at: end)], as: UTF8.self) : "\n"
    }

    /// Whether nothing but a comment is on the line from an offset on.
    func isLineDone(from offset: Int) -> Bool {
        let next = text.skippingBlanks(from: offset)
        return next == text.lineEnd(of: offset) || (text[next] == UInt8(ascii: "#") && isCommentStart(next))
    }

    /// A `#` begins a comment only at the beginning of a line or behind a space.
    private func isCommentStart(_ offset: Int) -> Bool {
        offset == text.lineStart(of: offset) || [UInt8].isBlank(text[offset - 1])
    }
}

/// What an item is called, as its reader has it.
struct WrittenNames {
    var id: String
    var label: String
    var cue: String
    /// Whether the file has the id; else it is made from the label.
    var hasID: Bool
    var hasCue: Bool

    init(_ node: StaffNode) {
        let (id, cue) = (Self.text(.id, node), Self.text(.cue, node))
        label = Self.text(.label, node) ?? ""
        self.id = id ?? FoldedText.id(label)
        self.cue = cue ?? label
        hasID = id != nil
        hasCue = cue != nil
    }

    /// A text as a page shows it in a field. Spaces that are not to be broken stay what they are.
    static func oneLine(_ text: String) -> String {
        text.unicodeScalars.split { $0 == " " || $0 == "\n" || $0 == "\t" }.map { String($0) }
            .joined(separator: " ")
    }

    private static func text(_ field: ItemField, _ node: StaffNode) -> String? {
        guard case .mapping(let entries) = node.content,
            let entry = entries.first(where: { $0.key.value == field.rawValue }),
            case .scalar(let text, _) = entry.value.content
        else { return nil }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
