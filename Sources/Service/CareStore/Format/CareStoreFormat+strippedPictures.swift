import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: which pictures have been stripped of everything but the picture. Older ones
    /// are stripped at the next start.
    static let strippedPictures: StoreStep = """
        ALTER TABLE picture ADD COLUMN is_stripped INTEGER NOT NULL DEFAULT 0 CHECK (is_stripped IN (0, 1));
        """
}
