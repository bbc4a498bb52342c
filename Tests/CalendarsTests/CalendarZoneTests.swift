import Calendars
import Care
import Foundation
import Recurrence
import Testing

@Suite("The zones of a calendar")
struct CalendarZoneTests {
    private static func zone(_ id: String, _ lines: [String] = []) throws -> String? {
        let text = Outside.calendar(
            lines
                + Outside.event("a", "SUMMARY:A", "DTSTART;TZID=\(id):20260401T100000", "RRULE:FREQ=DAILY"))
        let reading = try Outside.read(text)
        if reading.events.isEmpty {
            #expect(reading.leftOut.map(\.reason) == [.unknownZone])
        }
        return reading.events.first?.schedule.zone
    }

    @Test(
        "A zone is known by its name, its path and its name in Windows",
        arguments: [
            ("Europe/Berlin", "Europe/Berlin"), ("\"America/New_York\"", "America/New_York"),
            ("/freeassociation.sourceforge.net/Europe/Rome", "Europe/Rome"),
            ("/softwarestudio.org/Tzfile/America/Indiana/Knox", "America/Indiana/Knox"),
            ("\"W. Europe Standard Time\"", "Europe/Berlin"),
            // As the home's clocks go.
            ("Romance Standard Time", "Europe/Berlin"),
            ("pacific standard time", "America/Los_Angeles"), ("India Standard Time", "Asia/Kolkata"),
            ("tzone://Microsoft/Utc", "UTC"), ("GMT", "UTC"),
        ])
    func names(id: String, zone: String) throws { #expect(try Self.zone(id) == zone) }

    @Test(
        "A name that nobody knows is not guessed",
        arguments: ["Mars/Base", "../etc/passwd", "My zone", "CET1"])
    func unknown(id: String) throws { #expect(try Self.zone(id) == nil) }

    private static func zone(
        _ id: String, standard: String, summer: String, on: String, off: String, _ more: [String] = []
    ) -> [String] {
        ["BEGIN:VTIMEZONE", "TZID:\(id)"] + more + [
            "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:\(summer)", "TZOFFSETTO:\(standard)",
            "RRULE:FREQ=YEARLY;INTERVAL=1;\(off)", "END:STANDARD", "BEGIN:DAYLIGHT",
            "DTSTART:16010101T020000", "TZOFFSETFROM:\(standard)", "TZOFFSETTO:\(summer)",
            "RRULE:FREQ=YEARLY;INTERVAL=1;\(on)", "END:DAYLIGHT", "END:VTIMEZONE",
        ]
    }

    @Test("A zone of the calendar's own is known by its clocks, or by where it is")
    func outlines() throws {
        let central = Self.zone(
            "Customized Time Zone", standard: "+0100", summer: "+0200", on: "BYDAY=-1SU;BYMONTH=3",
            off: "BYDAY=-1SU;BYMONTH=10")
        #expect(try Self.zone("Customized Time Zone", central) == "Europe/Berlin")
        let eastern = Self.zone(
            "(UTC-05:00) East", standard: "-0500", summer: "-0400", on: "BYDAY=2SU;BYMONTH=3",
            off: "BYDAY=1SU;BYMONTH=11")
        // The onset in autumn is at three in Outlook's outline, and at two in America.
        #expect(
            try Self.zone(
                "\"(UTC-05:00) East\"",
                eastern.map { $0 == "DTSTART:16010101T030000" ? "DTSTART:16010101T020000" : $0 })
                == "America/New_York")
        #expect(try Self.zone("\"(UTC-05:00) East\"", eastern) == nil)
        let named = Self.zone(
            "Home", standard: "+0730", summer: "+0830", on: "BYDAY=2SU;BYMONTH=3",
            off: "BYDAY=1SU;BYMONTH=11",
            ["X-LIC-LOCATION:Europe/Rome"])
        #expect(try Self.zone("Home", named) == "Europe/Rome")
        let fixed = [
            "BEGIN:VTIMEZONE", "TZID:Plus five", "BEGIN:STANDARD", "DTSTART:19700101T000000",
            "TZOFFSETFROM:+0500", "TZOFFSETTO:+0500", "END:STANDARD", "END:VTIMEZONE",
        ]
        // A collection is read as many calendars, each with the outline once more.
        let each = (0..<60).map { number in
            Outside.calendar(
                central
                    + Outside.event(
                        "e\(number)", "DTSTART;TZID=Customized Time Zone:20260401T100000"))
        }
        let all = try Outside.read(each.joined())
        #expect(all.leftOut.isEmpty && all.events.count == 60)
        let plus = try #require(try Self.zone("Plus five", fixed))
        #expect(Outside.zones(plus)?.offset(at: Outside.now) == 5 * 3600)
    }

    @Test("An instant is told by the home's clocks, and a time without a zone is the home's")
    func instants() throws {
        for (line, time) in [
            ("DTSTART:20260401T100000Z", "2026-04-01T10:00:00Z"),
            ("DTSTART:20260401T100000", "2026-04-01T08:00:00Z"),
            // The second of two hours that the clocks show twice has no other name.
            ("DTSTART:20261025T013000Z", "2026-10-25T01:30:00Z"),
        ] {
            #expect(try Outside.times(try Outside.one(line)) == [time])
        }
        #expect(try Outside.one("DTSTART:20260401T100000Z")?.schedule.zone == "Europe/Berlin")
        #expect(try Outside.one("DTSTART:20260401T100000Z", "RRULE:FREQ=DAILY")?.schedule.zone == "UTC")
    }
}
