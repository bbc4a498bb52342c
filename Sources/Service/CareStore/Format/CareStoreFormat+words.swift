import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what is said to clients stands in the journal, and is found there by its id, and the latest first.
    static let words: StoreStep = """
        CREATE INDEX journal_of_words ON journal (subject, sequence) WHERE kind = 'words';
        CREATE INDEX journal_of_latest_words ON journal (sequence) WHERE kind = 'words';
        """
}
