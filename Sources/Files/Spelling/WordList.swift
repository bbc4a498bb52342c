/// The words of one language that are suggested while somebody spells.
public struct WordList: Equatable, Sendable {
    /// BCP 47, e.g. `de`.
    public var language: String
    /// The most frequent first, each once, as they are written: `Wasser`, `möchte`.
    public var words: [String]
    /// What often follows a word, the likeliest first; by the word in lower case, `.` for the beginning of a sentence.
    public var next: [String: [String]]

    /// How `next` names the beginning of a sentence.
    public static let beginning = "."

    public init(language: String, words: [String], next: [String: [String]] = [:]) {
        self.language = language
        self.words = words
        self.next = next
    }

    /// Without any words: nothing is suggested but what the person has written before.
    public static func empty(language: String) -> WordList { WordList(language: language, words: []) }
}
