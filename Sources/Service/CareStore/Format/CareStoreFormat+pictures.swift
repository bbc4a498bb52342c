import StoreFiles

extension StoreFormat {
    /// The fourth step of `care.sqlite`: people's pictures, in a table apart from `person`, which is read
    /// each time something becomes due.
    ///
    /// Each change of a person replaces their row, for which SQLite deletes the old one: nothing may cascade
    /// here, or a new name would delete the picture.
    static let pictures: StoreStep = """
        CREATE TABLE picture (
            -- Never used again, so that what browsers keep by it stays true.
            version INTEGER PRIMARY KEY AUTOINCREMENT,
            person_id TEXT NOT NULL UNIQUE REFERENCES person (id),
            media_type TEXT NOT NULL CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 524288),
            changed_at INTEGER NOT NULL
        ) STRICT;
        """
}
