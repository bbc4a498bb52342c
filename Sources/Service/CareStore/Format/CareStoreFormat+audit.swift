import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: the audit log, apart from what people have asked and done.
    ///
    /// No foreign key leads to or from it, so the oldest rows can be deleted.
    static let audit: StoreStep = """
        CREATE TABLE audit (
            -- Never used again, so that a gap shows.
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- Who can make such entries, 0 coordinators, 1 whoever has a login, 2 strangers: each share is bounded by itself.
            share INTEGER NOT NULL CHECK (share IN (0, 1, 2)),
            by_name TEXT,
            by_id TEXT,
            address TEXT NOT NULL,
            about TEXT,
            -- Both names as names are compared.
            by_key TEXT,
            about_key TEXT,
            -- A JSON list of texts.
            changes TEXT NOT NULL
        ) STRICT;
        CREATE INDEX audit_of ON audit (share, number);
        CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
            BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END;
        """
}
