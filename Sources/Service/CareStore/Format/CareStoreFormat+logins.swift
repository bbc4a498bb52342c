import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: how people log in besides by a password. Decision 0587.
    ///
    /// All of it is a login's, and goes with that. People are replaced as whole rows, so nothing may hang on `person`.
    static let logins: StoreStep = """
        CREATE TABLE login_provider (
            -- In the order in which they were added.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            -- Scheme, host and port of this home.
            home TEXT NOT NULL CHECK (home <> ''),
            issuer TEXT NOT NULL CHECK (issuer <> ''),
            client_id TEXT NOT NULL CHECK (client_id <> '')
        ) STRICT;

        CREATE TABLE login_identity (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            person_id TEXT NOT NULL REFERENCES login (person_id) ON DELETE CASCADE,
            -- By which it was linked. Another one with the same issuer finds it too.
            provider TEXT NOT NULL REFERENCES login_provider (id) ON DELETE CASCADE,
            issuer TEXT NOT NULL CHECK (issuer <> ''),
            subject TEXT NOT NULL CHECK (subject <> ''),
            name TEXT,
            picture TEXT,
            linked_at INTEGER NOT NULL,
            used_at INTEGER,
            UNIQUE (issuer, subject)
        ) STRICT;
        CREATE INDEX login_identity_of ON login_identity (person_id, number);
        CREATE INDEX login_identity_at ON login_identity (provider);

        CREATE TABLE second_step (
            person_id TEXT NOT NULL PRIMARY KEY REFERENCES login (person_id) ON DELETE CASCADE,
            -- As it is: codes are made from it.
            secret BLOB NOT NULL CHECK (length(secret) >= 16),
            -- The number of the 30 seconds of the last code that was taken.
            last_step INTEGER NOT NULL,
            since INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- Gone once it was used.
        CREATE TABLE recovery_code (
            person_id TEXT NOT NULL REFERENCES second_step (person_id) ON DELETE CASCADE,
            hash BLOB NOT NULL CHECK (length(hash) = 32),
            PRIMARY KEY (person_id, hash)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE passkey (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            person_id TEXT NOT NULL REFERENCES login (person_id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (name <> ''),
            credential BLOB NOT NULL UNIQUE CHECK (length(credential) BETWEEN 1 AND 1023),
            -- The public one, COSE.
            key BLOB NOT NULL CHECK (length(key) > 0),
            handle BLOB NOT NULL CHECK (length(handle) BETWEEN 1 AND 64),
            host TEXT NOT NULL CHECK (host <> ''),
            count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 4294967295),
            since INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT;
        CREATE INDEX passkey_of ON passkey (person_id, number);
        """
}
