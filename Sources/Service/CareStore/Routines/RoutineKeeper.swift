import Care
import Foundation
import GRDB
import Logging
import Recurrence
import Synchronization

/// Works on routines within one transaction: creates and changes them, and stores what becomes due.
struct RoutineKeeper: Sendable {
    let planCache: RoutinePlanCache
    let zones: @Sendable (String) -> ZoneRules?
    /// The home's clocks, for quiet hours and words.
    let home: ZoneRules
    /// Whether the home has a program that reminders can be given to.
    let usesProgram: Bool
    let now: Date
    let unreadable: UnreadableRows
    let logger: Logger
    private let known = KnownPeople()

    init(
        planCache: RoutinePlanCache, zones: @escaping @Sendable (String) -> ZoneRules?, home: ZoneRules,
        usesProgram: Bool, now: Date, unreadable: UnreadableRows, logger: Logger
    ) {
        self.planCache = planCache
        self.zones = zones
        self.home = home
        self.usesProgram = usesProgram
        self.now = now
        self.unreadable = unreadable
        self.logger = logger
    }

    /// Everybody of the home, read once. Without a program, whoever has no contact over which something is sent has no messages among
    /// their channels, whatever they have chosen: nothing would come.
    func people(in db: Database) throws -> [Person] {
        try known.people {
            let people = try People.all(in: db, report: unreadable.note)
            guard !usesProgram else { return people }
            let reachable = try Contacts.reachable(in: db)
            return people.map { person in
                guard !reachable.contains(person.id) else { return person }
                var person = person
                person.reminders.channels.remove(.command)
                return person
            }
        }
    }

    // MARK: - Making and changing

    /// Makes a routine; the same again gives what the first made, as it is now.
    func addOnce(_ new: NewRoutine, in db: Database) throws -> (routine: Routine, isNew: Bool) {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM routine WHERE id = ?", arguments: [new.id.uuidString])
        else { return (try add(new, in: db), true) }
        guard let text: String = row["made_of"],
            try Stored.value(text, of: "the routine \(new.id)") as NewRoutine == new
        else { throw CareStoreError.sameIDOtherContent(new.id, current: nil) }
        return (try RoutineRow(row: row).routine, false)
    }

    func add(_ new: NewRoutine, in db: Database) throws -> Routine {
        let content = notAhead(new.content, was: nil)
        try check(content, in: db)
        try checkGoals(of: content, isNew: true, in: db)
        let plan = try planCache.plan(content, lastDone: nil, of: nil)
        var routine = Routine(
            id: new.id, series: new.id, content: content, createdAt: now, changedAt: now, changedBy: new.by)
        routine.sequence = try Journal.nextSequence(in: db)
        try Journal.append(
            .routineChanged, subject: new.id.uuidString, content: routine, at: now, in: db)
        var row = try RoutineRow.insert(
            routine, madeOf: new,
            takenTo: takenTo(ofNew: content), plannedAt: now, in: db)
        row.nextAt = try plan.nextMoment(after: row.takenTo)
        try row.updateMoments(in: db)
        // What has begun already is due with its routine, not a moment later: whoever looks now sees both or neither.
        if let next = row.nextAt, next <= now { _ = try catchUp(row, in: db) }
        return routine
    }

    func apply(_ sent: RoutineChange, to before: RoutineRow, in db: Database) throws -> Routine {
        var (row, change) = (before, sent)
        change.content = sent.content.map { notAhead($0, was: before.routine.content) }
        var old: RoutinePlan?
        do {
            row = try catchUp(before, in: db)
            old = try row.routine.isActive ? planCache.item(row).plan : nil
        } catch let error where change.scope == .all && Self.isUnplannable(error) {
            // Its plan can no longer be computed on this machine, and this change replaces or ends it. As
            // with a new routine, what would be missed already never was due.
            let grace = (change.content ?? row.routine.content).graceMinutes
            row.takenTo = max(row.takenTo, now.addingTimeInterval(-60 * Double(grace)))
        }
        if let key = change.occurrence, change.scope == .one || change.scope == .restore {
            try refuseIfClosed(row.routine.id, key, in: db)
        }
        let (after, continuation): (Routine, Routine?)
        do throws(RoutineChangeError) {
            (after, continuation) = try row.routine.applying(
                change, zones: zones, lastDone: row.lastDone, of: row.lastDoneKey)
        } catch {
            switch error {
            case .field(let problem): throw CareStoreError.invalid(field: problem.field, problem.message)
            case .notAnOccurrence: throw CareStoreError.invalid(field: "occurrence", error.description)
            case .ended: throw CareStoreError.invalid(field: "scope", error.description)
            case .unreadable:
                throw CareStoreError.damaged(row: "the routine \(row.routine.id)", error.description)
            }
        }
        for routine in [after, continuation].compactMap({ $0 }) {
            try check(routine.content, was: row.routine.content, in: db)
            if routine.isActive { try checkGoals(of: routine.content, isNew: false, in: db) }
        }
        var changed = after
        let last = row.routine.content
        if changed.isActive, changed.content.owner != last.owner {
            try forgetPast(of: &changed, in: db)
        }
        let goesElsewhere = changed.isActive && changed.content.schedule.zone != last.schedule.zone
        if goesElsewhere { try leaveOut(whatWasDueOf: row, from: &changed.content, in: db) }
        row.routine = try note(changed, change, in: db)
        row.version = row.routine.sequence
        row.plannedAt = now
        try row.update(in: db)
        if var continuation {
            guard try RoutineRow.find(continuation.id, in: db) == nil else {
                throw CareStoreError.sameIDOtherContent(continuation.id, current: nil)
            }
            continuation.createdAt = now
            try leaveOut(whatWasDueOf: row, from: &continuation.content, in: db)
            continuation = try note(continuation, change, in: db)
            let part = try RoutineRow.insert(
                continuation, madeOf: nil, takenTo: row.takenTo, lastDone: row.lastDone,
                lastDoneKey: row.lastDoneKey, plannedAt: now, in: db)
            try move(whatLiesAheadOf: row.routine.id, to: part, in: db)
            try replan(part, was: last, in: db)
            try takeOvertaken(old, by: part, in: db)
        }
        if goesElsewhere { try move(whatLiesAheadOf: row.routine.id, to: row, in: db) }
        let isAboutOne = change.scope == .one || change.scope == .restore
        try replan(row, was: last, occurrence: isAboutOne ? change.occurrence : nil, in: db)
        if goesElsewhere { try takeOvertaken(old, by: row, in: db) }
        return row.routine
    }

