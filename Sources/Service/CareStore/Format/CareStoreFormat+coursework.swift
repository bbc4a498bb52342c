import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: where clients' school tasks are read, and which have become goals. Decision 0380.
    static let coursework: StoreStep = """
        CREATE TABLE coursework_link (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            client TEXT NOT NULL CHECK (client <> ''),
            -- JSON, without what opens it: that is a file of its own.
            content TEXT NOT NULL
        ) STRICT;
        CREATE INDEX coursework_link_client ON coursework_link (client);
        -- Kept when a link is forgotten: what was a goal once does not become one a second time.
        CREATE TABLE coursework_task (
            client TEXT NOT NULL CHECK (client <> ''),
            platform TEXT NOT NULL CHECK (platform <> ''),
            task TEXT NOT NULL CHECK (task <> ''),
            content TEXT NOT NULL,
            PRIMARY KEY (client, platform, task)
        ) STRICT, WITHOUT ROWID;
        """
}
