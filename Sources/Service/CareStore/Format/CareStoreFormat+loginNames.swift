import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: only who logs in by a name has it, and whoever registers does so once. Decision 0290.
    static let loginNames: StoreStep = """
        CREATE TABLE login_anew (
            person_id TEXT NOT NULL PRIMARY KEY REFERENCES person (id),
            -- The person's name in small letters, by which they log in. Null for who has left, or has no password.
            name_key TEXT UNIQUE CHECK (name_key <> ''),
            salt BLOB NOT NULL CHECK (length(salt) >= 16),
            hash BLOB NOT NULL CHECK (length(hash) >= 32),
            -- How the hash was made, so that old ones can still be checked when new ones cost more.
            parameters TEXT NOT NULL CHECK (parameters <> ''),
            changed_at INTEGER NOT NULL
        ) STRICT;
        INSERT INTO login_anew (person_id, name_key, salt, hash, parameters, changed_at)
            SELECT person_id, CASE WHEN parameters <> 'none' AND person_id NOT IN (
                SELECT id FROM person WHERE is_active = 0) THEN name_key END,
                salt, hash, parameters, changed_at FROM login ORDER BY rowid;
        DROP TABLE login;
        ALTER TABLE login_anew RENAME TO login;

        -- Who was let in or refused: the same message again makes nobody wait once more.
        CREATE TABLE registration_answered (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
