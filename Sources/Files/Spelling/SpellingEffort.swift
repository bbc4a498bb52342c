/// What it costs to write texts by a person who makes no mistakes, in steps and presses.
public struct SpellingEffort: Equatable, Sendable {
    /// Characters written, spaces between words included.
    public var characters = 0
    /// Things that were offered until the right ones were chosen.
    public var steps = 0
    /// Two for each choice: the row, and what is in it.
    public var presses = 0
    /// What no key writes.
    public var unwritable: Set<String> = []

    public var stepsPerCharacter: Double { characters > 0 ? Double(steps) / Double(characters) : 0 }
    public var charactersPerPress: Double { presses > 0 ? Double(characters) / Double(presses) : 0 }

    /// Counts writing the texts one after the other, each from an empty page.
    ///
    /// - Parameter predictor: Suggests words, which the person takes where that is no more steps than the letters;
    ///   `nil` to write every letter.
    public init(of texts: [String], alphabet: SpellingAlphabet, predictor: WordPredictor?) {
        for text in texts { add(text, alphabet, predictor) }
    }

    private mutating func add(_ text: String, _ alphabet: SpellingAlphabet, _ predictor: WordPredictor?) {
        var written = SpelledText()
        let words = text.split(separator: " ").map(String.init)
        characters += words.map(\.count).reduce(0, +) + max(0, words.count - 1)
        for (index, word) in words.enumerated() {
            let isLast = index == words.count - 1
            let letters = word.map { String($0).lowercased() } + (isLast ? [] : [" "])
            var next = 0
            while next < letters.count {
                let suggested =
                    predictor?.predict(written.beginning, after: written.previousWord).words ?? []
                let extra = suggested.isEmpty ? 0 : 1
                let rest = letters[next...].reduce(0) { $0 + (alphabet.steps(to: $1) ?? 0) + extra }
                if let place = suggested.firstIndex(where: { $0.lowercased() == word.lowercased() }),
                    place + 2 <= rest
                {
                    steps += place + 2
                    presses += 2
                    written.take(word: suggested[place])
                    next = letters.count
                    continue
                }
                let letter = letters[next]
                if let cost = alphabet.steps(to: letter) {
                    steps += cost + extra
                    presses += 2
                } else {
                    unwritable.insert(letter)
                }
                written.write(letter)
                next += 1
            }
        }
    }
}
