import Calendars
import Care
import Chance
import Foundation
import Recurrence
import Testing

@Suite("Calendars that are odd, broken or hostile")
struct HostileCalendarTests {
    private static let walk = Outside.event("a", "SUMMARY:Größe 👨‍👩‍👧 prüfen", "DTSTART:20260401T100000Z")

    @Test("Line ends, a mark at the beginning, folds within a letter and Latin-1 make no difference")
    func spellings() throws {
        let text = Outside.calendar(Self.walk)
        let plain = try Outside.read(text)
        #expect(plain.events.map(\.title) == ["Größe 👨 👩 👧 prüfen"])
        #expect(try Outside.read(text.replacing("\r\n", with: "\n")) == plain)
        #expect(try Outside.read("\u{FEFF}" + text) == plain)
        #expect(try Outside.read(text.replacing("\r\n", with: "\r\n\r\n")).events == plain.events)
        let lines = text.utf8.split(separator: 10)
        for width in [1, 3, 74] {
            var folded = Data()
            for line in lines {
                for place in stride(from: 0, to: line.count - 1, by: width) {
                    folded += place == 0 ? Data() : Data("\r\n ".utf8)
                    folded += Data(line.dropLast().dropFirst(place).prefix(width))
                }
                folded += Data("\r\n".utf8)
            }
            #expect(try Outside.read(folded).events == plain.events)
        }
        let latin = Data(text.replacing(" 👨‍👩‍👧", with: "").unicodeScalars.map { UInt8($0.value) })
        #expect(try Outside.read(latin).events.map(\.title) == ["Größe prüfen"])
    }

    @Test("What is no calendar is refused, and what has more than anybody needs is, too")
    func refused() throws {
        for text in ["", "<html>", "BEGIN:VEVENT\r\nEND:VEVENT\r\n", String(repeating: "x", count: 200_000)] {
            #expect(throws: CalendarReadError.notACalendar) { try Outside.read(text) }
        }
        let deep =
            String(repeating: "BEGIN:VCALENDAR\nBEGIN:X\n", count: 10)
            + String(repeating: "BEGIN:VEVENT\n", count: CalendarLink.longestText / 13 - 100)
        #expect(throws: CalendarReadError.tooLarge) { try Outside.read(deep) }
        let wide = Outside.calendar(Array(repeating: ["BEGIN:X", "END:X"], count: 20_000).flatMap { $0 })
        #expect(throws: CalendarReadError.tooLarge) { try Outside.read(wide) }
        let long = Data(repeating: 0x0A, count: CalendarLink.longestText + 1)
        #expect(throws: CalendarReadError.tooLarge) { try Outside.read(long) }
    }

    @Test("A calendar that is cut anywhere is not whole, and what was cut has not vanished")
    func truncated() throws {
        let other = Outside.event(
            "b", "SUMMARY:Walk", "DTSTART:20260402T100000Z", "BEGIN:VALARM", "ACTION:DISPLAY",
            "TRIGGER:-PT5M", "END:VALARM")
        let bytes = Data(Outside.calendar(Self.walk + other).utf8)
        let whole = try Outside.read(bytes)
        #expect(whole.isWhole && whole.events.map(\.uid) == ["a", "b"])
        for length in 16..<bytes.count - 2 {
            let part = try Outside.read(bytes.prefix(length))
            #expect(!part.isWhole)
        }
        let cut = try Outside.read(bytes.prefix(bytes.count - 40))
        #expect(cut.events.map(\.uid) == ["a"] && cut.leftOutUIDs == ["b"])
        #expect(cut.leftOut == [LeftOutEvent(reason: .unreadable, title: "Walk", line: 8)])
    }

    @Test("Several calendars in one text are read as one, each with its own zones")
    func several() throws {
        func calendar(_ uid: String, _ place: String) -> String {
            Outside.calendar(
                ["BEGIN:VTIMEZONE", "TZID:Here", "X-LIC-LOCATION:\(place)", "END:VTIMEZONE"]
                    + Outside.event(uid, "SUMMARY:A", "DTSTART;TZID=Here:20260401T100000"))
        }
        let reading = try Outside.read(calendar("a", "Europe/Berlin") + calendar("b", "America/New_York"))
        #expect(reading.events.map(\.schedule.zone) == ["Europe/Berlin", "America/New_York"])
        #expect(reading.isWhole)
    }

    @Test("Words of a stranger's are fit to be shown")
    func words() throws {
        let event = try #require(
            try Outside.read(
                Outside.calendar(
                    Outside.event(
                        "a", "SUMMARY:\u{202E}evil\u{0007}\\n \u{2066}words", "DTSTART:20260401T100000Z",
                        "DESCRIPTION:" + String(repeating: "é ", count: 5000)))
            ).events.first)
        #expect(event.title == "evil words" && event.details?.unicodeScalars.count ?? 0 <= 2000)
        for title in ["", "\u{200B}\u{2800}", "\u{115F}"] {
            let silent = Outside.event("a", "SUMMARY:\(title)", "DTSTART:20260401T100000Z")
            let reading = try Outside.read(Outside.calendar(silent))
            #expect(reading.events.map(\.title) == [""])
            #expect(reading.events.map { CalendarMerge.content($0, Outside.link()).title } == ["Practice"])
        }
        for uid in ["", " ", String(repeating: "u", count: 1001), "a\u{0001}"] {
            let reading = try Outside.read(
                Outside.calendar(Outside.event(uid, "SUMMARY:A", "DTSTART:20260401T100000Z")))
            #expect(reading.leftOut.map(\.reason) == [.unreadable] && reading.leftOutUIDs.isEmpty)
        }
    }

    @Test("Whatever is done to a calendar, reading it ends, and what is taken can be planned")
    func damage() throws {
        var chance = SeededGenerator(seed: 7)
        let lines = [
            "DTSTART;TZID=Europe/Berlin:20260401T100000", "DTSTART;VALUE=DATE:20260401",
            "RRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=9", "RRULE:FREQ=HOURLY;INTERVAL=7;UNTIL=20270101T000000Z",
            "EXDATE:20260402T080000Z,20260403T080000Z", "RDATE;VALUE=PERIOD:20260501T080000Z/PT1H",
            "RECURRENCE-ID:20260406T080000Z", "DTEND:20260401T110000Z", "DURATION:PT1H", "SEQUENCE:4",
            "STATUS:CANCELLED", "SUMMARY:Walk", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M",
            "END:VALARM",
        ]
        for _ in 0..<300 {
            var events: [String] = []
            for number in 0..<3 {
                events += Outside.event(
                    "u\(number % 2)", lines.filter { _ in Int.random(in: 0..<2, using: &chance) == 0 })
            }
            var bytes = [UInt8](Outside.calendar(events).utf8)
            for _ in 0..<Int.random(in: 0..<6, using: &chance) {
                let place = Int.random(in: 17..<bytes.count, using: &chance)
                switch Int.random(in: 0..<3, using: &chance) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place..<min(place + 9, bytes.count)], at: place)
                }
            }
            let reading = try Outside.read(Data(bytes))
            for event in reading.events + reading.ended {
                try CalendarMerge.content(event, Outside.link()).check(zones: Outside.zones)
            }
        }
    }
}
