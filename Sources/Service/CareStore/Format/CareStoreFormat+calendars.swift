import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: calendars outside that are read or written, what became of their events, and the addresses under which
    /// people's own calendars read what is planned.
    static let calendars: StoreStep = """
        CREATE TABLE calendar (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            -- Null: the household's.
            client TEXT CHECK (client <> ''),
            -- JSON, without what opens it: that is a file of its own.
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX calendar_of_client ON calendar (client);
        CREATE TABLE calendar_event (
            calendar TEXT NOT NULL REFERENCES calendar (id) ON DELETE CASCADE,
            uid TEXT NOT NULL CHECK (uid <> ''),
            -- The series of the routine that was made of it.
            series TEXT CHECK (length(series) = 36),
            content TEXT NOT NULL,
            PRIMARY KEY (calendar, uid)
        ) STRICT, WITHOUT ROWID;
        -- Of a collection that is read: what each resource was when it was read last.
        CREATE TABLE calendar_resource (
            calendar TEXT NOT NULL REFERENCES calendar (id) ON DELETE CASCADE,
            href TEXT NOT NULL CHECK (href <> ''),
            tag TEXT NOT NULL,
            body TEXT,
            PRIMARY KEY (calendar, href)
        ) STRICT, WITHOUT ROWID;
        -- Of a collection that is written: what stands there of ours.
        CREATE TABLE calendar_written (
            calendar TEXT NOT NULL REFERENCES calendar (id) ON DELETE CASCADE,
            uid TEXT NOT NULL CHECK (uid <> ''),
            href TEXT NOT NULL CHECK (href <> ''),
            tag TEXT,
            digest TEXT NOT NULL,
            PRIMARY KEY (calendar, uid)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE feed (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            person TEXT NOT NULL CHECK (person <> ''),
            -- Null: the household's.
            client TEXT CHECK (client <> ''),
            detail TEXT NOT NULL CHECK (detail <> ''),
            made_at INTEGER NOT NULL,
            read_at INTEGER,
            -- An address that has ended opens nothing any more, whoever sends its id again.
            is_ended INTEGER NOT NULL DEFAULT 0 CHECK (is_ended IN (0, 1))
        ) STRICT;
        CREATE UNIQUE INDEX feed_of ON feed (person, coalesce(client, '')) WHERE is_ended = 0;
        CREATE INDEX feed_open ON feed (number) WHERE is_ended = 0;
        CREATE INDEX feed_ended ON feed (person, number) WHERE is_ended = 1;

        -- What calendars are told of a plan: whose it is, what was left out of it, and when that changed last.
        CREATE INDEX routine_of_client ON routine (client, is_active, planned_at) WHERE is_goal = 0;
        CREATE INDEX occurrence_skipped ON occurrence (routine_id, at) WHERE outcome = 'skipped';
        CREATE INDEX entry_skip ON entry (routine_id, sequence)
            WHERE CASE WHEN json_valid(content) THEN json_extract(content, '$.kind') END
                IN ('skipped', 'undone');
        """
}
