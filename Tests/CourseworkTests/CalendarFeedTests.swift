import Coursework
import Foundation
import Recurrence
import Testing

@Suite("A calendar's tasks")
struct CalendarFeedTests {
    private static let home = ZoneRules(id: "Home", fixedOffset: 7200)
    private static let there = ZoneRules(id: "America/Denver", fixedOffset: -6 * 3600)

    private static func read(_ lines: [String], end: String = "\r\n") throws -> CourseReading {
        try CalendarFeed.reading(Data(lines.joined(separator: end).utf8), home: home) { id in
            id == there.id ? there : nil
        }
    }

    private static func calendar(_ events: [[String]], isWhole: Bool = true) -> [String] {
        ["BEGIN:VCALENDAR", "VERSION:2.0", "X-WR-CALNAME:Maria's Calendar (Canvas)"]
            + events.flatMap { ["BEGIN:VEVENT"] + $0 + ["END:VEVENT"] }
            + (isWhole ? ["END:VCALENDAR", ""] : [])
    }

    private static func event(
        _ uid: String, _ start: String, _ summary: String = "Essay [History 1]", _ more: String...
    ) -> [String] {
        ["DTSTAMP:20260301T120000Z", "UID:\(uid)", start, "CLASS:PUBLIC", "SUMMARY:\(summary)"] + more
    }

