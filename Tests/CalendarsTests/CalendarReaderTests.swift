import Calendars
import Care
import Foundation
import Recurrence
import Testing

@Suite("Reading a calendar")
struct CalendarReaderTests {
    @Test("An appointment has a title, a place, a length and alarms")
    func once() throws {
        let reading = try Outside.read(
            Outside.calendar(
                ["X-WR-CALNAME:Practice\\, town"]
                    + Outside.event(
                        "a", "SUMMARY:Physio\\, knee", "LOCATION:Main Street 3", "DESCRIPTION:Bring\\nshoes",
                        "DTSTART;TZID=Europe/Berlin:20260401T100000",
                        "DTEND;TZID=Europe/Berlin:20260401T104500",
                        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:x", "END:VALARM",
                        "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=START:-P1D", "END:VALARM",
                        "BEGIN:VALARM", "ACTION:EMAIL", "TRIGGER:-PT30M", "END:VALARM",
                        "BEGIN:VALARM", "ACTION:NONE", "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
                        "END:VALARM",
                        "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:PT5M", "END:VALARM")))
        let event = try #require(reading.events.first)
        #expect(reading.name == "Practice, town" && reading.isWhole && reading.leftOut.isEmpty)
        #expect(event.title == "Physio, knee" && event.details == "Main Street 3\nBring\nshoes")
        #expect(event.minutes == 45 && event.alarms == [15, 1440] && !event.isAllDay)
        #expect(try Outside.times(event) == ["2026-04-01T08:00:00Z"])
    }

    @Test(
        "What repeats comes at the times that RFC 5545 gives it",
        arguments: [
            // Across the change of the clocks.
            (
                ["DTSTART;TZID=Europe/Berlin:20260324T100000", "RRULE:FREQ=WEEKLY;COUNT=2"],
                ["2026-03-24T09:00:00Z", "2026-03-31T08:00:00Z"]
            ),
            // The start counts, whatever the rule says.
            (
                ["DTSTART;TZID=Europe/Berlin:20260402T100000", "RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260406"],
                ["2026-04-02T08:00:00Z", "2026-04-06T08:00:00Z"]
            ),
            (
                ["DTSTART:20260401T080000Z", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260402T080000Z"],
                ["2026-04-01T08:00:00Z", "2026-04-03T08:00:00Z"]
            ),
            // Left out in another zone, as a day, and without a zone.
            (
                [
                    "DTSTART;TZID=Europe/Berlin:20260401T100000", "RRULE:FREQ=DAILY;COUNT=5",
                    "EXDATE:20260402T080000Z", "EXDATE;VALUE=DATE:20260403", "EXDATE:20260404T100000",
                ], ["2026-04-01T08:00:00Z", "2026-04-05T08:00:00Z"]
            ),
            (
                [
                    "DTSTART;TZID=Europe/Berlin:20260401T100000",
                    "RDATE;TZID=Europe/Berlin:20260403T110000,20260402T090000",
                    "RDATE;VALUE=PERIOD:20260404T080000Z/PT1H",
                ],
                [
                    "2026-04-01T08:00:00Z", "2026-04-02T07:00:00Z", "2026-04-03T09:00:00Z",
                    "2026-04-04T08:00:00Z",
                ]
            ),
            (
                [
                    "DTSTART;TZID=Europe/Berlin:20260406T100000", "RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=2",
                    "RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=1",
                ], ["2026-04-06T08:00:00Z", "2026-04-09T08:00:00Z", "2026-04-13T08:00:00Z"]
            ),
            // "For ever", as Outlook has it, and as RFC 7529 has it.
            (
                [
                    "DTSTART;TZID=Europe/Berlin:22000101T100000",
                    "RRULE:RSCALE=GREGORIAN;FREQ=YEARLY;SKIP=OMIT;UNTIL=45000831T225900Z;BYMONTH=1",
                ], ["2200-01-01T09:00:00Z", "2201-01-01T09:00:00Z"]
            ),
        ])
    func series(lines: [String], times: [String]) throws {
        let reading = try Outside.read(Outside.calendar(Outside.event("a", ["SUMMARY:Walk"] + lines)))
        #expect(reading.leftOut.isEmpty && reading.isWhole)
        #expect(try Outside.times(reading.events.first, times.count == 2 ? 2 : 9) == times)
    }

    @Test("What lasts whole days is due at the time that was chosen")
    func allDay() throws {
        let lines = [
            "SUMMARY:Holidays", "DTSTART;VALUE=DATE:20260401", "DTEND;VALUE=DATE:20260402",
            "RRULE:FREQ=WEEKLY;UNTIL=20260415T000000Z", "EXDATE;VALUE=DATE:20260408", "BEGIN:VALARM",
            "ACTION:DISPLAY", "TRIGGER:-PT15H", "END:VALARM",
        ]
        let text = Outside.calendar(Outside.event("a", lines))
        let event = try #require(try Outside.read(text).events.first)
        #expect(event.isAllDay && event.minutes == nil && event.alarms == [15 * 60 + 480])
        #expect(try Outside.times(event) == ["2026-04-01T06:00:00Z", "2026-04-15T06:00:00Z"])
        // Another time of the day is the same as having read it so.
        let late = try #require(try Outside.read(text, allDayAt: 600).events.first)
        #expect(event.moved(from: .init(allDayAt: 480), to: .init(allDayAt: 600)) == late)
    }

    @Test("Single times of a series are moved, changed and cancelled")
    func singles() throws {
        let series = Outside.event(
            "a", "SUMMARY:Physio", "SEQUENCE:2", "DTSTART;TZID=Europe/Berlin:20260401T100000",
            "RRULE:FREQ=DAILY;COUNT=4", "EXDATE;TZID=Europe/Berlin:20260403T100000")
        let reading = try Outside.read(
            Outside.calendar(
                Outside.event(
                    "a", "SUMMARY:Physio with Ben", "RECURRENCE-ID:20260402T080000Z",
                    "DTSTART:20260402T120000Z")
                    + series
                    + Outside.event(
                        "a", "SUMMARY:Physio", "STATUS:CANCELLED",
                        "RECURRENCE-ID;TZID=Europe/Berlin:20260404T100000",
                        "DTSTART;TZID=Europe/Berlin:20260404T100000")))
        let event = try #require(reading.events.first)
        #expect(reading.events.count == 1)
        #expect(try Outside.times(event) == ["2026-04-01T08:00:00Z", "2026-04-02T12:00:00Z"])
        #expect(event.edits.map(\.edit) == [OccurrenceEdit(title: "Physio with Ben")])
        #expect(event.edits.map(\.of.description) == ["2026-04-02T10:00:00[Europe/Berlin]"])
    }

    @Test("Of two with one UID the later one counts, and what is cancelled is not there")
    func duplicates() throws {
        func event(_ sequence: Int, _ hour: Int, _ more: String...) -> [String] {
            Outside.event(
                "a", ["SEQUENCE:\(sequence)", "SUMMARY:Walk", "DTSTART:20260401T\(hour)0000Z"] + more)
        }
        for events in [event(1, 10) + event(3, 11) + event(2, 12), event(3, 11) + event(1, 10)] {
            let reading = try Outside.read(Outside.calendar(events))
            #expect(try reading.events.map { try Outside.times($0) } == [["2026-04-01T11:00:00Z"]])
        }
        let stamped =
            event(1, 10, "LAST-MODIFIED:20260302T100000Z")
            + event(1, 11, "LAST-MODIFIED:20260301T100000Z")
        #expect(
            try Outside.times(try Outside.read(Outside.calendar(stamped)).events.first) == [
                "2026-04-01T10:00:00Z"
            ])
        let gone = try Outside.read(Outside.calendar(event(1, 10) + event(2, 11, "STATUS:CANCELLED")))
        #expect(gone.events.isEmpty && gone.leftOut.isEmpty && gone.leftOutUIDs.isEmpty)
    }

