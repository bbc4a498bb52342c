import StaffFiles

/// The keys of an item, or of the board itself, as they are written: how single ones are changed, put in and taken out.
struct WrittenMapping {
    private let file: BoardFile
    private let entries: [StaffNode.Entry]
    private let isFlow: Bool
    private var text: [UInt8] { file.text }

    init(_ node: StaffNode, in file: BoardFile) throws(BoardEdit.Problem) {
        self.file = file
        let start = node.written.bytes.lowerBound
        switch node.written.style {
        case .block: isFlow = false
        case .flow: isFlow = true
        case .alias: throw file.byHand("this repeats another part of the file by `*`", at: start)
        case .plain, .singleQuoted, .doubleQuoted, .blockScalar:
            throw file.byHand("this is no item with keys and values", at: start)
        }
        guard case .mapping(let entries) = node.content, let first = entries.first else {
            throw file.byHand("this has no keys", at: start)
        }
        self.entries = entries
        if isFlow {
            let before = text[start..<first.keyBytes.lowerBound]
            guard before.contains(UInt8(ascii: "{")) else {
                throw file.byHand("these keys are in a list without `{ }`", at: start)
            }
        }
        var end = start
        for entry in entries {
            if text[end..<entry.keyBytes.lowerBound].contains(UInt8(ascii: "?")),
                !hasComment(end..<entry.keyBytes.lowerBound)
            {
                throw file.byHand("this key is written with `?`", at: entry.keyBytes.lowerBound)
            }
            end = entry.value.written.bytes.upperBound
        }
    }

    func entry(_ key: String) -> StaffNode.Entry? { entries.first { $0.key.value == key } }

    func has(_ key: String) -> Bool { entry(key) != nil }

    private func hasComment(_ range: Range<Int>) -> Bool { text[range].contains(UInt8(ascii: "#")) }

    /// How a value is written here.
    private func scalar(_ key: String, _ value: String, isPlain: Bool, replacing old: StaffNode? = nil)
        -> String
    {
        if isPlain { return value }
        var written: (String, StaffNode.Style)?
        if let old, case .scalar(let text, _) = old.content { written = (text, old.written.style) }
        return ScalarText.text(
            value, isInFlow: isFlow, prefersQuotes: written?.1 != .plain && file.quotes(key),
            replacing: written)
    }

    // MARK: - A value that is there

    /// - Parameter isPlain: For what is no text: `true`, `3`.
    func replacing(_ entry: StaffNode.Entry, with value: String, isPlain: Bool) throws(BoardEdit.Problem)
        -> FileSplice
    {
        let old = entry.value
        let range = old.written.bytes
        let new = scalar(entry.key.value, value, isPlain: isPlain, replacing: old)
        guard !old.written.hasAnchor else {
            throw file.byHand("this value is named by `&`, so others may repeat it", at: range.lowerBound)
        }
        switch old.content {
        case .sequence, .mapping:
            throw file.byHand("`\(entry.key.value)` is not a single value here", at: range.lowerBound)
        case .empty, .scalar: break
        }
        switch old.written.style {
        case .alias, .singleQuoted, .doubleQuoted: return FileSplice(range, new.utf8)
        case .plain:
            if !range.isEmpty { return FileSplice(range, new.utf8) }
            let colon = text.skippingBlanks(from: entry.keyBytes.upperBound)
            guard colon < text.count, text[colon] == UInt8(ascii: ":") else {
                throw file.byHand("this key has no `:`", at: range.lowerBound)
            }
            return FileSplice(insert: " " + new, at: colon + 1)
        case .blockScalar:
            // A comment behind the `|` stays.
            let header = text[range.lowerBound..<text.lineEnd(of: range.lowerBound)]
            let comment =
                header.firstIndex(of: UInt8(ascii: "#")).map { Array(" ".utf8) + header[$0...] } ?? []
            return FileSplice(range.lowerBound..<text.trimmedEnd(range), Array(new.utf8) + comment)
        case .block, .flow:
            throw file.byHand("`\(entry.key.value)` is not a single value here", at: range.lowerBound)
        }
    }

    // MARK: - One that is not there yet

    func adding(_ key: String, _ value: String, isPlain: Bool, order: KeyOrder) throws(BoardEdit.Problem)
        -> FileSplice
    {
        let written = "\(key): \(scalar(key, value, isPlain: isPlain))"
        let before = order.predecessor(of: key, among: entries.map(\.key.value))
        return isFlow ? addingInFlow(written, behind: before) : try addingInBlock(written, behind: before)
    }

