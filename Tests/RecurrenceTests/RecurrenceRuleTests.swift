import Foundation
import Recurrence
import Testing

@Suite("Reading recurrence rules")
struct RecurrenceRuleTests {
    @Test(
        "A rule is always written the same way",
        arguments: [
            ("FREQ=DAILY", "FREQ=DAILY"), ("rrule:freq=daily;interval=1;", "FREQ=DAILY"),
            ("BYDAY=WE,MO,MO;FREQ=WEEKLY;WKST=MO;COUNT=5", "FREQ=WEEKLY;COUNT=5;BYDAY=MO,WE"),
            ("FREQ=MONTHLY;BYDAY=+1MO,-1SU,2TU", "FREQ=MONTHLY;BYDAY=-1SU,1MO,2TU"),
            ("FREQ=DAILY;UNTIL=20260328", "FREQ=DAILY;UNTIL=20260328"),
            ("FREQ=DAILY;UNTIL=20260328T023000", "FREQ=DAILY;UNTIL=20260328T023000"),
            ("FREQ=DAILY;UNTIL=2026-03-28T02:30:00Z", "FREQ=DAILY;UNTIL=20260328T023000Z"),
            (
                "FREQ=YEARLY;WKST=SU;BYSETPOS=-1,1;BYSECOND=0,60;BYMINUTE=59,0;BYHOUR=23;BYDAY=MO;BYWEEKNO=-1;BYMONTH=12,1;INTERVAL=2",
                "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,12;BYWEEKNO=-1;BYDAY=MO;BYHOUR=23;BYMINUTE=0,59;BYSECOND=0,60;BYSETPOS=-1,1;WKST=SU"
            ),
            (
                "FREQ=YEARLY;BYYEARDAY=-366,366;BYMONTHDAY=-31",
                "FREQ=YEARLY;BYYEARDAY=-366,366;BYMONTHDAY=-31"
            ),
        ])
    func canonical(text: String, expected: String) throws {
        let rule = try RecurrenceRule(text)
        #expect(rule.description == expected)
        #expect(try RecurrenceRule(expected) == rule)
        #expect(try JSONDecoder().decode(RecurrenceRule.self, from: JSONEncoder().encode(rule)) == rule)
    }

    @Test(
        "An invalid rule is reported with its part, what is wrong and what was probably meant",
        arguments: [
            ("", "The rule is empty: write for example FREQ=DAILY, or FREQ=WEEKLY;BYDAY=MO,TH."),
            ("INTERVAL=2", "FREQ is missing: say how often first, for example FREQ=DAILY or FREQ=WEEKLY."),
            (
                "FREQ=DALY",
                "FREQ: `DALY` is not one of YEARLY, MONTHLY, WEEKLY, DAILY, HOURLY, MINUTELY and SECONDLY: did you mean DAILY?"
            ),
            ("FREQ=", "FREQ lacks a value: write one after `=` and after each comma."),
            ("FREQ=DAILY;INTERVALL=2", "`INTERVALL` is not a part of a rule: did you mean INTERVAL?"),
            ("FREQ=DAILY;DAYS=MO", "`DAYS` is not a part of a rule: did you mean BYDAY?"),
            (
                "FREQ=DAILY;COUNT",
                "`COUNT` is not a part of a rule: write NAME=VALUE with semicolons between, such as FREQ=DAILY;INTERVAL=2."
            ),
            (
                "FREQ=DAILY;FREQ=DAILY",
                "FREQ is given twice: write all its values after one, separated by commas."
            ),
            ("FREQ=DAILY;INTERVAL=0", "INTERVAL: `0` is not a number from 1 to 2147483647."),
            (
                "FREQ=DAILY;INTERVAL=99999999999999999999",
                "INTERVAL: `99999999999999999999` is not a number from 1 to 2147483647."
            ),
            ("FREQ=DAILY;COUNT=-1", "COUNT: `-1` is not a number from 1 to 2147483647."),
            (
                "FREQ=WEEKLY;BYDAY=MONDAY",
                "BYDAY: `MONDAY` is not a weekday: MO, TU, WE, TH, FR, SA or SU: did you mean MO?"
            ),
            (
                "FREQ=WEEKLY;BYDAY=DI",
                "BYDAY: `DI` is not a weekday: MO, TU, WE, TH, FR, SA or SU: did you mean TU?"
            ),
            (
                "FREQ=WEEKLY;BYDAY=MO,",
                "BYDAY lacks a value: write one after `=` and after each comma."
            ),
            ("FREQ=MONTHLY;BYDAY=0MO", "BYDAY: `0MO` is not a number from 1 to 53 or -53 to -1."),
            ("FREQ=MONTHLY;BYMONTHDAY=32", "BYMONTHDAY: `32` is not a number from 1 to 31 or -31 to -1."),
            ("FREQ=DAILY;BYHOUR=24", "BYHOUR: `24` is not a number from 0 to 23."),
            (
                "FREQ=DAILY;UNTIL=2026",
                "UNTIL: `2026` is not a date or time: write 20261231 for a whole day, 20261231T180000 for a local time, 20261231T170000Z for UTC."
            ),
            ("FREQ=DAILY;COUNT=2;UNTIL=20260101", "COUNT and UNTIL exclude each other: keep one of them."),
            ("FREQ=MONTHLY;BYWEEKNO=3", "BYWEEKNO only goes with FREQ=YEARLY, not with FREQ=MONTHLY."),
            ("FREQ=DAILY;BYYEARDAY=3", "BYYEARDAY does not go with FREQ=DAILY: write FREQ=YEARLY."),
            ("FREQ=WEEKLY;BYMONTHDAY=3", "BYMONTHDAY does not go with FREQ=WEEKLY: write FREQ=MONTHLY."),
            (
                "FREQ=WEEKLY;BYDAY=2MO",
                "BYDAY has 2MO, which says which Monday of a month or year; with FREQ=WEEKLY write MO, or write FREQ=MONTHLY."
            ),
            ("FREQ=YEARLY;BYWEEKNO=3;BYDAY=2MO", "BYDAY has 2MO, but a week has one Monday: write MO."),
            (
                "FREQ=DAILY;BYSETPOS=1",
                "BYSETPOS chooses among what other parts give, and there is none: add BYDAY, for example."
            ),
        ])
    func mistakes(text: String, message: String) {
        let error = #expect(throws: RecurrenceRuleError.self) { try RecurrenceRule(text) }
        #expect(error?.description == message)
    }

