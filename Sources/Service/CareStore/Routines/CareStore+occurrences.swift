public import Care
public import Foundation
import GRDB
import Logging
public import Recurrence

extension CareStore {
    /// The longest period for which occurrences are given at once. Days; it may contain a clock change.
    public static let longestView = 62

    /// What is due from one instant until before another, by time: stored occurrences as they were, future
    /// ones as they are planned now.
    ///
    /// - Parameters:
    ///   - limit: Throws `.tooMany` rather than leave anything out.
    public func occurrences(
        from: Date, until: Date, of whose: PlanReach = .everything, now: Date, limit: Int = 10_000
    ) async throws(CareStoreError) -> [RoutineOccurrence] {
        guard from < until else { throw .invalid(field: "until", "it is not later than `from`") }
        guard until.timeIntervalSince(from) <= Double(Self.longestView) * 86_400 + 7200 else {
            throw .invalid(field: "until", "it is more than \(Self.longestView) days after from")
        }
        let keeper = keeper(at: now)
        return try await read { db in
            try keeper.occurrences(from: from, until: until, of: whose, limit: limit, in: db)
        }
    }

    /// The entries of one occurrence, the oldest first.
    ///
    /// - Parameter whose: Whose plans the reader sees: entries about others' are left out.
    public func history(
        _ routine: UUID, _ key: OccurrenceKey, of whose: PlanReach = .everything
    ) async throws(CareStoreError) -> [OccurrenceEntry] {
        let unreadable = unreadable
        return try await read { db in
            // Works even if the routine itself can no longer be read.
            let isThere = try Bool.fetchOne(
                db, sql: "SELECT 1 FROM routine WHERE id = ?", arguments: [routine.uuidString])
            guard isThere ?? false else { throw CareStoreError.notFound("routine \(routine)") }
            let all = try Entries.all(of: routine, key, in: db, report: unreadable.note)
            guard !whose.isOfHousehold else { return all }
            // Earlier parts of the series may have been another client's.
            return try all.filter { whose.includes(try Entries.client(of: $0.routine, $0.key, in: db)) }
        }
    }

    /// Whose an occurrence is, as it is stored, or else as its routine has it now; `nil` where it is no client's, or there is no such
    /// routine.
    public func client(
        of routine: UUID, _ key: OccurrenceKey
    ) async throws(CareStoreError) -> String? {
        try await read { db in try Entries.client(of: routine, key, in: db) }
    }

    /// Adds an entry to an occurrence's history. The same again gives what the first made, with `false`.
    ///
    /// - Parameters:
    ///   - actor: A kiosk may do so only for what its own client has or may take.
    ///   - sender: The id of whoever has logged in, or of the client whose kiosk it is.
    ///   - isLoggedIn: Whether the sender has logged in: then what asks for a photo is done with one.
    ///   - whose: Whose plans the sender sees: others' are not there.
    public func mark(
        _ entry: OccurrenceEntry, actor: Actor, sender: String? = nil, isLoggedIn: Bool = false,
        of whose: PlanReach = .everything, receivedAt: Date
    ) async throws(CareStoreError) -> (RoutineOccurrence, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        return try await write { db in
            var entry = try Stored.normal(entry.arriving(at: receivedAt))
            // Not for its sender to say.
            entry.receivedAt = nil
            if let first = try Entries.firstResult(of: entry, in: db) {
                if let occurrence = first.occurrence {
                    try keeper.permit(occurrence, of: whose)
                    return (occurrence, false)
                }
                guard let row = try OccurrenceRow.find(entry.routine, entry.key, now: receivedAt, in: db)
                else {
                    throw CareStoreError.notFound("occurrence \(entry.key)")
                }
                try keeper.permit(row.occurrence, of: whose)
                return (row.occurrence, false)
            }
            return (
                try keeper.mark(
                    entry, actor: actor, sender: sender, isLoggedIn: isLoggedIn, of: whose, in: db), true
            )
        }
    }
}

extension RoutineKeeper {
    /// How many due times of one routine a view considers; the most important ones are kept.
    static let mostOfOne = 2000

    /// What happens if there is more than the caller wants.
    enum Bound {
        /// `.tooMany` is thrown.
        case refuse(Int)
        /// The most important ones are given.
        case keep(Int)

        var count: Int {
            switch self {
            case .refuse(let count), .keep(let count): count
            }
        }
    }

    /// Throws `.tooMany` rather than leave anything out.
    func occurrences(
        from: Date, until: Date, of whose: PlanReach, limit: Int, in db: Database
    ) throws -> [RoutineOccurrence] {
        try occurrences(from: from, until: until, of: whose, .refuse(limit), in: db).found
    }

