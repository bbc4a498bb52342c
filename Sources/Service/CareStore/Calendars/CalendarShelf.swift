import Calendars
import Care
import Foundation
import GRDB
import Logging

/// What is known of the events of one calendar that is read, or of some of them, with the routines that were made of them, within one
/// transaction.
struct CalendarShelf {
    /// Brought up to date by `take`, `takeMissing` and `decide`.
    private(set) var tally: CalendarTally
    private var known: [String: KnownEvent] = [:]
    /// By UID, the parts of the series that was made of an event, in their order: people may have split it.
    private var parts: [String: [RoutineRow]] = [:]
    /// Events of which nobody can read what is known, or became of them: they are left as they are.
    private var locked: Set<String> = []
    /// The UIDs of those of which something was to be done and could not be.
    private var refused: Set<String> = []
    private let link: CalendarLink
    private let keeper: RoutineKeeper
    /// Who changes the routines, as it is spoken.
    private let author: String

    /// - Parameters:
    ///   - author: `nil`: the calendar itself.
    ///   - isWanted: Of which events, by UID; what is told of the whole calendar needs all of them.
    init(
        _ link: CalendarLink, _ keeper: RoutineKeeper, _ author: String? = nil,
        of isWanted: (String) -> Bool = { _ in true }, in db: Database
    ) throws {
        (self.link, self.keeper, self.author) = (link, keeper, author ?? link.name)
        tally = link.tally ?? CalendarTally()
        let rows = try Row.fetchAll(
            db, sql: "SELECT uid, series, content FROM calendar_event WHERE calendar = ?",
            arguments: [link.id.uuidString])
        for row in rows {
            let uid: String = row["uid"]
            guard isWanted(uid) else { continue }
            do {
                var one: KnownEvent = try Stored.value(row["content"], of: "what is known of an event")
                let series = try (row["series"] as String?).map { try Self.parts(of: $0, in: db) } ?? []
                if let part = series.last(where: \.routine.isActive) ?? series.last {
                    one.routine = part.routine.id
                }
                (known[uid], parts[uid]) = (one, series)
            } catch CareStoreError.damaged(let row, let reason) {
                keeper.logger.warning(
                    "an event of a calendar is left as it is",
                    metadata: ["calendar": "\(link.id)", "row": "\(row)", "reason": "\(reason)"])
                locked.insert(uid)
            }
        }
    }

