/// Emoji by their names and key words in one language, as the Unicode CLDR has them.
///
/// Read from an annotation file (`common/annotations/en.xml`, UTS #35 part 2, "Annotations"), of which only the lines with
/// annotations matter: each holds one element.
public struct EmojiNames: Sendable {
    /// One emoji that a card can have.
    public struct Entry: Hashable, Sendable {
        public var emoji: String
        /// As it is called, such as `cup with straw`.
        public var name: String
    }

    private struct Row: Sendable {
        var entry: Entry
        /// The name as it is compared.
        var name: String
        /// The words of the name, then those of the key words.
        var nameWords: [Substring]
        var keyWords: [Substring]
    }

    private let rows: [Row]

    public var isEmpty: Bool { rows.isEmpty }

    /// - Parameter bytes: The file; what is no annotation of an emoji is passed over.
    public init(_ bytes: [UInt8]) {
        var names: [String: String] = [:]
        var words: [String: [Substring]] = [:]
        var order: [String] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let found = Self.annotation(line), let emoji = Self.drawn(found.character) else { continue }
            if found.isName {
                if names.updateValue(found.text, forKey: emoji) == nil { order.append(emoji) }
            } else {
                words[emoji] = Self.words(found.text)
            }
        }
        rows = order.compactMap { emoji in
            guard let name = names[emoji] else { return nil }
            return Row(
                entry: Entry(emoji: emoji, name: name), name: FoldedText.plain(name),
                nameWords: Self.words(name), keyWords: words[emoji] ?? [])
        }
    }

    /// No names at all: where the file is not there.
    public init() { rows = [] }

    /// Those of which each word of a text begins a word of the name or a key word; the nearest first.
    ///
    /// - Parameter limit: The most that are given.
    public func search(_ text: String, limit: Int) -> [Entry] {
        let folded = FoldedText.plain(text)
        let wanted = folded.split(separator: " ")
        guard !wanted.isEmpty else { return [] }
        let found = rows.enumerated().compactMap { index, row -> (rank: Int, index: Int)? in
            rank(of: row, wanted, folded).map { ($0, index) }
        }
        return found.sorted { $0 < $1 }.prefix(limit).map { rows[$0.index].entry }
    }

    /// The lower, the nearer; `nil` for what does not fit.
    private func rank(of row: Row, _ wanted: [Substring], _ folded: String) -> Int? {
        if row.name == folded { return 0 }
        var rank = 1
        for word in wanted {
            if row.nameWords.contains(word) { continue }
            if row.keyWords.contains(word) {
                rank = max(rank, 2)
            } else if row.nameWords.contains(where: { $0.hasPrefix(word) }) {
                rank = max(rank, 3)
            } else if row.keyWords.contains(where: { $0.hasPrefix(word) }) {
                rank = max(rank, 4)
            } else {
                return nil
            }
        }
        return rank
    }

    // MARK: - Reading

    private static func words(_ text: String) -> [Substring] {
        FoldedText.plain(text).split(separator: " ")
    }

    /// `<annotation cp="🥤" type="tts">cup with straw</annotation>`
    private static func annotation(
        _ line: ArraySlice<UInt8>
    ) -> (character: String, isName: Bool, text: String)? {
        let text = String(decoding: line, as: UTF8.self)
        guard let begin = text.firstRange(of: "<annotation cp=\""),
            let quote = text[begin.upperBound...].firstIndex(of: "\""),
            let close = text[quote...].firstIndex(of: ">"),
            let end = text[close...].firstRange(of: "</annotation>")
        else { return nil }
        return (
            String(text[begin.upperBound..<quote]), text[quote..<close].contains("type=\"tts\""),
            unescaped(text[text.index(after: close)..<end.lowerBound])
        )
    }

    private static func unescaped(_ text: Substring) -> String {
        let marks = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")]
        return marks.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }

    /// The emoji as it is drawn in colour; `nil` for what is none. The file leaves out U+FE0F, which tells an emoji from a sign of text.
    private static func drawn(_ character: String) -> String? {
        let scalars = character.unicodeScalars
        // Digits, `#`, `©` and arrows of text are emoji for Unicode, but nobody looks for them here; tones of skin are none alone.
        guard let first = scalars.first, first.properties.isEmoji, first.value > 0x200D,
            !first.properties.isEmojiModifier
        else { return nil }
        guard scalars.count == 1 else { return character }
        return first.properties.isEmojiPresentation ? character : character + "\u{FE0F}"
    }
}
