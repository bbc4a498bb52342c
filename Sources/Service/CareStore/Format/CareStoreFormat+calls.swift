import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: who has a call and until when, whom it has reached, and the home's own ways of calls.
    ///
    /// What is due of a call may now be of further kinds, and of a step of its way. The table is made again for this, because SQLite
    /// cannot change a CHECK. Whoever is on the way since less than an hour loses the call after a quarter of an hour, as with new
    /// ones; older ones stay as they are, because a call of last week must not sound again after an upgrade.
    static let calls: StoreStep = """
        ALTER TABLE request ADD COLUMN claim_lapses_at INTEGER;
        -- The ids of the people whom it has reached, as JSON; null: everybody.
        ALTER TABLE request ADD COLUMN reaches TEXT CHECK (reaches IS NULL OR json_valid(reaches));
        ALTER TABLE journal ADD COLUMN claim_lapses_at INTEGER;
        ALTER TABLE journal ADD COLUMN reaches TEXT;

        -- Who is on the way: one row for each such request.
        CREATE TABLE claim (
            request_id TEXT NOT NULL PRIMARY KEY REFERENCES request (id),
            -- A person, or a device, which people share. Empty: an older version has not said which.
            claimant TEXT NOT NULL,
            name TEXT
        ) STRICT, WITHOUT ROWID;
        INSERT INTO claim (request_id, claimant, name)
            SELECT id, '', changed_by FROM request WHERE state = 'on_the_way' AND length(id) = 36;

        CREATE TABLE due_anew (
            request_id TEXT NOT NULL REFERENCES request (id),
            kind TEXT NOT NULL CHECK (kind <> ''),
            at INTEGER NOT NULL,
            -- Of a step of its way: whom it reaches, as JSON.
            who TEXT CHECK (who IS NULL OR json_valid(who)),
            PRIMARY KEY (request_id, kind, at)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO due_anew (request_id, kind, at) SELECT request_id, kind, at FROM due;
        INSERT INTO due_anew (request_id, kind, at)
            SELECT id, 'claim_lapsed', 1000 * CAST(strftime('%s', 'now') AS INTEGER) + 900000 FROM request
            WHERE state = 'on_the_way' AND length(id) = 36
                AND changed_at BETWEEN 1000 * CAST(strftime('%s', 'now') AS INTEGER) - 3600000
                    AND 1000 * CAST(strftime('%s', 'now') AS INTEGER);
        UPDATE request SET claim_lapses_at = (
                SELECT at FROM due_anew WHERE request_id = request.id AND kind = 'claim_lapsed')
            WHERE id IN (SELECT request_id FROM due_anew WHERE kind = 'claim_lapsed');
        DROP TABLE due;
        ALTER TABLE due_anew RENAME TO due;
        CREATE INDEX due_at ON due (at);

        CREATE TABLE call_paths (
            only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
            content TEXT NOT NULL
        ) STRICT;

        -- Each moving of claims, so that the same message again moves nothing.
        CREATE TABLE claim_move (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            content TEXT NOT NULL,
            at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
}
