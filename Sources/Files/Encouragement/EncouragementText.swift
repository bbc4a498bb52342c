public import Care

/// Changes one item in the text of a store, and leaves all others, and comments, as they are.
public struct EncouragementText {
    /// Each with its end, which may be that of another system.
    private var lines: [Substring]
    /// How a line ends that is added.
    private let end: String

    public init(_ text: String) {
        lines = []
        var rest = text[...]
        while let index = rest.firstIndex(where: \.isNewline) {
            lines.append(rest[...index])
            rest = rest[rest.index(after: index)...]
        }
        if !rest.isEmpty { lines.append(rest) }
        end = lines.first?.hasSuffix("\r\n") == true ? "\r\n" : "\n"
    }

    public var text: String { lines.joined() }

    /// The beginning of a file that is not there yet.
    public static func beginning(_ kind: EncouragementKind, language: String) -> String {
        """
        # yaml-language-server: $schema=encouragement.schema.json
        encouragement: \(kind.rawValue)
        language: \(language)
        items:

        """
    }

    /// A whole store; what it had besides, such as comments, is not in it.
    public static func whole(
        _ kind: EncouragementKind, language: String, _ items: [StoredEncouragement]
    ) -> String {
        beginning(kind, language: language) + items.flatMap { lines(of: $0) }.map { $0 + "\n" }.joined()
    }

    /// Puts an item in the place of the one that begins in this line, counted from 1.
    ///
    /// - Parameters:
    ///   - next: The line in which the next item begins; `nil` behind the last one.
    ///   - item: `nil` where it is removed.
    public mutating func replace(
        itemAt line: Int, before next: Int?, with item: StoredEncouragement?
    ) {
        let start = max(0, line - 1)
        var stop = next.map { $0 - 1 } ?? lines.count
        guard start < stop, stop <= lines.count else { return }
        // Comments and blank lines above the next one are the next one's.
        while stop > start + 1, Self.isBetween(lines[stop - 1]) { stop -= 1 }
        lines.replaceSubrange(start..<stop, with: item.map(ended) ?? [])
    }

    /// Adds an item behind all others.
    public mutating func append(_ item: StoredEncouragement) {
        while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
        if let last = lines.last, last.last?.isNewline == false { lines[lines.count - 1] = last + end }
        lines += ended(item)
    }

    private func ended(_ item: StoredEncouragement) -> [Substring] {
        Self.lines(of: item).map { ($0 + end)[...] }
    }

    private static func isBetween(_ line: Substring) -> Bool {
        let first = line.first { !$0.isWhitespace }
        return first == nil || first == "#"
    }

    private static func lines(of item: StoredEncouragement) -> [String] {
        var lines = ["  - id: \(item.id)", "    text: \(quoted(item.text))"]
        if let author = item.author { lines.append("    author: \(quoted(author))") }
        lines.append("    categories: [\(item.categories.map(quoted).joined(separator: ", "))]")
        if let source = item.source { lines.append("    source: \(quoted(source))") }
        if let sound = item.sound { lines.append("    sound: \(quoted(sound))") }
        if let video = item.video { lines.append("    video: \(quoted(video))") }
        return lines
    }

    private static func quoted(_ text: String) -> String {
        // What is a plain word stands without quotes, as in the files that ship.
        if text.allSatisfy({ $0.isASCII && $0.isLowercase }),
            !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(text), !text.isEmpty
        {
            return text
        }
        var quoted = ""
        for character in text {
            switch character {
            case "\\": quoted += "\\\\"
            case "\"": quoted += "\\\""
            case "\n", "\r\n", "\r": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.append(character)
            }
        }
        return "\"\(quoted)\""
    }
}
