public import Care
public import Foundation
import GRDB

extension CareStore {
    /// The needs that are not removed, by label: all, or those of one client and those that everybody has.
    public func needs(client: String? = nil) async throws(CareStoreError) -> [Need] {
        let unreadable = unreadable
        return try await read { db in
            try Needs.active(client: client, in: db, report: unreadable.note)
        }
    }

    /// Creates or changes a need. `isNew`: it did not exist before. The same message again changes nothing.
    public func setNeed(
        _ id: String, _ change: NeedChange, at: Date
    ) async throws(CareStoreError) -> (Need, isNew: Bool) {
        try await write { db in try Needs.set(id, try Stored.normal(change), proposal: nil, at: at, in: db) }
    }
}

/// The rows of `need`.
enum Needs {
    static func active(
        client: String?, in db: Database, report: (UnreadableRow, any Error) -> Void
    ) throws -> [Need] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, content FROM need WHERE is_active = 1 AND (?1 IS NULL OR client IS NULL OR client = ?1)
                """, arguments: [client]
        ).compactMap { row in
            do throws(CareStoreError) { return try need(row) } catch {
                report(UnreadableRow(.need, row), error)
                return nil
            }
        }.sorted { ($0.label, $0.id) < ($1.label, $1.id) }
    }

    static func set(
        _ id: String, _ change: NeedChange, proposal: UUID?, at: Date, in db: Database
    ) throws -> (Need, isNew: Bool) {
        let stored = try Row.fetchOne(db, sql: "SELECT id, content FROM need WHERE id = ?", arguments: [id])
            .map { row in try need(row) }
        var new = Need(
            id: id, client: change.client, label: change.label, say: change.say ?? change.label,
            called: change.called ?? change.label, symbol: change.symbol, priority: change.priority,
            uses: change.uses, kind: try change.kind.map { try known($0, besides: id, in: db) },
            group: change.group,
            isActive: change.isActive,
            proposal: stored?.proposal ?? proposal, changedAt: Date(milliseconds: at.milliseconds),
            changedBy: change.by)
        if let stored {
            new.sequence = stored.sequence
            new.changedAt = stored.changedAt
            if new == stored { return (stored, false) }
            guard change.replaces == stored.sequence else {
                throw CareStoreError.needChanged(current: stored)
            }
            new.changedAt = Date(milliseconds: at.milliseconds)
        } else if change.replaces != 0 {
            throw CareStoreError.notFound("need \(id); a new one replaces 0")
        }
        let isCalledAnew = stored.map { $0.label != new.label || $0.group != new.group || !$0.isActive }
        if new.isActive, isCalledAnew ?? true { try checkLabelIsFree(new, in: db) }
        new.sequence = try Journal.nextSequence(in: db)
        try Journal.append(.needChanged, subject: id, content: new, at: at, in: db)
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO need (id, client, content, is_active, sequence, kind) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id, new.client, try Stored.text(new), new.isActive, new.sequence, new.kind?.text,
            ])
        return (new, stored == nil)
    }

    /// The same words as another need has them, also one that is removed, which counts in the history: "Faith" and "faith" are one. Those in
    /// use come first.
    private static func known(_ kind: NeedKind, besides id: String, in db: Database) throws -> NeedKind {
        guard case .own(let words) = kind else { return kind }
        let others = try String.fetchAll(
            db,
            sql: """
                SELECT kind FROM need WHERE kind IS NOT NULL AND id <> ?
                GROUP BY kind ORDER BY max(is_active) DESC, kind
                """,
            arguments: [id])
        let same = others.first { $0 == words } ?? others.first { $0.lowercased() == words.lowercased() }
        return same.map { NeedKind($0) } ?? kind
    }

    /// Two cards of a group that look alike would be confused, by the client and by the caregiver who is
    /// called.
    private static func checkLabelIsFree(_ new: Need, in db: Database) throws {
        let (skeleton, typed) = (NameSkeleton(new.label), NameSkeleton.typed(new.label))
        // Letters and digits are cards of their own: I and 1, O and 0 stand side by side on a board to spell with.
        let isLetter = new.label.count == 1
        let other = try active(client: new.client, in: db) { _, _ in }.first { need in
            need.id != new.id && need.group == new.group
                && (isLetter
                    ? NameSkeleton.typed(need.label) == typed
                    : People.skeletons.of(need.label).isAlike(skeleton))
        }
        guard let other else { return }
        throw CareStoreError.invalid(
            field: "label",
            "“\(other.label)” is there already, and the two look alike: write what differs, or change that one"
        )
    }

    static func need(_ row: Row) throws(CareStoreError) -> Need {
        let id: String = row["id"]
        return try Stored.value(row["content"], of: "the need \(id)")
    }
}
