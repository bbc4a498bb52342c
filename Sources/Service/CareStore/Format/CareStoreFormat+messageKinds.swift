import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what people are asked to pay, and that somebody reminds them of a chore, are kinds of their own.
    ///
    /// They were told as what is due, ahead or missed: whoever has switched off all three goes on without them.
    static let messageKinds: StoreStep = """
        ALTER TABLE reminder ADD COLUMN is_asked_for INTEGER NOT NULL DEFAULT 0 CHECK (is_asked_for IN (0, 1));
        UPDATE person SET content = json_insert(content,
                '$.reminders.off[#]', 'charge', '$.reminders.off[#]', 'housemate')
            WHERE iif(json_valid(content), (SELECT count(DISTINCT value) FROM json_each(content, '$.reminders.off')
                WHERE value IN ('before', 'due', 'missed')), 0) = 3;
        """
}
