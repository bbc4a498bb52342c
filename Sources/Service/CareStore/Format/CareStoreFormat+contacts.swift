import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: how people are reached on their own devices, over which channels, and what was sent to them
    /// (decision 0520).
    static let contacts: StoreStep = """
        -- What the home has set of a channel, without its secrets.
        CREATE TABLE channel (
            name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
            is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
            settings TEXT NOT NULL CHECK (json_valid(settings)),
            sequence INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE contact (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            -- Null: the home's own.
            person_id TEXT REFERENCES person (id),
            channel TEXT NOT NULL CHECK (channel <> ''),
            label TEXT NOT NULL,
            address TEXT NOT NULL CHECK (json_valid(address)),
            -- Seconds after the person is reached.
            after_seconds INTEGER NOT NULL CHECK (after_seconds >= 0),
            is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
            state TEXT NOT NULL CHECK (state <> ''),
            problem TEXT,
            proved_at INTEGER,
            confirmed_at INTEGER,
            renewed_at INTEGER NOT NULL,
            sequence INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX contact_of_person ON contact (person_id);

        -- One for each event and contact.
        CREATE TABLE message (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            -- The same at each try, so that the other side shows it once.
            key TEXT NOT NULL UNIQUE CHECK (length(key) = 36),
            sequence INTEGER NOT NULL REFERENCES journal (sequence),
            -- With a contact go its messages: nothing of an address is kept that its owner has removed.
            contact_id TEXT NOT NULL REFERENCES contact (id) ON DELETE CASCADE,
            request_id TEXT REFERENCES request (id),
            -- A clock that was wrong deletes reminders of what is still to come.
            reminder_number INTEGER REFERENCES reminder (number) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('alert', 'update')),
            state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'confirmed', 'failed', 'dropped')),
            attempts INTEGER NOT NULL DEFAULT 0,
            next_try_at INTEGER,
            error TEXT,
            sent_at INTEGER,
            confirmed_at INTEGER,
            answered_at INTEGER,
            UNIQUE (sequence, contact_id),
            CHECK (coalesce(request_id, reminder_number) IS NOT NULL),
            CHECK ((state = 'pending') = (next_try_at IS NOT NULL))
        ) STRICT;
        CREATE INDEX message_pending ON message (next_try_at) WHERE state = 'pending';
        CREATE INDEX message_of_request ON message (request_id, contact_id) WHERE request_id IS NOT NULL;
        CREATE INDEX message_of_reminder ON message (reminder_number) WHERE reminder_number IS NOT NULL;
        CREATE INDEX message_of_contact ON message (contact_id, state);
        """
}
