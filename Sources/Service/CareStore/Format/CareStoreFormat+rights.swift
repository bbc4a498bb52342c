import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: codes whose maker is no coordinator any more, and sessions of people who may not log in, end.
    ///
    /// From this version on they end with the change itself. Older ones would otherwise become valid again
    /// when somebody is made active or a coordinator again.
    static let rights: StoreStep = """
        UPDATE invitation SET code = NULL WHERE code IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM person JOIN login ON login.person_id = person.id
            WHERE person.id = invitation.made_by AND person.is_active = 1
                AND CASE WHEN json_valid(person.content) THEN json_extract(person.content, '$.role') END
                    = 'coordinator');
        UPDATE pairing SET code = NULL WHERE code IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM person JOIN login ON login.person_id = person.id
            WHERE person.id = pairing.made_by AND person.is_active = 1
                AND CASE WHEN json_valid(person.content) THEN json_extract(person.content, '$.role') END
                    = 'coordinator');
        DELETE FROM session WHERE EXISTS (
            SELECT 1 FROM person WHERE person.id = session.person_id AND (person.is_active = 0
                OR CASE WHEN json_valid(person.content) THEN json_extract(person.content, '$.role') END
                    = 'client'));
        """
}
