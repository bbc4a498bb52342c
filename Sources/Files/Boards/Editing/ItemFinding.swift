public import StaffFiles

/// A finding with the item that it belongs to, so that a page can show it on the item's card.
public struct ItemFinding: Hashable, Sendable {
    public var finding: Finding
    /// `nil` for the board itself, and for another file.
    public var path: ItemPath?
    /// The field of the item, where it is about one.
    public var field: ItemField?

    public init(finding: Finding, path: ItemPath? = nil, field: ItemField? = nil) {
        self.finding = finding
        self.path = path
        self.field = field
    }

    /// Ties findings to the items of a board file, in their order.
    ///
    /// - Parameters:
    ///   - bytes: The text that they were found in.
    ///   - name: The file, as they name it.
    public static func tied(_ findings: [Finding], to bytes: [UInt8], file name: String) -> [ItemFinding] {
        guard !findings.isEmpty, let file = try? BoardFile(bytes, name: name) else {
            // A file that cannot be read as far as its items has none.
            return findings.map { ItemFinding(finding: $0) }
        }
        let lines = file.lineStarts
        return findings.map { finding in
            let isHere = finding.file == name && lines.indices.contains(finding.line - 1)
            guard isHere else { return ItemFinding(finding: finding) }
            let offset = file.offset(lines[finding.line - 1], column: finding.column)
            let path = file.path(at: offset)
            return ItemFinding(
                finding: finding, path: path, field: path.flatMap { file.field(of: $0, at: offset) })
        }
    }
}

extension BoardFile {
    fileprivate var lineStarts: [Int] {
        var starts = [0]
        while let last = starts.last {
            let end = text.lineEnd(of: last)
            guard end < text.count else { break }
            starts.append(end + text.breakLength(at: end))
        }
        return starts
    }

    /// - Parameter column: In characters, from 1.
    fileprivate func offset(_ line: Int, column: Int) -> Int {
        let text = String(decoding: text[line..<text.lineEnd(of: line)], as: UTF8.self)
        return line + text.prefix(column - 1).utf8.count
    }

    /// The innermost item that holds a place.
    fileprivate func path(at offset: Int) -> ItemPath? {
        var path = ItemPath.board
        var items = Self.items(root, BoardKey.items.rawValue)
        while let index = items.firstIndex(where: {
            $0.written.bytes.contains(offset) || $0.written.bytes.lowerBound == offset
        }) {
            path = path.item(index)
            items =
                items[index].written.style == .alias ? [] : Self.items(items[index], ItemKey.group.rawValue)
        }
        return path == .board ? nil : path
    }

    /// The field whose key or value holds a place.
    fileprivate func field(of path: ItemPath, at offset: Int) -> ItemField? {
        guard let node = try? item(path), case .mapping(let entries) = node.content else { return nil }
        let entry = entries.first {
            let value = $0.value.written.bytes
            return $0.keyBytes.contains(offset) || value.contains(offset) || value.lowerBound == offset
        }
        return entry.flatMap { ItemField(rawValue: $0.key.value) }
    }
}
