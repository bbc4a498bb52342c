/// The text of one file, cut into lines as the YAML parser and editors count them.
struct SourceText: Sendable {
    let file: String
    /// Without their line ends.
    let lines: [String]

    init(file: String, text: String) {
        self.file = file
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where afterReturn: afterReturn = false
            case "\n", "\r":
                lines.append(String(line))
                line = String.UnicodeScalarView()
                afterReturn = scalar == "\r"
            default:
                line.append(scalar)
                afterReturn = false
            }
        }
        lines.append(String(line))
        self.lines = lines
    }

    /// A line by its number from 1; empty where there is none.
    func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    /// The parser counts lines from 0 and columns in code points from 0; people count characters from 1.
    func range(line: Int, codePoint: Int, endLine: Int, endCodePoint: Int) -> SourceRange {
        let content = self.line(line + 1)
        let column = Self.characters(in: content, before: codePoint)
        guard endLine == line, endCodePoint > codePoint else {
            return SourceRange(line: line + 1, column: column + 1, length: max(content.count - column, 1))
        }
        let end = Self.characters(in: content, before: endCodePoint)
        return SourceRange(line: line + 1, column: column + 1, length: max(end - column, 1))
    }

    private static func characters(in line: String, before codePoint: Int) -> Int {
        // Most lines are ASCII, where both counts agree; then nothing needs walking.
        guard line.utf8.count != line.unicodeScalars.count || !line.utf8.allSatisfy({ $0 < 0x80 }) else {
            return min(codePoint, line.utf8.count)
        }
        return String(String.UnicodeScalarView(line.unicodeScalars.prefix(codePoint))).count
    }
}
