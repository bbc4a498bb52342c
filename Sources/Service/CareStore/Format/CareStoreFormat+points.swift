import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: the ledger of points, rewards, and who has reached or asked for which. Decisions 0280 to 0284.
    ///
    /// Points begin with this version: what was done before has no lines. What its parts were worth is noted, so that the rest of a chore
    /// that was begun before is worth the rest.
    static let points: StoreStep = """
        CREATE TABLE point_line (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            person TEXT NOT NULL CHECK (person <> ''),
            kind TEXT NOT NULL CHECK (kind <> ''),
            points INTEGER NOT NULL CHECK (points <> 0),
            -- As people read it.
            what TEXT NOT NULL,
            entry_id TEXT CHECK (length(entry_id) = 36),
            grant_id TEXT CHECK (length(grant_id) = 36),
            by_name TEXT,
            at INTEGER NOT NULL
        ) STRICT;
        -- Everything that a sum reads.
        CREATE INDEX point_line_sum ON point_line (person, kind, points);
        CREATE INDEX point_line_of ON point_line (person, number);
        CREATE INDEX point_line_entry ON point_line (entry_id) WHERE entry_id IS NOT NULL;
        CREATE TRIGGER point_line_stays BEFORE UPDATE ON point_line
            BEGIN SELECT RAISE(ABORT, 'the ledger of points is never changed'); END;
        CREATE TRIGGER point_line_is_kept BEFORE DELETE ON point_line
            BEGIN SELECT RAISE(ABORT, 'the ledger of points is never changed'); END;

        -- What of a chore's points a completion is, whether or not somebody has earned it.
        ALTER TABLE completion ADD COLUMN share INTEGER NOT NULL DEFAULT 0 CHECK (share >= 0);
        UPDATE completion SET share = points * parts / count WHERE points IS NOT NULL;

        -- Who has said whether they want points; nobody else has.
        CREATE TABLE point_switch (
            person TEXT NOT NULL PRIMARY KEY CHECK (person <> ''),
            is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
            -- Whether they said so themselves.
            is_own INTEGER NOT NULL CHECK (is_own IN (0, 1)),
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reward (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            content TEXT NOT NULL,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1))
        ) STRICT;

        -- How often a reward's threshold was crossed by whom, at most: what is had once is not had again after an undo.
        CREATE TABLE reward_crossing (
            reward_id TEXT NOT NULL REFERENCES reward (id),
            person TEXT NOT NULL CHECK (person <> ''),
            threshold INTEGER NOT NULL CHECK (threshold > 0),
            crossings INTEGER NOT NULL CHECK (crossings >= 0),
            PRIMARY KEY (person, reward_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE reward_grant (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            reward_id TEXT NOT NULL REFERENCES reward (id),
            -- As it was called and shown then.
            title TEXT NOT NULL,
            symbol TEXT,
            person TEXT NOT NULL CHECK (person <> ''),
            name TEXT NOT NULL,
            is_client INTEGER NOT NULL CHECK (is_client IN (0, 1)),
            cost INTEGER NOT NULL CHECK (cost >= 0),
            -- Where it was reached: of which threshold, and which crossing of it.
            threshold INTEGER CHECK (threshold > 0),
            crossing INTEGER CHECK (crossing > 0),
            state TEXT NOT NULL CHECK (state <> ''),
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            reason TEXT,
            at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            changed_by TEXT,
            sequence INTEGER NOT NULL REFERENCES journal (sequence),
            -- The message by which it was asked for, as JSON.
            made_of TEXT,
            CHECK ((crossing IS NULL) = (threshold IS NULL)),
            CHECK ((crossing IS NULL) = (made_of IS NOT NULL)),
            CHECK ((crossing IS NULL) = (cost > 0)),
            UNIQUE (reward_id, person, threshold, crossing)
        ) STRICT;
        CREATE INDEX reward_grant_of ON reward_grant (person, number);
        CREATE INDEX reward_grant_open ON reward_grant (number) WHERE is_open = 1;

        -- What became of it; each answer once.
        CREATE TABLE grant_answer (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            grant_id TEXT NOT NULL REFERENCES reward_grant (id),
            content TEXT NOT NULL,
            by_name TEXT,
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE TRIGGER grant_answer_stays BEFORE UPDATE ON grant_answer
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER grant_answer_is_kept BEFORE DELETE ON grant_answer
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        """
}
