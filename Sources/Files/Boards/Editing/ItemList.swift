import StaffFiles

/// The items of one level as they are written: how they change places, come and go.
///
/// In block style an item has whole lines: its own, the comment right above its dash, and comments below it that are indented
/// further. Between items there are gaps, such as empty lines; they stay where they are when items change places.
struct ItemList {
    private let file: BoardFile
    private let list: StaffNode
    let nodes: [StaffNode]
    /// What is each item's: lines with their ends, or its node in `[ ]`.
    let chunks: [Range<Int>]
    /// Of the dashes, in block style.
    private let dashes: [Int]
    /// Spaces before the dashes.
    let indent: Int
    let isFlow: Bool
    private var text: [UInt8] { file.text }

    /// - Parameter start: Where the key of the list ends.
    init(_ list: StaffNode, behind start: Int, in file: BoardFile) throws(BoardEdit.Problem) {
        self.file = file
        self.list = list
        let place = list.written.bytes.lowerBound
        guard case .sequence(let nodes) = list.content, !nodes.isEmpty else {
            throw file.byHand("there is no list of items here yet", at: place)
        }
        self.nodes = nodes
        switch list.written.style {
        case .flow:
            isFlow = true
            chunks = nodes.map(\.written.bytes)
            (dashes, indent) = ([], 0)
        case .block:
            isFlow = false
            let lines = try Self.lines(of: nodes, behind: start, in: file)
            chunks = lines.map(\.chunk)
            dashes = lines.map(\.dash)
            indent = dashes[0] - file.text.lineStart(of: dashes[0])
        case .alias: throw file.byHand("this repeats another part of the file by `*`", at: place)
        case .plain, .singleQuoted, .doubleQuoted, .blockScalar:
            throw file.byHand("this is no list of items", at: place)
        }
    }

    // MARK: - Cutting

    private static func lines(
        of nodes: [StaffNode], behind start: Int, in file: BoardFile
    ) throws(BoardEdit.Problem) -> [(dash: Int, chunk: Range<Int>)] {
        let text = file.text
        var lines: [(dash: Int, chunk: Range<Int>)] = []
        var last = start
        for node in nodes {
            guard let dash = dash(from: last, in: text), dash <= node.written.bytes.lowerBound,
                text[text.lineStart(of: dash)..<dash].allSatisfy({ $0 == UInt8(ascii: " ") })
            else {
                throw file.byHand(
                    "this item does not begin on a line of its own", at: node.written.bytes.lowerBound)
            }
            let line = text.lineStart(of: dash)
            let indent = dash - line
            let end = text.trimmedEnd(dash..<max(dash + 1, node.written.bytes.upperBound))
            guard file.isLineDone(from: end) else {
                throw file.byHand("something else stands behind this item on its line", at: end)
            }
            let floor = lines.last?.chunk.upperBound ?? text.nextLine(after: last)
            lines.append(
                (dash, head(above: line, from: floor, indent, text)..<tail(below: end, indent, text)))
            last = end
        }
        return lines
    }

