import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Recurrences with dates, exceptions and changes")
struct RecurrenceSetTests {
    /// The same value always gives the same bytes.
    private static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    @Test("The start is due only if the rule gives it, and only what is given is counted")
    func startOutsideTheRule() throws {
        // 2 September 1997 was a Tuesday.
        let recurrence = try Routines.recurrence("FREQ=WEEKLY;BYDAY=MO;COUNT=2", from: "1997-09-02T09:00")
        #expect(try Routines.first(9, of: recurrence) == ["1997-09-08T09:00:00", "1997-09-15T09:00:00"])
    }

    @Test("Several rules and dates give each time once")
    func union() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=DAILY;COUNT=3 FREQ=DAILY;INTERVAL=2;COUNT=3", from: "2026-05-01T08:00",
            also: ["2026-05-02T08:00", "2026-05-02T12:00", "2026-04-01T07:00"])
        #expect(
            try Routines.first(20, of: recurrence) == [
                "2026-04-01T07:00:00", "2026-05-01T08:00:00", "2026-05-02T08:00:00", "2026-05-02T12:00:00",
                "2026-05-03T08:00:00", "2026-05-05T08:00:00",
            ])
    }

    @Test("What an exception leaves out is counted nevertheless")
    func exceptionsAreCounted() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=DAILY;COUNT=3", from: "2026-05-01T08:00", except: ["2026-05-02T08:00", "2026-06-01T08:00"])
        #expect(try Routines.first(20, of: recurrence) == ["2026-05-01T08:00:00", "2026-05-03T08:00:00"])
    }

    @Test("A moved occurrence keeps its key, a cancelled one is gone, and a change of nothing does nothing")
    func changes() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=DAILY;COUNT=5", from: "2026-05-01T08:00",
            changes: [
                ("2026-05-02T08:00", "2026-05-04T07:00"), ("2026-05-03T08:00", nil),
                ("2026-05-20T08:00", "2026-05-01T06:00"), ("2026-05-01T08:00", "2026-07-01T08:00"),
            ])
        let found = try recurrence.occurrences(from: .first, to: .last)
        #expect(
            found.map(\.local.description) == [
                "2026-05-04T07:00:00", "2026-05-04T08:00:00", "2026-05-05T08:00:00", "2026-07-01T08:00:00",
            ])
        #expect(recurrence.key(of: found[0]).description == "2026-05-02T08:00:00[America/New_York]")
        #expect(found[0].isMoved && !found[1].isMoved)
        func moved(_ text: String) throws -> String? {
            try recurrence.occurrence(OccurrenceKey(try Routines.time(text), zone: Routines.newYork))?.local
                .description
        }
        #expect(try moved("2026-05-02T08:00") == "2026-05-04T07:00:00")
        #expect(try moved("2026-05-03T08:00") == nil)
        #expect(try moved("2026-05-04T08:00") == "2026-05-04T08:00:00")
        #expect(try moved("2026-05-04T07:00") == nil)
        #expect(
            try recurrence.occurrence(OccurrenceKey(try Routines.time("2026-05-04T08:00"), zone: "UTC"))
                == nil)
        // A limit cuts after the moved ones have found their places.
        #expect(try Routines.first(2, of: recurrence) == found.prefix(2).map(\.local.description))
        #expect(try recurrence.next(after: found[2].instant)?.local.description == "2026-07-01T08:00:00")
        #expect(try recurrence.previous(before: found[1].instant) == found[0])
    }

    @Test("Next and previous walk over all occurrences, there and back")
    func neighbours() throws {
        for rule in [
            "FREQ=DAILY;COUNT=30", "FREQ=MONTHLY;BYDAY=-1FR;COUNT=30", "FREQ=YEARLY;INTERVAL=7;COUNT=30",
            "FREQ=SECONDLY;INTERVAL=7;COUNT=300", "FREQ=MINUTELY;BYMONTH=2;BYHOUR=3;COUNT=200",
        ] {
            let recurrence = try Routines.recurrence(rule, from: "2026-03-01T01:00", in: Routines.berlin)
            let found = try recurrence.occurrences(from: .first, to: .last).map(\.second).sorted()
            var there: [Int64] = []
            var at = Date(timeIntervalSince1970: 0)
            while let next = try recurrence.next(after: at) {
                there.append(next.second)
                at = next.instant
            }
            #expect(there == found, "\(rule)")
            var back: [Int64] = []
            at = try Routines.instant("9000-01-01T00:00")
            while let previous = try recurrence.previous(before: at) {
                back.append(previous.second)
                at = previous.instant
            }
            #expect(back.reversed() == found, "\(rule)")
        }
    }

    @Test(
        "An occurrence's key is text, and is read back",
        arguments: [
            "2026-03-28T02:30:00[Europe/Berlin]", "2026-10-25T02:30:00+02:00[Europe/Berlin]",
            "2026-10-25T02:30:00-03:30[America/St_Johns]", "1880-01-01T00:00:00+00:53:28[Europe/Berlin]",
        ])
    func keys(_ text: String) throws {
        let key = try #require(OccurrenceKey(text))
        #expect(key.description == text)
        #expect(try JSONDecoder().decode(OccurrenceKey.self, from: JSONEncoder().encode(key)) == key)
    }

    @Test(
        "A text that is not a key is refused",
        arguments: [
            "", "2026-03-28T02:30:00", "2026-03-28T02:30:00[]", "2026-03-28T02:30:00[../etc/passwd]",
            "2026-02-30T02:30:00[UTC]",
            "2026-03-28T02:30[UTC]", "2026-03-28T02:30:00Z[UTC]", "2026-03-28T02:30:00+2[UTC]",
        ])
    func noKeys(_ text: String) { #expect(OccurrenceKey(text) == nil) }

    @Test("A set is stable as JSON")
    func json() throws {
        let set = RecurrenceSet(
            start: try Routines.time("2026-03-28T02:30"), zone: Routines.berlin,
            repetition: .rules([try RecurrenceRule("FREQ=DAILY;INTERVAL=2")]),
            also: [try Routines.time("2026-03-29T12:00")],
            except: [OccurrenceKey(try Routines.time("2026-03-30T02:30"), zone: Routines.berlin)],
            changes: [
                .init(
                    of: OccurrenceKey(try Routines.time("2026-04-01T02:30"), zone: Routines.berlin), to: nil)
            ])
        let text = try String(decoding: Self.encoder().encode(set), as: UTF8.self)
        #expect(
            text == """
                {"also":["2026-03-29T12:00:00"],"changes":[{"of":"2026-04-01T02:30:00[Europe/Berlin]"}],"except":["2026-03-30T02:30:00[Europe/Berlin]"],"repeat":{"kind":"rules","rules":["FREQ=DAILY;INTERVAL=2"]},"start":"2026-03-28T02:30:00","zone":"Europe/Berlin"}
                """)
        #expect(try JSONDecoder().decode(RecurrenceSet.self, from: Data(text.utf8)) == set)
        for (repetition, json) in [
            (Repetition.once, #"{"kind":"once"}"#),
            (.elapsed(everySeconds: 21600), #"{"every_seconds":21600,"kind":"elapsed"}"#),
            (.afterDone(days: 3), #"{"days":3,"kind":"after_done"}"#),
        ] {
            #expect(try String(decoding: Self.encoder().encode(repetition), as: UTF8.self) == json)
            #expect(try JSONDecoder().decode(Repetition.self, from: Data(json.utf8)) == repetition)
        }
        for json in [
            #"{"kind":"elapsed","every_seconds":0}"#, #"{"kind":"after_done","days":-1}"#,
            #"{"kind":"sometimes"}"#,
            #"{"kind":"rules","rules":["FREQ=DALY"]}"#,
        ] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(Repetition.self, from: Data(json.utf8))
            }
        }
    }

    @Test(
        "The last of so many is due, also where a unit's time is not the start's",
        arguments: [
            ("FREQ=HOURLY;INTERVAL=7;BYMINUTE=55;COUNT=3", "2026-01-01T15:55:00"),
            // The first hour's is over at the start.
            ("FREQ=HOURLY;INTERVAL=7;BYMINUTE=30;COUNT=3", "2026-01-01T22:30:00"),
            ("FREQ=MINUTELY;INTERVAL=100;BYSECOND=50;COUNT=1", "2026-01-01T01:45:50"),
        ])
    func lastOfCount(rule: String, last: String) throws {
        let recurrence = try Routines.recurrence(rule, from: "2026-01-01T01:45", in: "UTC")
        let end = try Routines.time(last)
        #expect(try Routines.first(10, of: recurrence).last == last)
        #expect(try recurrence.occurrences(from: end, to: .last).map(\.local) == [end])
    }
}
