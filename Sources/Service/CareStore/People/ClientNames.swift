import Care
import GRDB

/// What clients are called in what is stored about them: their calls, what was planned for them, their faults and proposals.
enum ClientNames {
    /// A client has another name from now on, and it is theirs wherever the old one stood: whoever reads a list must not take them for
    /// two people. The audit log keeps the old one.
    ///
    /// What stands under another name stays as it is. A kiosk with a copy of the home's own token may serve somebody else, and its
    /// calls name them.
    static func change(of client: String, from old: String, to new: String, in db: Database) throws {
        let values: StatementArguments = ["client": client, "old": old, "new": new]
        for sql in [
            "UPDATE request SET client_name = :new WHERE client = :client AND client_name = :old",
            """
            UPDATE occurrence SET client_name = :new
            WHERE client_name = :old AND routine_id IN (SELECT id FROM routine WHERE client = :client)
            """,
            "UPDATE fault SET client_name = :new WHERE client = :client AND client_name = :old",
            """
            UPDATE proposal SET content = json_set(content, '$.client_name', :new)
            WHERE client = :client AND json_valid(content) AND json_extract(content, '$.client_name') = :old
            """,
        ] {
            try db.execute(sql: sql, arguments: values)
        }
    }
}
