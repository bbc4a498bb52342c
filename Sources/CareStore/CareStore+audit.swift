public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The same store, in which what is done next is written into the audit log as somebody's. For one call.
    public func audited(as actor: AuditActor, at: Date) -> CareStore {
        var audited = self
        audited.trail = AuditTrail(actor, at: at)
        return audited
    }

    /// Writes into the audit log what no other transaction of this store does.
    public func note(
        _ kind: AuditKind, about: String?, changes: [String] = [], by actor: AuditActor, at: Date
    ) async throws(CareStoreError) {
        let store = audited(as: actor, at: at)
        try await store.write { db in
            try store.trail?.note(kind, about: about, changes: changes, in: db)
        }
    }

    /// Part of the audit log, the newest first. A row that cannot be read is left out.
    public func audit(_ search: AuditSearch) async throws(CareStoreError) -> AuditPage {
        let name = search.name.map(AccessRules.nameKey)
        return try await read { db in
            var entries: [AuditEntry] = []
            var before = search.before ?? .max
            // Names are compared as people compare them, which SQL cannot.
            while entries.count <= search.limit {
                let rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT * FROM audit WHERE number < ?1 AND (?2 IS NULL OR at >= ?2) AND (?3 IS NULL OR at < ?3)
                            AND (?4 IS NULL OR kind = ?4) AND is_failure >= ?5
                        ORDER BY number DESC LIMIT 500
                        """,
                    arguments: [
                        before, search.from?.milliseconds, search.until?.milliseconds, search.kind?.rawValue,
                        search.onlyFailures,
                    ])
                guard let last = rows.last else { break }
                before = last["number"]
                entries += rows.compactMap(AuditEntry.init(row:)).filter { entry in
                    name.map {
                        [entry.by, entry.about].compactMap(\.self).map(AccessRules.nameKey).contains($0)
                    }
                        ?? true
                }
            }
            let isMore = entries.count > search.limit
            entries = Array(entries.prefix(search.limit))
            return AuditPage(entries: entries, next: isMore ? entries.last?.number : nil)
        }
    }
}

extension AuditEntry {
    fileprivate init?(row: Row) {
        let (kind, changes): (String, String) = (row["kind"], row["changes"])
        guard let kind = AuditKind(rawValue: kind) else { return nil }
        self.init(
            number: row["number"], at: Date(milliseconds: row["at"]), kind: kind, by: row["by_name"],
            byID: row["by_id"], address: row["address"], about: row["about"],
            changes: Stored.readable(changes) ?? [])
    }
}
