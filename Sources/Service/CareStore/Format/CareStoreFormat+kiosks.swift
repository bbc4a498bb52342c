import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: whom kiosks serve besides the client for whom they were paired, where each client was last, and how
    /// machines are.
    ///
    /// In homes of before, each kiosk serves its one client.
    static let kiosks: StoreStep = """
        CREATE TABLE kiosk_client (
            -- Empty for the kiosk with the home's own token.
            device TEXT NOT NULL CHECK (device = '' OR length(device) = 36),
            client TEXT NOT NULL CHECK (client <> ''),
            times TEXT NOT NULL CHECK (json_valid(times)),
            PRIMARY KEY (device, client)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE client_use (
            client TEXT NOT NULL PRIMARY KEY CHECK (client <> ''),
            device TEXT NOT NULL CHECK (device = '' OR length(device) = 36),
            used_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE machine (
            kind TEXT NOT NULL CHECK (kind IN ('kiosk', 'station')),
            -- Empty for one with the home's own token.
            device TEXT NOT NULL CHECK (device = '' OR length(device) = 36),
            state TEXT NOT NULL CHECK (json_valid(state)),
            PRIMARY KEY (kind, device)
        ) STRICT, WITHOUT ROWID;
        """
}
