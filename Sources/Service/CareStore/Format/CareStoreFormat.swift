import StoreFiles

extension StoreFormat {
    /// `care.sqlite`. Times are milliseconds since 1970, UTC; ids are UUIDs as text.
    ///
    /// Each event stores the request as it was then, so that a stream that reads the journal later shows that
    /// state, not the current one.
    static let care = StoreFormat(
        name: "Beckon's record of requests",
        applicationID: 0x424B_4331,  // "BKC1"
        steps: [
            """
            CREATE TABLE request (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                client TEXT NOT NULL CHECK (client <> ''),
                client_name TEXT NOT NULL,
                need TEXT NOT NULL CHECK (need <> ''),
                label TEXT NOT NULL,
                called TEXT NOT NULL,
                say TEXT NOT NULL,
                priority TEXT NOT NULL CHECK (priority IN ('normal', 'soon', 'urgent')),
                state TEXT NOT NULL
                    CHECK (state IN ('asked', 'heard', 'on_the_way', 'met', 'declined', 'cancelled')),
                asked_at INTEGER NOT NULL,
                received_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                changed_by TEXT,
                reason TEXT,
                asks_again TEXT CHECK (length(asks_again) = 36),
                escalation INTEGER NOT NULL DEFAULT 0 CHECK (escalation BETWEEN 0 AND 10),
                sequence INTEGER NOT NULL,
                CHECK (state <> 'declined' OR trim(coalesce(reason, '')) <> '')
            ) STRICT;
            CREATE INDEX request_open ON request (number) WHERE state IN ('asked', 'heard', 'on_the_way');

            CREATE TABLE fault (
                id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
                source TEXT NOT NULL CHECK (source <> ''),
                kind TEXT NOT NULL CHECK (kind <> ''),
                is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
                client_name TEXT,
                detail TEXT NOT NULL,
                at INTEGER NOT NULL,
                is_open INTEGER NOT NULL CHECK (is_open IN (0, 1) AND is_open <= is_active)
            ) STRICT;
            CREATE UNIQUE INDEX fault_open ON fault (source, kind)
                WHERE is_open = 1 AND kind <> 'request_not_stored';

            CREATE TABLE journal (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                at INTEGER NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('asked', 'heard', 'on_the_way', 'met', 'declined',
                    'cancelled', 'escalated', 'still_waiting', 'ask_again', 'fault')),
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
                CHECK ((kind = 'fault') = (fault_id IS NOT NULL)),
                CHECK ((kind = 'fault') = (request_id IS NULL)),
                CHECK ((request_id IS NULL) = (state IS NULL)),
                CHECK ((request_id IS NULL) = (changed_at IS NULL)),
                CHECK ((request_id IS NULL) = (escalation IS NULL))
            ) STRICT;
            CREATE TRIGGER journal_stays BEFORE UPDATE ON journal
                BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
            CREATE TRIGGER journal_is_kept BEFORE DELETE ON journal
                BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;

            CREATE TABLE response (
                id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
                request_id TEXT NOT NULL REFERENCES request (id),
                state TEXT NOT NULL,
                by_name TEXT,
                reason TEXT,
                at INTEGER NOT NULL,
                actor TEXT NOT NULL CHECK (actor IN ('kiosk', 'station')),
                sequence INTEGER NOT NULL REFERENCES journal (sequence)
            ) STRICT;

            CREATE TABLE due (
                request_id TEXT NOT NULL REFERENCES request (id),
                kind TEXT NOT NULL CHECK (kind IN ('escalated', 'still_waiting', 'ask_again')),
                at INTEGER NOT NULL,
                PRIMARY KEY (request_id, kind, at)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX due_at ON due (at);

            CREATE TABLE delivery (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                sequence INTEGER NOT NULL REFERENCES journal (sequence),
                request_id TEXT NOT NULL REFERENCES request (id),
                channel TEXT NOT NULL CHECK (channel IN ('command')),
                recipient TEXT NOT NULL CHECK (recipient <> ''),
                state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'failed', 'dropped')),
                attempts INTEGER NOT NULL DEFAULT 0,
                next_try_at INTEGER,
                error TEXT,
                UNIQUE (sequence, channel, recipient),
                CHECK ((state = 'pending') = (next_try_at IS NOT NULL))
            ) STRICT;
            CREATE INDEX delivery_pending ON delivery (next_try_at) WHERE state = 'pending';
            """,
            routines,
            history,
            access,
            pictures,
            clients,
            times,
            rights,
            sessions,
            strippedPictures,
            audit,
            withheldPictures,
            keys,
            audiences,
            symbols,
            firstSteps,
            needKinds,
            calls,
            duties,
            costs,
            chores,
            points,
            kiosks,
            chargeReminders,
            registration,
            loginNames,
            chorePhotos,
            refusedPhotos,
            pointAuthors,
            batteries,
            doers,
            appointments,
            goals,
            encouragement,
            coursework,
            choreList,
            choreReminders,
            messageKinds,
            ownKiosk,
            choreOffers,
            contacts,
            house,
            words,
            clientWords,
            calendars,
            logins,
        ])
}
