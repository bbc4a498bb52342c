import StoreFiles

extension StoreFormat {
    /// The third step of `care.sqlite`: who may log in, where they are logged in, and which devices belong to the home.
    ///
    /// Of passwords and tokens only hashes are kept. Codes are stored as they are: they are valid once and
    /// for a short time, and the coordinator who invites must be able to read them again.
    ///
    /// A response may now come from a person. Its table is made again for this, because SQLite cannot change
    /// a CHECK.
    static let access: StoreStep = """
        CREATE TABLE response_anew (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            request_id TEXT NOT NULL REFERENCES request (id),
            state TEXT NOT NULL,
            by_name TEXT,
            reason TEXT,
            at INTEGER NOT NULL,
            actor TEXT NOT NULL CHECK (actor <> ''),
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;
        INSERT INTO response_anew (id, request_id, state, by_name, reason, at, actor, sequence)
            SELECT id, request_id, state, by_name, reason, at, actor, sequence FROM response ORDER BY rowid;
        DROP TABLE response;
        ALTER TABLE response_anew RENAME TO response;
        CREATE INDEX response_of ON response (by_name, request_id) WHERE by_name IS NOT NULL;

        CREATE TABLE login (
            person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
            -- The person's name in small letters, by which they log in.
            name_key TEXT NOT NULL UNIQUE CHECK (name_key <> ''),
            salt BLOB NOT NULL CHECK (length(salt) >= 16),
            hash BLOB NOT NULL CHECK (length(hash) >= 32),
            -- How the hash was made, so that old ones can still be checked when new ones cost more.
            parameters TEXT NOT NULL CHECK (parameters <> ''),
            changed_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE session (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            person_id TEXT NOT NULL REFERENCES login (person_id),
            csrf TEXT NOT NULL CHECK (csrf <> ''),
            since INTEGER NOT NULL,
            last_seen INTEGER NOT NULL,
            browser TEXT NOT NULL
        ) STRICT;
        CREATE INDEX session_of ON session (person_id, last_seen);

        CREATE TABLE invitation (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            -- What `POST /invitations` sent.
            content TEXT NOT NULL,
            -- Null once it was used or withdrawn, or is over.
            code TEXT UNIQUE CHECK (length(code) = 6),
            made_by TEXT,
            made_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT;

        CREATE TABLE pairing (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            content TEXT NOT NULL,
            code TEXT UNIQUE CHECK (length(code) = 6),
            made_by TEXT,
            made_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT;

        CREATE TABLE device (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
            kind TEXT NOT NULL CHECK (kind <> ''),
            name TEXT NOT NULL CHECK (name <> ''),
            client TEXT CHECK (client <> ''),
            since INTEGER NOT NULL,
            last_seen INTEGER,
            revoked_at INTEGER
        ) STRICT;
        """
}