    /// - Parameter withGoals: `false`: without what clients have set themselves to do.
    /// - Returns: The occurrences found, by time, and their total number.
    func occurrences(
        from: Date, until: Date, of whose: PlanReach, _ bound: Bound, withGoals: Bool = true, in db: Database
    ) throws -> (found: [RoutineOccurrence], total: Int) {
        let (written, ahead, more) = try written(
            from: from, until: until, of: whose, bound, withGoals: withGoals, in: db)
        var total = more
        var found = written.map(FoundOccurrence.written)
        found.reserveCapacity(min(bound.count, 100_000))
        try eachPlanned(
            from: from, until: until, of: whose, withGoals: withGoals, except: ahead.known, in: db
        ) { planned in
            found.append(.planned(planned))
            total += 1
            guard found.count > bound.count else { return until }
            switch bound {
            case .refuse(let limit): throw CareStoreError.tooMany(limit: limit)
            // Not after each addition: choosing has to sort.
            case .keep(let most) where found.count > 2 * most: found = found.mostImportant(most, at: now)
            case .keep: break
            }
            return until
        }
        let chosen = try whole(found.mostImportant(bound.count, at: now), notes: ahead.noted, in: db)
        return (Self.sorted(chosen), total)
    }

    /// By time, then by title. A month's view has tens of thousands and each is large, so only indices are
    /// sorted.
    static func sorted(_ found: [RoutineOccurrence]) -> [RoutineOccurrence] {
        var places = found.indices.map { (at: found[$0].at.timeIntervalSinceReferenceDate, index: $0) }
        places.sort { left, right in
            left.at == right.at ? found[left.index].title < found[right.index].title : left.at < right.at
        }
        return places.map { found[$0.index] }
    }

    /// The stored occurrences that are not due yet, by routine.
    struct Ahead {
        /// What need not be planned any more.
        var known: [UUID: Set<OccurrenceKey>] = [:]
        /// Open ones that have notes: everything else about them follows the plan.
        var noted: [UUID: [OccurrenceKey: RoutineOccurrence]] = [:]
    }

    func ahead(in db: Database) throws -> Ahead {
        var found = Ahead()
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM occurrence WHERE is_due_taken = 0")
        while let row = try rows.next() {
            if row["outcome"] != nil || row["is_cancelled"] {
                do { found.known[try row.uuid("routine_id"), default: []].insert(try row.text("key")) } catch
                {
                    unreadable.note(UnreadableRow(.occurrence, row), error)
                }
            } else if let occurrence = readable(row) {
                found.noted[occurrence.routine, default: [:]][occurrence.key] = occurrence
            }
        }
        return found
    }

    /// Stored occurrences that are returned as stored.
    static let given = """
        is_cancelled = 0 AND (is_due_taken = 1 OR outcome IS NOT NULL) AND \(PlanReach.condition("?3"))
        """

    /// Stored occurrences, and their total number.
    private func written(
        from: Date, until: Date, of whose: PlanReach, _ bound: Bound, withGoals: Bool, in db: Database
    ) throws -> ([RoutineOccurrence], Ahead, total: Int) {
        var ahead = try ahead(in: db)
        let those = "at >= ?1 AND at < ?2 AND \(Self.given)\(withGoals ? "" : " AND is_goal = 0")"
        let span: StatementArguments = [from.milliseconds, until.milliseconds, whose.argument]
        var rows = try Row.fetchAll(
            db, sql: "SELECT * FROM occurrence WHERE \(those) LIMIT ?4",
            arguments: span + [bound.count + 1])
        var total = rows.count
        if rows.count > bound.count {
            switch bound {
            case .refuse(let limit): throw CareStoreError.tooMany(limit: limit)
            case .keep(let most):
                rows = try Row.fetchAll(
                    db,
                    sql: """
                        SELECT * FROM occurrence WHERE \(those)
                        ORDER BY outcome IS NULL DESC, \(Self.mostUrgent), at DESC LIMIT ?4
                        """, arguments: span + [most])
                total =
                    try Int.fetchOne(
                        db, sql: "SELECT count(*) FROM occurrence WHERE \(those)", arguments: span) ?? 0
            }
        }
        let found = rows.compactMap(readable)
        for occurrence in found { ahead.known[occurrence.routine, default: []].insert(occurrence.key) }
        return (found, ahead, total - (rows.count - found.count))
    }

    /// The order of `priority` in SQL, the most urgent first.
    static let mostUrgent = "CASE priority WHEN 'urgent' THEN 0 WHEN 'soon' THEN 1 ELSE 2 END"

    /// `nil`, and noted, for a row that cannot be read.
    func readable(_ row: Row) -> RoutineOccurrence? {
        do { return try OccurrenceRow(row: row, now: now).occurrence } catch {
            unreadable.note(UnreadableRow(.occurrence, row), error)
            return nil
        }
    }
}
