/// What a person is offered while spelling, in the order of scanning.
public enum SpellingOrder {
    /// One thing that is scanned on the first level of spelling.
    public enum Place: Hashable, Sendable {
        /// Opens the suggested words.
        case words
        /// Opens a row of the alphabet, from 0.
        case row(Int)
        /// Opens what deletes.
        case correct
        /// Opens what is done with the text: speak, propose, cancel.
        case finish
    }

    /// The suggested words come first, for where there are any they are right more often than any row.
    ///
    /// - Parameter hasText: Whether anything is written that could be corrected or used.
    public static func places(in alphabet: SpellingAlphabet, hasWords: Bool, hasText: Bool) -> [Place] {
        (hasWords ? [.words] : []) + alphabet.rows.indices.map { .row($0) }
            + (hasText ? [.finish, .correct] : [])
    }
}
