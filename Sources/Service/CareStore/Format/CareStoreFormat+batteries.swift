import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: screens, and wherever somebody is logged in, say how full their battery is. Decision 0329.
    static let batteries: StoreStep = """
        CREATE TABLE machine_anew (
            kind TEXT NOT NULL CHECK (kind IN ('kiosk', 'station', 'display')),
            -- Empty for one with the home's own token.
            device TEXT NOT NULL CHECK (device = '' OR length(device) = 36),
            state TEXT NOT NULL CHECK (json_valid(state)),
            PRIMARY KEY (kind, device)
        ) STRICT, WITHOUT ROWID;
        INSERT INTO machine_anew (kind, device, state) SELECT kind, device, state FROM machine;
        DROP TABLE machine;
        ALTER TABLE machine_anew RENAME TO machine;

        -- Null where the browser has never said it.
        ALTER TABLE session ADD COLUMN battery TEXT CHECK (battery IS NULL OR json_valid(battery));
        """
}
