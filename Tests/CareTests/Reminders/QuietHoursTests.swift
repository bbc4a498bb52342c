import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Quiet hours")
struct QuietHoursTests {
    /// From and until, a moment in Berlin's local time, and the end in UTC.
    @Test(
        "Over midnight, within a day, and when the clocks change",
        arguments: [
            ("22:00", "06:30", "2026-01-10T21:59", nil),
            ("22:00", "06:30", "2026-01-10T22:00", "2026-01-11T05:30"),
            ("22:00", "06:30", "2026-01-11T06:29", "2026-01-11T05:30"),
            ("22:00", "06:30", "2026-01-11T06:30", nil),
            ("13:00", "15:00", "2026-01-10T12:59", nil),
            ("13:00", "15:00", "2026-01-10T14:00", "2026-01-10T14:00"),
            ("13:00", "15:00", "2026-01-10T15:00", nil),
            ("00:00", "06:00", "2026-01-10T00:00", "2026-01-10T05:00"),
            ("22:00", "00:00", "2026-01-10T23:59", "2026-01-10T23:00"),
            ("22:00", "00:00", "2026-01-11T00:00", nil),
            // The same time twice is never quiet.
            ("08:00", "08:00", "2026-01-10T08:00", nil),
            // The night on which 02:00 becomes 03:00: an hour shorter.
            ("22:00", "06:30", "2026-03-28T23:00", "2026-03-29T04:30"),
            // 02:30 is skipped: the end is taken at the offset before, as a routine at 02:30 is.
            ("22:00", "02:30", "2026-03-28T23:00", "2026-03-29T01:30"),
            ("22:00", "02:30", "2026-03-29T03:29", "2026-03-29T01:30"),
            ("22:00", "02:30", "2026-03-29T03:30", nil),
            // So is the beginning.
            ("02:30", "06:00", "2026-03-29T03:15", nil),
            ("02:30", "06:00", "2026-03-29T03:30", "2026-03-29T04:00"),
            // The night on which 03:00 becomes 02:00: an hour longer; of two half past two the first.
            ("22:00", "06:30", "2026-10-24T23:00", "2026-10-25T05:30"),
            ("22:00", "02:30", "2026-10-24T23:00", "2026-10-25T00:30"),
            ("22:00", "02:30", "2026-10-25T02:29", "2026-10-25T00:30"),
            ("22:00", "02:30", "2026-10-25T02:30", nil),
            ("02:30", "06:00", "2026-10-25T02:30", "2026-10-25T05:00"),
        ] as [(String, String, String, String?)])
    func ends(from: String, until: String, local: String, end: String?) throws {
        let zone = try Routines.zone(Routines.berlin)
        let quiet = QuietHours(from: try Self.minutes(from), until: try Self.minutes(until))
        #expect(
            try quiet.end(at: zone.instant(of: Routines.time(local)), zone: zone) == end.map(Routines.instant)
        )
    }

    static func minutes(_ text: String) throws -> Int {
        let time = try Routines.time("2026-01-01T\(text)")
        return time.hour * 60 + time.minute
    }

    @Test(
        "In every minute around every change of the clocks: the end is not quiet, and nothing before it is loud",
        arguments: [
            ("Europe/Berlin", "2026-03-28T12:00"), ("Europe/Berlin", "2026-10-24T12:00"),
            ("Australia/Lord_Howe", "2026-04-04T12:00"), ("Africa/Cairo", "2026-04-23T12:00"),
            ("America/Havana", "2026-10-31T12:00"), ("Pacific/Apia", "2011-12-29T00:00"),
        ])
    func consistent(zone id: String, start: String) throws {
        let zone = try Routines.zone(id)
        let first = zone.instant(of: try Routines.time(start))
        for (from, until) in [(1320, 390), (0, 60), (23 * 60, 0), (150, 149), (90, 150), (1, 0), (180, 150)] {
            let quiet = QuietHours(from: from, until: until)
            var expected: Date?
            for minute in 0..<(36 * 60) {
                let moment = first.addingTimeInterval(Double(minute * 60))
                let end = quiet.end(at: moment, zone: zone)
                if let expected, moment < expected {
                    #expect(end == expected, "\(id) \(from) \(until) \(moment)")
                }
                if let end {
                    #expect(end > moment)
                    #expect(quiet.end(at: end, zone: zone) == nil, "\(id) \(from) \(until) \(moment)")
                }
                expected = end
            }
        }
    }

    @Test("What is due at the very end is not held up, on any day of the year")
    func dueAtTheEnd() throws {
        let zone = try Routines.zone(Routines.berlin)
        for minutes in [120, 150, 180, 390] {
            let quiet = QuietHours(from: 1320, until: minutes)
            for day in 0..<365 {
                let local = try Routines.time("2026-01-01T00:00").adding(days: day).adding(
                    seconds: Int64(minutes * 60))
                #expect(quiet.end(at: zone.instant(of: local), zone: zone) == nil)
            }
        }
    }
}
