import Care

/// Builds the tree from the parser's events, without recursion, and refuses what these files do not need.
struct TreeBuilder {
    /// Groups in groups need two levels each; nobody comes near this by hand.
    static let maximumDepth = 64
    /// Nodes of the whole tree with everything that aliases repeat.
    static let maximumNodes = 50_000

    /// A list or mapping that is not closed yet.
    private struct Frame {
        enum Content {
            case sequence([StaffNode])
            case mapping([StaffNode.Entry], key: Key?)
        }

        enum Key {
            case named(Located<String>, bytes: Range<Int>)
            /// Something was wrong with the key: its value is read and dropped.
            case refused
        }

        var content: Content
        var range: SourceRange
        var style: StaffNode.Style
        var anchor: String?
        /// Where it begins, and what it holds ends so far; in bytes.
        var start: Int
        var end: Int
        /// The lines of the keys so far.
        var lines: [String: Int] = [:]
        /// Keys that were there before, in the order of the file.
        var repeated: [Located<String>] = []
        var size = 1
        var height = 1
    }

    private enum Stop: Error { case here }

    private let source: SourceText
    private let log: FindingLog
    private let marks: DirectionMarkReading
    private var frames: [Frame] = []
    private var anchors: [String: StaffNode] = [:]
    private var root: StaffNode?
    private var nodes = 0
    private var offsets = ByteOffsets("")

    init(source: SourceText, log: FindingLog, marks: DirectionMarkReading) {
        self.source = source
        self.log = log
        self.marks = marks
    }

    /// The root of the only document; `nil` if there is none or it cannot be read to its end.
    mutating func build(_ text: String) -> StaffNode? {
        guard let parser = YAMLParser(text) else {
            log.error("there is no memory to read this file", at: .start)
            return nil
        }
        offsets = ByteOffsets(text)
        var documents = 0
        // The last text in quotes that has more than one line, which may lack its own closing quote.
        var quoted: YAMLEvent?
        do throws(YAMLError) {
            while true {
                let event = try parser.next()
                if event.isLongQuote { quoted = event }
                switch event.kind {
                case .streamEnd: return root
                case .documentStart:
                    documents += 1
                    guard documents == 1 else {
                        log.error(
                            "a second document begins here: only one is read from a file, so delete the line `---`",
                            at: range(event))
                        return nil
                    }
                case .streamStart, .documentEnd: continue
                case .scalar, .alias, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
                    do throws(Stop) { try take(event) } catch { return nil }
                }
            }
        } catch {
            if error.isInQuotes {
                let begin = YAMLEvent(kind: .streamEnd, start: error.begin, end: error.begin)
                let words = YAMLProblem.message(problem: error.problem, context: error.context, before: "")
                log.error(words, at: SourceRange(line: range(begin).line, column: range(begin).column))
                return nil
            }
            let place = range(YAMLEvent(kind: .streamEnd, start: error.mark, end: error.mark))
            if let quoted, quoted.end.line == error.mark.line {
                let begin = range(quoted)
                log.error(
                    YAMLProblem.longQuote(to: place.line),
                    at: SourceRange(line: begin.line, column: begin.column))
                return nil
            }
            if let line = lineWithoutColon(error, noticedAt: place) {
                let indentation = source.line(line).prefix { $0 == " " }.count
                log.error(YAMLProblem.noColon, at: SourceRange(line: line, column: indentation + 1))
                return nil
            }
            log.error(
                YAMLProblem.message(
                    problem: error.problem, context: error.context,
                    before: String(source.line(place.line).prefix(place.column - 1))),
                at: SourceRange(line: place.line, column: place.column))
            return nil
        }
    }

    /// The line of a key that has no colon: it is noticed only where the next one begins.
    private func lineWithoutColon(_ error: YAMLError, noticedAt place: SourceRange) -> Int? {
        switch error.problem {
        case "could not find expected ':'":
            // libyaml's lines begin at 0.
            return error.begin.line + 1
        case "did not find expected key":
            // The first key of a mapping, which looks like a text: the mapping begins below it.
            var line = place.line - 1
            while line > 0, Self.isNoContent(source.line(line)) { line -= 1 }
            guard line > 0, source.line(place.line).prefix(place.column - 1).allSatisfy({ $0 == " " }) else {
                return nil
            }
            let before = source.line(line)
            let text = before.drop { $0 == " " }
            let isWord = text.first.map { $0.isLetter || $0 == "_" } ?? false
            guard isWord, before.count - text.count == place.column - 1, !text.contains(":") else {
                return nil
            }
            return line
        default: return nil
        }
    }

