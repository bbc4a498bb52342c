/// What a person has spelled so far.
public struct SpelledText: Equatable, Sendable {
    /// In characters; what a proposal's sentence may hold.
    public static let limit = 300
    /// Set behind a word without a space before them.
    private static let marks: Set<Character> = [".", ",", "?", "!", ":", ";"]

    public private(set) var text = ""

    public init() {}

    /// Without space at its ends.
    public var sentence: String {
        text.split(separator: " ").joined(separator: " ")
    }

    /// The same with a capital letter, as a label is written: `swimming` is `Swimming`.
    public var label: String {
        let sentence = sentence
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    public var isEmpty: Bool { sentence.isEmpty }

    /// The word that is being written; empty behind a space or a mark.
    public var beginning: String { String(text.reversed().prefix(while: Self.isOfWord).reversed()) }

    /// The word before that, in the same sentence; `nil` where a sentence begins.
    public var previousWord: String? {
        let before = text.dropLast(beginning.count)
        let gap = before.reversed().prefix { !Self.isOfWord($0) }
        guard !gap.contains(where: { ".?!".contains($0) }) else { return nil }
        let word = before.dropLast(gap.count).reversed().prefix(while: Self.isOfWord).reversed()
        return word.isEmpty ? nil : String(word)
    }

    static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "'" || character == "-"
    }

    /// Writes a key's text. Two spaces do not follow each other, and none comes before a punctuation mark.
    public mutating func write(_ key: String) {
        guard text.count + key.count <= Self.limit else { return }
        if key == " ", text.isEmpty || text.last == " " { return }
        if let first = key.first, Self.marks.contains(first), text.last == " " { text.removeLast() }
        text += key
    }

    /// Puts a whole word in the place of its beginning, and a space behind it.
    public mutating func take(word: String) {
        let kept = text.dropLast(beginning.count)
        let joint = kept.isEmpty || kept.last == " " ? "" : " "
        guard kept.count + joint.count + word.count < Self.limit else { return }
        text = kept + joint + word + " "
    }

    public mutating func deleteLetter() {
        if !text.isEmpty { text.removeLast() }
    }

    /// Deletes the word that is being written, or the one before with the space behind it.
    public mutating func deleteWord() {
        while let last = text.last, !Self.isOfWord(last) { text.removeLast() }
        text.removeLast(beginning.count)
    }
}