    private static func parts(of series: String, in db: Database) throws -> [RoutineRow] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM routine WHERE series = ? ORDER BY number", arguments: [series]
        ).map(RoutineRow.init(row:))
    }

    // MARK: - What was read

    /// Whether nobody can read what is known of an event.
    func isLocked(_ uid: String) -> Bool { locked.contains(uid) }

    /// How many events may become routines, where these are the ones that are missing.
    var room: Int {
        CalendarMerge.room(missing: known, routines: routines, zones: keeper.zones, now: keeper.now)
    }

    /// Takes over one event that was read. What cannot be done of it is tried again with the next reading: it keeps no other one waiting.
    ///
    /// - Parameters:
    ///   - isOver: Whether it is over.
    ///   - room: How many events may still become routines.
    /// - Returns: What is told of it where it could not be taken.
    mutating func take(
        _ event: CalendarEvent, isOver: Bool, room: inout Int, in db: Database
    ) throws -> LeftOutEvent? {
        let steps = CalendarMerge.steps(
            of: event, isOver: isOver, known: known[event.uid], routines: routines(of: event.uid), link: link,
            room: &room, zones: keeper.zones)
        for step in steps { try take(step, in: db) }
        return isOver ? nil : leftOut(event)
    }

    /// Notes what is missing in a reading that was whole.
    ///
    /// - Parameter there: The UIDs of what is not.
    mutating func takeMissing(besides there: Set<String>, in db: Database) throws {
        // A file that somebody has chosen lacks nothing by accident: what is missing in it counts twice, and is asked about at once.
        for _ in 0..<(link.kind == .file ? 2 : 1) {
            let steps = CalendarMerge.steps(
                missing: known.filter { !there.contains($0.key) }, routines: routines, zones: keeper.zones,
                now: keeper.now)
            for step in steps { try take(step, in: db) }
        }
    }

    private var routines: [UUID: Routine] { Self.byID(parts.values.flatMap(\.self)) }

    private func routines(of uid: String) -> [UUID: Routine] { Self.byID(parts[uid] ?? []) }

    private static func byID(_ parts: [RoutineRow]) -> [UUID: Routine] {
        Dictionary(parts.map { ($0.routine.id, $0.routine) }) { first, _ in first }
    }

    /// Notes how the calendar is after a reading.
    ///
    /// - Parameters:
    ///   - over: How many events were over already.
    ///   - leftOut: How many could not be taken.
    mutating func note(over: Int, leftOut: Int) {
        (tally.over, tally.leftOut) = (over, leftOut)
        count()
    }

    /// `nil` for an event that was taken over as it is in the calendar now, or is not to be.
    private func leftOut(_ event: CalendarEvent) -> LeftOutEvent? {
        switch known[event.uid] {
        case let one? where one.state != .taken || one.event == event: return nil
        case nil, .some: break
        }
        var reason = LeftOutEvent.Reason.rule
        do throws(FieldProblem) {
            try CalendarMerge.content(event, link).check(zones: keeper.zones)
            // It could be a routine, and nobody tried: there is no room for it.
            if known[event.uid] == nil, !refused.contains(event.uid) { reason = .full }
        } catch {
            if error.field == "schedule.zone" { reason = .unknownZone }
            if error.field == "edits" { reason = .tooMany }
        }
        return LeftOutEvent(reason: reason, title: event.title)
    }

    private mutating func take(_ step: CalendarStep, in db: Database) throws {
        let uid = step.uid
        var after: (known: KnownEvent?, parts: [RoutineRow]) = (nil, [])
        do {
            try db.inSavepoint {
                after = try carryOut(step, in: db)
                try write(after.known, uid, after.parts, in: db)
                return .commit
            }
        } catch let error where Self.isOfOneEvent(error) {
            refused.insert(uid)
            return keeper.logger.debug(
                "an event of a calendar is left out",
                metadata: ["calendar": "\(link.id)", "uid": "\(uid.prefix(80))", "reason": "\(error)"])
        }
        switch step {
        case .make: tally.made += 1
        case .change where after.parts.map(\.routine.sequence) != parts[uid]?.map(\.routine.sequence):
            tally.changed += 1
        case .change, .decline, .miss, .ask, .back, .forget: break
        }
        (known[uid], parts[uid]) = (after.known, after.parts)
    }

    /// Carries one step out.
    ///
    /// - Returns: What is known then, `nil` where it is forgotten; and the parts of its series.
    private func carryOut(
        _ step: CalendarStep, in db: Database
    ) throws -> (known: KnownEvent?, parts: [RoutineRow]) {
        var one = known[step.uid]
        var series = parts[step.uid] ?? []
        switch step {
        case .make(_, let event, let content):
            let new = NewRoutine(id: UUID(), content: content, by: author, at: keeper.now)
            do { try new.check(zones: keeper.zones) } catch {
                throw CareStoreError.invalid(field: error.field, error.message)
            }
            let routine = try keeper.add(Stored.normal(new), in: db)
            one = KnownEvent(event: event, routine: routine.id, state: .taken)
            series = try Self.parts(of: routine.series.uuidString, in: db)
        case .change(_, let event, let id, let content):
            for part in series where part.routine.isActive {
                let now = part.routine.content
                let new =
                    part.routine.id == id
                    ? content : CalendarMerge.content(event, was: one?.event ?? event, now, link)
                if new != now { try change(part, to: new, in: db) }
            }
            one = KnownEvent(event: event, routine: id, state: .taken)
            if let first = series.first {
                series = try Self.parts(of: first.routine.series.uuidString, in: db)
            }
        case .decline: one?.state = .declined
        case .miss(_, let since), .ask(_, let since):
            one?.missingSince = since
            one?.missedReadings += 1
        case .back:
            one?.missingSince = nil
            one?.missedReadings = 0
            if one?.state == .kept { one?.state = .taken }
        case .forget: one = nil
        }
        return (one, series)
    }

    /// Whether one event is to blame, or what has become of its routine.
    private static func isOfOneEvent(_ error: any Error) -> Bool {
        (error as? CareStoreError)?.isOfOneRoutine ?? RoutineKeeper.isOfItsContent(error)
    }

    // MARK: - What people say

    /// Other ways of taking over: what was taken already follows.
    func follow(_ taking: CalendarLink.Taking, in db: Database) throws {
        let old = link.taking ?? CalendarLink.Taking()
        try each(in: db) { uid, one in
            for part in parts[uid] ?? [] where part.routine.isActive && one.state == .taken {
                let content = part.routine.content
                let new = CalendarMerge.content(content, of: one.event, from: old, to: taking)
                if new != content { try change(part, to: new, in: db) }
            }
            var moved = one
            moved.event = one.event.moved(from: old, to: taking)
            if moved != one { try write(moved, uid, parts[uid] ?? [], in: db) }
        }
    }

    /// What was taken ends, but for what somebody has kept.
    func endAll(in db: Database) throws {
        try each(in: db) { uid, one in
            if one.state == .taken { try end(uid, in: db) }
        }
    }

    /// Where one event's routine cannot be changed, the others' still are.
    private func each(in db: Database, _ body: (String, KnownEvent) throws -> Void) throws {
        for (uid, one) in known.sorted(by: { $0.key < $1.key }) {
            do {
                try db.inSavepoint {
                    try body(uid, one)
                    return .commit
                }
            } catch let error where Self.isOfOneEvent(error) {
                keeper.logger.warning(
                    "what came of a calendar's event stays as it is",
                    metadata: ["calendar": "\(link.id)", "uid": "\(uid.prefix(80))", "reason": "\(error)"])
            }
        }
    }

    private func end(_ uid: String, in db: Database) throws {
        for part in parts[uid] ?? [] where part.routine.isActive { try change(part, to: nil, in: db) }
    }

    /// See `CareStore.decideVanished`.
    mutating func decide(_ uid: String, keeps: Bool, in db: Database) throws {
        guard var one = known[uid] else { throw Self.notVanished(uid) }
        switch one.state {
        case .kept where keeps, .ended where !keeps: return
        case .taken where one.isAsked && isHere(uid): break
        case .taken, .declined, .kept, .ended: throw Self.notVanished(uid)
        }
        if keeps {
            one.state = .kept
        } else {
            try end(uid, in: db)
            one.state = .ended
            tally.ended += 1
            if let first = parts[uid]?.first {
                parts[uid] = try Self.parts(of: first.routine.series.uuidString, in: db)
            }
        }
        known[uid] = one
        try write(one, uid, parts[uid] ?? [], in: db)
        count()
    }

    private static func notVanished(_ uid: String) -> CareStoreError {
        .notFound("event \(uid.prefix(80)) that has vanished from this calendar")
    }

    // MARK: - What is told

    /// What has vanished and nobody has decided about, the oldest first.
    var vanished: [VanishedEvent] {
        let all = known.compactMap { uid, one -> VanishedEvent? in
            guard one.isAsked, isHere(uid), let routine = one.routine, let since = one.missingSince else {
                return nil
            }
            return VanishedEvent(uid: uid, title: one.event.title, routine: routine, since: since)
        }
        return Array(
            all.sorted { ($0.since, $0.uid) < ($1.since, $1.uid) }.prefix(CalendarLink.mostShown))
    }

    private func isHere(_ uid: String) -> Bool {
        parts[uid]?.contains { $0.routine.isActive } ?? false
    }

    /// Whether an event is missing of which the next reading has to say whether it has vanished.
    var mustBeReadWhole: Bool {
        known.values.contains { $0.state == .taken && $0.missingSince != nil && !$0.isAsked }
    }

    private mutating func count() {
        tally.present = known.count { uid, one in
            (one.state == .taken || one.state == .kept) && isHere(uid)
        }
        tally.declined = known.count { $0.value.state == .declined }
    }

    // MARK: - Rows

    private func write(_ one: KnownEvent?, _ uid: String, _ parts: [RoutineRow], in db: Database) throws {
        guard let one else { return try CalendarEvents.delete(uid, of: link.id, in: db) }
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO calendar_event (calendar, uid, series, content) VALUES (?, ?, ?, ?)
                """,
            arguments: [
                link.id.uuidString, uid, parts.first?.routine.series.uuidString, try Stored.text(one),
            ])
    }

    private func change(_ row: RoutineRow, to content: RoutineContent?, in db: Database) throws {
        let change = RoutineChange(
            id: UUID(), scope: .all, content: content, replaces: row.routine.sequence, by: author,
            at: keeper.now)
        _ = try keeper.apply(try Stored.normal(change), to: row, in: db)
    }
}

extension CalendarStep {
    fileprivate var uid: String {
        switch self {
        case .make(let uid, _, _), .change(let uid, _, _, _), .decline(let uid), .miss(let uid, _),
            .ask(let uid, _), .back(let uid), .forget(let uid):
            uid
        }
    }
}
