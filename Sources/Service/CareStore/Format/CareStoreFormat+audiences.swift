import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: an escalation may go over any channel (decision 0198), and a routine has an audience (0199).
    ///
    /// Which channels there are is the program's to know, so that a new one needs no new table; SQLite cannot change a CHECK,
    /// so the table is made anew.
    static let audiences: StoreStep = """
        CREATE TABLE delivery_anew (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            sequence INTEGER NOT NULL REFERENCES journal (sequence),
            request_id TEXT NOT NULL REFERENCES request (id),
            channel TEXT NOT NULL CHECK (channel <> ''),
            recipient TEXT NOT NULL CHECK (recipient <> ''),
            state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed', 'dropped')),
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try_at INTEGER,
            error TEXT,
            UNIQUE (sequence, channel, recipient),
            CHECK ((state = 'pending') = (next_try_at IS NOT NULL))
        ) STRICT;
        INSERT INTO delivery_anew (id, sequence, request_id, channel, recipient, state, attempts, next_try_at, error)
            SELECT id, sequence, request_id, channel, recipient, state, attempts, next_try_at, error
            FROM delivery ORDER BY id;
        DROP TABLE delivery;
        ALTER TABLE delivery_anew RENAME TO delivery;
        CREATE INDEX delivery_pending ON delivery (next_try_at) WHERE state = 'pending';

        -- What was planned before was a client's.
        ALTER TABLE routine ADD COLUMN audience TEXT NOT NULL DEFAULT 'client' CHECK (audience <> '');
        """
}
