import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what people are asked to pay, and that somebody reminds them of a chore, are kinds of their own.
    ///
    /// They were told as what is due, ahead or missed: whoever has switched off all three, everywhere or
    /// at one place, goes on without them there.
    static let messageKinds: StoreStep = """
        ALTER TABLE reminder ADD COLUMN is_asked_for INTEGER NOT NULL DEFAULT 0 CHECK (is_asked_for IN (0, 1));
        UPDATE person SET content = json_insert(content,
                '$.reminders.off[#]', 'charge', '$.reminders.off[#]', 'housemate')
            WHERE iif(json_valid(content), (SELECT count(DISTINCT value) FROM json_each(content, '$.reminders.off')
                WHERE value IN ('before', 'due', 'missed')), 0) = 3;
        WITH cell (kind, place, roles) AS (VALUES
                ('charge', 'station', '["caregiver","coordinator"]'),
                ('housemate', 'station', '["caregiver","coordinator"]'),
                ('charge', 'command', '["caregiver","coordinator"]'),
                ('charge', 'page', '["caregiver","coordinator","client"]'),
                ('housemate', 'command', '["caregiver","coordinator"]'),
                ('housemate', 'page', '["caregiver","coordinator","client"]'),
                ('housemate', 'kiosk', '["client"]')),
            planned (kind) AS (VALUES ('before'), ('due'), ('missed')),
            reader (id, content) AS (SELECT id, iif(json_valid(content), content, '{}') FROM person),
            quiet (id, cells) AS (
                SELECT reader.id, json_group_array(json_object('kind', cell.kind, 'place', cell.place))
                FROM reader JOIN cell
                    ON json_extract(content, '$.role') IN (SELECT value FROM json_each(cell.roles))
                WHERE NOT EXISTS (SELECT 1 FROM json_each(content, '$.reminders.off') WHERE value = 'charge')
                    AND NOT EXISTS (SELECT 1 FROM json_each(content, '$.reminders.muted') WHERE type <> 'object')
                    -- No page tells what is ahead.
                    AND NOT EXISTS (SELECT 1 FROM planned
                        WHERE (planned.kind <> 'before' OR cell.place <> 'page')
                            AND NOT EXISTS (SELECT 1 FROM json_each(content, '$.reminders.off')
                                WHERE value = planned.kind)
                            AND NOT EXISTS (SELECT 1 FROM json_each(content, '$.reminders.muted')
                                WHERE iif(type = 'object', json_extract(value, '$.kind'), NULL) = planned.kind
                                    AND iif(type = 'object', json_extract(value, '$.place'), NULL) = cell.place))
                GROUP BY reader.id)
        UPDATE person SET content = json_set(content, '$.reminders.muted', (
                SELECT json_group_array(json(value)) FROM (
                    SELECT value FROM json_each(person.content, '$.reminders.muted')
                    UNION ALL SELECT value FROM json_each(quiet.cells))))
            FROM quiet WHERE quiet.id = person.id;
        """
}
