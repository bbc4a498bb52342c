/// Finds the text of which a sentence was made: by the words between its placeholders. The program's own messages are written in
/// English where they come about, and programs read them so; for people they are said in their language, if a text matches.
///
/// A placeholder `words`, or one whose name ends with `_words`, stands for words of the program, which are said the same way, or for
/// nothing: `{guess_words}` for `: did you mean …?`. One whose name ends with `_money` stands for an amount such as `12.50 EUR`, which is
/// written with the decimal mark of its reader.
struct WrittenTexts: Sendable {
    private struct Source: Sendable {
        let name: String
        let parts: [TextPattern.Part]
        /// How many characters it has besides placeholders: the more, the surer it is meant.
        let weight: Int
    }

    private let sources: [Source]

    /// - Parameter texts: In the language in which the program writes.
    /// - Parameter groups: Beginnings of the names of those that are looked for.
    init(_ texts: [String: TextPattern], groups: [String]) {
        sources = texts.filter { name, _ in groups.contains { name.hasPrefix($0) } }.map { name, pattern in
            let parts = pattern.parts()
            let weight = parts.reduce(0) { sum, part in
                if case .text(let text) = part { sum + text.count } else { sum }
            }
            return Source(name: name, parts: parts, weight: weight)
        }.filter { $0.weight > 0 }.sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
    }

    /// Whether it stands for words of the program, and not for what people have written.
    static func isOfProgram(_ placeholder: String) -> Bool {
        placeholder == "words" || placeholder.hasSuffix("_words")
    }

    static func isMoney(_ placeholder: String) -> Bool { placeholder.hasSuffix("_money") }

    /// The text and what stands for its placeholders; `nil` if none matches.
    func find(_ words: String) -> (name: String, values: [String: String])? {
        for source in sources {
            if case .text(let end)? = source.parts.last, !words.hasSuffix(end) { continue }
            if let values = Self.match(source.parts, words) { return (source.name, values) }
        }
        return nil
    }

    /// A placeholder stands for as little as possible; only words of the program may be missing. Each text between placeholders is taken
    /// where it comes first, the last one at the end: what has matched is never tried again, however long the words are.
    private static func match(_ parts: [TextPattern.Part], _ words: String) -> [String: String]? {
        var values: [String: String] = [:]
        var rest = words[...]
        var open: String?
        func close(_ value: Substring) -> Bool {
            guard let name = open else { return value.isEmpty }
            open = nil
            guard !value.isEmpty || isOfProgram(name), values[name] ?? String(value) == value else {
                return false
            }
            values[name] = String(value)
            return true
        }
        for (number, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                let least = open.map { isOfProgram($0) ? 0 : 1 } ?? 0
                let isLast = number == parts.count - 1
                let place: Range<String.Index>?
                if open == nil {
                    place =
                        rest.hasPrefix(text)
                        ? rest.startIndex..<rest.index(rest.startIndex, offsetBy: text.count) : nil
                } else if isLast {
                    place =
                        rest.hasSuffix(text)
                        ? rest.index(rest.endIndex, offsetBy: -text.count)..<rest.endIndex : nil
                } else {
                    place = rest.dropFirst(least).firstRange(of: text)
                }
                guard let place, close(rest[..<place.lowerBound]) else { return nil }
                rest = rest[place.upperBound...]
            case .placeholder(let name):
                if let before = open {
                    let value = rest.prefix(isOfProgram(before) ? 0 : 1)
                    guard close(value) else { return nil }
                    rest = rest.dropFirst(value.count)
                }
                open = name
            }
        }
        return close(rest) ? values : nil
    }
}
