import Care
import Foundation
import GRDB
import Recurrence
import Testing

@testable import CareStore

@Suite("Moods in the store, and what is done with them")
struct MoodStoreTests {
    private typealias Home = AppointmentHome
    private let home: AppointmentHome

    init() async throws { home = try await AppointmentHome() }

    private func today() async throws -> RoutineOccurrence? {
        try await home.store.agenda(for: .kiosk, client: "maria", now: home.home.clock).today.first
    }

    private func all(of whose: PlanReach = .everything, _ search: MoodSearch = .init()) async throws -> [UUID]
    {
        try await home.store.moods(search, of: whose).moods.map(\.id)
    }

    @Test("A mood completes what it was asked after, in the same transaction, and is there with it")
    func completes() async throws {
        let routine = try await home.exercise()
        #expect(try await today()?.exercise == "calm")
        #expect(try await today()?.mood == nil)
        let new = try home.mood(after: routine)
        let made = try await home.store.addMood(new, by: Home.kiosksMood, receivedAt: home.home.clock)
        #expect(made.isNew && made.0.countsAt == home.home.clock)
        let done = try #require(try await today())
        #expect(done.state == .done && done.mood == LoggedMood(id: new.id, scale: .faces5, value: .level(4)))
        // The same once more changes nothing.
        let sequence = try await home.store.latestSequence()
        let again = try await home.store.addMood(new, by: Home.kiosksMood, receivedAt: home.home.clock)
        #expect(!again.isNew && again.0 == made.0)
        #expect(try await home.store.latestSequence() == sequence)
        let entries = try await home.store.history(routine.id, try home.home.key(Home.today))
        #expect(entries.map(\.kind) == [.done])
        // Nor does another mood do it a second time.
        try await home.log(try home.mood(.notNow, after: routine))
        #expect(try await home.store.history(routine.id, try home.home.key(Home.today)).count == 1)
        // A station's agenda has none: it stands where everybody passes.
        let station = try await home.store.agenda(for: .station, client: "maria", now: home.home.clock)
        #expect(station.today.first?.exercise == "calm" && station.today.first?.mood == nil)
    }

    @Test("A kiosk's agenda has the exercises of these weeks, what comes with them; nobody else's has")
    func assignments() async throws {
        let routine = try await home.exercise()
        try await home.log(try home.mood(.level(2), after: routine))
        func agenda(_ actor: Actor) async throws -> [RoutineOccurrence] {
            try await home.store.agenda(for: actor, client: "maria", now: home.home.clock).assignments
        }
        let found = try await agenda(.kiosk)
        #expect(found.first { $0.mood != nil }?.mood?.value == .level(2))
        // It is daily: a week of it is still to come.
        #expect(found.filter { $0.state == .upcoming }.count == 7)
        #expect(found == found.sorted { $0.at < $1.at })
        #expect(found.allSatisfy { $0.exercise == "calm" && $0.client == "maria" })
        #expect(try await agenda(.station).isEmpty)
        let others = try await home.store.agenda(for: .kiosk, client: "otto", now: home.home.clock)
        #expect(others.assignments.isEmpty)
    }

    @Test("In lists of occurrences it is there for those who may read it, also after the plan was split")
    func lists() async throws {
        let routine = try await home.exercise()
        try await home.log(try home.mood(.level(2), after: routine))
        func found(_ withMoods: Bool) async throws -> [MoodValue?] {
            let (from, until) = (try berlin("2026-03-28T00:00"), try berlin("2026-03-29T00:00"))
            let page = try await home.store.occurrences(
                from: from, until: until, after: nil, atMost: 10, withMoods: withMoods, now: home.home.clock)
            let days = try await home.store.days(
                from: from, until: until, each: 5, withMoods: withMoods, now: home.home.clock)
            #expect(days.occurrences.map(\.mood) == page.occurrences.map(\.mood))
            return page.occurrences.map(\.mood?.value)
        }
        #expect(try await found(true) == [.level(2)])
        #expect(try await found(false) == [nil])
        var content = routine.content
        content.title = "Breathing out"
        let now = try #require(try await home.store.routine(routine.id))
        _ = try await home.home.change(
            now, .following, "2026-03-30T14:00", content: content, continuation: UUID())
        #expect(try await found(true) == [.level(2)])
    }

