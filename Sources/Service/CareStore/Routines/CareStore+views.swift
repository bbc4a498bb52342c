public import Care
public import Foundation
import GRDB
import Recurrence

extension CareStore {
    /// The longest page of occurrences.
    public static let longestPage = 1000

    /// What is due from one instant until before another: one page after a position, by time.
    ///
    /// - Parameters:
    ///   - routine: Only this routine's.
    ///   - need: Only of routines that are made of this need.
    ///   - filter: Only these.
    ///   - after: The page before's `next`.
    ///   - withMoods: Whether its reader may read how the client was.
    public func occurrences(
        from: Date, until: Date, of whose: PlanReach = .everything, routine: UUID? = nil, need: String? = nil,
        only filter: PlanFilter = PlanFilter(), after: OccurrencePlace?, atMost limit: Int,
        withMoods: Bool = false,
        now: Date
    ) async throws(CareStoreError) -> OccurrencePage {
        let span = try Self.view(from, until)
        let keeper = keeper(at: now)
        let limit = min(max(limit, 1), Self.longestPage)
        return try await read { db in
            var (found, next, isComplete) = try keeper.first(
                limit, in: span, of: whose, routine: routine, need: need, only: filter,
                after: after, db)
            if withMoods {
                try Moods.fill(&found, in: db, report: keeper.unreadable.note)
                try ExerciseGivers.fill(&found, people: keeper.people(in: db), in: db)
            }
            return OccurrencePage(
                occurrences: found, next: next?.description, isComplete: isComplete ? nil : false)
        }
    }

    /// For each of the home's days that begin in a period: how much is due, and the first of it, by time.
    public func days(
        from: Date, until: Date, of whose: PlanReach = .everything, only filter: PlanFilter = PlanFilter(),
        each limit: Int,
        withMoods: Bool = false, now: Date
    ) async throws(CareStoreError) -> OccurrencePage {
        let span = try Self.view(from, until)
        let keeper = keeper(at: now)
        return try await read { db in
            var page = try keeper.days(
                in: span, of: whose, only: filter, each: max(limit, 1), db)
            if withMoods {
                try Moods.fill(&page.occurrences, in: db, report: keeper.unreadable.note)
                try ExerciseGivers.fill(&page.occurrences, people: keeper.people(in: db), in: db)
            }
            return page
        }
    }

    private static func view(_ from: Date, _ until: Date) throws(CareStoreError) -> Range<Date> {
        guard from < until else { throw .invalid(field: "until", "it is not later than `from`") }
        guard until.timeIntervalSince(from) <= Double(longestView) * 86_400 + 7200 else {
            throw .invalid(field: "until", "it is more than \(longestView) days after from")
        }
        return from..<until
    }
}

extension RoutineKeeper {
    /// How many due times one view considers. A month of 10,000 daily routines has fewer.
    private static let mostSeen = 500_000

    /// One page, and where the next one begins; `nil` if there is none. It is not complete where more would have had to be looked at than
    /// one view considers.
    fileprivate func first(
        _ limit: Int, in span: Range<Date>, of whose: PlanReach, routine: UUID?, need: String?,
        only filter: PlanFilter, after: OccurrencePlace?, _ db: Database
    ) throws -> ([RoutineOccurrence], next: OccurrencePlace?, isComplete: Bool) {
        let after = after.flatMap { $0.at < span.lowerBound ? nil : $0 }
        let from = after?.at ?? span.lowerBound
        let ahead = try ahead(in: db)
        var known = ahead.known
        var found: [FoundOccurrence] = []
        // Unreadable rows are left out, and as many more are read instead.
        var asked = limit + 1
        while true {
            let rows = try Row.fetchAll(
                db, sql: Self.firstWritten,
                arguments: [
                    from.milliseconds, span.upperBound.milliseconds, whose.argument, routine?.uuidString,
                    after?.routine.uuidString ?? "", after?.key.description ?? "", asked, need,
                    filter.part.rawValue, filter.person,
                ])
            let written = rows.compactMap(readable)
            guard rows.count < asked || written.count > limit else {
                asked += rows.count - written.count
                continue
            }
            for occurrence in written { known[occurrence.routine, default: []].insert(occurrence.key) }
            found = written.map(FoundOccurrence.written)
            break
        }
        var until = found.count > limit ? found[limit].at.addingTimeInterval(0.001) : span.upperBound
        /// Keeps one more than is returned, which shows that there are more.
        func cut() {
            found.sort { $0.place < $1.place }
            guard found.count > limit else { return }
            found.removeSubrange((limit + 1)...)
            until = min(until, found[limit].at.addingTimeInterval(0.001))
        }
        func add(_ one: FoundOccurrence) {
            if let after, one.place <= after { return }
            found.append(one)
            if found.count > 2 * (limit + 1) { cut() }
        }
        var isComplete = true
        if let person = filter.person {
            let planned = try planned(
                from: from, until: until, of: whose, routine: routine, need: need, only: filter.part,
                by: person,
                except: known, notes: ahead.noted, in: db)
            isComplete = planned.isComplete
            for one in planned.found { add(one) }
        } else {
            try eachPlanned(
                from: from, until: until, of: whose, routine: routine, need: need, only: filter.part,
                except: known, in: db
            ) { planned in
                add(.planned(planned))
                return until
            }
        }
        cut()
        let next = found.count > limit ? found[limit - 1].place : nil
        let given = Array(found.prefix(limit)).byRoutine
        return (Self.sorted(try whole(given, notes: ahead.noted, in: db)), next, isComplete)
    }