    @Test("Whoever was invited to single times has these")
    func orphans() throws {
        let reading = try Outside.read(
            Outside.calendar(
                Outside.event(
                    "a", "SUMMARY:Team", "RECURRENCE-ID:20260402T080000Z", "DTSTART:20260402T090000Z",
                    "DTEND:20260402T093000Z")
                    + Outside.event(
                        "a", "SUMMARY:Team", "RECURRENCE-ID:20260409T080000Z", "DTSTART:20260409T080000Z")))
        #expect(try Outside.times(reading.events.first) == ["2026-04-02T09:00:00Z", "2026-04-09T08:00:00Z"])
        #expect(reading.events.first?.minutes == 30)
    }

    @Test("What is over is counted; what goes on is not over")
    func over() throws {
        let reading = try Outside.read(
            Outside.calendar(
                Outside.event("old", "SUMMARY:A", "DTSTART:20250401T100000Z")
                    + Outside.event("older", "SUMMARY:A", "DTSTART:19500401T100000Z")
                    + Outside.event(
                        "ended", "SUMMARY:A", "DTSTART:20250401T100000Z",
                        "RRULE:FREQ=DAILY;UNTIL=20250501T100000Z")
                    + Outside.event("now", "SUMMARY:A", "DTSTART:20260320T113000Z", "DURATION:PT45M")
                    + Outside.event("today", "SUMMARY:A", "DTSTART;VALUE=DATE:20260320")
                    + Outside.event("own-1@beckon", "SUMMARY:A", "DTSTART:20260420T113000Z")))
        #expect(reading.events.map(\.uid) == ["today", "now"])
        #expect(reading.over == 3 && reading.ended.map(\.uid) == ["ended", "old"])
        #expect(reading.isWhole && reading.leftOut.isEmpty)
    }