    /// It becomes somebody else's, who is told nothing of the dates until now.
    private func forgetPast(of routine: inout Routine, in db: Database) throws {
        guard let zone = zones(routine.content.schedule.zone) else { return }
        let waiting = try Row.fetchAll(
            db, sql: "SELECT key FROM occurrence WHERE routine_id = ? AND is_due_taken = 0",
            arguments: [routine.id.uuidString]
        ).map { row -> OccurrenceKey in try row.text("key") }
        routine.content.forgetPast(
            at: now, zone: zone, besides: Set(waiting).union(waiting.map { $0.inZone(zone.id) }))
    }

    static func isUnplannable(_ error: any Error) -> Bool {
        if case .invalid = error as? CareStoreError { return true }
        return error is RecurrenceError
    }

    /// Tells the journal; gives the routine with its number.
    private func note(_ routine: Routine, _ change: RoutineChange, in db: Database) throws -> Routine {
        var routine = routine
        routine.changedAt = now
        routine.changedBy = change.by
        routine.sequence = try Journal.nextSequence(in: db)
        try Journal.append(
            .routineChanged, subject: routine.id.uuidString, content: routine, at: now, in: db)
        return routine
    }

    private func check(_ content: RoutineContent, was old: RoutineContent? = nil, in db: Database) throws {
        if let client = content.client, try !People.contains(client, in: db) {
            throw CareStoreError.invalid(
                field: "content.client", "nobody in this home has the id \(client)")
        }
        for id in content.assignable where try !People.contains(id, in: db) {
            throw CareStoreError.invalid(
                field: "content.assignment", "nobody in this home has the id \(id)")
        }
        try checkAppointment(of: content, was: old, in: db)
        try checkProvider(of: content, was: old, in: db)
        // A need that was removed later does not prevent other changes.
        if let need = content.need, let client = content.client,
            need != old?.need || client != old?.client,
            try !Needs.active(client: client, in: db, report: unreadable.note).contains(where: {
                $0.id == need
            })
        {
            throw CareStoreError.invalid(
                field: "content.need",
                "\(client) has no need \(need): add it to their needs first, or leave this out")
        }
    }

    /// An appointment of the same client; it is not looked at again while it stays the same.
    private func checkAppointment(
        of content: RoutineContent, was old: RoutineContent?, in db: Database
    ) throws {
        guard let id = content.appointment, let client = content.client,
            id != old?.appointment || client != old?.client,
            try Appointments.find(id, in: db)?.content.client != client
        else { return }
        throw CareStoreError.invalid(field: "content.appointment", "\(client) has no appointment \(id)")
    }

    /// A provider who comes to see the client; they are not looked at again while they stay the same.
    private func checkProvider(
        of content: RoutineContent, was old: RoutineContent?, in db: Database
    ) throws {
        guard let id = content.provider, let client = content.client,
            id != old?.provider || client != old?.client
        else { return }
        let person = try People.readable(id, in: db)
        guard let person, person.role == .provider, person.isActive, person.reach.includes(client) else {
            throw CareStoreError.invalid(
                field: "content.provider",
                "no \(Person.Role.provider.rawValue) of this home has the id \(id): look again whom there is"
            )
        }
    }

    private func refuseIfClosed(_ routine: UUID, _ key: OccurrenceKey, in db: Database) throws {
        guard let row = try OccurrenceRow.find(routine, key, now: now, in: db), let outcome = row.outcome
        else {
            return
        }
        throw CareStoreError.invalid(
            field: "occurrence",
            "it is \(outcome.rawValue) already: undo that first, then it can be changed or skipped")
    }
}

/// The people, read once per transaction: it may process hundreds of moments, and each needs all people.
private final class KnownPeople: Sendable {
    private let known = Mutex<[Person]?>(nil)

    func people(_ read: () throws -> [Person]) rethrows -> [Person] {
        if let people = known.withLock({ $0 }) { return people }
        let people = try read()
        known.withLock { $0 = people }
        return people
    }
}
