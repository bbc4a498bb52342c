import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: of those whom the kiosk with the home's own token serves, whom it serves by the settings alone.
    ///
    /// In homes of before, the next start marks those whom the settings have then.
    static let ownKiosk: StoreStep = """
        ALTER TABLE kiosk_client ADD COLUMN is_own INTEGER NOT NULL DEFAULT 0 CHECK (is_own IN (0, 1));
        """
}
