import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: the id that a message with an `Idempotency-Key` got, so that the same message
    /// sent again is recognised.
    static let keys: StoreStep = """
        CREATE TABLE message_key (
            -- Who sent it: the same key of two callers means two things.
            caller TEXT NOT NULL CHECK (caller <> ''),
            key TEXT NOT NULL CHECK (key <> ''),
            -- SHA-256 of what was sent.
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            id TEXT NOT NULL CHECK (length(id) = 36),
            at INTEGER NOT NULL,
            PRIMARY KEY (caller, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_key_at ON message_key (at);
        CREATE INDEX message_key_of ON message_key (caller, at);
        """
}
