public import Care
import Duties
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// More than any home has at a time.
    private static let mostDuties = 2000

    /// Duties in the order in which they were made; at most 200 a page. `after` is the page before's `next`.
    ///
    /// - Parameter person: Only theirs, and those with a date that they have taken.
    public func duties(
        onlyActive: Bool, of person: String? = nil, after cursor: Int64 = 0, limit: Int = 50
    ) async throws(CareStoreError) -> DutyPage {
        let limit = min(max(limit, 1), 200)
        let unreadable = unreadable
        return try await read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT number, id, content FROM duty
                    WHERE \(onlyActive ? "is_active = 1 AND" : "") number > ?1 AND (?2 IS NULL
                        OR CASE WHEN json_valid(content) THEN json_extract(content, '$.content.person') = ?2
                            OR EXISTS (SELECT 1 FROM json_each(content, '$.swaps')
                                WHERE json_extract(value, '$.person') = ?2) END)
                    ORDER BY number LIMIT ?3
                    """, arguments: [cursor, person, limit + 1])
            let page = rows.prefix(limit)
            let next: Int64? = rows.count > limit ? page.last?["number"] : nil
            return DutyPage(
                duties: page.compactMap { row in
                    do throws(CareStoreError) { return try DutyRows.duty(row) } catch {
                        unreadable.note(UnreadableRow(.duty, row), error)
                        return nil
                    }
                }, next: next.map(String.init))
        }
    }

    public func duty(_ id: UUID) async throws(CareStoreError) -> Duty? {
        try await read { db in try DutyRows.find(id, in: db) }
    }

    /// Makes a duty. The same again gives what the first made, as it is now, with `false`.
    ///
    /// Throws `.invalid` if its person cannot have a duty, or its zone or client is not there.
    public func addDuty(
        _ new: NewDuty, receivedAt: Date
    ) async throws(CareStoreError) -> (Duty, isNew: Bool) {
        try await write { db in
            let new = try Stored.normal(new)
            if let found = try DutyRows.of(new, new.id, .new, to: new.id, in: db) { return (found, false) }
            guard try DutyRows.find(new.id, in: db) == nil else {
                throw CareStoreError.sameIDOtherContent(new.id, current: nil)
            }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM duty WHERE is_active = 1") ?? 0
            guard count < Self.mostDuties else {
                throw CareStoreError.invalid(
                    field: "id", "there are \(Self.mostDuties) duties already: end some that are over")
            }
            try Self.check(new.content, before: nil, in: db)
            let duty = Duty(
                id: new.id, content: new.content, changedAt: Date(milliseconds: receivedAt.milliseconds),
                changedBy: new.by, sequence: try DutyRows.nextSequence(in: db))
            _ = try duties.plan(duty)
            try DutyRows.insert(duty, in: db)
            try DutyRows.keep(new, new.id, .new, to: duty.id, in: db)
            try note(.dutyAdded, duty, in: db)
            return (duty, true)
        }
    }

    /// Changes a duty, or ends it. The same again gives the duty as it is now, with `false`.
    ///
    /// Dates that were swapped or offered stay so, as far as the duty still has them, and of those that were offered as far as they are
    /// still the same person's.
    public func changeDuty(
        _ id: UUID, _ change: DutyChange, receivedAt: Date
    ) async throws(CareStoreError) -> (Duty, isNew: Bool) {
        try await write { db in
            let change = try Stored.normal(change)
            if let found = try DutyRows.of(change, change.id, .change, to: id, in: db) {
                return (found, false)
            }
            guard var duty = try DutyRows.find(id, in: db) else {
                throw CareStoreError.notFound("duty \(id)")
            }
            guard change.replaces == duty.sequence else { throw CareStoreError.dutyChanged(current: duty) }
            if let content = change.content {
                let before = duty
                try Self.check(content, before: before.isActive ? before.content : nil, in: db)
                duty.content = content
                duty.isActive = true
                let plan = try duties.plan(duty)
                duty.swaps = try duty.swaps.filter { try plan.has($0.of) }
                let after = duty
                // Nobody has offered what is now another's.
                duty.offers = try duty.offers.filter {
                    try plan.has($0.of) && before.holder(of: $0.of) == after.holder(of: $0.of)
                }
            } else {
                duty.isActive = false
                duty.offers = []
            }
            try put(&duty, by: change.by, at: receivedAt, in: db)
            try DutyRows.keep(change, change.id, .change, to: id, in: db)
            try note(duty.isActive ? .dutyChanged : .dutyEnded, duty, in: db)
            return (duty, true)
        }
    }

    /// Gives one date of a duty to somebody else, offers it, takes it, or takes that back. The same again gives the duty as it is now, with `false`.
    ///
    /// - Parameter person: Who moves it, if they may move only what is theirs or is offered to them; `nil`: a coordinator.
    public func moveDuty(
        _ id: UUID, _ move: DutyMove, as person: String?, receivedAt: Date
    ) async throws(CareStoreError) -> (Duty, isNew: Bool) {
        try await write { db in
            let move = try Stored.normal(move)
            if let found = try DutyRows.of(move, move.id, .move, to: id, in: db) { return (found, false) }
            guard var duty = try DutyRows.find(id, in: db) else {
                throw CareStoreError.notFound("duty \(id)")
            }
            guard duty.isActive else {
                throw CareStoreError.invalid(field: "id", "this duty has ended: it has no dates any more")
            }
            guard try duties.plan(duty).has(move.of) else {
                throw CareStoreError.invalid(field: "of", "this duty has no date that begins then")
            }
            let before = duty.holder(of: move.of)
            let isOwn = try DutyMover(move, by: person, in: db).apply(to: &duty)
            try put(&duty, by: move.by, at: receivedAt, in: db)
            try DutyRows.keep(move, move.id, .move, to: id, in: db)
            var changes: [AuditChange] = [.date(move.of.local)]
            let holder = duty.holder(of: move.of)
            if holder != before {
                changes.append(.holder(try holder.map { try Self.name($0, in: db) } ?? ""))
            }
            try note(isOwn ? .dutySwapped : .dutyMoved, duty, changes, in: db)
            return (duty, true)
        }
    }

    private func put(_ duty: inout Duty, by name: String?, at: Date, in db: Database) throws {
        duty.forgetPast(at)
        duty.changedAt = Date(milliseconds: at.milliseconds)
        duty.changedBy = name
        duty.sequence = try DutyRows.nextSequence(in: db)
        try DutyRows.update(duty, in: db)
    }

    private func note(
        _ kind: AuditKind, _ duty: Duty, _ more: [AuditChange] = [], in db: Database
    ) throws {
        guard let trail else { return }
        var changes = [AuditChange.place(try Places.name(duty.content.zone, in: db))]
        if let client = duty.content.client { changes = [.client(client)] }
        try trail.note(
            kind, about: try Self.name(duty.content.person, in: db), changes: changes + more, in: db)
    }

    private static func name(_ person: String, in db: Database) throws -> String {
        try People.readable(person, in: db)?.name ?? person
    }

    /// Whether its person can have it, and its zone and client are there. What is as before is not asked for again: a duty of somebody who has
    /// left can still be given another time before it goes to somebody else.
    private static func check(_ new: DutyContent, before: DutyContent?, in db: Database) throws {
        if new.person != before?.person { try checkPerson(new.person, "content.person", in: db) }
        if new.zone != before?.zone { try Places.checkIsZone(new.zone, in: db) }
        if let client = new.client, client != before?.client {
            guard let found = try People.readable(client, in: db), found.role == .client, found.isActive
            else {
                throw CareStoreError.invalid(
                    field: "content.client", "there is no client with the id \(client)")
            }
        }
    }

    static func checkPerson(_ id: String, _ field: String, in db: Database) throws {
        guard let person = try People.readable(id, in: db), person.isActive else {
            throw CareStoreError.invalid(field: field, "nobody in this home has the id \(id)")
        }
        guard person.canBeCalled else {
            throw CareStoreError.invalid(
                field: field,
                "\(person.name) is no caregiver or coordinator: only they have duties")
        }
    }

    // MARK: - Who is on duty

    /// Who is on duty when, and where nobody is.
    public func dutyTimes(from start: Date, until end: Date) async throws(CareStoreError) -> DutyTimePage {
        try await read { db in
            let roster = try duties.roster(in: db)
            let times = roster.times(from: start, until: end, limit: DutyTimePage.limit + 1)
            return DutyTimePage(
                times: Array(times.prefix(DutyTimePage.limit)), gaps: roster.gaps(from: start, until: end),
                isComplete: times.count <= DutyTimePage.limit)
        }
    }

    /// Who is on duty now, and where nobody is or will be within a week.
    public func dutyStanding(now: Date) async throws(CareStoreError) -> DutyStanding {
        try await read { db in
            let roster = try duties.roster(in: db)
            return DutyStanding(
                at: Date(milliseconds: now.milliseconds), onDuty: roster.onDutyInWords(at: now),
                gaps: roster.nextGaps(now: now, from: duties.gaps))
        }
    }

    /// The gaps that have begun or will within a time, and when something about that changes next. `nil` while it is not known which time it
    /// is. Where no zone needs anybody, it costs next to nothing.
    ///
    /// - Parameter ahead: How long before it begins a gap is told, in seconds.
    public func gapsToTell(now: Date, ahead: TimeInterval) async throws(CareStoreError) -> GapsToTell? {
        let unreadable = unreadable
        return try await read { db in
            let places = try Places.all(in: db, report: unreadable.note)
            let names = Dictionary(places.map { ($0.id, $0.name) }) { first, _ in first }
            guard places.contains(where: \.needsDuty) else { return GapsToTell(names: names) }
            guard try RoutineClock.doubted(in: db) == nil else { return nil }
            let roster = try duties.roster(in: db)
            var found = GapsToTell(names: names)
            for gap in roster.nextGaps(now: now, from: duties.gaps) {
                let begin = (gap.from ?? .distantPast).addingTimeInterval(-ahead)
                let isDue = begin <= now
                if isDue {
                    found.gaps[gap.zone] = .init(from: gap.from)
                }
                if let change = isDue ? gap.until : begin { found.next = min(found.next ?? change, change) }
            }
            return found
        }
    }
}

/// Where people are to be told that nobody is on duty.
public struct GapsToTell: Sendable, Equatable {
    public struct Gap: Sendable, Equatable {
        /// `nil` where it began more than a day ago.
        public var from: Date?
    }

    /// What places are called, by their ids.
    public var names: [String: String]
    /// By the zones' ids.
    public var gaps: [String: Gap] = [:]
    /// When that changes next, if nobody changes anything before.
    public var next: Date?
}

extension Duty {
    /// For how long dates that are over stay known as swapped, in days.
    private static let keptDays = 400

    /// Swaps of long ago and offers of what is over are of no use to anybody.
    fileprivate mutating func forgetPast(_ now: Date) {
        let day = WallTime(clamping: Int64(now.timeIntervalSince1970)).day
        swaps.removeAll { $0.of.local.day < day.adding(days: -Self.keptDays) }
        // A day's difference: a date is named by the clocks of its own zone.
        offers.removeAll { $0.of.local.day < day.adding(days: -2) }
    }
}
