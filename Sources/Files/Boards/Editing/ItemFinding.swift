public import StaffFiles

/// A finding with the item that it belongs to, so that a page can show it on the item's card.
public struct ItemFinding: Hashable, Sendable {
    public var finding: Finding
    /// `nil` for the board itself, and for another file.
    public var path: ItemPath?

    static func tied(_ findings: [Finding], to bytes: [UInt8], file name: String) -> [ItemFinding] {
        guard !findings.isEmpty, let file = try? BoardFile(bytes, name: name) else {
            // A file that cannot be read as far as its items has none.
            return findings.map { ItemFinding(finding: $0) }
        }
        let lines = file.lineStarts
        return findings.map { finding in
            let isHere = finding.file == name && lines.indices.contains(finding.line - 1)
            guard isHere else { return ItemFinding(finding: finding) }
            let offset = file.offset(lines[finding.line - 1], column: finding.column)
            return ItemFinding(finding: finding, path: file.path(at: offset))
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
}
