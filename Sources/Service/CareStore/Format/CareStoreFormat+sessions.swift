import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: from where somebody logged in, so that they can tell their sessions apart.
    static let sessions: StoreStep = """
        ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
        """
}
