import Calendars
import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("What is written for calendars outside")
struct CalendarWriterTests {
    private let writer = CalendarWriter(home: .utc, zones: { try? Routines.zone($0) }, version: "1.2")
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private func content(
        _ rules: String..., from start: String, in zone: String = Routines.berlin,
        _ change: (inout RoutineContent) throws -> Void = { _ in }
    ) throws -> RoutineContent {
        var content = RoutineContent(
            title: "Physiotherapy", client: "maria", assignment: .claimed(),
            schedule: RecurrenceSet(
                start: try Routines.time(start), zone: zone,
                repetition: rules.isEmpty ? .once : .rules(try rules.map { try RecurrenceRule($0) })))
        try change(&content)
        return content
    }

    private func entry(
        _ content: RoutineContent, skipped: [OccurrenceKey] = [], lastDone: Date? = nil
    ) -> CalendarEntry {
        CalendarEntry(
            uid: "routine-1", sequence: 7, changedAt: Date(timeIntervalSince1970: 1_780_000_000),
            title: content.title, details: content.details, minutes: content.minutes,
            times: .routine(content, skipped: skipped, lastDone: lastDone, of: nil))
    }

    private func key(_ local: String) throws -> OccurrenceKey {
        OccurrenceKey(try Routines.time(local), zone: Routines.berlin)
    }