    /// An empty line, or a comment.
    private static func isNoContent(_ line: String) -> Bool {
        line.first { !$0.isWhitespace }.map { $0 == "#" } ?? true
    }

    private func range(_ event: YAMLEvent) -> SourceRange {
        source.range(
            line: event.start.line, codePoint: event.start.codePoint, endLine: event.end.line,
            endCodePoint: event.end.codePoint)
    }

    private mutating func bytes(_ event: YAMLEvent) -> Range<Int> {
        let start = offsets.offset(ofCodePoint: event.start.index)
        return start..<max(start, offsets.offset(ofCodePoint: event.end.index))
    }

    private mutating func take(_ event: YAMLEvent) throws(Stop) {
        let place = range(event)
        if let tag = event.tag {
            let standard = "tag:yaml.org,2002:"
            let short = tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
            try stop("`\(short)` is not used in these files: delete it, or put the text into quotes", place)
        }
        switch event.kind {
        case .scalar(let text, let style): try takeScalar(text, style, event, place)
        case .alias(let name): try takeAlias(name, event, place)
        case .sequenceStart(let style): try open(.sequence([]), style, event, place)
        case .mappingStart(let style): try open(.mapping([], key: nil), style, event, place)
        case .sequenceEnd, .mappingEnd: try close(event)
        case .documentStart, .documentEnd, .streamStart, .streamEnd: break
        }
    }

    private func stop(_ message: String, _ place: SourceRange) throws(Stop) -> Never {
        log.error(message, at: place)
        throw .here
    }

    private var isAtKey: Bool {
        if case .mapping(_, key: nil) = frames.last?.content { true } else { false }
    }

    private mutating func open(
        _ content: Frame.Content, _ style: StaffNode.Style, _ event: YAMLEvent, _ place: SourceRange
    ) throws(Stop) {
        guard !isAtKey else {
            try stop("a key must be one word: put a text with brackets into quotes", place)
        }
        guard frames.count < Self.maximumDepth else {
            try stop("this is nested more than \(Self.maximumDepth) levels deep", place)
        }
        let start = bytes(event).lowerBound
        frames.append(
            Frame(
                content: content, range: place, style: style, anchor: event.anchor, start: start, end: start))
    }

    /// Different keys that appear twice in one mapping have one cause: where the line that begins a new entry is missing, they are
    /// the entry's.
    private func tellRepeated(_ frame: Frame) {
        guard let first = frame.repeated.first else { return }
        log.foundForeignKeys(in: frame.range)
        guard frame.repeated.contains(where: { $0.value != first.value }) else {
            for key in frame.repeated {
                log.error(
                    "`\(key.value)` appears twice: the first is in line \(frame.lines[key.value] ?? 0)",
                    at: key.range)
            }
            return
        }
        var seen: Set<String> = []
        let names = frame.repeated.map(\.value).filter { seen.insert($0).inserted }
        let isEntry = if case .sequence? = frames.last?.content { true } else { false }
        log.error(
            "\(Excerpt.list(names)) appear twice, first in line \(frame.lines[first.value] ?? 0): "
                + (isEntry
                    ? "put `- ` before the first key of a new entry"
                    : "delete them, or put the line above them that says whose they are"),
            at: first.range)
    }

    private mutating func close(_ event: YAMLEvent) throws(Stop) {
        guard let frame = frames.popLast() else { return }
        tellRepeated(frame)
        // The end of a block is noticed where something else begins.
        let end = frame.style == .flow ? bytes(event).upperBound : frame.end
        let content: StaffNode.Content =
            switch frame.content {
            case .sequence(let nodes): .sequence(nodes)
            case .mapping(let entries, _): .mapping(entries)
            }
        let written = StaffNode.Written(
            bytes: frame.start..<max(frame.start, end), style: frame.style, hasAnchor: frame.anchor != nil)
        let node = StaffNode(
            content: content, range: frame.range, written: written, size: frame.size, height: frame.height)
        if let anchor = frame.anchor { anchors[anchor] = node }
        try put(node, counting: 1)
    }

