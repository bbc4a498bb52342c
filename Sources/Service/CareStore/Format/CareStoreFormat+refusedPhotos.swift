import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what else was not enough of a chore (decision 0289), and whose a need or routine was before it was changed
    /// (decision 0321).
    static let refusedPhotos: StoreStep = """
        -- SHA-256 of each photo of this due time that was not enough, one behind the other, the latest last.
        ALTER TABLE chore_photo ADD COLUMN refused BLOB NOT NULL DEFAULT x''
            CHECK (length(refused) % 32 = 0);

        CREATE INDEX journal_of_needs ON journal (subject, sequence) WHERE kind = 'need_changed';
        CREATE INDEX journal_of_routines ON journal (subject, sequence) WHERE kind = 'routine_changed';
        """
}