    private func addingInFlow(_ written: String, behind before: Int?) -> FileSplice {
        guard let before else {
            return FileSplice(insert: written + separator(behind: 0), at: entries[0].keyBytes.lowerBound)
        }
        if entries.indices.contains(before + 1) {
            return FileSplice(
                insert: written + separator(behind: before), at: entries[before + 1].keyBytes.lowerBound)
        }
        return FileSplice(insert: separator(behind: before - 1) + written, at: end(of: before))
    }

    /// What parts two entries of a mapping in braces, as it is written there.
    private func separator(behind index: Int) -> String {
        guard entries.indices.contains(index), entries.indices.contains(index + 1) else { return ", " }
        let range = end(of: index)..<entries[index + 1].keyBytes.lowerBound
        return hasComment(range) ? ", " : String(decoding: text[range], as: UTF8.self)
    }

    private func end(of index: Int) -> Int {
        let range = entries[index].value.written.bytes
        return text.trimmedEnd(entries[index].keyBytes.upperBound..<range.upperBound)
    }

    private func addingInBlock(_ written: String, behind before: Int?) throws(BoardEdit.Problem) -> FileSplice
    {
        let first = entries[0].keyBytes.lowerBound
        let start = text[text.lineStart(of: first)..<first]
        guard start.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }) else {
            throw file.byHand("something else stands before this key on its line", at: first)
        }
        let indent = String(repeating: " ", count: start.count)
        guard let before else {
            return FileSplice(insert: written + file.lineBreak + indent, at: first)
        }
        let end = end(of: before)
        guard file.isLineDone(from: end) else {
            throw file.byHand("something else stands behind this value on its line", at: end)
        }
        let next = text.nextLine(after: end)
        // The file may end without a line end.
        return next == text.lineEnd(of: end)
            ? FileSplice(insert: file.lineBreak + indent + written, at: next)
            : FileSplice(insert: indent + written + file.lineBreak, at: next)
    }

    // MARK: - One that goes

    /// With the comment behind it on its line.
    func removing(_ entry: StaffNode.Entry) throws(BoardEdit.Problem) -> FileSplice {
        guard let index = entries.firstIndex(where: { $0.key.value == entry.key.value }), entries.count > 1
        else {
            throw file.byHand("this is the only key here", at: entry.keyBytes.lowerBound)
        }
        return isFlow ? try removingInFlow(index) : try removingInBlock(index)
    }

    private func removingInFlow(_ index: Int) throws(BoardEdit.Problem) -> FileSplice {
        let isLast = index == entries.count - 1
        let gap =
            isLast
            ? end(of: index - 1)..<entries[index].keyBytes.lowerBound
            : end(of: index)..<entries[index + 1].keyBytes.lowerBound
        guard !hasComment(gap) else {
            throw file.byHand("there is a comment between these keys", at: gap.lowerBound)
        }
        return isLast
            ? FileSplice(gap.lowerBound..<end(of: index))
            : FileSplice(entries[index].keyBytes.lowerBound..<gap.upperBound)
    }

    private func removingInBlock(_ index: Int) throws(BoardEdit.Problem) -> FileSplice {
        let start = entries[index].keyBytes.lowerBound
        let end = end(of: index)
        guard file.isLineDone(from: end) else {
            throw file.byHand("something else stands behind this value on its line", at: end)
        }
        let line = text.lineStart(of: start)
        let next = text.nextLine(after: end)
        if text[line..<start].allSatisfy({ $0 == UInt8(ascii: " ") }) {
            return file.removingLines(line..<next)
        }
        // It stands behind the dash: the next key comes there.
        guard index == 0, text[next..<entries[1].keyBytes.lowerBound].isBlank else {
            throw file.byHand("there is a comment between this key and the next one", at: end)
        }
        return FileSplice(start..<entries[1].keyBytes.lowerBound)
    }
}

extension BoardFile {
    /// Takes whole lines out. Where they end the file without a line end, so does what is before them then.
    func removingLines(_ range: Range<Int>) -> FileSplice {
        let isOpen = range.upperBound == text.count && text.breakLength(before: text.count) == 0
        return FileSplice(
            range.lowerBound - (isOpen ? text.breakLength(before: range.lowerBound) : 0)..<range.upperBound)
    }
}
