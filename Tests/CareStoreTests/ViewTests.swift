import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("A view of a home with thousands of routines costs what it shows")
struct ViewTests {
    private let home: RoutineHome
    private let start: Date
    private let end: Date

    init() async throws {
        home = try await RoutineHome()
        start = try berlin("2026-03-28T00:00")
        end = try berlin("2026-04-04T00:00")
    }

    /// Puts in routines that are as this one, each with another id: one transaction instead of thousands.
    private func multiply(_ routine: Routine, by count: Int) throws {
        let other = try DatabaseQueue(path: home.home.path)
        try other.write { db in
            let copies = try db.makeStatement(
                sql: """
                    WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?2)
                    INSERT INTO routine (id, series, client, content, is_active, taken_to, next_at,
                        planned_at, version, sequence)
                    SELECT printf('%08X-0000-7000-8000-000000000000', n),
                        printf('%08X-0000-7000-8000-000000000000', n), client,
                        json_set(content, '$.id', printf('%08X-0000-7000-8000-000000000000', n),
                            '$.series', printf('%08X-0000-7000-8000-000000000000', n)),
                        1, taken_to, next_at, planned_at, version + n, sequence
                    FROM n, routine WHERE id = ?1
                    """)
            try copies.execute(arguments: [routine.id.uuidString, count])
        }
        try other.close()
    }

    private func page(
        after: OccurrencePlace? = nil, atMost limit: Int, routine: UUID? = nil
    ) async throws -> OccurrencePage {
        try await home.store.occurrences(
            from: start, until: end, routine: routine, after: after, atMost: limit, now: home.clock)
    }

    /// Some days of a home: done, done ahead, noted ahead, missed, and still to come.
    private func live() async throws -> [Routine] {
        var routines: [Routine] = []
        let plans: [(hour: String, Repetition)] = [
            ("09", .rules([try RecurrenceRule("FREQ=DAILY")])), ("14", .elapsed(everySeconds: 3600)),
            ("14", .once),
        ]
        for (hour, repeats) in plans {
            routines.append(try await home.add(medicine(at: "2026-03-28T\(hour):00", repeats: repeats)))
        }
        _ = try await home.take(at: berlin("2026-03-29T10:00"))
        for day in ["2026-03-29", "2026-03-31"] {
            _ = try await home.store.mark(
                OccurrenceEntry(
                    id: UUID(), routine: routines[0].id, key: try home.key("\(day)T09:00"), kind: .done,
                    by: "Anna",
                    at: home.clock), actor: .station, receivedAt: home.clock)
        }
        _ = try await home.store.mark(
            OccurrenceEntry(
                id: UUID(), routine: routines[0].id, key: try home.key("2026-04-01T09:00"), kind: .note,
                by: "Anna",
                text: "With milk.", at: home.clock), actor: .station, receivedAt: home.clock)
        return routines
    }

    @Test("Pages of any length give each occurrence once and leave none out", arguments: [1, 3, 7, 50, 1000])
    func pages(_ limit: Int) async throws {
        let routines = try await live()
        let whole = try await home.store.occurrences(from: start, until: end, now: home.clock)
        try #require(whole.count > 100)
        var found: [RoutineOccurrence] = []
        var after: OccurrencePlace?
        repeat {
            let page = try await page(after: after, atMost: limit)
            try #require(page.occurrences.count <= limit)
            found += page.occurrences
            after = try page.next.map { try #require(OccurrencePlace($0)) }
        } while after != nil
        #expect(found.map(\.id).sorted() == whole.map(\.id).sorted())
        #expect(found.map(\.at) == whole.map(\.at))
        #expect(found.sorted { $0.id < $1.id } == whole.sorted { $0.id < $1.id })
        let one = try await page(atMost: 1000, routine: routines[0].id)
        #expect(one.occurrences == whole.filter { $0.routine == routines[0].id })
        #expect(one.next == nil && one.occurrences.contains { $0.note == "With milk." })
    }

    @Test("Of each day the first are given, and how many there are", arguments: [1, 4, 100])
    func days(_ each: Int) async throws {
        _ = try await live()
        let whole = try await home.store.occurrences(from: start, until: end, now: home.clock)
        let page = try await home.store.days(from: start, until: end, each: each, now: home.clock)
        let zone = try #require(testZones("Europe/Berlin"))
        let byDay = Dictionary(grouping: whole) { zone.local(of: $0.at).day }
        #expect(page.days?.map(\.day.description).first == "2026-03-28" && page.days?.count == 7)
        for day in try #require(page.days) { #expect(day.count == byDay[day.day]?.count ?? 0, "\(day)") }
        let given = Dictionary(grouping: page.occurrences) { zone.local(of: $0.at).day }
        for (day, all) in byDay {
            #expect(given[day]?.map(\.at) == all.prefix(each).map(\.at), "\(day)")
        }
        #expect(page.isComplete == true)
    }

    @Test("Of a day with 2,001 due times, fifty are given: the most important; and how many there are")
    func agenda() async throws {
        let routine = try await home.add(medicine())
        try multiply(routine, by: 2000)
        let urgent = try await home.add(
            medicine(at: "2026-03-28T23:00", repeats: .once, priority: .urgent))
        let agenda = try await home.store.agenda(
            for: .station, client: "", now: noon, atMost: 50)
        #expect(agenda.today.count == 50 && agenda.totals.today == 2002)
        #expect(agenda.today.last?.routine == urgent.id)
        let month = try await home.store.days(
            from: start, until: berlin("2026-05-09T00:00"), each: 4, now: noon)
        #expect(month.occurrences.count == 42 * 4)
        #expect(month.days?.map(\.count).max() == 2002 && month.days?.last?.count == 2001)
        let first = try await page(atMost: 100)
        #expect(first.occurrences.count == 100 && first.next != nil)
    }

    @Test("Coming routines are found by their index, in its order; so are stored occurrences")
    func plans() async throws {
        let other = try DatabaseQueue(path: home.home.path)
        func plan(_ sql: String, _ arguments: StatementArguments) throws -> [String] {
            try other.read { db in
                try String.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments,
                    adapter: SuffixRowAdapter(fromIndex: 3))
            }
        }
        #expect(
            try plan(RoutineKeeper.comingUp, [0, nil, nil, nil, false, true]) == [
                "SEARCH routine USING INDEX routine_next (next_at<?)"
            ])
        let written = try plan(RoutineKeeper.firstWritten, [0, 1, nil, nil, "", "", 100, nil, false, nil])
        #expect(written.first == "SEARCH occurrence USING INDEX occurrence_at (at>? AND at<?)")
        #expect(!written.contains { $0.hasPrefix("SCAN") })
        try other.close()
    }

    @Test("A page cursor is written and read back; an invalid one is refused")
    func places() throws {
        let place = OccurrencePlace(at: noon, routine: UUID(), key: try home.key("2026-03-28T09:00"))
        #expect(OccurrencePlace("\(place)") == place)
        let rest = "\(UUID())~\(place.key)"
        for text in ["", "~", "1~2~3", "x~\(rest)", "99999999999999999~\(rest)"] {
            #expect(OccurrencePlace(text) == nil, "\(text)")
        }
    }
}
