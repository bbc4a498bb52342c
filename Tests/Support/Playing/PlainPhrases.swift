@testable public import HomeFiles

extension Phrases {
    /// Phrases that say their own key and values, such as `on_the_way Anna`: tests do not depend on the wording.
    public static let plain: Phrases = {
        let sentences = PhraseKey.allCases.map { key in
            let values = key.placeholders.map { "{\($0.rawValue)}" }.sorted()
            return (key, ([key.rawValue] + values).joined(separator: " "))
        }
        return Phrases(
            language: "en", reasons: ["dinner", "with somebody else"],
            sentences: Dictionary(uniqueKeysWithValues: sentences))
    }()
}
