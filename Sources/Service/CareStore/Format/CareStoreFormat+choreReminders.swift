import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what somebody is reminded of is found without walking through the chores of all others.
    static let choreReminders: StoreStep = """
        CREATE INDEX occurrence_chore_person ON occurrence (person, missed_at)
            WHERE is_chore = 1 AND outcome IS NULL AND is_cancelled = 0;
        CREATE INDEX chore_reminder_received ON chore_reminder (received_at);
        """
}