    @Test("\"Not now\" stands only where there is no answer, whichever came or was said first")
    func putOff() async throws {
        let routine = try await home.exercise()
        home.home.clock = try berlin("2026-03-28T16:00")
        func log(_ value: MoodValue, at time: String, corrects: UUID? = nil) async throws -> UUID {
            let said = try berlin("2026-03-28T\(time)")
            return try await home.log(home.mood(value, after: routine, corrects: corrects, at: said)).id
        }
        /// In the client's agenda, and in what others read.
        func stands() async throws -> MoodValue? {
            let agenda = try await home.store.agenda(for: .kiosk, client: "maria", now: home.home.clock)
            let page = try await home.store.occurrences(
                from: try berlin("2026-03-28T00:00"), until: try berlin("2026-03-29T00:00"), after: nil,
                atMost: 10, withMoods: true, now: home.home.clock)
            let mood = agenda.today.first?.mood
            #expect(agenda.assignments.compactMap(\.mood) == [mood].compactMap(\.self))
            #expect(page.occurrences.map(\.mood) == [mood])
            return mood?.value
        }
        _ = try await log(.notNow, at: "14:10")
        #expect(try await stands() == .notNow)
        let phone = try await log(.level(2), at: "14:20")
        #expect(try await stands() == .level(2))
        // Said after it at a kiosk that was away.
        _ = try await log(.notNow, at: "14:40")
        #expect(try await stands() == .level(2))
        // "I don't know" is an answer, and was said before.
        _ = try await log(.unknown, at: "14:15")
        #expect(try await stands() == .level(2))
        // Whoever takes an answer back takes it back.
        _ = try await log(.notNow, at: "15:00", corrects: phone)
        #expect(try await stands() == .unknown)
        #expect(try await all().count == 5)
        #expect(try await home.store.history(routine.id, try home.home.key(Home.today)).count == 1)
    }

