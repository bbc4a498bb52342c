import Wording

/// The sentences of one language, filled with what they speak of.
public struct Phrases: Equatable, Sendable {
    /// BCP 47, e.g. `en`.
    public var language: String
    /// What a caregiver may answer with when declining, 1–9 of them; spoken with their digit.
    public var reasons: [String]
    /// Why something that was due may be left out, 1–9 of them; spoken with their digit.
    public var skipReasons: [String]
    /// By their names.
    private var sentences: [String: PhraseForms]

    /// Takes checked sentences: one for every entry.
    init(language: String, reasons: [String], skipReasons: [String], sentences: [String: PhraseForms]) {
        self.language = language
        self.reasons = reasons
        self.skipReasons = skipReasons
        self.sentences = sentences
    }

    /// A sentence with its placeholders filled, in a single pass: what a value holds is said as it stands.
    public subscript(key: PhraseKey, values: [Placeholder: String]) -> String {
        self[PhraseEntry(key), values]
    }

    public subscript(entry: PhraseEntry, values: [Placeholder: String]) -> String {
        sentences[entry.name]?.filled(
            with: values, counted: entry.counted, unnamed: unnamed, rules: { PluralRules(language: language) }
        ) ?? ""
    }

    /// A sentence as its file has it.
    func forms(of entry: PhraseEntry) -> PhraseForms? { sentences[entry.name] }

    /// A sentence without placeholders.
    public subscript(key: PhraseKey) -> String { self[key, [:]] }
}
