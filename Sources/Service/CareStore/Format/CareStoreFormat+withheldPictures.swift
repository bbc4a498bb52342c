import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: older pictures that cannot be read to their end, so what they contain besides
    /// the picture is unknown. They are not shown, and their bytes are kept until the person's picture is
    /// replaced or removed.
    static let withheldPictures: StoreStep = """
        CREATE TABLE picture_withheld (
            person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
            media_type TEXT NOT NULL,
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 524288),
            changed_at INTEGER NOT NULL
        ) STRICT;
        """
}
