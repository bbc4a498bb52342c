/// A table as it stands on a terminal: in columns below titles, and where they do not all fit beside each other, each row on several lines.
public struct TerminalTable: Sendable {
    public enum Side: Sendable {
        case left, right
    }

    /// Where the lines below the first of a row begin.
    private static let indent = 4
    private static let gap = 2

    private let rows: [[String]]
    private let sides: [Side]

    /// - Parameters:
    ///   - rows: Titles first; all with as many cells.
    ///   - sides: On which side of its column each cell stands; on the left where none is named.
    public init(_ rows: [[String]], sides: [Side] = []) {
        self.rows = rows.map { $0.map(ProgramText.visible) }
        self.sides = sides
    }

    /// - Parameter columns: Of the terminal; `nil` where nothing is broken.
    public func lines(columns: Int?) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { TerminalText.width(of: $0[column]) }.max() ?? 0
        }
        let groups = Self.groups(widths, columns: columns)
        return rows.flatMap { row in
            groups.enumerated().flatMap { number, group in
                line(of: row, group, widths, indent: number == 0 ? 0 : Self.indent, columns: columns)
            }
        }
    }

    /// Which columns stand beside each other: as many as fit, in their order.
    private static func groups(_ widths: [Int], columns: Int?) -> [Range<Int>] {
        guard let columns else { return [widths.indices] }
        var groups: [Range<Int>] = []
        var (start, used) = (0, 0)
        for (column, width) in widths.enumerated() {
            if column > start, used + gap + width > columns {
                groups.append(start..<column)
                (start, used) = (column, indent + width)
            } else {
                used += (column > start ? gap : 0) + width
            }
        }
        groups.append(start..<widths.count)
        return groups
    }

    private func line(
        of row: [String], _ group: Range<Int>, _ widths: [Int], indent: Int, columns: Int?
    ) -> [String] {
        let cells = group.map { column in
            let spaces = String(repeating: " ", count: widths[column] - TerminalText.width(of: row[column]))
            let isRight = sides.indices.contains(column) && sides[column] == .right
            return isRight ? spaces + row[column] : row[column] + spaces
        }
        let joined = cells.joined(separator: String(repeating: " ", count: Self.gap))
        let text = String(repeating: " ", count: indent) + joined
        let shown = String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
        guard !shown.isEmpty else { return [] }
        // A cell that is wider than the terminal by itself goes on below.
        return TerminalText.wrapped(shown, to: columns, indent: indent + (group.count == 1 ? 0 : Self.gap))
            .split(separator: "\n").map(String.init)
    }
}
