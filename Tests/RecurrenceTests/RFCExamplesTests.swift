import PlainRecurrences
import Recurrence
import Testing

/// RFC 5545, section 3.8.5.3: every example there, in its order. All are in New York.
@Suite("The examples of RFC 5545")
struct RFCExamplesTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var rule: String
        var start = "1997-09-02T09:00:00"
        /// Days at the start's time of day, as `1997: 9/2 9/4; 1998: 1/3`; or whole times.
        var days: String
        /// Whether the list is complete.
        var isAll = true
        var testDescription: String { rule }
    }

    static let examples: [Example] = [
        .init(rule: "FREQ=DAILY;COUNT=10", days: "1997: 9/2 9/3 9/4 9/5 9/6 9/7 9/8 9/9 9/10 9/11"),
        .init(
            rule: "FREQ=DAILY;INTERVAL=2", days: "1997: 9/2 9/4 9/6 9/8 9/10 9/12 9/14 9/16 9/18",
            isAll: false),
        .init(rule: "FREQ=DAILY;INTERVAL=10;COUNT=5", days: "1997: 9/2 9/12 9/22 10/2 10/12"),
        .init(
            rule: "FREQ=WEEKLY;COUNT=10",
            days: "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4"),
        .init(
            rule: "FREQ=WEEKLY;UNTIL=19971224T000000Z",
            days:
                "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4 11/11 11/18 11/25 12/2 12/9 12/16 12/23"
        ),
        .init(
            rule: "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
            days: "1997: 9/2 9/16 9/30 10/14 10/28 11/11 11/25 12/9 12/23; 1998: 1/6 1/20 2/3", isAll: false),
        .init(
            rule: "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
            days: "1997: 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2"),
        .init(
            rule: "FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH",
            days: "1997: 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2"),
        .init(
            rule: "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
            start: "1997-09-01T09:00:00",
            days:
                "1997: 9/1 9/3 9/5 9/15 9/17 9/19 9/29 10/1 10/3 10/13 10/15 10/17 10/27 10/29 10/31 11/10 11/12 11/14 11/24 11/26 11/28 12/8 12/10 12/12 12/22"
        ),
        .init(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH",
            days: "1997: 9/2 9/4 9/16 9/18 9/30 10/2 10/14 10/16"),
        .init(
            rule: "FREQ=MONTHLY;COUNT=10;BYDAY=1FR", start: "1997-09-05T09:00:00",
            days: "1997: 9/5 10/3 11/7 12/5; 1998: 1/2 2/6 3/6 4/3 5/1 6/5"),
        .init(
            rule: "FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", start: "1997-09-05T09:00:00",
            days: "1997: 9/5 10/3 11/7 12/5"),
        .init(
            rule: "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU", start: "1997-09-07T09:00:00",
            days: "1997: 9/7 9/28 11/2 11/30; 1998: 1/4 1/25 3/1 3/29 5/3 5/31"),
        .init(
            rule: "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO", start: "1997-09-22T09:00:00",
            days: "1997: 9/22 10/20 11/17 12/22; 1998: 1/19 2/16"),
        .init(
            rule: "FREQ=MONTHLY;BYMONTHDAY=-3", start: "1997-09-28T09:00:00",
            days: "1997: 9/28 10/29 11/28 12/29; 1998: 1/29 2/26", isAll: false),
        .init(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
            days: "1997: 9/2 9/15 10/2 10/15 11/2 11/15 12/2 12/15; 1998: 1/2 1/15"),
        .init(
            rule: "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1", start: "1997-09-30T09:00:00",
            days: "1997: 9/30 10/1 10/31 11/1 11/30 12/1 12/31; 1998: 1/1 1/31 2/1"),
        .init(
            rule: "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
            start: "1997-09-10T09:00:00",
            days: "1997: 9/10 9/11 9/12 9/13 9/14 9/15; 1999: 3/10 3/11 3/12 3/13"),
        .init(
            rule: "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
            days:
                "1997: 9/2 9/9 9/16 9/23 9/30 11/4 11/11 11/18 11/25; 1998: 1/6 1/13 1/20 1/27 3/3 3/10 3/17 3/24 3/31",
            isAll: false),
        .init(
            rule: "FREQ=YEARLY;COUNT=10;BYMONTH=6,7", start: "1997-06-10T09:00:00",
            days: "1997: 6/10 7/10; 1998: 6/10 7/10; 1999: 6/10 7/10; 2000: 6/10 7/10; 2001: 6/10 7/10"),
        .init(
            rule: "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3", start: "1997-03-10T09:00:00",
            days: "1997: 3/10; 1999: 1/10 2/10 3/10; 2001: 1/10 2/10 3/10; 2003: 1/10 2/10 3/10"),
        .init(
            rule: "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200", start: "1997-01-01T09:00:00",
            days: "1997: 1/1 4/10 7/19; 2000: 1/1 4/9 7/18; 2003: 1/1 4/10 7/19; 2006: 1/1"),
        .init(
            rule: "FREQ=YEARLY;BYDAY=20MO", start: "1997-05-19T09:00:00",
            days: "1997: 5/19; 1998: 5/18; 1999: 5/17", isAll: false),
        .init(
            rule: "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", start: "1997-05-12T09:00:00",
            days: "1997: 5/12; 1998: 5/11; 1999: 5/17", isAll: false),
        .init(
            rule: "FREQ=YEARLY;BYMONTH=3;BYDAY=TH", start: "1997-03-13T09:00:00",
            days: "1997: 3/13 3/20 3/27; 1998: 3/5 3/12 3/19 3/26; 1999: 3/4 3/11 3/18 3/25", isAll: false),
        .init(
            rule: "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8", start: "1997-06-05T09:00:00",
            days:
                "1997: 6/5 6/12 6/19 6/26 7/3 7/10 7/17 7/24 7/31 8/7 8/14 8/21 8/28; 1998: 6/4 6/11 6/18 6/25 7/2 7/9 7/16 7/23 7/30 8/6 8/13 8/20 8/27",
            isAll: false),
        .init(
            rule: "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
            days: "1998: 2/13 3/13 11/13; 1999: 8/13; 2000: 10/13",
            isAll: false),
        .init(
            rule: "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13", start: "1997-09-13T09:00:00",
            days: "1997: 9/13 10/11 11/8 12/13; 1998: 1/10 2/7 3/7 4/11 5/9 6/13", isAll: false),
        .init(
            rule: "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
            start: "1996-11-05T09:00:00", days: "1996: 11/5; 2000: 11/7; 2004: 11/2", isAll: false),
        .init(
            rule: "FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", start: "1997-09-04T09:00:00",
            days: "1997: 9/4 10/7 11/6"),
        .init(
            rule: "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2", start: "1997-09-29T09:00:00",
            days: "1997: 9/29 10/30 11/27 12/30; 1998: 1/29 2/26 3/30", isAll: false),
        .init(
            rule: "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z",
            days: "1997-09-02T09:00:00 1997-09-02T12:00:00"),
        .init(
            rule: "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            days:
                "1997-09-02T09:00:00 1997-09-02T09:15:00 1997-09-02T09:30:00 1997-09-02T09:45:00 1997-09-02T10:00:00 1997-09-02T10:15:00"
        ),
        .init(
            rule: "FREQ=MINUTELY;INTERVAL=90;COUNT=4",
            days: "1997-09-02T09:00:00 1997-09-02T10:30:00 1997-09-02T12:00:00 1997-09-02T13:30:00"),
        .init(
            rule: "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
            days:
                "1997-09-02T09:00:00 1997-09-02T09:20:00 1997-09-02T09:40:00 1997-09-02T10:00:00 1997-09-02T10:20:00",
            isAll: false),
        .init(
            rule: "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
            days:
                "1997-09-02T09:00:00 1997-09-02T09:20:00 1997-09-02T09:40:00 1997-09-02T10:00:00 1997-09-02T10:20:00",
            isAll: false),
        .init(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", start: "1997-08-05T09:00:00",
            days: "1997: 8/5 8/10 8/19 8/24"),
        .init(
            rule: "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", start: "1997-08-05T09:00:00",
            days: "1997: 8/5 8/17 8/19 8/31"),
        .init(
            rule: "FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", start: "2007-01-15T09:00:00",
            days: "2007: 1/15 1/30 2/15 3/15 3/30"),
    ]

    @Test("Each gives the times that the RFC lists", arguments: examples)
    func example(_ example: Example) throws {
        let expected = try Self.times(example.days, at: String(example.start.suffix(8)))
        let recurrence = try Routines.recurrence(example.rule, from: example.start)
        let found = try Routines.first(expected.count + (example.isAll ? 5 : 0), of: recurrence)
        #expect(found == expected)
    }

    @Test("Every day in January, said in two ways, until 2000")
    func january() throws {
        let expected = (1998...2000).flatMap { year in
            (1...31).map { "\(year)-01-\($0 < 10 ? "0" : "")\($0)T09:00:00" }
        }
        for rule in [
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
        ] {
            let recurrence = try Routines.recurrence(rule, from: "1998-01-01T09:00:00")
            #expect(try Routines.first(200, of: recurrence) == expected)
        }
    }

    @Test("Daily until Christmas Eve, across the night in which summer time ends")
    func untilChristmas() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=DAILY;UNTIL=19971224T000000Z", from: "1997-09-02T09:00:00")
        let found = try recurrence.occurrences(from: .first, to: .last)
        #expect(found.count == 113)
        #expect(found.last?.local.description == "1997-12-23T09:00:00")
        // 09:00 is 13:00 UTC until 25 October, 14:00 from 26 October on.
        let hours = Dictionary(grouping: found) { $0.second / 3600 % 24 }.mapValues(\.count)
        #expect(hours == [13: 54, 14: 59])
    }

    @Test("Every Friday the 13th leaves out the start with EXDATE")
    func exdate() throws {
        let recurrence = try Routines.recurrence(
            "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", from: "1997-09-02T09:00:00",
            except: ["1997-09-02T09:00:00", "1998-03-13T09:00:00"])
        #expect(
            try Routines.first(3, of: recurrence) == [
                "1998-02-13T09:00:00", "1998-11-13T09:00:00", "1999-08-13T09:00:00",
            ])
    }

    private static func times(_ text: String, at time: String) throws -> [String] {
        if text.contains("T") { return text.split(separator: " ").map(String.init) }
        return try text.split(separator: ";").flatMap { year in
            let sides = year.split(separator: ":")
            let number = try #require(Int(sides[0].filter(\.isNumber)))
            return try sides[1].split(separator: " ").map { day in
                let parts = day.split(separator: "/").compactMap { Int($0) }
                let day = try #require(CalendarDay(year: number, month: parts[0], day: parts[1]))
                return "\(day)T\(time)"
            }
        }
    }
}
