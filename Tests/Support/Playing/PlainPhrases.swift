public import HomeFiles

extension Phrases {
    /// Phrases that say their own key and values, such as `on_the_way Anna`: tests do not depend on the wording.
    public static let plain: Phrases = {
        let sentences = PhraseEntry.all.map { entry in
            let values = entry.placeholders.map { "{\($0.rawValue)}" }.sorted()
            return "  \(entry.name): \"\(([entry.name] + values).joined(separator: " "))\"\n"
        }
        let text = """
            language: en
            reasons: [dinner, with somebody else]
            skip_reasons: [not wanted, asleep]
            phrases:

            """
        let read = PhrasesReader.read(Array((text + sentences.joined()).utf8), file: "plain.yaml")
        guard let phrases = read.phrases else { preconditionFailure("\(read.findings)") }
        return phrases
    }()
}
