public import Calendars
public import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// What calendars outside are told of what is planned: routines that are not over, or ended or were last due in the last 31 days, and
    /// appointments from 31 days ago on. No goals. What cannot be read is left out.
    ///
    /// - Parameters:
    ///   - client: Whose plan; `nil`: what is planned for the household.
    ///   - whose: Whose plans the reader sees.
    ///   - reader: Who reads it, which decides about appointments.
    ///   - server: What comes from a calendar of this server that is read is left out: it stands there already.
    public func calendarEntries(
        of client: String?, whose: PlanReach, seenBy reader: AppointmentReader = .caregiver,
        besides server: String? = nil, now: Date
    ) async throws(CareStoreError) -> [CalendarEntry] {
        guard whose.includes(client) else { return [] }
        let entries = PlannedEntries(
            client: client, reader: reader, home: keeper(at: now).home, zones: zones,
            since: now.addingTimeInterval(-PlannedEntries.past), unreadable: unreadable)
        return try await read { db in
            var others: Set<String> = []
            if let server {
                let there = try CalendarLinks.all(in: db).map(\.link)
                    .filter { $0.kind.isRead && $0.server == server }
                others = try CalendarEvents.series(of: there.map(\.id), in: db)
            }
            return try entries.routines(besides: others, in: db) + entries.appointments(in: db)
        }
    }
}

/// Finds what calendars outside are told.
struct PlannedEntries {
    /// How long what is over is still told, seconds: 31 days.
    static let past: TimeInterval = 31 * 86_400

    /// By id; `nil` for the household.
    let client: String?
    let reader: AppointmentReader
    let home: ZoneRules
    let zones: @Sendable (String) -> ZoneRules?
    /// What was over then is not told.
    let since: Date
    let unreadable: UnreadableRows

    // MARK: - Routines

    func routines(besides others: Set<String>, in db: Database) throws -> [CalendarEntry] {
        let rows = try Row.fetchAll(
            db, sql: Self.sqlRoutines,
            arguments: [client ?? RoutineOccurrence.noClient, since.milliseconds])
        return try rows.compactMap { row in
            guard try !others.contains(row.text("series")) else { return nil }
            do { return try entry(RoutineRow(row: row), in: db) } catch {
                guard RoutineKeeper.isOfItsContent(error) else { throw error }
                unreadable.note(UnreadableRow(.routine, row), error)
                return nil
            }
        }
    }

    /// Of a client, `?1`; those that are over count from a moment on, `?2`. In the order in which they were made.
    static let sqlRoutines = """
        SELECT * FROM routine WHERE client = ?1 AND is_goal = 0 AND is_active = 1
            AND (next_at IS NOT NULL OR EXISTS (SELECT 1 FROM occurrence
                WHERE series = routine.series AND at >= ?2 AND routine_id = routine.id))
        UNION ALL
        SELECT * FROM routine WHERE client = ?1 AND is_goal = 0 AND is_active = 0 AND planned_at >= ?2
        ORDER BY number
        """

    private func entry(_ row: RoutineRow, in db: Database) throws -> CalendarEntry? {
        let routine = row.routine
        guard let content = told(routine) else { return nil }
        let skips = try Int64.fetchOne(db, sql: Self.sqlLastSkip, arguments: [routine.id.uuidString])
        let sequence = max(routine.sequence, row.version, skips ?? 0)
        let changedAt = try sequence == routine.sequence ? nil : Self.time(of: sequence, in: db)
        let (series, part) = (
            routine.series.uuidString.lowercased(), routine.id.uuidString.lowercased()
        )
        return CalendarEntry(
            uid: series == part ? "routine-\(series)" : "routine-\(series)-\(part)",
            sequence: sequence, changedAt: changedAt ?? routine.changedAt, title: content.title,
            details: content.details, minutes: content.minutes,
            times: .routine(
                content, skipped: try skipped(routine.id, in: db), lastDone: row.lastDone,
                of: row.lastDoneKey))
    }

    /// As it is planned; where it has ended, up to then. `nil` where nobody can tell when that was on its clocks.
    private func told(_ routine: Routine) -> RoutineContent? {
        guard !routine.isActive else { return routine.content }
        guard let zone = zones(routine.content.schedule.zone) else { return nil }
        return routine.content.ended(at: routine.changedAt, zone: zone)
    }

    private func skipped(_ routine: UUID, in db: Database) throws -> [OccurrenceKey] {
        try String.fetchAll(db, sql: Self.sqlSkipped, arguments: [routine.uuidString])
            .compactMap(OccurrenceKey.init)
    }

    /// The occurrences of a routine, `?1`, that are skipped.
    static let sqlSkipped = """
        SELECT key FROM occurrence WHERE routine_id = ?1 AND outcome = 'skipped' ORDER BY at
        """

    /// When somebody last skipped one of a routine, `?1`, or took that back: the journal's number.
    static let sqlLastSkip = """
        SELECT max(sequence) FROM entry WHERE routine_id = ?1
            AND CASE WHEN json_valid(content) THEN json_extract(content, '$.kind') END
                IN ('skipped', 'undone')
        """

    private static func time(of sequence: Int64, in db: Database) throws -> Date? {
        try Int64.fetchOne(db, sql: "SELECT at FROM journal WHERE sequence = ?", arguments: [sequence])
            .map(Date.init(milliseconds:))
    }

    // MARK: - Appointments

    func appointments(in db: Database) throws -> [CalendarEntry] {
        guard let client else { return [] }
        let rows = try Row.fetchAll(
            db, sql: Self.sqlAppointments, arguments: [client, since.milliseconds])
        return try rows.compactMap { row in
            do {
                let found = try Appointments.appointment(row, in: db)
                guard reader.sees(found.content), found.standing.ending != .cancelled else { return nil }
                return CalendarEntry(
                    uid: "appointment-\(found.id.uuidString.lowercased())", sequence: found.sequence,
                    changedAt: found.changedAt, title: found.content.title ?? found.providerName,
                    minutes: found.content.minutes, times: .once(at: found.content.at, zone: home.id))
            } catch {
                guard RoutineKeeper.isOfItsContent(error) else { throw error }
                unreadable.note(UnreadableRow(.appointment, row), error)
                return nil
            }
        }
    }

    /// Of a client, `?1`, from a moment on, `?2`.
    static let sqlAppointments = """
        SELECT * FROM appointment WHERE client = ?1 AND at >= ?2 ORDER BY at, number
        """
}

extension RoutineContent {
    /// What of it was due before a moment at which it ended.
    fileprivate func ended(at end: Date, zone: ZoneRules) -> RoutineContent {
        var content = self
        let last = OccurrenceKey(zone.local(of: end), zone: zone.id)
        if endsBefore.map({ last.local < $0.local }) ?? true { content.endsBefore = last }
        // What was to come later still does not come.
        for (index, change) in schedule.changes.enumerated() {
            if let to = change.to, last.local <= to { content.schedule.changes[index].to = nil }
        }
        return content
    }
}