    /// Stored occurrences after a position, in order of position.
    static let firstWritten = """
        SELECT * FROM occurrence
        WHERE at >= ?1 AND at < ?2 AND \(given) AND (?4 IS NULL OR routine_id = ?4)
            AND (?8 IS NULL OR routine_id IN (SELECT id FROM routine WHERE need = ?8))
            AND (at, routine_id, key) > (?1, ?5, ?6) AND \(PlanFilter.ofOccurrences("?9", "?10"))
        ORDER BY at, routine_id, key LIMIT ?7
        """

    fileprivate func days(
        in span: Range<Date>, of whose: PlanReach, only filter: PlanFilter, each limit: Int, _ db: Database
    ) throws -> OccurrencePage {
        let ahead = try ahead(in: db)
        var known = ahead.known
        var days = try self.days(in: span).map {
            try writtenDay($0, of: whose, only: filter, each: limit, in: db)
        }
        for day in days {
            for case .written(let one) in day.found { known[one.routine, default: []].insert(one.key) }
        }
        var seen = 0
        var place = 0
        func add(_ one: FoundOccurrence) {
            // Those of one routine come by time.
            if place >= days.count || days[place].begin > one.at { place = 0 }
            while place + 1 < days.count, days[place + 1].begin <= one.at { place += 1 }
            days[place].add(one, each: limit)
        }
        if let person = filter.person {
            let planned = try planned(
                from: span.lowerBound, until: span.upperBound, of: whose, only: filter.part, by: person,
                except: known, notes: ahead.noted, in: db)
            seen = planned.isComplete ? 0 : Self.mostSeen
            for one in planned.found { add(one) }
        } else {
            try eachPlanned(
                from: span.lowerBound, until: span.upperBound, of: whose, only: filter.part,
                except: known, in: db
            ) { planned in
                guard seen < Self.mostSeen else { return .distantPast }
                seen += 1
                add(.planned(planned))
                return span.upperBound
            }
        }
        let found = days.flatMap { $0.first(limit) }.byRoutine
        return OccurrencePage(
            occurrences: Self.sorted(try whole(found, notes: ahead.noted, in: db)),
            days: days.map { OccurrenceDay(day: $0.day, count: $0.count) },
            isComplete: seen < Self.mostSeen)
    }

    /// What is planned for somebody or done by them. It is filled in for that: whose turn it is follows from what was done before.
    private func planned(
        from: Date, until: Date, of whose: PlanReach, routine: UUID? = nil, need: String? = nil,
        only part: PlanPart, by person: String, except known: [UUID: Set<OccurrenceKey>],
        notes: [UUID: [OccurrenceKey: RoutineOccurrence]], in db: Database
    ) throws -> (found: [FoundOccurrence], isComplete: Bool) {
        var possible: [FoundOccurrence] = []
        var seen = 0
        try eachPlanned(
            from: from, until: until, of: whose, routine: routine, need: need, only: part, except: known,
            in: db
        ) { planned in
            guard seen < Self.mostSeen else { return .distantPast }
            seen += 1
            let content = planned.item.routine.content
            let note = notes[planned.item.routine.id]?[planned.time.key]
            if content.client == person || content.of(planned.time.key).assignable.contains(person)
                || note?.assignment.person == person
            {
                possible.append(.planned(planned))
            }
            return until
        }
        let found = try whole(possible.byRoutine, notes: notes, in: db)
            .filter { $0.client == person || $0.assignment.person == person }
        return (found.map(FoundOccurrence.written), seen < Self.mostSeen)
    }

    private func days(in span: Range<Date>) -> [DayView] {
        var day = home.local(of: span.lowerBound).day
        var days = [DayView(day: day, begin: span.lowerBound, end: span.upperBound)]
        while true {
            day = day.adding(days: 1)
            let begin = home.beginning(of: day)
            guard begin < span.upperBound else { return days }
            days[days.count - 1].end = begin
            days.append(DayView(day: day, begin: begin, end: span.upperBound))
        }
    }

    /// The stored occurrences of a day.
    private func writtenDay(
        _ day: DayView, of whose: PlanReach, only filter: PlanFilter, each limit: Int, in db: Database
    ) throws -> DayView {
        var day = day
        let span: StatementArguments = [
            day.begin.milliseconds, day.end.milliseconds, whose.argument, filter.part.rawValue, filter.person,
        ]
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM occurrence WHERE at >= ?1 AND at < ?2 AND \(Self.given)
                    AND \(PlanFilter.ofOccurrences("?4", "?5"))
                ORDER BY at, routine_id, key LIMIT ?6
                """, arguments: span + [limit])
        day.found = rows.compactMap(readable).map(FoundOccurrence.written)
        day.count =
            rows.count < limit
            ? day.found.count
            : try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM occurrence
                    WHERE at >= ?1 AND at < ?2 AND \(Self.given)
                        AND \(PlanFilter.ofOccurrences("?4", "?5"))
                    """, arguments: span) ?? 0
        return day
    }
}

/// One day of a view, while it is gathered.
private struct DayView {
    let day: CalendarDay
    let begin: Date
    var end: Date
    var count = 0
    var found: [FoundOccurrence] = []
    /// Anything due later is not among the first.
    private var last = Date.distantFuture

    init(day: CalendarDay, begin: Date, end: Date) {
        self.day = day
        self.begin = begin
        self.end = end
    }

    mutating func add(_ one: FoundOccurrence, each limit: Int) {
        count += 1
        guard one.at <= last else { return }
        found.append(one)
        guard found.count >= 2 * limit else { return }
        found = first(limit)
        last = found.last?.at ?? last
    }

    func first(_ limit: Int) -> [FoundOccurrence] {
        Array(found.sorted { $0.place < $1.place }.prefix(limit))
    }
}
