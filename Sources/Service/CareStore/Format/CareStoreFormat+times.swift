import StoreFiles

extension StoreFormat {
    /// A sender's time that cannot be right is replaced by the time of arrival, and marked so (decision
    /// 0140).
    ///
    /// Earlier versions stored every time as it came, even those whose JSON they could not read again. This
    /// step repairs them, in a history that is otherwise never changed: the texts stay, and the times become
    /// those at which the service learned of it.
    static let times: StoreStep = """
        ALTER TABLE request ADD COLUMN time_is_arrival INTEGER NOT NULL DEFAULT 0
            CHECK (time_is_arrival IN (0, 1));
        ALTER TABLE fault ADD COLUMN time_is_arrival INTEGER NOT NULL DEFAULT 0
            CHECK (time_is_arrival IN (0, 1));
        ALTER TABLE response ADD COLUMN time_is_arrival INTEGER NOT NULL DEFAULT 0
            CHECK (time_is_arrival IN (0, 1));

        UPDATE request SET asked_at = received_at, time_is_arrival = 1
            WHERE asked_at <= \(firstMillisecond) OR asked_at >= \(lastMillisecond);
        UPDATE fault SET time_is_arrival = 1,
                at = coalesce((SELECT j.at FROM journal AS j WHERE j.fault_id = fault.id ORDER BY sequence LIMIT 1), 0)
            WHERE at <= \(firstMillisecond) OR at >= \(lastMillisecond);
        UPDATE response SET time_is_arrival = 1,
                at = (SELECT j.at FROM journal AS j WHERE j.sequence = response.sequence)
            WHERE at <= \(firstMillisecond) OR at >= \(lastMillisecond);

        DROP TRIGGER note_stays;
        UPDATE note SET content = \(arrived("content", "at", "(SELECT j.at FROM journal AS j WHERE j.sequence = note.sequence)"))
            WHERE \(saysNothing("content", "at"));
        CREATE TRIGGER note_stays BEFORE UPDATE ON note
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        DROP TRIGGER entry_stays;
        UPDATE entry SET content = \(arrived("content", "at", "received_at"))
            WHERE \(saysNothing("content", "at"));
        CREATE TRIGGER entry_stays BEFORE UPDATE ON entry
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        DROP TRIGGER receipt_stays;
        UPDATE receipt SET content = \(arrived("content", "at", "received_at"))
            WHERE \(saysNothing("content", "at"));
        CREATE TRIGGER receipt_stays BEFORE UPDATE ON receipt
            BEGIN SELECT RAISE(ABORT, 'the history is never changed'); END;

        UPDATE proposal SET content = \(arrived("content", "proposed_at", proposed))
            WHERE \(saysNothing("content", "proposed_at"));
        """

    // Both ends of `CareJSON.times`, which stand for what lies beyond. Milliseconds since 1970.
    private static let firstMillisecond = "-62135596800000"
    private static let lastMillisecond = "253402300799999"

    private static let proposed = """
        (SELECT j.at FROM journal AS j WHERE j.kind = 'proposed' AND j.subject = proposal.id ORDER BY sequence LIMIT 1)
        """

    private static func saysNothing(_ column: String, _ field: String) -> String {
        let time = "json_extract(\(column), '$.\(field)')"
        return """
            json_valid(\(column)) AND (\(time) NOT GLOB '[0-9][0-9][0-9][0-9]-*'
                OR \(time) <= '0001-01-01T00:00:00.000Z' OR \(time) >= '9999-12-31T23:59:59.999Z')
            """
    }

    /// The content with its time replaced by one in milliseconds.
    private static func arrived(_ column: String, _ field: String, _ milliseconds: String) -> String {
        """
        json_set(\(column), '$.\(field)',
            strftime('%Y-%m-%dT%H:%M:%fZ', coalesce(\(milliseconds), 0) / 1000.0, 'unixepoch'),
            '$.time_is_arrival', json('true'))
        """
    }
}
