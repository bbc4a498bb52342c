import StoreFiles

extension StoreFormat {
    /// The store of a kiosk or station: undelivered commands, and how far the journal has been read.
    static let outbox = StoreFormat(
        name: "Beckon's outbox",
        applicationID: 0x424B_4F31,  // "BKO1"
        steps: [
            """
            CREATE TABLE command (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                kind TEXT NOT NULL CHECK (kind IN ('ask', 'respond', 'fault')),
                request_id TEXT CHECK (length(request_id) = 36),
                body TEXT NOT NULL CHECK (json_valid(body)),
                CHECK ((kind = 'respond') = (request_id IS NOT NULL))
            ) STRICT;
            CREATE TABLE cursor (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                journal TEXT NOT NULL CHECK (length(journal) = 36),
                sequence INTEGER NOT NULL CHECK (sequence >= 0)
            ) STRICT;
            """,
            // Commands about needs and routines. SQLite cannot change a check, so the table is rebuilt.
            """
            CREATE TABLE newer (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                kind TEXT NOT NULL CHECK (kind IN ('ask', 'respond', 'fault', 'propose', 'mark', 'receipt')),
                -- Of the request that is answered, or of the reminder that was told.
                request_id TEXT CHECK (length(request_id) = 36),
                body TEXT NOT NULL CHECK (json_valid(body)),
                CHECK ((kind IN ('respond', 'receipt')) = (request_id IS NOT NULL))
            ) STRICT;
            INSERT INTO newer (number, id, kind, request_id, body)
                SELECT number, id, kind, request_id, body FROM command;
            DROP TABLE command;
            ALTER TABLE newer RENAME TO command;
            """,
            // Commands about the household: reminders of chores, rewards, and whether somebody wants points.
            """
            CREATE TABLE newer (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                kind TEXT NOT NULL CHECK (
                    kind IN ('ask', 'respond', 'fault', 'propose', 'mark', 'receipt', 'household')),
                request_id TEXT CHECK (length(request_id) = 36),
                body TEXT NOT NULL CHECK (json_valid(body)),
                CHECK ((kind IN ('respond', 'receipt')) = (request_id IS NOT NULL))
            ) STRICT;
            INSERT INTO newer (number, id, kind, request_id, body)
                SELECT number, id, kind, request_id, body FROM command;
            DROP TABLE command;
            ALTER TABLE newer RENAME TO command;
            """,
            // Events after the cursor that were told before an earlier one.
            "CREATE TABLE told (sequence INTEGER PRIMARY KEY CHECK (sequence > 0)) STRICT;",
            // How clients are.
            """
            CREATE TABLE newer (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                kind TEXT NOT NULL CHECK (
                    kind IN ('ask', 'respond', 'fault', 'propose', 'mark', 'receipt', 'household', 'mood')),
                request_id TEXT CHECK (length(request_id) = 36),
                body TEXT NOT NULL CHECK (json_valid(body)),
                CHECK ((kind IN ('respond', 'receipt')) = (request_id IS NOT NULL))
            ) STRICT;
            INSERT INTO newer (number, id, kind, request_id, body)
                SELECT number, id, kind, request_id, body FROM command;
            DROP TABLE command;
            ALTER TABLE newer RENAME TO command;
            """,
            // That somebody's words were said to the client.
            """
            CREATE TABLE newer (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
                kind TEXT NOT NULL CHECK (
                    kind IN ('ask', 'respond', 'fault', 'propose', 'mark', 'receipt', 'household', 'mood', 'said')),
                -- Of the request that is answered, of the reminder that was told, or of the words that were said.
                request_id TEXT CHECK (length(request_id) = 36),
                body TEXT NOT NULL CHECK (json_valid(body)),
                CHECK ((kind IN ('respond', 'receipt', 'said')) = (request_id IS NOT NULL))
            ) STRICT;
            INSERT INTO newer (number, id, kind, request_id, body)
                SELECT number, id, kind, request_id, body FROM command;
            DROP TABLE command;
            ALTER TABLE newer RENAME TO command;
            """,
        ])
}
