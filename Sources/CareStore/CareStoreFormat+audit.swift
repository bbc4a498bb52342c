import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: the audit log, apart from what people have asked and done.
    ///
    /// It refers to nothing and nothing refers to it, so that the oldest rows can go.
    static let audit = """
        CREATE TABLE audit (
            -- Never used again, so that a gap shows.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind <> ''),
            is_failure INTEGER NOT NULL CHECK (is_failure IN (0, 1)),
            by_name TEXT,
            by_id TEXT,
            address TEXT NOT NULL,
            about TEXT,
            -- A JSON list of texts.
            changes TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_of ON audit (is_failure, number);
        CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
        """
}
