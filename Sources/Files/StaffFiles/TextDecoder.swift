import Care

/// The text of a file, whole for the parser and cut for messages.
struct DecodedText {
    var text: String
    var source: SourceText
}

/// Turns the bytes of a file into text that the YAML parser can be given, or says why it cannot.
struct TextDecoder {
    /// Larger files are refused before anything looks at them.
    static let maximumBytes = 1_048_576
    /// The longest line.
    static let maximumLineBytes = 16_384
    /// After this many lines with one mistake, the rest is the same mistake.
    private static let repeatLimit = 10

    let file: String
    var marks = DirectionMarkReading.refused

    /// The text and its findings; no text if the bytes are none.
    func decode(_ bytes: [UInt8]) -> (text: DecodedText?, log: FindingLog) {
        guard bytes.count <= Self.maximumBytes else {
            return refused(
                "the file is larger than 1 MiB (\(Self.maximumBytes) bytes): split it, or check whether it is the right file"
            )
        }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            return refused("the file is written as UTF-16: save it as UTF-8")
        }
        // Editors on Windows begin a UTF-8 file with these three bytes; they mean nothing.
        var content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if marks == .removed { content = DirectionMarks.removed(fromUTF8: content) }
        guard let text = String(validating: content, as: UTF8.self) else { return notUTF8(content) }
        let source = SourceText(file: file, text: text)
        let log = FindingLog(source: source)
        let isRefused =
            findLongLines(source, log) || findControlCharacters(source, log)
            || findDirectionMarks(source, log) || findTabs(source, log)
        return (isRefused ? nil : DecodedText(text: text, source: source), log)
    }

    private func refused(_ message: String) -> (text: DecodedText?, log: FindingLog) {
        let log = FindingLog(file: file)
        log.error(message, at: .start)
        return (nil, log)
    }

    private func notUTF8(_ bytes: [UInt8]) -> (text: DecodedText?, log: FindingLog) {
        var iterator = bytes.makeIterator()
        var parser = Unicode.UTF8.ForwardParser()
        var offset = 0
        scan: while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error, .emptyInput: break scan
            }
        }
        let source = SourceText(file: file, text: String(decoding: bytes[..<offset], as: UTF8.self))
        let log = FindingLog(source: source)
        let byte = bytes.indices.contains(offset) ? String(bytes[offset], radix: 16, uppercase: true) : "?"
        log.error(
            "the next character (byte 0x\(byte)) is not UTF-8: save the file as UTF-8",
            at: SourceRange(
                line: source.lines.count, column: source.line(source.lines.count).count + 1))
        return (nil, log)
    }

    /// A line that no editor shows is from some other kind of file, or an attack on the reader.
    private func findLongLines(_ source: SourceText, _ log: FindingLog) -> Bool {
        guard let index = source.lines.firstIndex(where: { $0.utf8.count > Self.maximumLineBytes }) else {
            return false
        }
        log.error(
            "this line is longer than \(Self.maximumLineBytes) bytes: break it, or check whether it is the right file",
            at: SourceRange(line: index + 1, column: 1))
        return true
    }

    /// Nobody types these; they come with a damaged file, and a voice or a terminal would stumble over them.
    private func findControlCharacters(_ source: SourceText, _ log: FindingLog) -> Bool {
        var found = 0
        for (number, line) in source.lines.enumerated() {
            guard let index = line.unicodeScalars.firstIndex(where: Self.isControl) else { continue }
            log.error(
                "there is an invisible control character here (\(line.unicodeScalars[index].codePoint)): delete it and type the line again",
                at: SourceRange(
                    line: number + 1, column: line[..<index].count + 1))
            found += 1
            if found == Self.repeatLimit { break }
        }
        return found > 0
    }

    /// They come with what was copied from elsewhere, and what is read is not what is written then; also in a comment.
    private func findDirectionMarks(_ source: SourceText, _ log: FindingLog) -> Bool {
        var found = 0
        for (number, line) in source.lines.enumerated() {
            guard let index = line.unicodeScalars.firstIndex(where: DirectionMarks.contains) else { continue }
            log.error(
                "there is an invisible mark of the direction of writing here (\(line.unicodeScalars[index].codePoint)), which can make one line look like another: delete it and type the line again",
                at: SourceRange(line: number + 1, column: line[..<index].count + 1))
            found += 1
            if found == Self.repeatLimit { break }
        }
        return found > 0
    }

    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09: false
        case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    private func findTabs(_ source: SourceText, _ log: FindingLog) -> Bool {
        var found = 0
        for (number, line) in source.lines.enumerated() {
            let indent = line.prefix { $0 == " " || $0 == "\t" }
            guard let tab = indent.firstIndex(of: "\t"), indent.endIndex != line.endIndex,
                line[indent.endIndex] != "#"
            else { continue }
            let tabs = line[tab...].prefix { $0 == "\t" }
            log.error(
                "this line is indented with a tab: use spaces",
                at: SourceRange(
                    line: number + 1, column: line.distance(from: line.startIndex, to: tab) + 1,
                    length: tabs.count))
            found += 1
            if found == Self.repeatLimit { break }
        }
        return found > 0
    }
}
