import StaffFiles

/// The text of a board file, cut into the lines of its items, so that they can be moved with their comments.
///
/// Only items that begin on a line of their own (`- …`) can be moved. What comes out is to be read again and compared with
/// what was meant before anybody writes it: so does `beckon board suggest --write`.
struct BoardText {
    /// An item's lines, with the comment right above it.
    private struct Node {
        var id: String
        /// Spaces before the dash.
        var indent: Int
        /// All lines up to the first item inside.
        var head: [Substring]
        var inside: [Node]
        /// Empty lines behind it; they stay where they are when items change places.
        var gap: [Substring]
    }

    private var start: [Substring]
    private var nodes: [Node]
    private var end: [Substring]

    /// `nil` where items are not on lines of their own.
    init?(_ text: String, items: [ReadItem]) {
        guard !text.contains("\r") else { return nil }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = items.first.map({ Self.beginning(of: $0, in: lines) }),
            let nodes = Self.nodes(of: items, in: lines, upTo: Self.lastLine(lines))
        else { return nil }
        start = Array(lines[..<first])
        self.nodes = nodes
        end = Array(lines[(Self.lastLine(lines))...])
    }

    var text: String { (start + nodes.flatMap(Self.lines) + end).joined(separator: "\n") }

    /// Makes one move; `false` where it cannot be made in the text.
    mutating func apply(_ move: BoardMove) -> Bool {
        guard let moved = Self.remove(move.item, from: &nodes) else { return false }
        return Self.insert(moved, move, into: &nodes, of: nil)
    }

    // MARK: - Cutting

    /// Behind the last line that is not empty.
    private static func lastLine(_ lines: [Substring]) -> Int { (lines.lastIndex { !isBlank($0) } ?? -1) + 1 }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

    /// The index of the item's first line, or of the first comment line right above it.
    private static func beginning(of item: ReadItem, in lines: [Substring]) -> Int {
        var line = item.range.line - 1
        while line > 0, lines[line - 1].drop(while: { $0 == " " }).hasPrefix("#") { line -= 1 }
        return line
    }

    private static func nodes(of items: [ReadItem], in lines: [Substring], upTo end: Int) -> [Node]? {
        var nodes: [Node] = []
        for (index, item) in items.enumerated() {
            let begin = beginning(of: item, in: lines)
            let next = index + 1 < items.count ? beginning(of: items[index + 1], in: lines) : end
            let line = lines[item.range.line - 1]
            let before = line.prefix(item.range.column - 1)
            let indent = before.prefix { $0 == " " }.count
            guard begin < next, next <= end, before.dropFirst(indent).first == "-",
                before.dropFirst(indent + 1).allSatisfy({ $0 == " " })
            else { return nil }
            let last = (lines[begin..<next].lastIndex { !isBlank($0) } ?? begin) + 1
            var inside: [Node] = []
            var head = last
            if let child = item.children.first, child.range.line > item.range.line {
                head = beginning(of: child, in: lines)
                guard let found = Self.nodes(of: item.children, in: lines, upTo: last) else { return nil }
                inside = found
            }
            nodes.append(
                Node(
                    id: item.item.id, indent: indent, head: Array(lines[begin..<head]), inside: inside,
                    gap: Array(lines[last..<next])))
        }
        return nodes
    }

    private static func lines(_ node: Node) -> [Substring] {
        node.head + node.inside.flatMap(lines) + node.gap
    }

    // MARK: - Moving

    private static func remove(_ id: String, from nodes: inout [Node]) -> Node? {
        if let index = nodes.firstIndex(where: { $0.id == id }) {
            var gaps = nodes.map(\.gap)
            let node = nodes.remove(at: index)
            // The last one's gap belongs to the end of the level.
            gaps.remove(at: index == nodes.count ? max(0, index - 1) : index)
            for index in nodes.indices { nodes[index].gap = gaps[index] }
            return node
        }
        for index in nodes.indices {
            if let node = remove(id, from: &nodes[index].inside) { return node }
        }
        return nil
    }

    private static func insert(_ moved: Node, _ move: BoardMove, into nodes: inout [Node], of level: String?)
        -> Bool
    {
        if level == move.group {
            guard let indent = nodes.first?.indent else { return false }
            var place = 0
            if let behind = move.behind {
                guard let index = nodes.firstIndex(where: { $0.id == behind }) else { return false }
                place = index + 1
            }
            var gaps = nodes.map(\.gap)
            gaps.insert(nodes.count > 1 ? nodes[0].gap : [], at: max(0, gaps.count - 1))
            nodes.insert(indented(moved, by: indent - moved.indent), at: place)
            for index in nodes.indices { nodes[index].gap = gaps[index] }
            return true
        }
        for index in nodes.indices where insert(moved, move, into: &nodes[index].inside, of: nodes[index].id)
        {
            return true
        }
        return false
    }

    private static func indented(_ node: Node, by columns: Int) -> Node {
        func line(_ line: Substring) -> Substring {
            guard !isBlank(line) else { return line }
            if columns >= 0 { return String(repeating: " ", count: columns) + line }
            return line.dropFirst(min(-columns, line.prefix { $0 == " " }.count))
        }
        var node = node
        node.indent += columns
        node.head = node.head.map(line)
        node.gap = node.gap.map(line)
        node.inside = node.inside.map { indented($0, by: columns) }
        return node
    }
}
