import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: chores. Decisions 0265 to 0268.
    ///
    /// What was planned before is no chore.
    static let chores: StoreStep = """
        ALTER TABLE routine ADD COLUMN is_chore INTEGER NOT NULL DEFAULT 0 CHECK (is_chore IN (0, 1));
        ALTER TABLE occurrence ADD COLUMN is_chore INTEGER NOT NULL DEFAULT 0 CHECK (is_chore IN (0, 1));
        -- What makes it a chore and how far that is, as JSON; null where it is a client's and nothing more.
        ALTER TABLE occurrence ADD COLUMN chore TEXT CHECK (chore <> '');
        -- Whether it is done and waits for approval.
        ALTER TABLE occurrence ADD COLUMN is_waiting INTEGER NOT NULL DEFAULT 0 CHECK (is_waiting IN (0, 1));
        -- When people are reminded of it again, while it is not done.
        ALTER TABLE occurrence ADD COLUMN again_at INTEGER;
        CREATE INDEX occurrence_chore ON occurrence (missed_at)
            WHERE is_chore = 1 AND outcome IS NULL AND is_cancelled = 0;
        CREATE INDEX occurrence_chore_closed ON occurrence (changed_at) WHERE is_chore = 1 AND outcome IS NOT NULL;
        CREATE INDEX occurrence_waiting ON occurrence (changed_at) WHERE is_waiting = 1;
        CREATE INDEX occurrence_again ON occurrence (again_at) WHERE again_at IS NOT NULL;

        -- What counts for whom: follows from the entries, and is written with each of them.
        CREATE TABLE completion (
            entry_id TEXT NOT NULL PRIMARY KEY CHECK (length(entry_id) = 36),
            routine_id TEXT NOT NULL REFERENCES routine (id),
            key TEXT NOT NULL CHECK (key <> ''),
            person TEXT NOT NULL CHECK (person <> ''),
            -- So many of how many parts.
            parts INTEGER NOT NULL CHECK (parts > 0),
            count INTEGER NOT NULL CHECK (count >= parts),
            -- How long all of it takes, and what all of it is worth.
            minutes INTEGER CHECK (minutes > 0),
            points INTEGER CHECK (points > 0),
            at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX completion_of ON completion (routine_id, key);
        CREATE INDEX completion_at ON completion (at);

        -- Who was reminded by a housemate, and when: once an hour.
        CREATE TABLE chore_reminder (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            routine_id TEXT NOT NULL REFERENCES routine (id),
            key TEXT NOT NULL CHECK (key <> ''),
            content TEXT NOT NULL,
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX chore_reminder_of ON chore_reminder (routine_id, key, received_at);
        """
}
