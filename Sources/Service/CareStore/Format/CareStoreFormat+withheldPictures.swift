import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: pictures of before that cannot be read to their end, so that nobody knows what is in them besides
    /// the picture. They are shown to nobody, and their bytes are kept until the person has another picture, or wants none.
    static let withheldPictures: StoreStep = """
        CREATE TABLE picture_withheld (
            person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
            media_type TEXT NOT NULL,
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 524288),
            changed_at INTEGER NOT NULL
        ) STRICT;
        """
}
