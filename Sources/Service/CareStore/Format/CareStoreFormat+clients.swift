import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: faults belong to a client and a device, what was connected is known after a
    /// restart, and a kiosk reads only its own client's requests.
    ///
    /// Older faults name the client only as it is spoken, which means the client of this home with exactly
    /// that name. The reporting device is unknown: it stays empty, and the first report of the same source
    /// about the same client continues the fault.
    static let clients: StoreStep = """
        ALTER TABLE fault ADD COLUMN client TEXT CHECK (client <> '');
        -- Null: the home's own kiosk or station, or the service. Empty: an older version has not said which.
        ALTER TABLE fault ADD COLUMN device TEXT CHECK (device = '' OR length(device) = 36);
        WITH client_called AS (
            SELECT name, min(id) AS id FROM (
                SELECT id, CASE WHEN json_valid(content) THEN json_extract(content, '$.name') END AS name,
                    CASE WHEN json_valid(content) THEN json_extract(content, '$.role') END AS role
                FROM person)
            WHERE role = 'client' AND name <> '' GROUP BY name HAVING count(*) = 1)
        UPDATE fault SET client = (SELECT id FROM client_called WHERE name = fault.client_name)
            WHERE source = 'kiosk' OR kind IN ('kiosk_away', 'request_not_stored');
        UPDATE fault SET device = ''
            WHERE is_open = 1 AND kind <> 'request_not_stored'
                AND (source IN ('kiosk', 'station') OR kind = 'kiosk_away');
        DROP INDEX fault_open;
        CREATE UNIQUE INDEX fault_open
            ON fault (source, coalesce(device, 'own'), coalesce(client, ''), kind)
            WHERE is_open = 1 AND kind <> 'request_not_stored';

        CREATE INDEX request_of ON request (client, number);

        -- The kiosks and stations that were connected, and when they were last seen to be.
        CREATE TABLE presence (
            kind TEXT NOT NULL CHECK (kind <> ''),
            -- Empty: the home's own.
            device TEXT NOT NULL CHECK (device = '' OR length(device) = 36),
            -- Empty for a station, which is there for all.
            client TEXT NOT NULL,
            seen_at INTEGER NOT NULL,
            PRIMARY KEY (kind, device, client)
        ) STRICT, WITHOUT ROWID;
        """
}
