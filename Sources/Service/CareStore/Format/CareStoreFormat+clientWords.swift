import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what is said to a client is found by the client and the time, however much is said to others.
    static let clientWords: StoreStep = """
        DROP INDEX journal_of_latest_words;
        CREATE INDEX journal_of_client_words ON journal (
            CASE WHEN json_valid(content) THEN json_extract(content, '$.client') END, at
        ) WHERE kind = 'words';
        """
}
