import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("No rule runs away", .timeLimit(.minutes(30)))
struct BoundedRecurrenceTests {
    @Test(
        "A rule that can never happen is refused",
        arguments: [
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=4,6,9,11;BYMONTHDAY=31",
            "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "FREQ=YEARLY;BYMONTH=2;BYDAY=6MO",
            "FREQ=DAILY;BYHOUR=9;BYSETPOS=2",
            "FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1", "FREQ=YEARLY;BYWEEKNO=10;BYMONTH=9",
            "FREQ=SECONDLY;INTERVAL=3600;BYMINUTE=30",
            "FREQ=HOURLY;INTERVAL=24;BYHOUR=10", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
            "FREQ=MINUTELY;BYDAY=MO;BYMONTH=2;BYMONTHDAY=30",
            "FREQ=SECONDLY;BYSETPOS=2;BYMONTH=2", "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-2",
            "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000000000",
            "FREQ=HOURLY;BYYEARDAY=60;BYMONTH=5",
        ])
    func never(_ rule: String) {
        #expect(throws: RecurrenceError.neverMatches(rule: (try? RecurrenceRule(rule).description) ?? "")) {
            try Routines.recurrence(rule, from: "2026-03-28T09:00", in: Routines.berlin)
        }
    }

    @Test(
        "Rules with huge numbers answer, or say clearly that they cannot",
        arguments: [
            ("FREQ=SECONDLY;BYMONTH=2", "2027-02-01T00:00:00"),
            ("FREQ=SECONDLY;COUNT=1000000000", "2026-03-28T09:00:00"),
            ("FREQ=DAILY;COUNT=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=YEARLY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=SECONDLY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=HOURLY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=MONTHLY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=WEEKLY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=DAILY;INTERVAL=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=MINUTELY;INTERVAL=2147483647;COUNT=2147483647", "2026-03-28T09:00:00"),
            ("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=4;BYSECOND=5", "2028-02-29T03:04:05"),
            ("FREQ=MINUTELY;INTERVAL=7;BYDAY=MO;BYMONTHDAY=29;BYMONTH=2", "2044-02-29T00:05:00"),
            ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2044-02-29T09:00:00"),
            ("FREQ=WEEKLY;BYDAY=MO,WE;COUNT=1000000000", "2026-03-30T09:00:00"),
        ])
    func huge(rule: String, first: String) throws {
        let recurrence = try Routines.recurrence(rule, from: "2026-03-28T09:00", in: Routines.berlin)
        #expect(try Routines.first(1, of: recurrence) == [first])
        let far = try Routines.instant("2400-01-01T00:00")
        do {
            _ = try recurrence.occurrences(from: far, to: far + 30 * 86_400, limit: 100)
            _ = try recurrence.next(after: far)
            _ = try recurrence.previous(before: far)
        } catch {
            guard case .tooManySteps = error else { throw error }
        }
    }

    @Test(
        "What is too far to count is said to be",
        arguments: [
            "FREQ=SECONDLY;BYHOUR=9,10;COUNT=1000000000",
            "FREQ=MINUTELY;INTERVAL=7;BYDAY=MO;COUNT=2000000000",
        ])
    func counting(_ rule: String) {
        #expect { try Routines.recurrence(rule, from: "2026-03-28T09:00", in: Routines.berlin) } throws: {
            error in
            guard case .countTooFar = error as? RecurrenceError else { return false }
            return true
        }
    }

    @Test("A window a thousand years after the start costs no more than one beside it")
    func windows() throws {
        for rule in [
            "FREQ=DAILY", "FREQ=SECONDLY;INTERVAL=86399", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=WEEKLY;INTERVAL=3",
        ] {
            let recurrence = try Routines.recurrence(rule, from: "0001-01-01T00:00", in: "UTC")
            let start = try Routines.instant("9998-12-01T00:00")
            #expect(try !recurrence.occurrences(from: start, to: start + 40 * 86_400).isEmpty)
        }
    }

    @Test("The ends of the calendar hold")
    func ends() throws {
        let last = try Routines.recurrence("FREQ=SECONDLY", from: "9999-12-31T23:59:58", in: Routines.berlin)
        #expect(
            try last.occurrences(from: Date.distantPast, to: Date(timeIntervalSince1970: 1e15)).count == 2)
        #expect(try last.next(after: Date(timeIntervalSince1970: .infinity)) == nil)
        let first = try Routines.recurrence("FREQ=HOURLY", from: "0001-01-01T00:30", in: "Asia/Kolkata")
        #expect(
            try first.occurrences(from: .distantPast, to: try Routines.instant("0001-01-01T12:00"), limit: 3)
                .count == 3)
        #expect(try first.previous(before: Date(timeIntervalSince1970: -.infinity)) == nil)
        #expect(try first.occurrences(from: .first, to: .last, limit: 0).isEmpty)
        #expect(try first.occurrences(from: .last, to: .first).isEmpty)
    }

    @Test("A rule that ends before it begins is empty, and no mistake")
    func empty() throws {
        for rule in ["FREQ=DAILY;UNTIL=20260101", "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260328T000000Z"] {
            let recurrence = try Routines.recurrence(rule, from: "2026-03-28T09:00", in: Routines.berlin)
            #expect(try recurrence.occurrences(from: .first, to: .last).isEmpty)
        }
    }

    @Test(
        "UNTIL as a day holds that whole day, as a local time that time, as UTC that instant",
        arguments: [
            ("UNTIL=20260330", 3), ("UNTIL=20260330T023000", 3), ("UNTIL=20260330T022959", 2),
            ("UNTIL=20260330T003000Z", 3),
            ("UNTIL=20260330T002959Z", 2),
            // The second occurrence is skipped by the clocks, and happens at 01:30 UTC.
            ("UNTIL=20260329T013000Z", 2), ("UNTIL=20260329T012959Z", 1),
        ])
    func until(part: String, count: Int) throws {
        let recurrence = try Routines.recurrence(
            "FREQ=DAILY;\(part)", from: "2026-03-28T02:30", in: Routines.berlin)
        #expect(try recurrence.occurrences(from: .first, to: .last).count == count)
    }
}
