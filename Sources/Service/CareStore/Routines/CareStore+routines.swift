public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Routines in the order in which they were made; at most 200 a page. `after` is the page before's `next`.
    ///
    /// - Parameter onlyChores: Those alone that are chores.
    public func routines(
        onlyActive: Bool, onlyChores: Bool = false, of whose: PlanReach = .everything,
        after cursor: Int64 = 0, limit: Int = 50
    ) async throws(CareStoreError) -> RoutinePage {
        let limit = min(max(limit, 1), 200)
        let (journal, unreadable) = (journal, unreadable)
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: Self.list(onlyActive: onlyActive, onlyChores: onlyChores),
                arguments: [whose.argument, cursor, limit + 1])
            let page = rows.prefix(limit)
            let next: Int64? = rows.count > limit ? page.last?["number"] : nil
            let routines: [Routine] = page.compactMap { row in
                let id: String = row["id"]
                do throws(CareStoreError) {
                    return try Stored.value(row["content"], of: "the routine \(id)")
                } catch {
                    unreadable.note(UnreadableRow(.routine, row), error)
                    return nil
                }
            }
            return RoutinePage(
                routines: routines, next: next.map(String.init),
                sequence: try Journal.latestSequence(in: db), journal: journal)
        }
    }

    /// Of a reach, `?1`, after a number, `?2`, at most `?3`.
    static func list(onlyActive: Bool, onlyChores: Bool) -> String {
        """
        SELECT number, id, content FROM routine
        WHERE \(onlyActive ? "is_active = 1 AND" : "") \(onlyChores ? "is_chore = 1 AND" : "")
            \(PlanReach.condition("?1"))
            AND number > ?2 ORDER BY number LIMIT ?3
        """
    }

    public func routine(_ id: UUID) async throws(CareStoreError) -> Routine? {
        try await read { db in try RoutineRow.find(id, in: db)?.routine }
    }

    /// Whether it is a goal; `false` where there is none with this id.
    public func isGoal(_ id: UUID) async throws(CareStoreError) -> Bool {
        try await read { db in
            try Bool.fetchOne(
                db, sql: "SELECT is_goal FROM routine WHERE id = ?", arguments: [id.uuidString]) ?? false
        }
    }

    /// Makes a routine. The same again gives what the first made, as it is now, with `false`.
    ///
    /// What was due before the routine was stored and is not missed yet is due at once; what would be missed
    /// already is ignored.
    ///
    /// With those that are to be made for others too: all or none. Of those, too, what was made before stays as it is.
    ///
    /// - Parameter client: Who asks as a client alone: they make only goals of their own.
    /// - Returns: The first, and whether any of them is new.
    public func addRoutine(
        _ new: NewRoutine, asking client: String? = nil, receivedAt: Date
    ) async throws(CareStoreError) -> (Routine, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            let each = try Stored.normal(new).each
            let made = try each.enumerated().map { index, one in
                try keeper.permitGoal(one.content, of: client, id: one.id)
                do {
                    return try keeper.addOnce(one, in: db)
                } catch CareStoreError.invalid(let field, let words) {
                    throw CareStoreError.invalid(field: NewRoutine.field(field, of: index), words)
                }
            }
            return (made[0].routine, made.contains(where: \.isNew))
        }
    }

    /// Changes a routine. The same again gives what the first made, with `false`.
    ///
    /// A goal is deleted whatever was written of it meanwhile, and one that is deleted already stays so.
    ///
    /// - Parameter client: Who asks as a client alone: they change only goals of their own, as a whole.
    public func changeRoutine(
        _ id: UUID, _ change: RoutineChange, asking client: String? = nil, receivedAt: Date
    ) async throws(CareStoreError) -> (Routine, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            let change = try Stored.normal(change)
            guard let row = try RoutineRow.find(id, in: db) else {
                throw CareStoreError.notFound("routine \(id)")
            }
            try keeper.permitGoal(row.routine.content, of: client, id: id)
            if let content = change.content { try keeper.permitGoal(content, of: client, id: id) }
            guard client == nil || change.scope == .all else {
                throw CareStoreError.invalid(
                    field: "scope", "a client changes a goal as a whole: write `all`")
            }
            if let stored = try Row.fetchOne(
                db, sql: "SELECT * FROM routine_change WHERE id = ?", arguments: [change.id.uuidString])
            {
                let first: RoutineChange = try Stored.value(
                    stored["content"], of: "the change \(change.id)")
                guard try stored.uuid("routine_id") == id, first == change else {
                    throw CareStoreError.sameIDOtherContent(change.id, current: nil)
                }
                return (try Journal.routine(stored["sequence"], in: db) ?? row.routine, false)
            }
            let deletesGoal = row.routine.content.isGoal && change.scope == .all && change.content == nil
            if deletesGoal, !row.routine.isActive { return (row.routine, false) }
            guard deletesGoal || change.replaces == row.routine.sequence else {
                throw CareStoreError.routineChanged(current: row.routine)
            }
            let changed = try keeper.apply(change, to: row, in: db)
            try db.execute(
                sql: "INSERT INTO routine_change (id, routine_id, content, sequence) VALUES (?, ?, ?, ?)",
                arguments: [
                    change.id.uuidString, id.uuidString, try Stored.text(change), changed.sequence,
                ])
            return (changed, true)
        }
    }

    /// The keeper of routines within one transaction.
    func keeper(at now: Date) -> RoutineKeeper {
        keeperAt(now)
    }
}

extension Journal {
    /// The routine as it was after a change of it.
    static func routine(_ sequence: Int64, in db: Database) throws -> Routine? {
        try String.fetchOne(
            db, sql: "SELECT content FROM journal WHERE sequence = ? AND kind = 'routine_changed'",
            arguments: [sequence]
        ).flatMap(Stored.readable)
    }
}
