public import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// What was asked, planned and done in a shift, as it stands now; a shift is at most as long as a view of the plan.
    ///
    /// - Parameters:
    ///   - since: As `ShiftTime` reads it in the home's zone. So is `until`, which is now if it is not given.
    ///   - withWishes: Whether its reader is a coordinator.
    public func handover(
        since: String, until: String?, withWishes: Bool = false, now: Date
    ) async throws(CareStoreError) -> Handover {
        let keeper = keeper(at: now)
        let shift: Range<Date>
        do throws(FieldProblem) {
            shift = try ShiftTime.shift(since: since, until: until, now: now, in: keeper.home)
        } catch { throw .invalid(field: error.field, error.message) }
        let (since, until, duties) = (shift.lowerBound, shift.upperBound, duties)
        guard until.timeIntervalSince(since) <= Double(Self.longestView) * 86_400 else {
            throw .invalid(field: "since", "it is more than \(Self.longestView) days before until")
        }
        return try await read { db in
            // Unreadable rows count too: without them, an incomplete list would look complete.
            let rows = try asked(in: shift, in: db)
            let requests = Requests.readable(rows.prefix(Handover.limit), keeper.unreadable)
            let (occurrences, areAll) = try keeper.handedOver(in: shift, in: db)
            let (faults, areAllFaults) = try faults(in: shift, keeper.unreadable, in: db)
            let (wishes, areAllWishes) =
                withWishes ? try AppointmentKeeper.wishes(in: db, report: keeper.unreadable.note) : ([], true)
            return Handover(
                since: since, until: until, zone: keeper.home.id,
                requests: try requests.map { try told($0, keeper.unreadable, in: db) },
                occurrences: try occurrences.map { occurrence in
                    HandoverOccurrence(
                        occurrence: occurrence,
                        entries: try Entries.all(
                            of: occurrence.routine, occurrence.key, in: db, report: keeper.unreadable.note))
                },
                proposals: try Proposals.page(
                    onlyWaiting: true, client: nil, after: 0, limit: Handover.olderLimit, in: db,
                    report: keeper.unreadable.note
                ).found,
                faults: faults, onDuty: try duties.roster(in: db).onDutyInWords(at: now),
                wishes: wishes,
                isComplete: rows.count <= Handover.limit && areAll && areAllFaults && areAllWishes)
        }
    }
}

private func asked(in shift: Range<Date>, in db: Database) throws -> [Row] {
    try Row.fetchAll(
        db,
        sql: """
            SELECT * FROM request
            WHERE received_at < ?2 AND (state IN ('asked', 'heard', 'on_the_way') OR need <> ?4 AND (
                changed_at >= ?1
                OR id IN (SELECT note.request_id FROM note JOIN journal ON journal.sequence = note.sequence
                    WHERE journal.at >= ?1)))
            ORDER BY asked_at, number LIMIT ?3
            """,
        arguments: [
            shift.lowerBound.milliseconds, shift.upperBound.milliseconds, Handover.limit + 1,
            // Nobody needed anything; one that is still open is told, because it still sounds.
            Request.testNeed,
        ])
}

/// What began in a shift, and what was open at its end and is still, the oldest first; and whether that is all. However often something came
/// and went, it does not push out what is still wrong.
private func faults(
    in shift: Range<Date>, _ unreadable: UnreadableRows, in db: Database
) throws -> ([HandoverFault], areAll: Bool) {
    let rows = try Row.fetchAll(
        db,
        sql: """
            SELECT * FROM fault WHERE is_active = 1 AND at < ?2 AND (is_open = 1 OR at >= ?1)
            ORDER BY is_open DESC, at DESC, id DESC LIMIT ?3
            """,
        arguments: [shift.lowerBound.milliseconds, shift.upperBound.milliseconds, Handover.faultLimit + 1])
    let found = rows.prefix(Handover.faultLimit).compactMap { row -> HandoverFault? in
        do { return HandoverFault(fault: try Fault(row: row), isOpen: row["is_open"]) } catch {
            unreadable.note(UnreadableRow(.fault, row), error)
            return nil
        }
    }
    return (
        found.sorted { ($0.fault.at, $0.fault.id.uuidString) < ($1.fault.at, $1.fault.id.uuidString) },
        rows.count <= Handover.faultLimit
    )
}

/// A request with when a person first answered it, and its notes.
private func told(
    _ request: Request, _ unreadable: UnreadableRows, in db: Database
) throws -> HandoverRequest {
    let answered = try Int64.fetchOne(
        db,
        sql: """
            SELECT min(at) FROM journal WHERE request_id = ? AND kind IN ('on_the_way', 'met', 'declined')
            """, arguments: [request.id.uuidString])
    return HandoverRequest(
        request: request, answeredAt: answered.map(Date.init(milliseconds:)),
        notes: try Notes.all(of: request.id, in: db, report: unreadable.note))
}

extension RoutineKeeper {
    /// Nobody can hand over more than this in one shift anyway.
    private static let mostPlanned = 10_000

    /// What of the plan belongs into a handover, by time; and whether that is all. What is older has a limit
    /// of its own, so that a long backlog does not push out the shift itself.
    fileprivate func handedOver(
        in shift: Range<Date>, in db: Database
    ) throws -> ([RoutineOccurrence], areAll: Bool) {
        // What clients have set themselves to do is theirs.
        var found = try occurrences(
            from: shift.lowerBound, until: shift.upperBound, of: .shared, limit: Self.mostPlanned, in: db)
        var known = Set(found.map(\.id))
        func add(_ more: [RoutineOccurrence]) { found += more.filter { known.insert($0.id).inserted } }
        add(try actedUpon(in: shift, in: db))
        let isShift = found.count <= Handover.limit
        found = Array(found.prefix(Handover.limit))
        let older = try outstanding(before: shift.lowerBound, limit: Handover.olderLimit + 1, in: db)
        add(older.prefix(Handover.olderLimit).compactMap(readable))
        return (
            found.sorted { ($0.at, $0.title) < ($1.at, $1.title) },
            isShift && older.count <= Handover.olderLimit
        )
    }

    /// What somebody did or wrote down, whenever it was due.
    private func actedUpon(in shift: Range<Date>, in db: Database) throws -> [RoutineOccurrence] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT DISTINCT occurrence.* FROM entry
                JOIN routine AS written ON written.id = entry.routine_id
                JOIN routine AS part ON part.series = written.series
                -- By its local start: the routine may live by another zone's clock by now.
                JOIN occurrence ON occurrence.routine_id = part.id
                    AND occurrence.key >= substr(entry.key, 1, instr(entry.key, '['))
                    AND occurrence.key < substr(entry.key, 1, instr(entry.key, '[') - 1) || '\\'
                WHERE entry.received_at >= ?1 AND entry.received_at < ?2 AND occurrence.is_cancelled = 0
                    AND occurrence.is_goal = 0
                ORDER BY occurrence.at LIMIT ?3
                """,
            arguments: [shift.lowerBound.milliseconds, shift.upperBound.milliseconds, Self.mostPlanned]
        ).compactMap(readable)
    }

    /// The rows of what was due before and is still open, the latest first.
    private func outstanding(
        before since: Date, limit: Int, in db: Database
    ) throws -> [Row] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM occurrence
                WHERE outcome IS NULL AND is_cancelled = 0 AND is_goal = 0 AND at < ?1
                ORDER BY at DESC, number DESC LIMIT ?2
                """, arguments: [since.milliseconds, limit])
    }
}