    @Test("A text of any size is refused quickly")
    func longTexts() {
        #expect(throws: RecurrenceRuleError(part: "", reason: .tooLong)) {
            try RecurrenceRule("FREQ=" + String(repeating: "D", count: 1_000_000))
        }
        #expect(throws: RecurrenceRuleError.self) {
            try RecurrenceRule("FREQ=" + String(repeating: "D", count: 5000))
        }
    }

    @Test(
        "Days and times of the calendar are read and written",
        arguments: [
            ("2026-03-28T02:30", "2026-03-28T02:30:00"), ("20260328T023015", "2026-03-28T02:30:15"),
            ("0001-01-01T00:00:00", "0001-01-01T00:00:00"),
            ("9999-12-31T23:59:59", "9999-12-31T23:59:59"), ("2000-02-29T12:00", "2000-02-29T12:00:00"),
        ])
    func times(text: String, expected: String) { #expect(WallTime(text)?.description == expected) }

    @Test(
        "A text that is not a time is refused",
        arguments: [
            "", "T", "2026-03-28", "2026-02-29T00:00", "1900-02-29T00:00", "2026-13-01T00:00",
            "0000-01-01T00:00", "2026-03-28T24:00",
            "2026-03-28T02:60", "2026-03-28T02:30:60", "2026-03-28T2:30", "2026-03-28 02:30",
            "2026-03-28T02:30:00Z", "2026-0328T02:30",
            "+026-03-28T02:30", "2026-03-28T02:30:0٣",
        ])
    func noTimes(text: String) { #expect(WallTime(text) == nil) }

    @Test("Every day of the calendar is itself again from its parts")
    func days() {
        var weekday = CalendarDay.first.weekday.rawValue
        for number in stride(from: CalendarDay.first.number, through: CalendarDay.last.number, by: 1)
        where number % 97 == 0 {
            let day = CalendarDay(clamping: number)
            #expect(CalendarDay(year: day.year, month: day.month, day: day.day) == day)
            weekday = (number - CalendarDay.first.number + CalendarDay.first.weekday.rawValue) % 7
            #expect(day.weekday.rawValue == weekday)
        }
        #expect(CalendarDay("2026-03-28")?.weekday == .saturday)
        #expect(CalendarDay("1600-02-29")?.adding(days: 1).description == "1600-03-01")
        #expect(CalendarDay.last.adding(days: .max) == .last)
        #expect(CalendarDay.first.adding(days: .min) == .first)
    }
}
