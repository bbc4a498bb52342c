import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Recurrences when the clocks change")
struct ClockChangeTests {
    /// A daily routine over the change, and what each local time is in UTC.
    @Test(
        "A time that does not exist is taken at the offset before the gap; of two, the first is meant",
        arguments: [
            ("Europe/Berlin", "2026-03-28T02:30", ["03-28T01:30", "03-29T01:30", "03-30T00:30"]),
            ("Europe/Berlin", "2026-10-24T02:30", ["10-24T00:30", "10-25T00:30", "10-26T01:30"]),
            ("America/New_York", "2026-03-07T02:30", ["03-07T07:30", "03-08T07:30", "03-09T06:30"]),
            ("America/New_York", "2026-10-31T01:30", ["10-31T05:30", "11-01T05:30", "11-02T06:30"]),
            // Half an hour only: +10:30 and +11.
            ("Australia/Lord_Howe", "2026-04-04T01:45", ["04-03T14:45", "04-04T14:45", "04-05T15:15"]),
            ("Australia/Lord_Howe", "2026-10-03T02:15", ["10-02T15:45", "10-03T15:45", "10-04T15:15"]),
            // Ireland calls summer the standard and winter a negative saving.
            ("Europe/Dublin", "2026-03-28T01:30", ["03-28T01:30", "03-29T01:30", "03-30T00:30"]),
            ("Europe/Dublin", "2026-10-24T01:30", ["10-24T00:30", "10-25T00:30", "10-26T01:30"]),
            // Back for Ramadan, and forward when it ends: 2026-02-15 and 2026-03-22.
            ("Africa/Casablanca", "2026-02-14T02:30", ["02-14T01:30", "02-15T01:30", "02-16T02:30"]),
            ("Africa/Casablanca", "2026-03-21T02:30", ["03-21T02:30", "03-22T02:30", "03-23T01:30"]),
            // No 30 December 2011: the date line was moved.
            ("Pacific/Apia", "2011-12-29T10:00", ["12-29T20:00", "12-30T20:00", "12-30T20:00"]),
            ("UTC", "2026-03-28T02:30", ["03-28T02:30", "03-29T02:30", "03-30T02:30"]),
        ])
    func daily(zone: String, start: String, expected: [String]) throws {
        let recurrence = try Routines.recurrence("FREQ=DAILY;COUNT=3", from: start, in: zone)
        let found = try recurrence.occurrences(from: .first, to: .last)
        #expect(
            found.map { WallTime(clamping: $0.second).description }
                == expected.map { "\(start.prefix(4))-\($0):00" })
        // The wall says the same time each day, whatever it is taken as, and every one is counted.
        #expect(
            found.map { String($0.local.description.suffix(8)) }
                == Array(repeating: start.suffix(5) + ":00", count: 3))
        // A window of instants gives the same, and so does each by its key.
        let first = Date(timeIntervalSince1970: Double(found[0].second))
        #expect(
            try recurrence.occurrences(from: first, to: first + 86400 * 4)
                == found.sorted { $0.second < $1.second })
        for occurrence in found {
            #expect(try recurrence.occurrence(recurrence.key(of: occurrence)) == occurrence)
        }
    }

    @Test("Behind the last change that a file lists, its last line goes on, up to the end of the calendar")
    func farAhead() throws {
        let zone = try Routines.zone(Routines.berlin)
        for (local, utc) in [
            ("2037-07-01T12:00:00", "2037-07-01T10:00:00"), ("2038-07-01T12:00:00", "2038-07-01T10:00:00"),
            ("2438-12-01T12:00:00", "2438-12-01T11:00:00"), ("9998-07-01T12:00:00", "9998-07-01T10:00:00"),
            // The last Sundays of March and October 2500 are the 28th and the 31st.
            ("2500-03-28T02:30:00", "2500-03-28T01:30:00"), ("2500-10-31T02:30:00", "2500-10-31T00:30:00"),
        ] {
            let time = try Routines.time(local)
            #expect(zone.instant(of: time) == (try Routines.instant(utc)), "\(local)")
        }
        #expect(zone.reading(of: try Routines.time("2500-10-31T02:30:00")) == .twice)
    }

    @Test("Every day of 400 years goes to UTC and back")
    func roundTrip() throws {
        for id in ["Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca", "America/Nuuk"] {
            let zone = try Routines.zone(id)
            for day in stride(from: -20_000, to: 140_000, by: 7) {
                let time = WallTime(clamping: Int64(day) * 86_400 + 43_200)
                #expect(zone.local(of: zone.instant(of: time)) == time)
            }
        }
    }

    @Test("What the clocks do to a time is told")
    func reading() throws {
        let zone = try Routines.zone(Routines.berlin)
        func reading(_ text: String) throws -> ZoneRules.Reading { zone.reading(of: try Routines.time(text)) }
        #expect(try reading("2026-03-29T01:59:59") == .once)
        #expect(try reading("2026-03-29T02:30:00") == .skipped(takenAs: Routines.time("2026-03-29T03:30:00")))
        #expect(try reading("2026-03-29T03:00:00") == .once)
        #expect(try reading("2026-10-25T01:59:59") == .once)
        #expect(try reading("2026-10-25T02:00:00") == .twice)
        #expect(try reading("2026-10-25T03:00:00") == .once)
        let apia = try Routines.zone("Pacific/Apia")
        #expect(
            apia.reading(of: try Routines.time("2011-12-30T10:00:00"))
                == .skipped(takenAs: try Routines.time("2011-12-31T10:00:00")))
        #expect(
            zone.nextChange(after: try Routines.instant("2026-01-01T00:00"))
                == (try Routines.instant("2026-03-29T01:00")))
        #expect(ZoneRules.utc.nextChange(after: .distantPast) == nil)
    }

    @Test("Around a gap, windows of instants are in the order of instants")
    func order() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=MINUTELY;INTERVAL=30;COUNT=8", from: "2026-03-29T01:00", in: Routines.berlin)
        let start = try Routines.instant("2026-03-28T00:00")
        let found = try recurrence.occurrences(from: start, to: start + 172_800)
        #expect(found.count == 8)
        #expect(found.map(\.second) == found.map(\.second).sorted())
        // 02:00 and 02:30 are skipped, and fall together with 03:00 and 03:30.
        #expect(
            found.map { String($0.local.description.dropFirst(11).prefix(5)) } == [
                "01:00", "01:30", "02:00", "03:00", "02:30", "03:30", "04:00", "04:30",
            ])
        for limit in 1...8 {
            #expect(
                try recurrence.occurrences(from: start, to: start + 172_800, limit: limit)
                    == Array(found.prefix(limit)))
        }
        let wall = try recurrence.occurrences(from: .first, to: .last)
        #expect(wall.map(\.local) == wall.map(\.local).sorted())
    }

    @Test("Every so many hours is elapsed time: six hours stay six hours")
    func elapsed() throws {
        let set = RecurrenceSet(
            start: try Routines.time("2026-10-24T20:30"), zone: Routines.berlin,
            repetition: .elapsed(everySeconds: 3 * 3600))
        let recurrence = try Recurrence(set, zone: Routines.zone(Routines.berlin))
        let found = try recurrence.occurrences(from: .first, to: .last, limit: 4)
        #expect(
            found.map(\.local.description) == [
                "2026-10-24T20:30:00", "2026-10-24T23:30:00", "2026-10-25T02:30:00", "2026-10-25T04:30:00",
            ])
        #expect(zip(found, found.dropFirst()).allSatisfy { $1.second - $0.second == 10_800 })
    }

    @Test("In the hour that comes twice, elapsed time has two occurrences with keys of their own")
    func elapsedTwice() throws {
        var set = RecurrenceSet(
            start: try Routines.time("2026-10-25T01:30"), zone: Routines.berlin,
            repetition: .elapsed(everySeconds: 3600))
        let zone = try Routines.zone(Routines.berlin)
        let recurrence = try Recurrence(set, zone: zone)
        let found = try recurrence.occurrences(from: .first, to: .last, limit: 4)
        #expect(
            found.map { recurrence.key(of: $0).description } == [
                "2026-10-25T01:30:00+02:00[Europe/Berlin]", "2026-10-25T02:30:00+02:00[Europe/Berlin]",
                "2026-10-25T02:30:00+01:00[Europe/Berlin]", "2026-10-25T03:30:00+01:00[Europe/Berlin]",
            ])
        for occurrence in found {
            let key = recurrence.key(of: occurrence)
            #expect(OccurrenceKey(key.description) == key)
            #expect(try recurrence.occurrence(key) == occurrence)
        }
        set.except = [recurrence.key(of: found[2])]
        set.changes = [.init(of: recurrence.key(of: found[3]), to: try Routines.time("2026-10-25T09:00"))]
        let changed = try Recurrence(set, zone: zone).occurrences(
            from: .first, to: try Routines.time("2026-10-25T05:00"))
        #expect(changed.map(\.second) == [found[0].second, found[1].second, found[3].second + 3600])
    }

    @Test("After it was done, it comes again so many local days later, at its own time")
    func afterDone() throws {
        let set = RecurrenceSet(
            start: try Routines.time("2026-03-01T09:00"), zone: Routines.berlin,
            repetition: .afterDone(days: 3))
        let zone = try Routines.zone(Routines.berlin)
        func due(_ done: String?) throws -> [String] {
            let recurrence = try Recurrence(set, zone: zone, lastDone: try done.map(Routines.instant))
            return try Routines.first(5, of: recurrence)
        }
        #expect(try due(nil) == ["2026-03-01T09:00:00"])
        // 22:30 UTC is 23:30 in Berlin; 23:30 UTC is the next day there.
        #expect(try due("2026-03-10T22:30") == ["2026-03-13T09:00:00"])
        #expect(try due("2026-03-10T23:30") == ["2026-03-14T09:00:00"])
    }
}
