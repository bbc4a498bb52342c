import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: who has written a line of points down, by id, because two people may have one name.
    static let pointAuthors: StoreStep = """
        -- Null where nobody had logged in, and in lines of before.
        ALTER TABLE point_line ADD COLUMN by_id TEXT CHECK (by_id <> '');
        """
}