    /// The next dash behind comments and a name.
    private static func dash(from start: Int, in text: [UInt8]) -> Int? {
        var offset = start
        while offset < text.count {
            switch text[offset] {
            case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ":"): offset += 1
            case UInt8(ascii: "#"): offset = text.lineEnd(of: offset)
            case UInt8(ascii: "&"):
                while offset < text.count, ![0x20, 0x09, 0x0A, 0x0D].contains(text[offset]) { offset += 1 }
            case UInt8(ascii: "-"): return offset
            default: return nil
            }
        }
        return nil
    }

    /// How far a comment on a line of its own is indented; `nil` if the line is something else.
    private static func comment(at line: Int, _ text: [UInt8]) -> Int? {
        let start = text.skippingBlanks(from: line)
        return start < text.count && text[start] == UInt8(ascii: "#") ? start - line : nil
    }

    private static func head(above line: Int, from floor: Int, _ indent: Int, _ text: [UInt8]) -> Int {
        var start = line
        while start > floor {
            let above = text.lineStart(of: start - text.breakLength(before: start))
            guard above >= floor, let own = comment(at: above, text), own <= indent else { break }
            start = above
        }
        return start
    }

    /// The end of the last comment below that is indented further than the dash.
    private static func tail(below end: Int, _ indent: Int, _ text: [UInt8]) -> Int {
        var last = text.nextLine(after: end)
        var line = last
        while line < text.count {
            let next = text.nextLine(after: line)
            if let own = comment(at: line, text) {
                if own > indent { last = next }
            } else if !text[line..<next].isBlank {
                break
            }
            line = next
        }
        return last
    }

    /// What is between an item and the next one.
    private func gap(_ index: Int) -> Range<Int> { chunks[index].upperBound..<chunks[index + 1].lowerBound }

    /// The last one may end the file without a line end.
    private func isOpen(_ index: Int) -> Bool {
        !isFlow && chunks[index].upperBound == text.count && text.breakLength(before: text.count) == 0
    }

    /// Comments between items in `[ ]` belong to nobody knows which.
    private func checkComments() throws(BoardEdit.Problem) {
        guard isFlow else { return }
        for index in nodes.indices.dropLast() where text[gap(index)].contains(UInt8(ascii: "#")) {
            throw file.byHand("there is a comment inside this `[ ]`", at: gap(index).lowerBound)
        }
    }

    // MARK: - Changing

    /// An item changes its place in the level.
    func moving(_ from: Int, to: Int) throws(BoardEdit.Problem) -> FileSplice {
        try checkComments()
        var order = Array(nodes.indices)
        order.insert(order.remove(at: from), at: to)
        let span = min(from, to)...max(from, to)
        // Whichever comes last ends the file as it has ended, and the other takes its line end.
        let last = chunks[order[span.upperBound]]
        let end = isOpen(span.upperBound) ? text.breakLength(before: last.upperBound) : 0
        var new: [UInt8] = []
        for place in span {
            let own = chunks[order[place]]
            guard place < span.upperBound else {
                new += text[own.lowerBound..<own.upperBound - end]
                continue
            }
            new += text[own]
            if isOpen(order[place]) { new += text[last.upperBound - end..<last.upperBound] }
            new += text[gap(place)]
        }
        return FileSplice(chunks[span.lowerBound].lowerBound..<chunks[span.upperBound].upperBound, new)
    }

    /// An item goes, with the empty lines that part it from the one before it.
    func removing(_ index: Int) throws(BoardEdit.Problem) -> FileSplice {
        try checkComments()
        let own = chunks[index]
        if isFlow {
            return index + 1 < chunks.count
                ? FileSplice(own.lowerBound..<chunks[index + 1].lowerBound)
                : FileSplice(chunks[index - 1].upperBound..<own.upperBound)
        }
        if index > 0, text[gap(index - 1)].isBlank {
            return file.removingLines(gap(index - 1).lowerBound..<own.upperBound)
        }
        if index == 0, chunks.count > 1, text[gap(0)].isBlank {
            return file.removingLines(own.lowerBound..<chunks[1].lowerBound)
        }
        return file.removingLines(own)
    }

    /// An item comes, parted from its neighbours as they are from each other.
    ///
    /// - Parameter written: Its lines from its dash on, without the last line end; or its node in `{ }`.
    func inserting(_ written: String, at index: Int) throws(BoardEdit.Problem) -> FileSplice {
        try checkComments()
        let neighbour = max(0, min(index - 1, chunks.count - 2))
        let between = chunks.count > 1 ? text[gap(neighbour)] : []
        if isFlow {
            let separator = chunks.count > 1 ? String(decoding: between, as: UTF8.self) : ", "
            return index < chunks.count
                ? FileSplice(insert: written + separator, at: chunks[index].lowerBound)
                : FileSplice(insert: separator + written, at: chunks[index - 1].upperBound)
        }
        let gap = between.isBlank ? String(decoding: between, as: UTF8.self) : ""
        guard index > 0 else {
            return FileSplice(insert: written + file.lineBreak + gap, at: chunks[0].lowerBound)
        }
        let place = chunks[index - 1].upperBound
        return isOpen(index - 1)
            ? FileSplice(insert: file.lineBreak + gap + written, at: place)
            : FileSplice(insert: gap + written + file.lineBreak, at: place)
    }

    // MARK: - Taking along

    /// An item's text, for another place.
    ///
    /// - Parameters:
    ///   - target: The level it is for.
    ///   - withHead: Whether the comment above it comes too.
    func written(_ index: Int, for target: ItemList, withHead: Bool) throws(BoardEdit.Problem) -> String {
        let node = nodes[index]
        if target.isFlow || isFlow {
            guard node.written.style == .flow else {
                throw file.byHand(
                    "the group is in `[ ]`, and this item is not in `{ }`", at: node.written.bytes.lowerBound)
            }
            if !isFlow, text[chunks[index]].contains(UInt8(ascii: "#")), hasComment(index) {
                throw file.byHand(
                    "there is no room for this item's comment in `[ ]`", at: chunks[index].lowerBound)
            }
            let own = String(decoding: text[node.written.bytes], as: UTF8.self)
            if target.isFlow { return own }
            let line = text.lineStart(of: node.written.bytes.lowerBound)
            let old = text.skippingBlanks(from: line) - line
            return String(repeating: " ", count: target.indent) + "- "
                + Self.shifted(own, by: target.indent + 2 - old, exceptFirst: true)
        }
        var range = chunks[index]
        if !withHead { range = text.lineStart(of: dashes[index])..<range.upperBound }
        range = range.lowerBound..<range.upperBound - text.breakLength(before: range.upperBound)
        return Self.shifted(
            String(decoding: text[range], as: UTF8.self), by: target.indent - indent, exceptFirst: false)
    }

    private func hasComment(_ index: Int) -> Bool {
        let node = nodes[index].written.bytes
        let around =
            text[chunks[index].lowerBound..<node.lowerBound]
            + text[node.upperBound..<chunks[index].upperBound]
        return around.contains(UInt8(ascii: "#"))
    }

    /// Lines further in or out; empty ones stay empty.
    private static func shifted(_ text: String, by columns: Int, exceptFirst: Bool) -> String {
        let bytes = Array(text.utf8)
        var new: [UInt8] = []
        var line = 0
        while line < bytes.count {
            let next = bytes.nextLine(after: line)
            let isKept = (exceptFirst && line == 0) || bytes[line..<next].isBlank
            if isKept || columns == 0 {
                new += bytes[line..<next]
            } else if columns > 0 {
                new += [UInt8](repeating: 0x20, count: columns) + bytes[line..<next]
            } else {
                let spaces = bytes[line..<next].prefix { $0 == 0x20 }.count
                new += bytes[(line + min(-columns, spaces))..<next]
            }
            line = next
        }
        return String(decoding: new, as: UTF8.self)
    }
}
