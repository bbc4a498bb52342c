import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: zones and rooms, duties, where devices stand, and faults of a zone.
    ///
    /// In homes of before nothing stands in a place, and nobody has a duty: all stays as it was.
    static let duties: StoreStep = """
        CREATE TABLE place (
            id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
            content TEXT NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE duty (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE CHECK (length(id) = 36),
            content TEXT NOT NULL,
            is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
            sequence INTEGER NOT NULL UNIQUE
        ) STRICT;
        CREATE INDEX duty_active ON duty (number) WHERE is_active = 1;

        -- What was sent to make or change a duty, so that the same message sent again is recognised.
        CREATE TABLE duty_message (
            id TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 36),
            duty_id TEXT NOT NULL REFERENCES duty (id),
            kind TEXT NOT NULL CHECK (kind IN ('new', 'change', 'move')),
            content TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE device ADD COLUMN place TEXT CHECK (place <> '');
        -- Where the kiosk and the station with the home's own token stand.
        CREATE TABLE own_device (
            kind TEXT NOT NULL PRIMARY KEY CHECK (kind IN ('kiosk', 'station')),
            place TEXT NOT NULL CHECK (place <> '')
        ) STRICT, WITHOUT ROWID;

        ALTER TABLE fault ADD COLUMN place TEXT CHECK (place <> '');
        DROP INDEX fault_open;
        CREATE UNIQUE INDEX fault_open
            ON fault (source, coalesce(device, 'own'), coalesce(client, ''), coalesce(place, ''), kind)
            WHERE is_open = 1 AND kind <> 'request_not_stored';
        """
}
