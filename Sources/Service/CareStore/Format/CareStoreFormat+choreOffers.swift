import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what somebody is asked to do is found without walking through all chores (decision 0510).
    static let choreOffers: StoreStep = """
        -- Who is asked to do it and has not answered.
        ALTER TABLE occurrence ADD COLUMN offered_to TEXT CHECK (offered_to <> '');
        CREATE INDEX occurrence_offered ON occurrence (offered_to, missed_at) WHERE offered_to IS NOT NULL;
        """
}
