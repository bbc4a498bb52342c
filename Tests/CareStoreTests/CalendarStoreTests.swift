import Calendars
import Care
import Foundation
import GRDB
import Recurrence
import StoreFiles
import Synchronization
import Testing

@testable import CareStore

@Suite("Calendars in the store")
struct CalendarStoreTests {
    private typealias Home = CalendarHome

    // MARK: - Adding, changing, removing

    @Test("One is added once, as what it is; only one that is read has ways of taking over")
    func adding() async throws {
        let store = try await RoutineHome().store
        let record = Home.record()
        let (kept, isNew) = try await store.addCalendar(record)
        #expect(isNew && kept.link.taking == CalendarLink.Taking())
        #expect(try await !store.addCalendar(record).isNew)
        await #expect(throws: CareStoreError.sameIDOtherContent(record.id, current: nil)) {
            _ = try await store.addCalendar(Home.record(.dav, id: record.id))
        }
        let out = try await store.addCalendar(
            Home.record(.davOut, client: nil, taking: CalendarLink.Taking())
        ).0
        #expect(out.link.taking == nil)
        #expect(try await store.calendars() == [kept, out])
        #expect(try await store.calendarIDs() == [kept.id, out.id])
        #expect(try await store.calendarRecord(out.id) == out)
        let off = try await store.changeCalendar(kept.id) { $0.isActive = false }
        #expect(off?.link.isActive == false)
        #expect(try await store.calendarsToDo() == [out])
        #expect(try await store.changeCalendar(UUID()) { $0.isActive = false } == nil)
    }

    @Test("Nobody's calendar is added, nor for somebody who has left, nor one too many")
    func refusals() async throws {
        let gone = Person(id: "gone", name: "Gone", role: .client, isActive: false)
        let store = try await RoutineHome([maria, anna, gone]).store
        func field(_ record: CalendarRecord) async -> String? {
            do throws(CareStoreError) { _ = try await store.addCalendar(record) } catch {
                if case .invalid(let field, _) = error { return field }
                return error.description
            }
            return nil
        }
        #expect(await field(Home.record(client: "nobody")) == "there is no client nobody")
        #expect(await field(Home.record(client: "anna")) == "there is no client anna")
        #expect(await field(Home.record(client: "gone")) == "client")
        #expect(await field(Home.record(taking: CalendarLink.Taking(person: "gone"))) == "taking.person")
        for _ in 0..<CalendarLink.most { #expect(await field(Home.record()) == nil) }
        #expect(await field(Home.record()) == "kind")
    }

    @Test("With a client who leaves theirs are turned off, and stay so; the household's go on")
    func leaving() async throws {
        let home = try await Home()
        let household = try await home.store.addCalendar(Home.record(client: nil)).0
        let file = try await home.store.addCalendar(Home.record(.file, client: nil, server: nil)).0
        var maria = try #require(try await home.store.people().first { $0.id == "maria" })
        maria.isActive = false
        maria = try await home.store.setPerson(maria, at: noon).0
        #expect(try await home.store.calendars().map(\.link.isActive) == [false, true, true])
        #expect(try await home.store.calendarsToDo() == [household])
        #expect(try await home.store.calendarIDs() == [household.id, file.id])
        #expect(
            try await home.store.mergeCalendar(CalendarReading(), of: home.id, now: noon) == nil)
        await #expect(throws: CareStoreError.self) {
            _ = try await home.store.changeCalendar(home.id) { $0.isActive = true }
        }
        maria.isActive = true
        _ = try await home.store.setPerson(maria, at: noon)
        #expect(try await home.store.calendars().map(\.link.isActive) == [false, true, true])
        #expect(try await home.store.changeCalendar(home.id) { $0.isActive = true } != nil)
    }

    // MARK: - What is read

    @Test(
        "An event becomes a routine once, follows its calendar, and keeps what people change of it",
        arguments: [false, true])
    func following(restarts: Bool) async throws {
        let home = try await Home(restarts: restarts)
        var event = try Home.event()
        let first = try await home.read([event])
        #expect(first.tally?.made == 1 && first.tally?.present == 1 && first.doneAt == noon)
        let made = try #require(try await home.routines().first)
        #expect(made.content.title == "Physiotherapy" && made.content.client == "maria")
        #expect(made.content.assignment == .fixed(person: "anna") && made.changedBy == "Physio")
        #expect(made.content.schedule.start == event.schedule.start)
        let again = try await home.read([event])
        #expect(again.tally?.made == 1 && again.tally?.changed == 0)
        #expect(try await home.routines() == [made])

        var bens = made.content
        bens.assignment = .fixed(person: "ben")
        try await home.change(made, to: bens)
        event.title = "Physiotherapy with Lee"
        event.schedule.start = try #require(WallTime("2026-03-31T11:00"))
        let changed = try await home.read([event])
        #expect(changed.tally?.changed == 1 && changed.tally?.made == 1)
        let after = try #require(try await home.routines().first)
        #expect(after.id == made.id && after.content.title == event.title)
        #expect(after.content.assignment == .fixed(person: "ben"))
        #expect(after.content.schedule.start == event.schedule.start)
        #expect(try await home.read([event]).tally?.changed == 1)
    }

    @Test("A name with marks of direction is taken without them, and is no change at each reading")
    func marks() async throws {
        let home = try await Home()
        let event = try Home.event("1\u{202E}@physio", "Physio\u{2066}therapy")
        _ = try await home.read([event])
        let second = try await home.read([event])
        #expect(second.tally?.made == 1 && second.tally?.changed == 0)
        #expect(try await home.routines().map(\.content.title) == ["Physiotherapy"])
    }

    @Test("All parts into which people have split it follow")
    func parts() async throws {
        let home = try await Home()
        var event = try Home.event()
        _ = try await home.read([event])
        let made = try #require(try await home.routines().first)
        var later = made.content
        later.assignment = .fixed(person: "ben")
        try await home.change(made, .following, from: "2026-04-14T10:00", to: later)
        event.title = "Physio"
        let followed = try await home.read([event])
        #expect(followed.tally?.changed == 1)
        let routines = try await home.routines()
        #expect(routines.map(\.content.title) == ["Physio", "Physio"])
        #expect(routines.map(\.series) == [made.id, made.id])
        #expect(routines.map(\.content.assignment) == [.fixed(person: "anna"), .fixed(person: "ben")])
        _ = try await home.read([])
        _ = try await home.read([])
        _ = try await home.store.decideVanished(
            home.id, uid: "1@physio", keeps: false, by: "Ben", now: home.home.clock)
        #expect(try await home.routines().isEmpty)
    }

    @Test("What people have ended here does not come again")
    func declined() async throws {
        let home = try await Home()
        _ = try await home.read([try Home.event()])
        try await home.change(try #require(try await home.routines().first), to: nil)
        for _ in 0..<3 {
            let link = try await home.read([try Home.event(), try Home.event("2@physio", "Other")])
            #expect(link.tally?.declined == 1 && link.tally?.present == 1 && link.vanished.isEmpty)
        }
        #expect(try await home.routines().map(\.content.title) == ["Other"])
    }

    @Test("What cannot be planned is left out with its reason, and keeps nothing else waiting")
    func leftOut() async throws {
        let home = try await Home()
        var bad = try Home.event("bad@physio", "Never")
        bad.schedule.zone = "Mars/Phobos"
        let link = try await home.read(
            CalendarReading(
                events: [bad, try Home.event()],
                leftOut: [LeftOutEvent(reason: .unreadable, title: "Odd", line: 7)]))
        #expect(link.tally?.made == 1 && link.tally?.leftOut == 2)
        #expect(
            link.leftOut == [
                LeftOutEvent(reason: .unreadable, title: "Odd", line: 7),
                LeftOutEvent(reason: .unknownZone, title: "Never"),
            ])
    }

    @Test("What has vanished is asked about from the second whole reading on, until somebody decides")
    func vanished() async throws {
        let home = try await Home()
        let (one, two) = (try Home.event(), try Home.event("2@physio", "Swimming"))
        _ = try await home.read([one, two])
        #expect(try await home.read([], isWhole: false).vanished.isEmpty)
        #expect(try await home.read([one]).vanished.isEmpty)
        let since = home.home.clock
        home.pass(days: 1)
        let asked = try await home.read([one])
        let routine = try #require(
            try await home.routines().first { $0.content.title == "Swimming" })
        #expect(
            asked.vanished == [
                VanishedEvent(uid: "2@physio", title: "Swimming", routine: routine.id, since: since)
            ])
        // It is there again, and gone again.
        #expect(try await home.read([one, two]).vanished.isEmpty)
        #expect(try await home.routines().count == 2)
        _ = try await home.read([one])
        #expect(try await home.read([one]).vanished.map(\.uid) == ["2@physio"])

        await #expect(throws: CareStoreError.self) {
            _ = try await home.store.decideVanished(
                home.id, uid: "1@physio", keeps: false, now: home.home.clock)
        }
        for _ in 0..<2 {
            let ended = try await home.store.decideVanished(
                home.id, uid: "2@physio", keeps: false, by: "Ben", now: home.home.clock)
            #expect(ended?.link.vanished == [] && ended?.link.tally?.ended == 1)
        }
        #expect(try await home.routines().map(\.content.title) == ["Physiotherapy"])
        #expect(try await home.store.routine(routine.id)?.changedBy == "Ben")
        #expect(try await home.read([one]).vanished.isEmpty)
    }

    @Test("What another file lacks is asked about at once")
    func files() async throws {
        let home = try await Home(.file)
        _ = try await home.read([try Home.event(), try Home.event("2@physio", "Swimming")])
        #expect(try await home.read([try Home.event()]).vanished.map(\.title) == ["Swimming"])
    }

    @Test("It is taken over in parts of bounded work, and what vanished is noted with the last one")
    func bounded() async throws {
        let home = try await Home()
        let old = try Home.event("old@physio", "Old")
        _ = try await home.read([old])
        let most = CalendarMerging.mostOfPart
        let events = try (0..<2 * most + 1).map { number in
            try Home.event("\(number)@physio", "Event \(number)")
        }
        let (store, id, now) = (home.store, home.id, home.home.clock)
        /// How many transactions one reading takes that counts for so many.
        func read(for count: Int = .max) async throws -> (record: CalendarRecord?, transactions: Int) {
            let asked = Mutex(0)
            let record = try await store.mergeCalendar(CalendarReading(events: events), of: id, now: now) {
                asked.withLock { asked in
                    asked += 1
                    return asked <= count
                }
            }
            return (record, asked.withLock(\.self))
        }
        // Cut short after each part: what was taken over stays, and nothing is asked about, however often that happens.
        for made in [1, 2, 3, 3] {
            let cut = try await read(for: made)
            #expect(cut.record == nil && cut.transactions == made + 1)
            let kept = try #require(try await store.calendarRecord(id))
            #expect(kept.link.tally?.made == 1 + min(made * most, events.count))
            #expect(kept.link.vanished.isEmpty && !kept.mustBeReadWhole)
        }
        let whole = try await read()
        #expect(whole.transactions == 4 && whole.record?.link.tally?.made == 1 + events.count)
        #expect(whole.record?.link.tally?.present == 1 + events.count)
        #expect(whole.record?.mustBeReadWhole == true && whole.record?.link.vanished == [])
        #expect(try await read().record?.link.vanished.map(\.uid) == ["old@physio"])
        let routines = try await home.store.routines(onlyActive: true, limit: 200).routines
        #expect(routines.map(\.content.title) == ["Old"] + events.map(\.title))
    }

    @Test("What is kept goes on as the home's own, and is not asked about again")
    func kept() async throws {
        let home = try await Home()
        _ = try await home.read([try Home.event()])
        for _ in 0..<2 { _ = try await home.read([]) }
        let kept = try await home.store.decideVanished(
            home.id, uid: "1@physio", keeps: true, now: home.home.clock)
        #expect(kept?.link.vanished == [] && kept?.link.tally?.present == 1)
        for _ in 0..<3 { #expect(try await home.read([]).vanished.isEmpty) }
        let before = try await home.routines()
        #expect(before.count == 1)
        #expect(try await home.store.removeCalendar(home.id, keepsEvents: false, now: home.home.clock))
        #expect(try await home.routines() == before)
    }

    @Test("Other ways of taking over: what was taken follows, what people have changed stays")
    func setting() async throws {
        let home = try await Home()
        _ = try await home.read([try Home.event(), try Home.event("2@physio", "Swimming")])
        let first = try #require(try await home.routines().first)
        var bens = first.content
        bens.assignment = .fixed(person: "ben")
        try await home.change(first, to: bens)
        let taking = CalendarLink.Taking(isClientsOwn: true, person: nil)
        let set = try await home.store.setCalendar(
            home.id, name: "Therapies", taking: taking, by: "Ben", now: home.home.clock)
        #expect(set?.link.name == "Therapies" && set?.link.taking == taking)
        let routines = try await home.routines()
        #expect(routines.map(\.content.assignment) == [.fixed(person: "ben"), .claimed()])
        #expect(routines.map(\.content.isClientsOwn) == [true, true])
        #expect(routines.map(\.content.reminders.tellsDue) == [false, false])
        await #expect(throws: CareStoreError.self) {
            _ = try await home.store.setCalendar(
                home.id, name: nil, taking: CalendarLink.Taking(person: "nobody"), now: home.home.clock)
        }
        #expect(try await home.store.calendarRecord(home.id) == set)
    }

    @Test("A calendar is forgotten with what came of it, or without", arguments: [false, true])
    func removing(keeps: Bool) async throws {
        let home = try await Home()
        _ = try await home.read([try Home.event()])
        let before = try await home.routines()
        #expect(try await home.store.removeCalendar(home.id, keepsEvents: keeps, now: home.home.clock))
        #expect(try await home.routines() == (keeps ? before : []))
        #expect(try await !home.store.removeCalendar(home.id, keepsEvents: keeps, now: home.home.clock))
        let left = try await home.store.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM calendar_event")
        }
        #expect(left == 0)
    }

    @Test("What cannot be read any more is left as it is, and keeps nothing else from being read")
    func damaged() async throws {
        let home = try await Home()
        let (one, two) = (try Home.event(), try Home.event("2@physio", "Swimming"))
        _ = try await home.read([one, two])
        try await home.store.write { db in
            try db.execute(sql: "UPDATE calendar_event SET content = '{' WHERE uid = '2@physio'")
        }
        let link = try await home.read([try Home.event("3@physio", "Walking"), two])
        #expect(link.tally?.made == 3)
        #expect(
            try await home.routines().map(\.content.title) == ["Physiotherapy", "Swimming", "Walking"])
        #expect(try await home.read([]).vanished.map(\.uid) == ["1@physio"])
    }

    // MARK: - Collections

    @Test("What of a collection is known goes with it, and is no longer than a calendar may be")
    func resources() async throws {
        let home = try await Home(.dav)
        let one = CalendarResource(href: "/c/1.ics", tag: "\"a\"", text: "BEGIN:VCALENDAR")
        let two = CalendarResource(href: "/c/2.ics", tag: "\"b\"")
        try await home.store.keepCalendarResources(home.id, changed: [two, one], gone: [])
        #expect(try await home.store.calendarResources(home.id) == [one, two])
        let newer = CalendarResource(href: "/c/2.ics", tag: "\"c\"", text: "END:VCALENDAR")
        try await home.store.keepCalendarResources(home.id, changed: [newer], gone: ["/c/1.ics"])
        #expect(try await home.store.calendarResources(home.id) == [newer])
        let long = CalendarResource(
            href: "/c/3.ics", tag: "", text: String(repeating: "ä", count: CalendarLink.longestText / 2))
        await #expect(throws: CareStoreError.self) {
            try await home.store.keepCalendarResources(home.id, changed: [long], gone: ["/c/2.ics"])
        }
        #expect(try await home.store.calendarResources(home.id) == [newer])
        await #expect(throws: CareStoreError.self) {
            try await home.store.keepCalendarResources(UUID(), changed: [one], gone: [])
        }

        let entry = WrittenEntry(uid: "routine-1", href: "/c/routine-1.ics", digest: "1")
        let tagged = WrittenEntry(uid: "routine-2", href: "/c/routine-2.ics", tag: "\"a\"", digest: "2")
        try await home.store.keepWritten(home.id, [tagged, entry], gone: [])
        #expect(try await home.store.writtenEntries(home.id) == [entry, tagged])
        try await home.store.keepWritten(home.id, [], gone: ["routine-1"])
        #expect(try await home.store.writtenEntries(home.id) == [tagged])
        _ = try await home.store.removeCalendar(home.id, keepsEvents: true, now: noon)
        #expect(try await home.store.writtenEntries(home.id).isEmpty)
        #expect(try await home.store.calendarResources(home.id).isEmpty)
        await #expect(throws: CareStoreError.notFound("calendar \(home.id)")) {
            try await home.store.keepWritten(home.id, [entry], gone: [])
        }
    }

    @Test("A home of the version before is opened with all that is planned, and gets a calendar")
    func migration() async throws {
        let home = try await RoutineHome()
        let routine = try await home.add(medicine())
        _ = try await home.mark(.skipped, routine, "2026-03-28T14:00")
        let old = try await TestHome.before(
            StoreFormat.calendars,
            holding: [
                "person", "journal", "routine", "occurrence", "entry", "reminder", "routine_change",
            ], of: home.home)
        let store = try old.store()
        #expect(try await store.routines(onlyActive: true).routines == [routine])
        #expect(try await store.calendars().isEmpty)
        #expect(try await store.feeds(of: nil).isEmpty)
        let record = try await store.addCalendar(CalendarHome.record()).0
        let reading = CalendarReading(events: [try CalendarHome.event()])
        #expect(try await store.mergeCalendar(reading, of: record.id, now: noon)?.link.tally?.made == 1)
        let entries = try await store.calendarEntries(of: "maria", whose: .everything, now: noon)
        #expect(entries.map(\.title) == ["Medicine", "Physiotherapy"])
    }
}
