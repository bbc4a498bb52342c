import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what each client has heard of encouragement, and likes. Decision 0361.
    static let encouragement: StoreStep = """
        CREATE TABLE encouragement (
            client TEXT NOT NULL PRIMARY KEY CHECK (client <> ''),
            -- JSON of the deck, which only ever counts up.
            deck TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
