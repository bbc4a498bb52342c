public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The same store, whose next call is recorded in the audit log under this actor. For one call.
    public func audited(as actor: AuditActor, at: Date) -> CareStore {
        var audited = self
        audited.trail = AuditTrail(actor, at: at)
        return audited
    }

    /// Records something that is not part of another transaction of this store.
    public func note(
        _ kind: AuditKind, about: String?, changes: [AuditChange] = [], by actor: AuditActor, at: Date
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
            // Each filter is read through an index, and the whole log by its row number.
            let share = search.onlyFailures ? "share = \(AuditShare.failures.rawValue)" : "true"
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM audit WHERE \(share) AND number < ?1 AND (?2 IS NULL OR at >= ?2)
                        AND (?3 IS NULL OR at < ?3) AND (?4 IS NULL OR kind = ?4)
                        AND (?5 IS NULL OR by_key = ?5 OR about_key = ?5)
                    ORDER BY number DESC LIMIT ?6
                    """,
                arguments: [
                    search.before ?? .max, search.from?.milliseconds, search.until?.milliseconds,
                    search.kind?.rawValue, name, search.limit + 1,
                ])
            let shown = rows.prefix(search.limit)
            return AuditPage(
                entries: shown.compactMap(AuditEntry.init(row:)),
                next: rows.count > search.limit ? shown.last?["number"] : nil)
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