    private func lines(_ entry: CalendarEntry) throws -> [String] {
        let bytes = try #require(writer.resource(entry, now: now))
        return String(decoding: bytes, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    /// When it is, as it is written.
    private func times(_ entry: CalendarEntry) throws -> [String] {
        let all = try lines(entry)
        let events = all.drop { $0 != "BEGIN:VEVENT" }
        return events.filter { line in
            ["DTSTART", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID", "X-BECKON"].contains {
                line.hasPrefix($0)
            }
        }.map { $0.replacing(";TZID=Europe/Berlin", with: "") }
    }

    // MARK: - The whole text

    @Test("A weekly routine, moved once and skipped once, with the zone that it is in")
    func whole() throws {
        let content = try content("FREQ=WEEKLY;BYDAY=TU", from: "2026-09-01T10:00:00") {
            $0.details = "Bring the brace; stairs"
            $0.minutes = 45
            $0.schedule.changes = [
                .init(of: try key("2026-09-15T10:00:00"), to: try Routines.time("2026-09-16T11:30:00"))
            ]
        }
        let written = try lines(entry(content, skipped: [try key("2026-09-08T10:00:00")]))
        #expect(
            written.joined(separator: "\n") == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//Beckon//Beckon 1.2//EN
                CALSCALE:GREGORIAN
                BEGIN:VTIMEZONE
                TZID:Europe/Berlin
                BEGIN:DAYLIGHT
                DTSTART:20250330T020000
                TZOFFSETFROM:+0100
                TZOFFSETTO:+0200
                END:DAYLIGHT
                BEGIN:STANDARD
                DTSTART:20251026T030000
                TZOFFSETFROM:+0200
                TZOFFSETTO:+0100
                RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
                END:STANDARD
                BEGIN:DAYLIGHT
                DTSTART:20260329T020000
                TZOFFSETFROM:+0100
                TZOFFSETTO:+0200
                RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
                END:DAYLIGHT
                END:VTIMEZONE
                BEGIN:VEVENT
                UID:routine-1@beckon
                DTSTAMP:20260528T202640Z
                LAST-MODIFIED:20260528T202640Z
                SEQUENCE:7
                DTSTART;TZID=Europe/Berlin:20260901T100000
                RRULE:FREQ=WEEKLY;BYDAY=TU
                EXDATE;TZID=Europe/Berlin:20260908T100000
                DURATION:PT45M
                SUMMARY:Physiotherapy
                DESCRIPTION:Bring the brace\\; stairs
                TRANSP:OPAQUE
                END:VEVENT
                BEGIN:VEVENT
                UID:routine-1@beckon
                DTSTAMP:20260528T202640Z
                LAST-MODIFIED:20260528T202640Z
                SEQUENCE:7
                RECURRENCE-ID;TZID=Europe/Berlin:20260915T100000
                DTSTART;TZID=Europe/Berlin:20260916T113000
                DURATION:PT45M
                SUMMARY:Physiotherapy
                DESCRIPTION:Bring the brace\\; stairs
                TRANSP:OPAQUE
                END:VEVENT
                END:VCALENDAR
                """)
    }

    @Test("A feed has a name, each zone once, and no entry that never happens; the same gives the same bytes")
    func feed() throws {
        let never = try content(from: "2026-09-01T10:00:00") {
            $0.schedule.except = [try key("2026-09-01T10:00:00")]
        }
        let daily = try content("FREQ=DAILY", from: "2026-09-01T10:00:00")
        let entries = [entry(daily), entry(never), entry(daily)]
        let bytes = writer.feed(name: "Maria, at home", of: entries, now: now)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\r\nNAME:Maria\\, at home\r\n"))
        #expect(text.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
        #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 3)
        #expect(bytes == writer.feed(name: "Maria, at home", of: entries, now: now.addingTimeInterval(3600)))
        #expect(writer.resource(entry(never), now: now) == nil)
    }

    // MARK: - Times

    @Test("The start is the first time that happens, and the rule says itself what it had from its own start")
    func start() throws {
        // 2026-09-03 is a Thursday.
        let mondays = try content("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", from: "2026-09-03T10:00:00") {
            $0.schedule.except = [try key("2026-09-03T10:00:00")]
        }
        #expect(
            try times(entry(mondays)) == [
                "DTSTART:20260914T100000", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
            ])
    }

    @Test("COUNT becomes UNTIL, because what is before the start of a part does not count there")
    func count() throws {
        let part = try content("FREQ=DAILY;COUNT=10", from: "2026-09-01T10:00:00") {
            $0.beginsWith = try key("2026-09-05T10:00:00")
        }
        #expect(
            try times(entry(part)) == ["DTSTART:20260905T100000", "RRULE:FREQ=DAILY;UNTIL=20260910T080000Z"])
    }

    @Test("A part that ends ends before the other begins")
    func ends() throws {
        let part = try content("FREQ=DAILY", from: "2026-09-01T10:00:00") {
            $0.endsBefore = try key("2026-09-05T10:00:00")
        }
        #expect(
            try times(entry(part)) == ["DTSTART:20260901T100000", "RRULE:FREQ=DAILY;UNTIL=20260905T075959Z"])
    }

    @Test("Elapsed time is written in UTC")
    func elapsed() throws {
        let hours = try content(from: "2026-10-24T10:00:00") {
            $0.schedule.repetition = .elapsed(everySeconds: 8 * 3600)
        }
        #expect(try times(entry(hours)) == ["DTSTART:20261024T080000Z", "RRULE:FREQ=HOURLY;INTERVAL=8"])
    }

    @Test("What comes again after it was done has its next time only")
    func afterDone() throws {
        let again = try content(from: "2026-09-01T10:00:00") { $0.schedule.repetition = .afterDone(days: 3) }
        let done = try Routines.instant("2026-09-10T20:00:00")
        #expect(try times(entry(again)) == ["DTSTART:20260901T100000"])
        #expect(try times(entry(again, lastDone: done)) == ["DTSTART:20260913T100000"])
    }

    @Test("Positions in a week become weekdays, and days with and without numbers two rules")
    func agreed() throws {
        let second = try content("FREQ=WEEKLY;BYDAY=MO,WE,FR;BYSETPOS=2", from: "2026-09-02T10:00:00")
        #expect(
            try times(entry(second)) == [
                "DTSTART:20260902T100000", "RRULE:FREQ=WEEKLY;BYDAY=WE;BYHOUR=10;BYMINUTE=0;BYSECOND=0",
            ])
        let mixed = try content("FREQ=MONTHLY;BYDAY=1MO,FR", from: "2026-09-04T10:00:00")
        #expect(
            try times(entry(mixed)) == [
                "DTSTART:20260904T100000", "RRULE:FREQ=MONTHLY;BYDAY=FR", "RRULE:FREQ=MONTHLY;BYDAY=1MO",
            ])
    }

    @Test("Where no rule can say it, single times of two years are written, and up to when")
    func single() throws {
        let odd = try content("FREQ=WEEKLY;BYMONTH=1,10;BYDAY=MO,FR;BYSETPOS=-1", from: "2020-01-03T10:00:00")
        let written = try times(entry(odd))
        // 2026-09-21 is the day: from the first of August on.
        #expect(written.first == "DTSTART:20261002T100000")
        #expect(written.last == "X-BECKON-UNTIL:20280901T000000Z")
        #expect(written.count { $0.hasPrefix("RDATE") } > 10)
        #expect(!written.contains { $0.hasPrefix("RRULE") })
    }

    @Test("Only what others see is an event of its own: not who does it")
    func edits() throws {
        let daily = try content("FREQ=DAILY", from: "2026-09-01T10:00:00") {
            $0.edits = [
                .init(
                    of: try key("2026-09-02T10:00:00"),
                    edit: OccurrenceEdit(assignment: .fixed(person: "anna"))),
                .init(of: try key("2026-09-03T10:00:00"), edit: OccurrenceEdit(title: "With Anna")),
            ]
        }
        let written = try lines(entry(daily))
        #expect(
            written.filter { $0.hasPrefix("RECURRENCE-ID") } == [
                "RECURRENCE-ID;TZID=Europe/Berlin:20260903T100000"
            ])
        #expect(written.contains("SUMMARY:With Anna"))
    }

    @Test("An appointment in the second of two equal hours is written in UTC")
    func appointment() throws {
        func start(_ utc: String) throws -> String? {
            let appointment = CalendarEntry(
                uid: "appointment-1", sequence: 1, changedAt: now, title: "Dentist",
                times: .once(at: try Routines.instant(utc), zone: Routines.berlin))
            return try lines(appointment).last { $0.hasPrefix("DTSTART") }
        }
        #expect(try start("2026-10-25T00:30:00") == "DTSTART;TZID=Europe/Berlin:20261025T023000")
        #expect(try start("2026-10-25T01:30:00") == "DTSTART:20261025T013000Z")
    }

    // MARK: - Zones

    @Test(
        "The clocks of a zone, with rules where there are any",
        arguments: [
            ("Asia/Kolkata", 1, []),
            ("America/New_York", 3, ["BYMONTH=3;BYDAY=2SU", "BYMONTH=11;BYDAY=1SU"]),
            (
                "Africa/Cairo", 4,
                [
                    "BYMONTH=4;BYDAY=-1FR", "BYMONTH=10;BYMONTHDAY=26,27,28,29,30,31;BYDAY=FR",
                    "BYMONTH=11;BYMONTHDAY=1;BYDAY=FR",
                ]
            ),
            ("Europe/Dublin", 3, ["BYMONTH=3;BYDAY=-1SU", "BYMONTH=10;BYDAY=-1SU"]),
            (
                "Asia/Jerusalem", 3,
                ["BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR", "BYMONTH=10;BYDAY=-1SU"]
            ),
        ])
    func zones(_ zone: String, _ observances: Int, _ rules: [String]) throws {
        let written = try lines(entry(content("FREQ=DAILY", from: "2026-09-01T10:00:00", in: zone)))
        let described = written.prefix { $0 != "END:VTIMEZONE" }
        #expect(described.count { $0 == "BEGIN:STANDARD" || $0 == "BEGIN:DAYLIGHT" } == observances)
        let found = described.filter { $0.hasPrefix("RRULE:FREQ=YEARLY;") }.map { String($0.dropFirst(18)) }
        #expect(Set(found) == Set(rules))
    }
}