    @Test(
        "Two kiosks at the same instant log two moods, and it was done once; sent again, none is there twice")
    func twoKiosks() async throws {
        let routine = try await home.exercise()
        let (store, now) = (home.store, home.home.clock)
        let moods = try [MoodValue.level(1), .level(5), .unknown].map { try home.mood($0, after: routine) }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for mood in moods + moods {
                tasks.addTask { _ = try await store.addMood(mood, by: Home.kiosksMood, receivedAt: now) }
            }
            try await tasks.waitForAll()
        }
        #expect(Set(try await all()) == Set(moods.map(\.id)))
        #expect(try await all().count == moods.count)
        let entries = try await store.history(routine.id, try home.home.key(Home.today))
        #expect(entries.map(\.kind) == [.done])
        // The last that was stored counts of those of one moment.
        #expect(try await today()?.mood?.id == all().first)
    }

    @Test(
        "What cannot be done any more, or not yet, keeps its mood; what is not the client's is refused with it"
    )
    func cannotBeDone() async throws {
        let routine = try await home.exercise()
        let now = try #require(try await home.store.routine(routine.id))
        _ = try await home.home.change(now, .one, "2026-03-28T14:00")
        let cancelled = try home.mood(after: routine)
        try await home.log(cancelled)
        var tomorrow = try home.mood(after: routine)
        tomorrow.key = try home.home.key("2026-03-30T14:00:00")
        try await home.log(tomorrow)
        #expect(Set(try await all()) == [cancelled.id, tomorrow.id])
        let entries = try await home.store.history(routine.id, try home.home.key("2026-03-30T14:00:00"))
        #expect(entries.isEmpty)
        let his = try await home.exercise { $0.client = "otto" }
        let foreign = try home.mood(after: his)
        await #expect(throws: CareStoreError.notFound("routine \(his.id)")) { try await home.log(foreign) }
        await #expect(throws: CareStoreError.self) {
            try await home.log(try home.mood(of: "otto"))
        }
        await #expect(throws: CareStoreError.self) {
            try await home.log(try home.mood(of: "nobody"), by: Home.annasMood)
        }
        #expect(try await all().count == 2)
    }

    @Test("Clocks of 1970 and 9999 spoil no order, and a mood that came late stands where it belongs")
    func clocks() async throws {
        let routine = try await home.exercise()
        home.home.clock = try berlin("2026-03-28T15:00")
        let earlier = try home.mood(.level(3), after: routine, at: try berlin("2026-03-28T14:10"))
        try await home.log(earlier)
        var wrong: [UUID] = []
        for (minute, text) in ["1970-01-01T00:00:09Z", "9999-12-31T23:00:00Z", "0001-01-01T00:00:00Z"]
            .enumerated()
        {
            home.home.clock = try berlin("2026-03-28T15:0\(minute + 1)")
            let said = try #require(CareJSON.date(from: text))
            let mood = try home.mood(.level(5), after: routine, at: said)
            #expect(try await home.log(mood).countsAt == home.home.clock)
            wrong.insert(mood.id, at: 0)
        }
        // Offline until now, it was said before all others.
        home.home.clock = try berlin("2026-03-28T16:00")
        let late = try home.mood(.level(1), after: routine, at: try berlin("2026-03-28T14:05"))
        try await home.log(late)
        #expect(try await all() == wrong + [earlier.id, late.id])
        #expect(try await today()?.mood?.id == wrong[0])
        let span = MoodSearch(from: try berlin("2026-03-28T14:05"), to: try berlin("2026-03-28T14:10"))
        #expect(try await all(span) == [late.id])
    }

    private func all(_ search: MoodSearch) async throws -> [UUID] { try await all(of: .everything, search) }

    @Test("A correction takes the place of one mood, once, and both stay")
    func corrections() async throws {
        let routine = try await home.exercise()
        let first = try home.mood(.level(1), after: routine)
        try await home.log(first)
        let better = try home.mood(.level(5), after: routine, corrects: first.id)
        try await home.log(better)
        #expect(try await today()?.mood?.value == .level(5))
        let page = try await home.store.moods(.init()).moods
        #expect(page.map(\.id) == [better.id, first.id] && page.map(\.correctedBy) == [nil, better.id])
        // What does not say after what it was stands there all the same, however often it is sent.
        let again = try home.mood(.level(4), corrects: better.id)
        try await home.log(again)
        #expect(try await home.store.addMood(again, by: Home.kiosksMood, receivedAt: noon).isNew == false)
        #expect(try await today()?.mood == LoggedMood(id: again.id, scale: again.scale, value: .level(4)))
        let store = home.store
        let other = try home.mood(.level(3), corrects: first.id)
        let error = await #expect(throws: CareStoreError.self) {
            try await store.addMood(other, by: Home.kiosksMood, receivedAt: noon)
        }
        guard case .conflict(field: "corrects", _) = error else {
            Issue.record("\(error.debugDescription)")
            return
        }
        // What was a face is not corrected by pain: one cannot take the place of the other.
        let pain = try home.mood(.level(3), scale: .pain10, corrects: better.id)
        let kind = await #expect(throws: CareStoreError.self) { try await home.log(pain) }
        guard case .invalid(field: "scale", _) = kind else {
            Issue.record("\(kind.debugDescription)")
            return
        }
        // Nor is one of another client's corrected.
        let his = try home.mood(of: "otto")
        try await home.log(his, by: Home.annasMood)
        await #expect(throws: CareStoreError.self) {
            try await home.log(try home.mood(corrects: his.id))
        }
        #expect(try await all().count == 4)
    }

    @Test(
        "Moods are found by an index, whatever else there is, and the number of another client's tells nothing"
    )
    func plans() async throws {
        let queue = try DatabaseQueue(path: home.home.home.path)
        func plan(_ sql: String) async throws -> [String] {
            try await queue.read { db in
                let count = sql.matches(of: /\?(\d+)/).compactMap { Int($0.output.1) }.max() ?? 0
                return try Row.fetchAll(
                    db, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: StatementArguments(Array(repeating: 1, count: count))
                ).map { $0["detail"] }
            }
        }
        #expect(
            try await plan(Moods.sqlAfter).first
                == "SEARCH mood USING INDEX mood_after (key>? AND key<?)")
        #expect(
            try await plan(Moods.sql(MoodSearch(client: "maria"))).first
                == "SEARCH mood USING INDEX mood_of (client=? AND counts_at>? AND counts_at<?)")
        #expect(
            try await plan(Moods.sql(MoodSearch())).first
                == "SEARCH mood USING INDEX mood_at (counts_at>? AND counts_at<?)")
        try await home.log(try home.mood())
        let his = try home.mood(of: "otto")
        try await home.log(his, by: Home.annasMood)
        let number = try await home.store.moods(MoodSearch(client: "otto")).moods.map(\.number)
        #expect(try await all(of: .only(["maria"]), MoodSearch(before: number.first)) == [])
    }

    @Test("However many moods others log of a client, their own is taken")
    func room() async throws {
        for _ in 0..<Mood.mostADayOfOthers { try await home.log(home.mood(), by: Home.annasMood) }
        let refusal = "\(Mood.mostADayOfOthers) moods of this client were logged within a day: go on tomorrow"
        #expect(await home.home.refusal { try await home.log(home.mood(), by: Home.annasMood) } == refusal)
        try await home.log(home.mood())
    }

    @Test("So many moods of one client come within a day, and no more; what is sent again is still told")
    func limit() async throws {
        let client = "maria"
        let moods = try (0..<Mood.mostADay).map { _ in try home.mood() }
        for mood in moods { try await home.log(mood) }
        await #expect(
            throws: CareStoreError.tooOften(
                field: "client",
                "\(Mood.mostADay) moods of this client were logged within a day: go on tomorrow")
        ) { try await home.log(home.mood()) }
        let again = try await home.store.addMood(
            moods[0], by: Home.kiosksMood, receivedAt: home.home.clock)
        #expect(!again.isNew)
        // What one was asked after is done all the same, once: sent again, it marks nothing anew that was undone since.
        let routine = try await home.exercise()
        let after = try home.mood(after: routine)
        let refusal =
            "\(Mood.mostADay) moods of this client were logged within a day: go on tomorrow; what it was asked after is done all the same"
        #expect(await home.home.refusal { try await home.log(after) } == refusal)
        let done = try #require(try await today())
        #expect(done.state == .done && done.mood == nil)
        _ = try await home.home.mark(.undone, routine, Home.today, undoes: done.lastEntry)
        #expect(await home.home.refusal { try await home.log(after) } == refusal)
        #expect(try await today()?.state.isOpen == true)
        // What another client says is their own.
        try await home.log(try home.mood(of: "otto"), by: Home.annasMood)
        let tomorrow = home.home.clock.addingTimeInterval(86_401)
        let late = try await home.store.addMood(
            home.mood(at: tomorrow), by: Home.kiosksMood, receivedAt: tomorrow)
        #expect(late.isNew && late.0.mood.client == client)
        // And the one that waited is kept then.
        let kept = try await home.store.addMood(after, by: Home.kiosksMood, receivedAt: tomorrow)
        #expect(kept.isNew && kept.0.mood.routine == routine.id)
    }

    @Test("Of several corrections of the same mood at the same instant, one is taken")
    func race() async throws {
        let first = try home.mood()
        try await home.log(first)
        let store = home.store
        let corrections = try (1...5).map { try home.mood(.level($0), corrects: first.id) }
        let taken = await withTaskGroup(of: Bool.self) { tasks in
            for one in corrections {
                tasks.addTask {
                    do {
                        return try await store.addMood(one, by: Home.kiosksMood, receivedAt: noon).isNew
                    } catch { return false }
                }
            }
            return await tasks.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(taken == 1)
        #expect(try await all().count == 2)
    }

    @Test("An observation is one of the client's own signs, and keeps its name when that changes")
    func signs() async throws {
        let list = SignList(signs: [
            .init(id: "hums", label: "Hums"), .init(id: "rubs-eyes", label: "Rubs her eyes"),
        ])
        let made = try await home.store.setSigns(of: "maria", list, at: noon)
        #expect(made.isNew && made.0.version == 1)
        #expect(try await !home.store.setSigns(of: "maria", list, at: noon).isNew)
        let seen = try home.mood(.word("hums"), scale: .observation)
        #expect(try await home.log(seen, by: Home.annasMood).words == "Hums")
        await #expect(throws: CareStoreError.self) {
            try await home.log(try home.mood(.word("sings"), scale: .observation), by: Home.annasMood)
        }
        var other = made.0
        other.signs = [.init(id: "rubs-eyes", label: "Rubs her eyes")]
        #expect(try await home.store.setSigns(of: "maria", other, at: noon).0.version == 2)
        other.signs = []
        await #expect(throws: CareStoreError.self) {
            try await home.store.setSigns(of: "maria", other, at: noon)
        }
        #expect(try await home.store.moods(.init()).moods.map(\.words) == ["Hums"])
        await #expect(throws: CareStoreError.notFound("client otto")) {
            try await home.store.signs(of: "otto", for: .only(["maria"]))
        }
        #expect(try await home.store.signs(of: "otto") == SignList())
        await #expect(throws: CareStoreError.notFound("client anna")) {
            try await home.store.signs(of: "anna")
        }
    }

    @Test("They are read by client, scale and page, and of others nothing")
    func reading() async throws {
        var hers: [UUID] = []
        for level in 1...3 { hers.insert(try await home.log(try home.mood(.level(level))).id, at: 0) }
        let pain = try await home.log(try home.mood(.level(0), scale: .pain10))
        let his = try await home.log(try home.mood(of: "otto"), by: Home.annasMood)
        #expect(try await all() == [his.id, pain.id] + hers)
        #expect(try await all(of: .only(["otto"])) == [his.id])
        #expect(try await all(of: .only(["maria"]), .init(client: "otto")).isEmpty)
        #expect(try await all(.init(client: "maria", scale: .faces5)) == hers)
        var (paged, before): ([UUID], Int64?) = ([], nil)
        repeat {
            let page = try await home.store.moods(.init(before: before, limit: 2))
            paged += page.moods.map(\.id)
            before = page.next
        } while before != nil
        #expect(paged == [his.id, pain.id] + hers)
    }

    @Test("Moods are never changed or deleted, and one that cannot be read hides no other")
    func guards() async throws {
        let mood = try await home.log(try home.mood())
        for sql in ["UPDATE mood SET counts_at = 0", "DELETE FROM mood"] {
            await #expect(throws: CareStoreError.self) {
                try await home.store.write { db in try db.put(sql: sql) }
            }
        }
        try await home.store.write { db in
            try db.put(
                sql: """
                    INSERT INTO mood (id, client, scale, content, received_at, counts_at)
                    VALUES (?, 'maria', 'faces5', '{', 0, 0)
                    """, arguments: [UUID().uuidString])
        }
        #expect(try await all() == [mood.id])
        #expect(try await home.store.unreadableRows().map(\.kind) == [.mood])
    }

    @Test("An exercise belongs to a client's own plan, and to an appointment of the same client")
    func exercises() async throws {
        let appointment = try await home.plan()
        let linked = try await home.exercise { $0.appointment = appointment.id }
        #expect(try await today()?.appointment == appointment.id)
        // Stored when it was due, it stays what it was.
        _ = try await home.home.take(at: try berlin("2026-03-28T14:05"))
        let due = try await today()
        #expect(due?.appointment == appointment.id && due?.exercise == "calm")
        let his = try await home.plan(Home.content(of: "otto"))
        for id in [his.id, UUID()] {
            await #expect(
                throws: CareStoreError.invalid(
                    field: "content.appointment", "maria has no appointment \(id)")
            ) { try await home.exercise { $0.appointment = id } }
        }
        for (change, field) in [
            ({ $0.isClientsOwn = false }, "clients_own"), ({ $0.count = 3 }, "count"),
            ({ $0.proof = .photo }, "proof"), ({ $0.exercise = "Calm one" }, "exercise"),
            ({ ($0.exercise, $0.appointment) = (nil, appointment.id) }, "appointment"),
            ({ ($0.client, $0.audience, $0.isClientsOwn) = (nil, .household, false) }, "exercise"),
        ] as [((inout RoutineContent) -> Void, String)] {
            var content = linked.content
            content.appointment = nil
            change(&content)
            let problem = #expect(throws: FieldProblem.self) { try content.check() }
            #expect(problem?.field == field)
        }
    }
}
