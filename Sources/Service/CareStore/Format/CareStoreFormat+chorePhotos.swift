import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: photos that show that a chore was done (decision 0289).
    static let chorePhotos: StoreStep = """
        CREATE TABLE chore_photo (
            version INTEGER PRIMARY KEY AUTOINCREMENT,
            routine_id TEXT NOT NULL REFERENCES routine (id),
            key TEXT NOT NULL CHECK (key <> ''),
            media_type TEXT NOT NULL CHECK (media_type <> ''),
            -- Whose it is: only they and those who approve see it.
            sender TEXT NOT NULL CHECK (sender <> ''),
            by_name TEXT,
            at INTEGER NOT NULL,
            -- Somebody has looked at it and said not yet: it shows nothing any more.
            is_refused INTEGER NOT NULL DEFAULT 0 CHECK (is_refused IN (0, 1)),
            delete_at INTEGER NOT NULL,
            -- The last column, so that what is known of all of them is read without them.
            bytes BLOB NOT NULL CHECK (length(bytes) BETWEEN 1 AND 524288),
            UNIQUE (routine_id, key)
        ) STRICT;
        CREATE INDEX chore_photo_until ON chore_photo (delete_at);
        """
}
