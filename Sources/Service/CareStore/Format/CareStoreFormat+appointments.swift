import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: appointments, moods, and exercises in what is planned. Decisions 0345 to 0349.
    static let appointments: StoreStep = """
        CREATE TABLE appointment (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            provider TEXT NOT NULL CHECK (provider <> ''),
            client TEXT NOT NULL CHECK (client <> ''),
            at INTEGER NOT NULL,
            -- JSON of what is planned, and of who is there.
            content TEXT NOT NULL,
            standing TEXT NOT NULL,
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            -- The message by which it was made, as JSON.
            made_of TEXT NOT NULL,
            changed_at INTEGER NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;
        CREATE INDEX appointment_at ON appointment (at, number);
        CREATE INDEX appointment_open ON appointment (at, number) WHERE is_open = 1;
        CREATE INDEX appointment_of_client ON appointment (client, at, number);
        CREATE INDEX appointment_of_provider ON appointment (provider, at, number);

        CREATE TABLE appointment_line (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            appointment TEXT NOT NULL REFERENCES appointment (id),
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- The wish that a coordinator has seen to; each once.
            about TEXT UNIQUE REFERENCES appointment_line (id),
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX appointment_line_of ON appointment_line (appointment, number);
        CREATE INDEX appointment_wish ON appointment_line (number) WHERE kind = 'coordinator_please';
        CREATE TRIGGER appointment_line_stays BEFORE UPDATE ON appointment_line
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER appointment_line_is_kept BEFORE DELETE ON appointment_line
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        CREATE TABLE mood (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            client TEXT NOT NULL CHECK (client <> ''),
            scale TEXT NOT NULL CHECK (scale <> ''),
            -- JSON of the message.
            content TEXT NOT NULL,
            -- For an observation, the sign's name as it was then.
            words TEXT,
            -- The mood whose place it takes; of two that would, one is refused.
            corrects TEXT UNIQUE REFERENCES mood (id),
            routine_id TEXT REFERENCES routine (id),
            key TEXT CHECK (key <> ''),
            received_at INTEGER NOT NULL,
            counts_at INTEGER NOT NULL,
            CHECK ((routine_id IS NULL) = (key IS NULL))
        ) STRICT;
        CREATE INDEX mood_of ON mood (client, counts_at, number);
        CREATE INDEX mood_at ON mood (counts_at, number);
        CREATE INDEX mood_after ON mood (key) WHERE key IS NOT NULL;
        CREATE TRIGGER mood_stays BEFORE UPDATE ON mood
            BEGIN SELECT RAISE(ABORT, 'moods are never changed'); END;
        CREATE TRIGGER mood_is_kept BEFORE DELETE ON mood
            BEGIN SELECT RAISE(ABORT, 'moods are never changed'); END;

        -- A client's own signs, as JSON.
        CREATE TABLE sign_list (
            client TEXT NOT NULL PRIMARY KEY CHECK (client <> ''),
            content TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        -- What was planned before is no exercise.
        ALTER TABLE occurrence ADD COLUMN exercise TEXT CHECK (exercise <> '');
        ALTER TABLE occurrence ADD COLUMN appointment TEXT CHECK (length(appointment) = 36);
        """
}
