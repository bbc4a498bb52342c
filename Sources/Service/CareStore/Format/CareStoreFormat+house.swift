import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: up to where the journal was handed over to the house (decision 0528).
    static let house: StoreStep = """
        CREATE TABLE house (
            -- The name of the channel, such as `mqtt`.
            broker TEXT NOT NULL PRIMARY KEY CHECK (broker <> ''),
            -- The last event of the journal that the broker has taken, or that was there before it was in use.
            cursor INTEGER NOT NULL CHECK (cursor >= 0)
        ) STRICT, WITHOUT ROWID;
        """
}