    private mutating func takeScalar(
        _ text: String, _ style: StaffNode.Style, _ event: YAMLEvent, _ place: SourceRange
    ) throws(Stop) {
        let isQuoted = style != .plain
        // Only those that are written as escapes: the others were found before.
        let text = style == .doubleQuoted ? withoutInvisible(text, place) : text
        if isAtKey {
            takeKey(Located(text, at: place), bytes(event), isQuoted: isQuoted)
            return
        }
        let isEmpty = !isQuoted && ["", "~", "null"].contains(text)
        let node = StaffNode(
            content: isEmpty ? .empty : .scalar(text, isQuoted: isQuoted), range: place,
            written: .init(bytes: bytes(event), style: style, hasAnchor: event.anchor != nil),
            size: 1, height: 0)
        if let anchor = event.anchor { anchors[anchor] = node }
        try put(node, counting: 1)
    }

    private func withoutInvisible(_ text: String, _ place: SourceRange) -> String {
        if let scalar = text.unicodeScalars.first(where: { $0 != "\n" && TextDecoder.isControl($0) }) {
            log.error(
                "this text holds an invisible control character (code \(scalar.value)): leave it out",
                at: place)
        }
        if let mark = DirectionMarks.first(in: text), marks == .refused {
            log.error(
                "this text holds an invisible mark of the direction of writing (\(mark.codePoint)): leave it out",
                at: place)
        }
        return DirectionMarks.removed(from: text)
    }

    private mutating func takeKey(_ key: Located<String>, _ bytes: Range<Int>, isQuoted: Bool) {
        guard var frame = frames.popLast(), case .mapping(let entries, _) = frame.content else { return }
        var accepted = Frame.Key.named(key, bytes: bytes)
        if frame.lines[key.value] != nil {
            frame.repeated.append(key)
            accepted = .refused
        } else if key.value == "<<", !isQuoted {
            log.error("`<<` does not merge keys here: write out what is meant", at: key.range)
            accepted = .refused
        }
        frame.lines[key.value] = frame.lines[key.value] ?? key.range.line
        frame.content = .mapping(entries, key: accepted)
        frame.end = bytes.upperBound
        frames.append(frame)
    }

    private mutating func takeAlias(
        _ name: String, _ event: YAMLEvent, _ place: SourceRange
    ) throws(Stop) {
        guard !isAtKey else { try stop("`*\(name)` cannot be a key: write the key itself", place) }
        guard var node = anchors[name] else {
            try stop("`*\(name)` repeats something that is not named `&\(name)` before it", place)
        }
        guard frames.count + node.height <= Self.maximumDepth else {
            try stop("with `*\(name)` this is nested more than \(Self.maximumDepth) levels deep", place)
        }
        node.written = .init(bytes: bytes(event), style: .alias, hasAnchor: false)
        try put(node, counting: node.size)
    }

    private mutating func put(_ node: StaffNode, counting count: Int) throws(Stop) {
        nodes += count
        guard nodes <= Self.maximumNodes else {
            try stop(
                "this file holds more than \(Self.maximumNodes) entries, repeated ones included", node.range)
        }
        guard var frame = frames.popLast() else {
            root = node
            return
        }
        frame.size += node.size
        frame.height = max(frame.height, node.height + 1)
        frame.end = max(frame.end, node.written.bytes.upperBound)
        switch frame.content {
        case .sequence(var list):
            frame.content = .sequence([])
            list.append(node)
            frame.content = .sequence(list)
        case .mapping(var entries, key: .named(let key, let bytes)?):
            frame.content = .sequence([])
            entries.append(.init(key: key, keyBytes: bytes, value: node))
            frame.content = .mapping(entries, key: nil)
        case .mapping(let entries, key: .refused?), .mapping(let entries, key: nil):
            frame.content = .mapping(entries, key: nil)
        }
        frames.append(frame)
    }
}
