import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: who has registered by themselves and waits to be let in, and whether anybody may. Decision 0291.
    static let registration: StoreStep = """
        CREATE TABLE registration (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            name_key TEXT NOT NULL UNIQUE CHECK (name_key <> ''),
            email TEXT,
            salt BLOB NOT NULL,
            hash BLOB NOT NULL,
            parameters TEXT NOT NULL,
            media_type TEXT,
            picture BLOB,
            -- From where, and the network of it whose registrations are counted together.
            address TEXT NOT NULL,
            network TEXT NOT NULL,
            at INTEGER NOT NULL,
            CHECK ((picture IS NULL) = (media_type IS NULL))
        ) STRICT;

        -- Without a row: nobody may.
        CREATE TABLE registration_switch (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1))
        ) STRICT;
        """
}
