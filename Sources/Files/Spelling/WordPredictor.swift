/// Suggests words while somebody spells.
///
/// Three sources, in this order: the person's own words, what often follows the word before, and the list by
/// frequency. The own words take at most half of the places while the others have any: a person also writes of new
/// things. Every lookup looks at a bounded number of words, however long the list is.
public struct WordPredictor: Sendable {
    /// What is suggested, and how many words were looked at for it: a measure of time that is the same on every machine.
    public struct Prediction: Equatable, Sendable {
        public var words: [String]
        public var examined: Int
    }

    /// How many words of the list are kept for each beginning. The own words and the next ones may be among them.
    private static let kept = 12
    /// Longer beginnings are looked up by their first letters, and compared.
    private static let indexedLength = 10

    /// How many words are suggested at once.
    public let count: Int
    private let list: WordList
    /// The places in the list that begin with a text, the most frequent first.
    private let index: [String: [Int]]
    /// The most used first.
    private var own: [String]

    /// - Parameters:
    ///   - own: What the person has written before.
    ///   - count: How many words are suggested, 1–8: each costs a step to those behind it.
    public init(list: WordList, own: OwnWords = OwnWords(), count: Int = 4) {
        self.count = min(max(1, count), 8)
        self.list = list
        self.own = own.ranked
        var index: [String: [Int]] = [:]
        for (place, word) in list.words.enumerated() {
            for key in Self.keys(of: word) where index[key, default: []].count < Self.kept {
                index[key, default: []].append(place)
            }
        }
        self.index = index
    }

    /// The person has written more.
    public mutating func remember(_ own: OwnWords) { self.own = own.ranked }

    /// - Parameters:
    ///   - beginning: The letters of the word so far, in any case; empty behind a space.
    ///   - previous: The word before it; `nil` at the beginning of a sentence.
    public func predict(_ beginning: String, after previous: String?) -> Prediction {
        var found = Found(beginning: beginning, limit: count)
        let following = list.next[previous.map(FoldedWord.lower) ?? WordList.beginning] ?? []
        guard !beginning.isEmpty else {
            // Without a letter only what often follows is worth a step.
            for word in following where !found.isFull { found.consider(word) }
            return Prediction(words: found.words, examined: found.examined)
        }
        for word in own where found.words.count < (count + 1) / 2 { found.consider(word) }
        for word in following where !found.isFull { found.consider(word) }
        let key = String(FoldedWord.lower(beginning).prefix(Self.indexedLength))
        for place in index[key] ?? [] where !found.isFull { found.consider(list.words[place]) }
        for word in own where !found.isFull { found.consider(word) }
        return Prediction(words: found.words, examined: found.examined)
    }

    /// All beginnings of a word, with its marks and without.
    private static func keys(of word: String) -> Set<String> {
        var keys: Set<String> = []
        for form in [FoldedWord.lower(word), FoldedWord.plain(word)] {
            var key = ""
            for letter in form.prefix(indexedLength) {
                key.append(letter)
                keys.insert(key)
            }
        }
        return keys
    }

    private struct Found {
        let beginning: String
        let limit: Int
        var words: [String] = []
        var examined = 0
        private let lower: String
        private var seen: Set<String> = []

        init(beginning: String, limit: Int) {
            self.beginning = beginning
            self.limit = limit
            lower = FoldedWord.lower(beginning)
        }

        var isFull: Bool { words.count == limit }

        /// Takes the word if it begins so and is more than what is written already.
        mutating func consider(_ word: String) {
            examined += 1
            let form = FoldedWord.lower(word)
            guard form.hasPrefix(lower) || FoldedWord.plain(word).hasPrefix(lower), word != beginning,
                seen.insert(form).inserted
            else { return }
            words.append(word)
        }
    }
}