    @Test("A birthday before any plan is planned from the first year of plans on")
    func birthday() throws {
        let event = try Outside.one("DTSTART;VALUE=DATE:19480229", "RRULE:FREQ=YEARLY")
        #expect(try Outside.times(event, 2) == ["2000-02-29T07:00:00Z", "2004-02-29T07:00:00Z"])
    }

    @Test(
        "What cannot be taken is named with its line and its reason",
        arguments: [
            (["DTSTART;TZID=Mars/Base:20260401T100000"], LeftOutEvent.Reason.unknownZone),
            (["X-NOTHING:1"], .unreadable), (["DTSTART:20260230T100000Z"], .unreadable),
            (["DTSTART:99990401T100000Z"], .unreadable),
            (["DTSTART:20260401T100000Z", "RDATE:soon"], .unreadable),
            (["DTSTART:20260401T100000Z", "RRULE:FREQ=SOMETIMES"], .rule),
            (["DTSTART:20260401T100000Z", "RRULE:RSCALE=HEBREW;FREQ=YEARLY"], .rule),
            (["DTSTART:20260401T100000Z", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"], .rule),
            (["DTSTART:20260401T100000Z", "RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"], .rule),
            (["DTSTART:20260401T100000Z", "RRULE:FREQ=SECONDLY"], .tooMany),
            (["DTSTART:20260401T100000Z", "RRULE:FREQ=DAILY;COUNT=2000000"], .tooMany),
            (
                ["DTSTART:20260401T100000Z", "RRULE:FREQ=HOURLY;BYSECOND=\(numbers);BYMINUTE=\(numbers)"],
                .tooMany
            ),
        ])
    func leftOut(lines: [String], reason: LeftOutEvent.Reason) throws {
        let reading = try Outside.read(Outside.calendar(Outside.event("a", ["SUMMARY:Walk"] + lines)))
        #expect(reading.leftOut == [LeftOutEvent(reason: reason, title: "Walk", line: 3)])
        #expect(reading.leftOutUIDs == ["a"] && reading.events.isEmpty && reading.isWhole)
    }

    private static let numbers = (0..<60).map(String.init).joined(separator: ",")

    @Test("What changes all that follow is left out, and too many changes are")
    func series() throws {
        let series = ["SUMMARY:Walk", "DTSTART:20260401T100000Z", "RRULE:FREQ=DAILY"]
        let following = try Outside.read(
            Outside.calendar(
                Outside.event("a", series)
                    + Outside.event(
                        "a", "RECURRENCE-ID;RANGE=THISANDFUTURE:20260405T100000Z", "DTSTART:20260405T120000Z")
            ))
        #expect(following.leftOut.map(\.reason) == [.rule] && following.leftOut.map(\.line) == [9])
        let first = CalendarDay("2026-04-01")
        let days = (0...1000).compactMap { first?.adding(days: $0).description.filter { $0 != "-" } }
        let many = days.map { "EXDATE:\($0)T100000Z" }
        #expect(
            try Outside.read(Outside.calendar(Outside.event("a", series + many))).leftOut.map(\.reason) == [
                .tooMany
            ])
        #expect(
            try Outside.read(Outside.calendar(Outside.event("a", series + many.dropLast()))).leftOut.isEmpty)
    }

    @Test("Together events have so many single changes at most, and what has more has not vanished")
    func changesTogether() throws {
        let first = CalendarDay("2026-04-01")
        let days = (0..<1000).compactMap { first?.adding(days: $0).description.filter { $0 != "-" } }
        let lines = ["RRULE:FREQ=DAILY"] + days.map { "EXDATE:\($0)T100000Z" }
        let many = (10...20).flatMap { number in
            Outside.event("e\(number)", ["SUMMARY:A", "DTSTART:202604\(number)T100000Z"] + lines)
        }
        let plain = Outside.event("plain", "SUMMARY:B", "DTSTART:20300401T100000Z")
        let reading = try Outside.read(Outside.calendar(many + plain))
        #expect(reading.events.count == 11 && reading.events.contains { $0.uid == "plain" })
        #expect(reading.leftOut.map(\.reason) == [.tooMany] && reading.leftOutUIDs.count == 1)
        #expect(reading.isWhole)
    }

    @Test("Of too many the first are taken, and the others have not vanished")
    func full() throws {
        let days = (0...CalendarLink.mostEvents).reversed().map { number in
            Outside.event(
                "e\(number)", "SUMMARY:A",
                "DTSTART:\(2027 + number / 28)01\(number % 28 < 9 ? "0" : "")\(number % 28 + 1)T100000Z")
        }
        let reading = try Outside.read(Outside.calendar(days.flatMap { $0 }))
        #expect(reading.events.count == CalendarLink.mostEvents && reading.isWhole)
        #expect(reading.events.first?.uid == "e0" && reading.leftOut.map(\.reason) == [.full])
        #expect(reading.leftOutUIDs == ["e500"])
    }
}
