/// The text of one file, cut into lines as the YAML parser and editors count them.
struct SourceText: Sendable {
    /// One line, and what turns the parser's columns into people's.
    private struct Line: Sendable {
        let text: String
        /// Characters before each code point; `nil` for a line of ASCII, where both counts agree.
        let characters: [Int]?
        /// How many characters it has.
        let count: Int

        init(_ line: Substring) {
            text = String(line)
            guard !text.utf8.allSatisfy({ $0 < 0x80 }) else {
                characters = nil
                count = text.utf8.count
                return
            }
            var before: [Int] = []
            var count = 0
            for character in text {
                before.append(contentsOf: repeatElement(count, count: character.unicodeScalars.count))
                count += 1
            }
            characters = before
            self.count = count
        }

        func characters(before codePoint: Int) -> Int {
            guard let characters else { return min(codePoint, count) }
            return characters.indices.contains(codePoint) ? characters[codePoint] : count
        }
    }

    let file: String
    private let content: [Line]

    init(file: String, text: String) {
        self.file = file
        var lines: [Line] = []
        var start = text.startIndex
        var wasReturn = false
        for index in text.utf8.indices {
            let byte = text.utf8[index]
            let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            guard isBreak else {
                wasReturn = false
                continue
            }
            // Windows ends a line with both.
            if byte == UInt8(ascii: "\r") || !wasReturn { lines.append(Line(text[start..<index])) }
            start = text.utf8.index(after: index)
            wasReturn = byte == UInt8(ascii: "\r")
        }
        lines.append(Line(text[start...]))
        content = lines
    }

    /// Without their line ends.
    var lines: [String] { content.map(\.text) }

    /// How many lines there are; at least one.
    var lineCount: Int { content.count }

    /// A line by its number from 1; empty where there is none.
    func line(_ number: Int) -> String {
        content.indices.contains(number - 1) ? content[number - 1].text : ""
    }

    /// The parser counts lines from 0 and columns in code points from 0; people count characters from 1.
    ///
    /// The file's end is shown at the end of its last line that holds something.
    func range(line: Int, codePoint: Int, endLine: Int, endCodePoint: Int) -> SourceRange {
        guard content.indices.contains(line), line < content.count - 1 || content[line].count > 0 else {
            let last = content.lastIndex { $0.count > 0 } ?? 0
            return SourceRange(line: last + 1, column: content[last].count + 1)
        }
        let here = content[line]
        let column = here.characters(before: codePoint)
        let end =
            endLine == line && endCodePoint > codePoint ? here.characters(before: endCodePoint) : here.count
        return SourceRange(line: line + 1, column: column + 1, length: max(end - column, 1))
    }
}
