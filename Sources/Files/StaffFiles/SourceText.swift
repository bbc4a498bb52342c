/// The text of one file, cut into lines as the YAML parser and editors count them.
struct SourceText: Sendable {
    let file: String
    /// Without their line ends; at least one.
    let lines: [String]
    /// How many code points each line has.
    private let lengths: [Int]
    /// For lines in which some character is more than one code point, by index: the characters before each code point, and in all.
    private let wide: [Int: [Int]]

    init(file: String, text: String) {
        self.file = file
        var lines: [String] = []
        var lengths: [Int] = []
        var wide: [Int: [Int]] = [:]
        let bytes = Array(text.utf8)
        func add(_ range: Range<Int>) {
            let line = String(decoding: bytes[range], as: UTF8.self)
            let length = line.unicodeScalars.count
            // One that is all ASCII, or nearly, needs no table.
            if length != range.count, line.count != length { wide[lines.count] = Self.characters(in: line) }
            lines.append(line)
            lengths.append(length)
        }
        var start = 0
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x0A || byte == 0x0D {
                // Windows ends a line with both.
                let isSecond = byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D
                if !isSecond { add(start..<index) }
                start = index + 1
            }
            index += 1
        }
        add(start..<bytes.count)
        self.lines = lines
        self.lengths = lengths
        self.wide = wide
    }

    private static func characters(in line: String) -> [Int] {
        var before: [Int] = []
        var count = 0
        for character in line {
            before.append(contentsOf: repeatElement(count, count: character.unicodeScalars.count))
            count += 1
        }
        return before + [count]
    }

    /// A line by its number from 1; empty where there is none.
    func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1] : "" }

    /// Characters before a code point of a line, both from 0; those of the whole line from its end on.
    private func characters(inLine index: Int, before codePoint: Int) -> Int {
        guard let before = wide[index] else { return min(codePoint, lengths[index]) }
        return before[min(codePoint, before.count - 1)]
    }

    /// The parser counts lines from 0 and columns in code points from 0; people count characters from 1.
    ///
    /// The file's end is shown at the end of its last line that holds something.
    func range(line: Int, codePoint: Int, endLine: Int, endCodePoint: Int) -> SourceRange {
        guard lines.indices.contains(line), line < lines.count - 1 || !lines[line].isEmpty else {
            let last = lines.lastIndex { !$0.isEmpty } ?? 0
            return SourceRange(line: last + 1, column: characters(inLine: last, before: .max) + 1)
        }
        let column = characters(inLine: line, before: codePoint)
        let isOnOneLine = endLine == line && endCodePoint > codePoint
        let end = characters(inLine: line, before: isOnOneLine ? endCodePoint : .max)
        return SourceRange(line: line + 1, column: column + 1, length: max(end - column, 1))
    }
}