    private static func time(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    @Test("A deadline is a task, whether or not it has an end")
    func deadline() throws {
        let start = "DTSTART:20260401T215900Z"
        for more in ["SEQUENCE:0", "DTEND:20260401T215900Z"] {
            let found = try Self.read(
                Self.calendar([Self.event("event-assignment-12", start, "Essay [History 1]", more)]))
            let task = CourseTask(
                id: "assignment_12", title: "Essay", course: "History 1",
                dueAt: try Self.time("2026-04-01T21:59:00Z"))
            #expect(found == CourseReading(tasks: [task], isComplete: true))
        }
    }

    @Test(
        "Times are in UTC, in a zone, in the home's, or a day that ends in the home",
        arguments: [
            ("DTSTART:20260401T215959Z", "2026-04-01T21:59:00Z"),
            ("DTSTART;TZID=America/Denver:20260401T120000", "2026-04-01T18:00:00Z"),
            ("DTSTART;TZID=\"America/Denver\":20260401T120000", "2026-04-01T18:00:00Z"),
            ("DTSTART:20260401T120000", "2026-04-01T10:00:00Z"),
            ("DTSTART;VALUE=DATE;VALUE=DATE:20260401", "2026-04-01T21:59:00Z"),
            ("DTSTART;VALUE=DATE:20260401", "2026-04-01T21:59:00Z"),
        ])
    func times(start: String, at: String) throws {
        let found = try Self.read(Self.calendar([Self.event("event-assignment-1", start)]))
        #expect(found.tasks.map(\.dueAt) == [try Self.time(at)] && found.isComplete)
    }

    @Test(
        "A time that is none leaves the event out, and then what is missing may be there",
        arguments: [
            "DTSTART:20260230T120000Z", "DTSTART:2026", "DTSTART;TZID=Mars/Base:20260401T120000", "DTSTART:",
            "DTSTART:20260401T1200",
            "DTSTART:99990401T120000Z", "X-OTHER:1",
        ])
    func noTime(start: String) throws {
        let found = try Self.read(Self.calendar([Self.event("event-assignment-1", start)]))
        #expect(found == CourseReading(tasks: [], isComplete: false, unreadable: 1))
    }

    @Test("An override's event is the assignment's own, and goes before it")
    func overrides() throws {
        let url =
            "URL;VALUE=URI:https://school.example/calendar?include_contexts=course_1&month=04&year=2026#assignment_12"
        let found = try Self.read(
            Self.calendar([
                Self.event("event-assignment-12", "DTSTART:20260401T120000Z"),
                Self.event(
                    "event-assignment-override-77", "DTSTART:20260403T120000Z", "Essay (Maria) [History 1]",
                    url),
            ]))
        #expect(found.tasks.map(\.id) == ["assignment_12"] && found.isComplete)
        #expect(found.tasks.map(\.dueAt) == [try Self.time("2026-04-03T12:00:00Z")])
        // For whom it is stands behind its title there, and is not spoken.
        #expect(found.tasks.map(\.title) == ["Essay"])
        for (summary, title) in [
            ("Essay (part 2) (Section (A)) [History 1]", "Essay (part 2)"), ("(A) [History 1]", "(A)"),
            ("Essay [History 1]", "Essay"),
        ] {
            let one = try Self.read(
                Self.calendar([
                    Self.event("event-assignment-override-77", "DTSTART:20260403T120000Z", summary, url)
                ]))
            #expect(one.tasks.map(\.title) == [title])
        }
        // A checkpoint of a discussion.
        let part = try Self.read(
            Self.calendar([
                Self.event(
                    "event-assignment-override-78", "DTSTART:20260403T120000Z", "Talk (Maria) [History 1]",
                    "URL:https://school.example/calendar?month=04#sub_assignment_14"),
                Self.event("event-sub-assignment-14", "DTSTART:20260401T120000Z", "Talk [History 1]"),
            ]))
        #expect(part.tasks.map(\.id) == ["sub_assignment_14"] && part.isComplete)
        #expect(part.tasks.map(\.dueAt) == [try Self.time("2026-04-03T12:00:00Z")])
        let lost = try Self.read(
            Self.calendar([Self.event("event-assignment-override-77", "DTSTART:20260403T120000Z")]))
        #expect(lost == CourseReading(tasks: [], isComplete: false, unreadable: 1))
    }

    @Test("Dates in a calendar are no tasks, nor is what was called off")
    func none() throws {
        let found = try Self.read(
            Self.calendar([
                Self.event("event-calendar-event-5", "DTSTART:20260401T120000Z"),
                Self.event("anything@else.example", "DTSTART:20260401T120000Z"),
                Self.event("event-assignment-9", "DTSTART:20260401T120000Z", "Essay", "STATUS:CANCELLED"),
            ]))
        #expect(found == CourseReading(tasks: [], isComplete: true, others: 3))
    }

    @Test("Lines are unfolded, also within a letter, and texts lose their escapes")
    func folding() throws {
        var bytes = Data()
        let summary = Array(#"SUMMARY:Größe\, Länge\; A\\B\nund [Mathe [2\]]"#.utf8)
        for line in Self.calendar([["UID:event-assignment-1", "DTSTART:20260401T120000Z"]]).prefix(6) {
            bytes += Data("\(line)\r\n".utf8)
        }
        for part in stride(from: 0, to: summary.count, by: 9) {
            bytes +=
                Data((part == 0 ? "" : " ").utf8) + Data(summary[part..<min(part + 9, summary.count)])
                + Data("\r\n".utf8)
        }
        bytes += Data("BEGIN:VALARM\r\nSUMMARY:Alarm\r\nEND:VALARM\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n".utf8)
        let found = try CalendarFeed.reading(bytes, home: Self.home) { _ in nil }
        #expect(
            found.tasks.map(\.title) == ["Größe, Länge; A\\B und [Mathe"]
                && found.tasks.map(\.course) == ["2]"])
    }

    @Test("Only what is a calendar to its end, and shorter than Canvas ends one, is complete")
    func whole() throws {
        let event = Self.event("event-assignment-1", "DTSTART:20260401T120000Z")
        #expect(try !Self.read(Self.calendar([event], isWhole: false)).isComplete)
        #expect(try !Self.read(Array(Self.calendar([event]).prefix(7))).isComplete)
        let many = (0..<CourseLimits.mostEvents).map {
            Self.event("event-assignment-\($0)", "DTSTART:20260401T120000Z")
        }
        let cut = try Self.read(Self.calendar(many))
        #expect(cut.tasks.count == CourseLimits.mostEvents && !cut.isComplete)
        #expect(try Self.read(Self.calendar([event]), end: "\n").tasks.count == 1)
        for text in ["", "<html>", "BEGIN:VEVENT\r\nEND:VEVENT", String(repeating: "x", count: 200_000)] {
            #expect(throws: CourseworkReadError.notACalendar) { try Self.read([text]) }
        }
    }
}
