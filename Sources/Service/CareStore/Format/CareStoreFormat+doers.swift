import Foundation
import GRDB
import StoreFiles

extension StoreFormat {
    /// A step of `care.sqlite`: what has waited for approval since an earlier version says who did it, as what is done now does.
    ///
    /// It follows from the entries. Where they name nobody, or one of them cannot be read, it stays unsaid.
    static let doers: StoreStep = .swift { db in
        let waiting = try Row.fetchAll(
            db,
            sql: """
                SELECT number, routine_id, key, CAST(json_extract(chore, '$.count') AS INTEGER) AS count
                FROM occurrence
                WHERE is_waiting = 1
                    AND CASE WHEN json_valid(chore) THEN json_type(chore, '$.done_by') IS NULL END
                """)
        for occurrence in waiting {
            // Found by its local start, whichever part of the series it belonged to then.
            let key: String = occurrence["key"]
            let entries = try Row.fetchAll(
                db,
                sql: """
                    SELECT id, json_valid(content) AS is_readable, \(member("kind")), \(member("undoes")),
                        \(member("person")), \(member("parts", as: "INTEGER"))
                    FROM entry
                    WHERE key BETWEEN ?1 || '[' AND ?1 || '\\' AND routine_id IN (SELECT id FROM routine
                        WHERE series = (SELECT series FROM routine WHERE id = ?2))
                    ORDER BY number
                    """,
                arguments: [String(key.prefix { $0 != "[" }), occurrence["routine_id"] as String])
            let people = doers(entries, count: occurrence["count"] as Int? ?? 1)
            guard !people.isEmpty else { continue }
            let text = String(decoding: try JSONEncoder().encode(people), as: UTF8.self)
            try db.execute(
                sql: "UPDATE occurrence SET chore = json_set(chore, '$.done_by', json(?)) WHERE number = ?",
                arguments: [text, occurrence["number"] as Int64])
        }
    }

    private static func member(_ name: String, as type: String = "TEXT") -> String {
        "CASE WHEN json_valid(content) THEN CAST(json_extract(content, '$.\(name)') AS \(type)) END AS \(name)"
    }

    /// Who has done what of it, by id, each once: without what was undone, and without what came before a "not yet".
    private static func doers(_ entries: [Row], count: Int) -> [String] {
        guard entries.allSatisfy({ $0["is_readable"] as Bool }) else { return [] }
        var undone: Set<String> = []
        // From the end, because whatever undoes an entry comes after it, and may be undone itself.
        for entry in entries.reversed() where entry["kind"] as String? == "undone" {
            guard let one = entry["undoes"] as String?, !undone.contains(entry["id"] as String) else {
                continue
            }
            undone.insert(one)
        }
        var (parts, people): (Int, Set<String>) = (0, [])
        for entry in entries where !undone.contains(entry["id"] as String) {
            switch entry["kind"] as String? {
            case "done" where parts < count:
                // Of several who say that all of it is done, the first did it.
                let left = count - parts
                parts += min(max(entry["parts"] as Int? ?? left, 1), left)
                if let person = entry["person"] as String? { people.insert(person) }
            case "not_yet": (parts, people) = (0, [])
            case "skipped" where parts == count: (parts, people) = (0, [])
            case _: break
            }
        }
        return people.sorted()
    }
}
