import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: who is asked for an amount is reminded of it (decision 0320).
    ///
    /// SQLite cannot change a CHECK, so `reminder` is made anew. What was asked for before is counted from when it is first looked at:
    /// nobody is told at night what has passed by the evening.
    static let chargeReminders: StoreStep = """
        CREATE TABLE reminder_anew (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            -- Of an occurrence: which, when it was due by the plan, and what it was then (JSON) …
            routine_id TEXT REFERENCES routine (id),
            key TEXT,
            due_at INTEGER,
            content TEXT,
            -- … or of a request …
            request_id TEXT REFERENCES request (id),
            -- … or of an amount that somebody is asked for; `due_at` is the moment of it.
            charge_id TEXT REFERENCES cost_charge (id),
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- 0 for all but `before` of an occurrence.
            minutes_before INTEGER NOT NULL DEFAULT 0,
            channel TEXT NOT NULL CHECK (channel <> ''),
            recipient TEXT NOT NULL CHECK (recipient <> ''),
            recipient_name TEXT NOT NULL,
            priority TEXT NOT NULL,
            at INTEGER NOT NULL,
            late INTEGER NOT NULL CHECK (late IN (0, 1)),
            state TEXT NOT NULL CHECK (state <> ''),
            -- When the journal will tell it; null once it has.
            tell_at INTEGER,
            -- Put off by somebody for so many minutes: elapsed time, not the wall's.
            is_snoozed INTEGER NOT NULL DEFAULT 0 CHECK (is_snoozed IN (0, 1)),
            -- Over only because it was done, skipped or settled: told after all if that is taken back.
            is_answered INTEGER NOT NULL DEFAULT 0 CHECK (is_answered IN (0, 1)),
            -- For the home's own program.
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try_at INTEGER,
            error TEXT,
            CHECK ((routine_id IS NOT NULL) + (request_id IS NOT NULL) + (charge_id IS NOT NULL) = 1),
            CHECK ((routine_id IS NULL) = (key IS NULL)),
            CHECK ((request_id IS NOT NULL) = (due_at IS NULL)),
            CHECK ((routine_id IS NULL) = (content IS NULL)),
            CHECK (state = 'waiting' OR coalesce(tell_at, next_try_at) IS NULL)
        ) STRICT;
        -- Numbers that were given out before are not given out again.
        INSERT INTO sqlite_sequence (name, seq)
            SELECT 'reminder_anew', seq FROM sqlite_sequence WHERE name = 'reminder';
        INSERT INTO reminder_anew (number, id, routine_id, key, due_at, content, request_id, kind, minutes_before,
                channel, recipient, recipient_name, priority, at, late, state, tell_at, is_snoozed, is_answered,
                attempts, next_try_at, error)
            SELECT number, id, routine_id, key, due_at, content, request_id, kind, minutes_before,
                channel, recipient, recipient_name, priority, at, late, state, tell_at, is_snoozed, is_answered,
                attempts, next_try_at, error
            FROM reminder ORDER BY number;
        DROP TABLE reminder;
        ALTER TABLE reminder_anew RENAME TO reminder;
        CREATE UNIQUE INDEX reminder_once
            ON reminder (routine_id, key, due_at, kind, minutes_before, recipient, channel)
            WHERE routine_id IS NOT NULL;
        CREATE UNIQUE INDEX reminder_of_request ON reminder (request_id, recipient, channel)
            WHERE request_id IS NOT NULL;
        CREATE UNIQUE INDEX reminder_of_charge ON reminder (charge_id, due_at, kind, recipient, channel)
            WHERE charge_id IS NOT NULL;
        CREATE INDEX reminder_waiting ON reminder (channel, at) WHERE state = 'waiting';
        CREATE INDEX reminder_to_tell ON reminder (tell_at) WHERE tell_at IS NOT NULL;
        CREATE INDEX reminder_ahead ON reminder (due_at) WHERE kind = 'before';
        CREATE INDEX reminder_to_try ON reminder (next_try_at) WHERE next_try_at IS NOT NULL;

        -- When whoever is asked has to be reminded next; 0 where that has to be worked out, null where it is not open.
        ALTER TABLE cost_charge ADD COLUMN remind_at INTEGER;
        -- Until when the moments of it were looked at; null before the first time.
        ALTER TABLE cost_charge ADD COLUMN reminded_to INTEGER;
        UPDATE cost_charge SET remind_at = 0 WHERE is_open = 1;
        CREATE INDEX cost_charge_remind ON cost_charge (remind_at) WHERE remind_at IS NOT NULL;
        -- Those that a line of the book has just settled or opened: few or none.
        CREATE INDEX cost_charge_settled ON cost_charge (line) WHERE remind_at IS NOT NULL AND is_open = 0;
        CREATE INDEX cost_charge_opened ON cost_charge (line) WHERE remind_at IS NULL AND is_open = 1;

        -- Who was reminded by whoever asked, and when: once an hour.
        CREATE TABLE charge_reminder (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            charge_id TEXT NOT NULL REFERENCES cost_charge (id),
            content TEXT NOT NULL,
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX charge_reminder_of ON charge_reminder (charge_id, received_at);
        """
}
