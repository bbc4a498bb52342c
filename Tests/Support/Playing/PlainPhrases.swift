@testable public import HomeFiles

extension Phrases {
    /// Phrases that say their own key and values, such as `on_the_way Anna`: tests do not depend on the wording.
    public static let plain: Phrases = {
        let sentences = PhraseKey.allCases.map { key in
            let values = key.placeholders.map { "{\($0.rawValue)}" }.sorted()
            let text = ([key.rawValue] + values).joined(separator: " ")
            guard let sentence = try? Sentence(text) else { preconditionFailure(text) }
            return (key, sentence)
        }
        return Phrases(
            language: "en", reasons: ["dinner", "with somebody else"],
            skipReasons: ["not wanted", "asleep"],
            sentences: Dictionary(uniqueKeysWithValues: sentences))
    }()
}
