import StoreFiles

extension StoreFormat {
    /// The fourth step of `care.sqlite`: people's pictures, away from the people themselves, who are read with each moment
    /// that comes.
    ///
    /// The row of a person is written anew with each change of theirs, for which SQLite takes the old one out: nothing may
    /// cascade here, or a new name would cost the picture.
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
