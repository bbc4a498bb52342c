import StoreFiles

extension StoreFormat {
    /// The second step of `care.sqlite`: people, needs, routines, reminders.
    ///
    /// What people write, and each event, is stored as the API's JSON; the other columns are for searching.
    /// Enumerations that may grow (kinds, channels, outcomes) are checked by the code that reads them, so
    /// that a new value needs no new table.
    ///
    /// The journal gets new kinds. Its table is made again for this, because SQLite cannot change a CHECK.
    static let routines: StoreStep = """
        CREATE TABLE journal_anew (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind <> ''),
            request_id TEXT REFERENCES request (id),
            state TEXT,
            changed_at INTEGER,
            changed_by TEXT,
            reason TEXT,
            escalation INTEGER,
            -- The request's sequence number then; null where it is this very row's.
            changed_in INTEGER REFERENCES journal (sequence),
            fault_id TEXT REFERENCES fault (id),
            minutes INTEGER CHECK (minutes >= 0),
            late INTEGER NOT NULL CHECK (late IN (0, 1)),
            -- What else it is about: its id, and what it was then, as JSON.
            subject TEXT CHECK (subject <> ''),
            content TEXT,
            CHECK ((kind = 'fault') = (fault_id IS NOT NULL)),
            CHECK (request_id IS NULL OR fault_id IS NULL),
            CHECK (coalesce(request_id, fault_id, content) IS NOT NULL),
            CHECK ((subject IS NULL) = (content IS NULL)),
            CHECK ((request_id IS NULL) = (state IS NULL)),
            CHECK ((request_id IS NULL) = (changed_at IS NULL)),
            CHECK ((request_id IS NULL) = (escalation IS NULL))
        ) STRICT;
        INSERT INTO journal_anew (sequence, at, kind, request_id, state, changed_at, changed_by, reason,
                escalation, changed_in, fault_id, minutes, late)
            SELECT sequence, at, kind, request_id, state, changed_at, changed_by, reason, escalation,
                changed_in, fault_id, minutes, late
            FROM journal ORDER BY sequence;
        DROP TABLE journal;
        ALTER TABLE journal_anew RENAME TO journal;
        CREATE INDEX journal_request ON journal (request_id) WHERE request_id IS NOT NULL;
        CREATE TRIGGER journal_stays BEFORE UPDATE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
        CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal
            BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;

        CREATE TABLE person (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
            content TEXT NOT NULL,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            changed_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE need (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
            -- Null: every client's.
            client TEXT CHECK (client <> ''),
            content TEXT NOT NULL,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;

        CREATE TABLE proposal (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            client TEXT NOT NULL CHECK (client <> ''),
            made_of TEXT NOT NULL,
            content TEXT NOT NULL,
            is_waiting INTEGER NOT NULL CHECK (is_waiting IN (0, 1)),
            sequence INTEGER NOT NULL UNIQUE REFERENCES journal (sequence)
        ) STRICT;
        CREATE INDEX proposal_waiting ON proposal (sequence) WHERE is_waiting = 1;

        CREATE TABLE decision (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            proposal_id TEXT NOT NULL REFERENCES proposal (id),
            content TEXT NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;

        CREATE TABLE routine (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            series TEXT NOT NULL CHECK (length(series) = 36),
            client TEXT NOT NULL CHECK (client <> ''),
            content TEXT NOT NULL,
            -- What `POST /routines` sent; null for the part that goes on after a change.
            made_of TEXT,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            -- Its moments up to here have been taken, and what is due up to here has a row.
            taken_to INTEGER NOT NULL,
            -- When its next moment is; null: never, or not while its row cannot be read.
            next_at INTEGER,
            -- When an occurrence was last done or skipped, and which.
            last_done INTEGER,
            last_done_key TEXT,
            -- Since when it is planned as it is now: what was due before that is not late because anybody was away.
            planned_at INTEGER NOT NULL,
            -- Rises with everything that changes when it is due.
            version INTEGER NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;
        CREATE INDEX routine_next ON routine (next_at) WHERE next_at IS NOT NULL;
        CREATE INDEX routine_version ON routine (version);
        CREATE INDEX routine_series ON routine (series);

        -- How far the wall clock has been followed, in one row; none before the first time.
        CREATE TABLE clock (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            walked_to INTEGER NOT NULL,
            -- Where it stood, and what the journal held, when it was found far behind that; null: it is believed.
            doubted_from INTEGER,
            doubted_sequence INTEGER,
            CHECK ((doubted_from IS NULL) = (doubted_sequence IS NULL))
        ) STRICT;

        -- When the wall clock was found far ahead of that, and what there was before: it may have been wrong.
        CREATE TABLE leap (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            from_at INTEGER NOT NULL,
            to_at INTEGER NOT NULL CHECK (to_at > from_at),
            sequence INTEGER NOT NULL,
            occurrence INTEGER NOT NULL,
            reminder INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE routine_change (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            routine_id TEXT NOT NULL REFERENCES routine (id),
            content TEXT NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;

        -- What has become due, or was acted upon before. Words as they were then.
        CREATE TABLE occurrence (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            routine_id TEXT NOT NULL REFERENCES routine (id),
            key TEXT NOT NULL CHECK (key <> ''),
            series TEXT NOT NULL CHECK (length(series) = 36),
            at INTEGER NOT NULL,
            local TEXT NOT NULL,
            missed_at INTEGER NOT NULL CHECK (missed_at >= at),
            client TEXT NOT NULL CHECK (client <> ''),
            client_name TEXT NOT NULL,
            title TEXT NOT NULL,
            details TEXT,
            symbol TEXT,
            priority TEXT NOT NULL,
            person TEXT,
            person_name TEXT,
            assignment_reason TEXT NOT NULL,
            clients_own INTEGER NOT NULL CHECK (clients_own IN (0, 1)),
            -- What its entries come to: null is open.
            outcome TEXT,
            -- When it was done or skipped, as whoever did it says.
            closed_at INTEGER,
            changed_at INTEGER,
            changed_by TEXT,
            note TEXT,
            last_entry TEXT CHECK (length(last_entry) = 36),
            -- Whether its due moment has come, when it will be missed if that is to come, and whether that moment has come.
            is_due_taken INTEGER NOT NULL DEFAULT 0 CHECK (is_due_taken IN (0, 1)),
            next_at INTEGER,
            is_missed_taken INTEGER NOT NULL DEFAULT 0 CHECK (is_missed_taken IN (0, 1)),
            is_cancelled INTEGER NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
            UNIQUE (routine_id, key)
        ) STRICT;
        CREATE INDEX occurrence_at ON occurrence (at);
        CREATE INDEX occurrence_series ON occurrence (series, at);
        CREATE INDEX occurrence_open ON occurrence (at) WHERE outcome IS NULL AND is_cancelled = 0;
        CREATE INDEX occurrence_ahead ON occurrence (routine_id) WHERE is_due_taken = 0;
        CREATE INDEX occurrence_next ON occurrence (next_at) WHERE next_at IS NOT NULL;

        CREATE TABLE entry (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            routine_id TEXT NOT NULL REFERENCES routine (id),
            key TEXT NOT NULL CHECK (key <> ''),
            content TEXT NOT NULL,
            actor TEXT NOT NULL,
            received_at INTEGER NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;
        CREATE INDEX entry_of ON entry (routine_id, key);
        CREATE INDEX entry_received ON entry (received_at);
        CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        CREATE TABLE reminder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            -- Of an occurrence: which, when it was due by the plan, and what it was then (JSON) …
            routine_id TEXT REFERENCES routine (id),
            key TEXT,
            due_at INTEGER,
            content TEXT,
            -- … or of a request.
            request_id TEXT REFERENCES request (id),
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- 0 for all but `before`.
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
            -- Over only because it was done or skipped: told after all if that is taken back.
            is_answered INTEGER NOT NULL DEFAULT 0 CHECK (is_answered IN (0, 1)),
            -- For the home's own program.
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try_at INTEGER,
            error TEXT,
            CHECK ((routine_id IS NULL) <> (request_id IS NULL)),
            CHECK ((routine_id IS NULL) = (key IS NULL)),
            CHECK ((routine_id IS NULL) = (due_at IS NULL)),
            CHECK ((routine_id IS NULL) = (content IS NULL)),
            CHECK (state = 'waiting' OR coalesce(tell_at, next_try_at) IS NULL)
        ) STRICT;
        CREATE UNIQUE INDEX reminder_once
            ON reminder (routine_id, key, due_at, kind, minutes_before, recipient, channel)
            WHERE routine_id IS NOT NULL;
        CREATE UNIQUE INDEX reminder_of_request ON reminder (request_id, recipient, channel)
            WHERE request_id IS NOT NULL;
        CREATE INDEX reminder_waiting ON reminder (channel, at) WHERE state = 'waiting';
        CREATE INDEX reminder_to_tell ON reminder (tell_at) WHERE tell_at IS NOT NULL;
        CREATE INDEX reminder_ahead ON reminder (due_at) WHERE kind = 'before';
        CREATE INDEX reminder_to_try ON reminder (next_try_at) WHERE next_try_at IS NOT NULL;

        CREATE TABLE receipt (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            -- Without a reference: what a wrong clock had told far too early is forgotten, its receipt stays.
            reminder_id TEXT NOT NULL CHECK (length(reminder_id) = 36),
            content TEXT NOT NULL,
            actor TEXT NOT NULL,
            received_at INTEGER NOT NULL
        ) STRICT;
        CREATE TRIGGER receipt_stays BEFORE UPDATE ON receipt
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER receipt_is_kept BEFORE DELETE ON receipt
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        CREATE TABLE note (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            request_id TEXT NOT NULL REFERENCES request (id),
            content TEXT NOT NULL,
            sequence INTEGER NOT NULL REFERENCES journal (sequence)
        ) STRICT;
        CREATE INDEX note_of ON note (request_id);
        CREATE TRIGGER note_stays BEFORE UPDATE ON note
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        CREATE TRIGGER note_is_kept BEFORE DELETE ON note
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;
        """
}
