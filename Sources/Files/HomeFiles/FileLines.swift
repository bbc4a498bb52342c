/// The bytes of a text file as lines that keep their ends, so that one of them can be changed and the rest cannot.
struct FileLines {
    private struct Line {
        var text: String
        /// `\n`, `\r\n`, `\r`, or nothing behind the last one.
        var end: [UInt8]
    }

    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private let hasMark: Bool
    private var lines: [Line] = []

    /// - Parameter bytes: valid UTF-8, as the reader of the file has found it to be.
    init(_ bytes: [UInt8]) {
        hasMark = bytes.starts(with: Self.mark)
        let content = hasMark ? bytes.dropFirst(3) : bytes[...]
        var start = content.startIndex
        var index = start
        while index < content.endIndex {
            let byte = content[index]
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                index += 1
                continue
            }
            let next = index + 1
            let isPair =
                byte == UInt8(ascii: "\r") && next < content.endIndex && content[next] == UInt8(ascii: "\n")
            let end = isPair ? next + 1 : next
            lines.append(
                Line(
                    text: String(decoding: content[start..<index], as: UTF8.self),
                    end: Array(content[index..<end])))
            start = end
            index = end
        }
        lines.append(Line(text: String(decoding: content[start...], as: UTF8.self), end: []))
    }

    var bytes: [UInt8] {
        (hasMark ? Self.mark : []) + lines.flatMap { Array($0.text.utf8) + $0.end }
    }

    /// At least 1: behind the last end there is a line as well, empty in most files.
    var count: Int { lines.count }

    /// A line by its number from 1.
    func line(_ number: Int) -> String { lines.indices.contains(number - 1) ? lines[number - 1].text : "" }

    /// Replaces characters of a line.
    ///
    /// - Parameter columns: counted from 1, in characters as findings count them.
    mutating func replace(_ columns: Range<Int>, ofLine number: Int, with text: String) {
        guard lines.indices.contains(number - 1) else { return }
        let line = lines[number - 1].text
        let start = line.index(line.startIndex, offsetBy: columns.lowerBound - 1, limitedBy: line.endIndex)
        let end = line.index(line.startIndex, offsetBy: columns.upperBound - 1, limitedBy: line.endIndex)
        guard let start, let end else { return }
        lines[number - 1].text.replaceSubrange(start..<end, with: text)
    }

    /// Puts a line below another one, with the same end.
    mutating func insert(_ text: String, below number: Int) {
        guard lines.indices.contains(number - 1) else { return }
        if lines[number - 1].end.isEmpty {
            lines[number - 1].end = usualEnd
            lines.insert(Line(text: text, end: []), at: number)
        } else {
            lines.insert(Line(text: text, end: lines[number - 1].end), at: number)
        }
    }

    /// Puts lines at the end of the file, each with an end of its own.
    mutating func append(_ texts: [String]) {
        let end = usualEnd
        if let last = lines.indices.last, lines[last].text.isEmpty {
            lines.removeLast()
        } else if let last = lines.indices.last {
            lines[last].end = end
        }
        // No empty line at the beginning of a file.
        for text in texts where !(text.isEmpty && lines.isEmpty) { lines.append(Line(text: text, end: end)) }
        lines.append(Line(text: "", end: []))
    }

    /// The first end in the file.
    private var usualEnd: [UInt8] {
        lines.first { !$0.end.isEmpty }?.end ?? [UInt8(ascii: "\n")]
    }
}
